import path from 'node:path'
import type { z } from 'zod'
import type { WalArchive } from './db/embedded/wal-archive.ts'
import type { SmtpSettings } from './features/platform/messages/smtp.ts'
import { smtpSettings } from './settings/smtp.ts'
import { environment } from './settings/table.ts'

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
