import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { MessageChannelKind } from '../contract/platform/message-occasion.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { adviceOnSettings, checkMasterKey, checkServer } from './db/checks.ts'
import { endTransactionsWith, openDatabase, transaction } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { beginAuditChain } from './features/platform/audit/audit.service.ts'
import { openChain, publishOrTell } from './features/platform/chain/chain.service.ts'
import { sealing } from './features/platform/chain/sealing.service.ts'
import { openMeltag } from './features/programme/meltag/vendor.ts'
import {
  CHANNEL_SETTINGS,
  missingChannel,
  outboxChannel,
  webhookChannel,
} from './features/platform/messages/channel.ts'
import { notifyByOutbox, notifyByWebhook } from './features/platform/messages/notify.ts'
import { smtpChannel } from './features/platform/messages/smtp.ts'
import { openPayouts } from './features/money/payments/provider/razorpayx.ts'
import { openRuleBook } from './features/platform/rules/rule-book.ts'
import { startValues } from './features/platform/rules/start-values.ts'
import { openScanEngine } from './features/programme/scans/scan-engine.ts'
import { openVault } from './features/platform/vault/vault.service.ts'
import { openJobs } from './jobs/jobs.ts'
import { makeKeys } from './lib/crypto.ts'
import { masterKey } from './lib/master-key.ts'
import { ONBOARDING_KINDS } from './onboarding-kinds.ts'

/** At a stop the newest head is published too, where that takes no longer. */
const STOP_MS = 5_000

export type Platform = { context: Context; stop(): Promise<void> }

/** Opens everything the features stand on, over a database that is there: pool, shape, keys, jobs, engine. */
export async function openPlatform(
  config: Config,
  connection: pg.ClientConfig,
  { log, publicUrl, schedules = true }: { log: Logger; publicUrl: string; schedules?: boolean },
): Promise<Platform> {
  const payouts = openPayouts(config)
  const keys = makeKeys(await masterKey(config.MASTER_KEY, config.DATA_DIR))
  const { db, pool } = openDatabase(connection, {
    size: config.DATABASE_POOL,
    onError: (error) => log.warn({ err: error }, 'database connection'),
  })
  try {
    await checkServer(db)
    const advice = config.DATABASE_URL === undefined ? null : await adviceOnSettings(db)
    if (advice !== null) log.warn(advice)
    await migrate(db)
    await checkMasterKey(db, keys)
    await transaction(db, (tx) => beginAuditChain(tx, keys))
    const chain = await openChain({ db, keys, config })
    endTransactionsWith(db, sealing(chain))
    const vault = await openVault({ db, keys })
    const works = config.ROLE !== 'web'
    const jobs = await openJobs(connection, { log, works, schedules: works && schedules })
    const rules = await openRuleBook(pool, { start: startValues(config), log })
    const scanEngine = await openScanEngine({ connect: connection, chain, rules: rules.at, log })
    const channels = channelsOf(config, db, publicUrl)
    const meltag = openMeltag(config.MELTAG_DATABASE_URL, { log })
    const context: Context = {
      config,
      db,
      pool,
      connection,
      keys,
      chain,
      vault,
      jobs,
      scanEngine,
      rules,
      channels,
      payouts,
      onboarding: ONBOARDING_KINDS,
      meltag,
      log,
      publicUrl,
      now: () => new Date(),
      random: randomBytes,
    }
    const stop = async () => {
      await context.meltag.stop()
      await scanEngine.stop()
      await jobs.stop()
      await rules.stop()
      if (works) await within(STOP_MS, publishOrTell(context))
      await pool.end()
    }
    return { context, stop }
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function within(ms: number, act: Promise<void>): Promise<void> {
  await Promise.race([act, pause(ms, undefined, { ref: false })])
}

function channelsOf(config: Config, db: Context['db'], publicUrl: string): Context['channels'] {
  const channel = (kind: MessageChannelKind, address: string | undefined) => {
    if (address) return webhookChannel(address)
    return config.demo ? outboxChannel(db, kind) : missingChannel(CHANNEL_SETTINGS[kind])
  }
  return {
    sms: channel('sms', config.SMS_WEBHOOK_URL),
    email: config.smtp ? smtpChannel(config.smtp) : channel('email', config.EMAIL_WEBHOOK_URL),
    notify: notifyOf(config, db),
    linkHosts: [new URL(publicUrl).host, ...config.MESSAGE_LINK_HOSTS],
  }
}

function notifyOf(config: Config, db: Context['db']): Context['channels']['notify'] {
  if (config.NOTIFY_WEBHOOK_URL) return notifyByWebhook(config.NOTIFY_WEBHOOK_URL)
  return config.demo ? notifyByOutbox(outboxChannel(db, 'sms')) : null
}
