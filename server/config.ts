import path from 'node:path'
import { z } from 'zod'
import { PROMOTION_HOURS } from '../contract/quiet-hours.ts'
import { ROLES } from '../contract/roles.ts'
import { numberRule, type NumberKey } from '../contract/rule-definitions.ts'
import type { WalArchive } from './db/embedded/wal-archive.ts'
import type { SmtpSettings } from './features/messages/smtp.ts'
import { smtpSettings } from './smtp-settings.ts'

const whole = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a number from ${min} to ${max}` })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
/** The start value of a rule; once it was changed, what was approved counts. */
const startOf = (key: NumberKey) => {
  const { min, max, start } = numberRule(key)
  return whole(min, max).default(start)
}
const origin = z
  .url('must be an address such as https://hil.example')
  .transform((text) => new URL(text).origin)
const webhook = z.url('must be an http or https address')

const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
const yesOrNo = z
  .enum(['yes', 'no'], { error: 'must be yes or no' })
  .transform((text) => text === 'yes')

/** The settings of a bucket. */
function inS3<For extends 'FILES' | 'HEADS'>(what: For) {
  const shape = {
    ENDPOINT: webhook.optional(),
    REGION: z.string().min(1).optional(),
    BUCKET: bucketName.optional(),
    KEY_ID: z.string().min(1).optional(),
    SECRET: z.string().min(1).optional(),
    PATH_STYLE: yesOrNo.optional(),
  }
  type Shape = { [Name in keyof typeof shape as `${For}_S3_${Name}`]: (typeof shape)[Name] }
  const named = Object.entries(shape).map(([name, type]) => [`${what}_S3_${name}`, type])
  return Object.fromEntries(named) as Shape
}

/** Every setting of the process, by the environment variable that sets it. docs/operations.md lists them. */
const environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  API_HOST: z.union([origin, z.literal('')]).default(''),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((item) => item.trim()))
    .transform((items) => items.filter((item) => item !== ''))
    .pipe(z.array(origin)),
  TRUST_PROXY: whole(0, 10).default(0),
  DATA_DIR: z
    .string()
    .min(1)
    .transform((folder) => path.resolve(folder))
    .optional(),
  DEMO: z.enum(['yes', 'no'], { error: 'must be yes or no' }).optional(),
  DOCUMENTS_DIR: z
    .string()
    .min(1)
    .transform((folder) => path.resolve(folder))
    .optional(),
  MEDIA_DIR: z
    .string()
    .min(1)
    .transform((folder) => path.resolve(folder))
    .optional(),
  ...inS3('FILES'),
  HEADS_DIR: z
    .string()
    .min(1)
    .transform((folder) => path.resolve(folder))
    .optional(),
  ...inS3('HEADS'),
  HEADS_S3_DAYS: whole(1, 36_500).default(3650),
  TIMESTAMP_URL: webhook.optional(),
  WAL_ARCHIVE_DIR: z
    .string()
    .min(1)
    .transform((folder) => path.resolve(folder))
    .optional(),
  WAL_ARCHIVE_SECONDS: whole(1, 3600).default(60),
  BASE_BACKUPS: whole(2, 1000).default(7),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  MELTAG_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL: whole(2, 200).default(12),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (32 random bytes)')
    .optional(),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
  SESSION_IDLE_MINUTES: whole(1, 24 * 60).default(30),
  SESSION_HOURS: whole(1, 24 * 7).default(12),
  MEMBER_SESSION_DAYS: whole(1, 365).default(90),
  PASSWORD_MIN: whole(6, 64).default(6),
  TOTP_REQUIRED_ROLES: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((item) => item.trim().toLowerCase()))
    .transform((items) => items.filter((item) => item !== ''))
    .pipe(z.array(z.enum(ROLES, { error: `must name roles: ${ROLES.join(', ')}` }))),
  BATCH_SECOND_APPROVAL_FROM: startOf('batchSecondApprovalFrom'),
  POINT_VALUE_PAISE: startOf('pointValuePaise'),
  REDEMPTION_MIN_POINTS: startOf('redemptionMinPoints'),
  REDEMPTION_TWO_ROLES_FROM_PAISE: startOf('redemptionTwoRolesFromPaise'),
  REDEMPTION_DAY_LIMIT_PAISE: startOf('redemptionDayLimitPaise'),
  REDEMPTION_DAY_LIMIT_COUNT: startOf('redemptionDayLimitCount'),
  SCANS_PER_DAY: startOf('scansPerDay'),
  WRONG_CODES_PER_DAY: startOf('wrongCodesPerDay'),
  MEMBERS_PER_DEVICE: startOf('membersPerDevice'),
  SERIALS_PER_PLACE: startOf('serialsPerPlace'),
  POINTS_EXPIRE_MONTHS: whole(0, 240).optional(),
  OTP_PER_MOBILE: whole(1, 1000).default(5),
  OTP_PER_ADDRESS: whole(1, 1_000_000).default(600),
  PAYOUT_URL: z.url('must be an http or https address').default('https://api.razorpay.com'),
  PAYOUT_KEY_ID: z.string().min(1).optional(),
  PAYOUT_KEY_SECRET: z.string().min(1).optional(),
  PAYOUT_ACCOUNT: z.string().min(1).optional(),
  PAYOUT_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  PAYOUTS_PER_SECOND: whole(1, 50).default(5),
  PAYOUT_TIMEOUT_SECONDS: whole(1, 300).default(30),
  PAYOUT_ASK_SECONDS: whole(1, 86_400).default(60),
  TAX_PAYMENT_CODE: z.string().trim().max(20).optional(),
  SMS_WEBHOOK_URL: webhook.optional(),
  EMAIL_WEBHOOK_URL: webhook.optional(),
  NOTIFY_WEBHOOK_URL: webhook.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@mail.example:587' })
    .optional(),
  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: whole(1, 65_535).optional(),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_TLS: z.enum(['yes', 'no'], { error: 'must be yes or no' }).optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  PROMOTION_HOURS: z
    .string()
    .regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-4])$/, 'must be two hours of the day such as 10-21')
    .default(PROMOTION_HOURS)
    .transform((text) => text.split('-').map(Number))
    .transform(([from = 0, to = 24]) => ({ from, to }))
    .refine(({ from, to }) => from < to, 'must end later than it begins'),
  MESSAGE_LINK_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((item) => item.trim().toLowerCase()))
    .transform((items) => items.filter((item) => item !== ''))
    .pipe(
      z.array(
        z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be hosts such as shop.example, or none'),
      ),
    ),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  MAX_WAITING_REQUESTS: whole(10, 1_000_000).default(2000),
  MAX_CONNECTIONS: whole(100, 1_000_000).default(10_000),
  ADDRESS_SHARE_PERCENT: whole(1, 100).default(50),
  ACCOUNT_SHARE_PERCENT: whole(1, 100).default(25),
  MAX_EVENT_LOOP_DELAY_MS: whole(0, 60_000).default(2000),
  HEADERS_SECONDS: whole(1, 300).default(15),
  REQUEST_SECONDS: whole(1, 3600).default(60),
  READER_SECONDS: whole(1, 3600).default(60),
  STOP_NOTICE_SECONDS: whole(0, 10).default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('warn'),
})

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape)

type Environment = Omit<z.output<typeof environment>, 'DATA_DIR' | 'HEADS_DIR'>
/** A bucket of an S3-compatible store. */
export type InS3 = {
  endpoint: string | undefined
  region: string
  bucket: string
  keyId: string
  secret: string
  pathStyle: boolean
}
export type Config = Environment & {
  /** Whether the demo programme is loaded and its stand-ins run: only over the embedded database. */
  demo: boolean
  DATA_DIR: string
  DOCUMENTS_DIR: string
  MEDIA_DIR: string
  files: InS3 | null
  HEADS_DIR: string
  /** The bucket with object lock that heads of the chain go to, beside the folder. */
  heads: InS3 | null
  /** Where the embedded database archives its log; null where it does not. */
  archive: WalArchive | null
  smtp: SmtpSettings | null
}

/** Thrown when a setting is wrong: the message is the sentence that stops the start. */
export class ConfigError extends Error {}

/** Reads the configuration once. An empty variable counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')} ${issue.message.replace(/^Invalid/, 'is invalid')}.`,
    )
    throw new ConfigError(`The configuration is not right: ${wrong.join(' ')}`)
  }
  const { DATABASE_URL, DEMO, DOCUMENTS_DIR, MEDIA_DIR } = parsed.data
  if (DATABASE_URL !== undefined && DEMO === 'yes') {
    throw new ConfigError(
      'The configuration is not right: the demo runs on the embedded database only. Set DATABASE_URL or DEMO=yes, not both.',
    )
  }
  const demo = DATABASE_URL === undefined && DEMO !== 'no'
  const isOwn = DATABASE_URL === undefined && !demo
  const DATA_DIR = parsed.data.DATA_DIR ?? path.resolve(isOwn ? '.programme' : '.data')
  return {
    ...parsed.data,
    demo,
    DATA_DIR,
    DOCUMENTS_DIR: DOCUMENTS_DIR ?? path.join(DATA_DIR, 'documents'),
    MEDIA_DIR: MEDIA_DIR ?? path.join(DATA_DIR, 'media'),
    files: bucketOf('FILES', {
      ENDPOINT: parsed.data.FILES_S3_ENDPOINT,
      REGION: parsed.data.FILES_S3_REGION,
      BUCKET: parsed.data.FILES_S3_BUCKET,
      KEY_ID: parsed.data.FILES_S3_KEY_ID,
      SECRET: parsed.data.FILES_S3_SECRET,
      PATH_STYLE: parsed.data.FILES_S3_PATH_STYLE,
    }),
    HEADS_DIR: parsed.data.HEADS_DIR ?? `${DATA_DIR}-heads`,
    heads: bucketOf('HEADS', {
      ENDPOINT: parsed.data.HEADS_S3_ENDPOINT,
      REGION: parsed.data.HEADS_S3_REGION,
      BUCKET: parsed.data.HEADS_S3_BUCKET,
      KEY_ID: parsed.data.HEADS_S3_KEY_ID,
      SECRET: parsed.data.HEADS_S3_SECRET,
      PATH_STYLE: parsed.data.HEADS_S3_PATH_STYLE,
    }),
    archive: archiveOf(parsed.data),
    smtp: smtpOf(parsed.data),
  }
}

/** How the embedded database of a configuration is started: everywhere alike, or its log has holes. */
export const embeddedBy = ({ DATA_DIR, archive }: Pick<Config, 'DATA_DIR' | 'archive'>) => ({
  dataDir: DATA_DIR,
  archive,
})

function archiveOf(env: Environment): WalArchive | null {
  const { WAL_ARCHIVE_DIR: dir, WAL_ARCHIVE_SECONDS: seconds, DATABASE_URL } = env
  if (dir === undefined) return null
  if (DATABASE_URL === undefined) return { dir, seconds }
  throw new ConfigError(
    'The configuration is not right: WAL_ARCHIVE_DIR is for the embedded database. A PostgreSQL of your own archives by pgBackRest, see deploy/pgbackrest.conf. Set DATABASE_URL or WAL_ARCHIVE_DIR, not both.',
  )
}

function smtpOf(env: Environment): SmtpSettings | null {
  const settings = smtpSettings(env)
  if (typeof settings !== 'string') return settings
  throw new ConfigError(`The configuration is not right: ${settings}`)
}

type OfBucket = {
  ENDPOINT: string | undefined
  REGION: string | undefined
  BUCKET: string | undefined
  KEY_ID: string | undefined
  SECRET: string | undefined
  PATH_STYLE: boolean | undefined
}

/** All that a bucket needs, or nothing of it: half of it would put files where nobody looks. */
function bucketOf(what: 'FILES' | 'HEADS', settings: OfBucket): InS3 | null {
  const { ENDPOINT: endpoint, PATH_STYLE: pathStyle, ...needed } = settings
  const { REGION: region, BUCKET: bucket, KEY_ID: keyId, SECRET: secret } = needed
  if (region && bucket && keyId && secret) {
    // A store of one's own seldom has a host name for each bucket.
    return {
      endpoint,
      region,
      bucket,
      keyId,
      secret,
      pathStyle: pathStyle ?? endpoint !== undefined,
    }
  }
  const missing = Object.entries(needed).filter(([, value]) => !value)
  if (missing.length === 4 && !endpoint && pathStyle === undefined) return null
  const names = missing.map(([name]) => `${what}_S3_${name}`).join(', ')
  const things = what === 'FILES' ? 'files' : 'heads of the chain'
  throw new ConfigError(
    `The configuration is not right: ${things} in S3 need all of their settings. Missing: ${names}. Set them, or none that begins with ${what}_S3_.`,
  )
}
