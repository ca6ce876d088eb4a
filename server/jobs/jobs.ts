import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from '../db/database.ts'

/** The queues and what each job carries. A job is safe to run again: it may have run half. */
export type JobData = {
  'batch-generate': { batchId: number }
  /** Without a shelf: documents of KYC. */
  'document-files': { documentIds: string[]; shelf?: 'kyc_document' | 'enquiry_attachment' }
  'media-files': { names: string[] }
  housekeeping: Record<string, never>
  'points-order': Record<string, never>
  'forget-traces': { memberId: number }
  'scheme-simulate': { simulationId: string }
  'settlement-compute': { month: string; staffId: number }
  'expire-points': Record<string, never>
  'liability-days': Record<string, never>
  'fraud-watch': Record<string, never>
  'scan-decision': { decisionId: string }
  'onboarding-read': { uploadId: string }
  'onboarding-apply': { uploadId: string }
  'points-credit': { pointsFileId: string }
  'notification-clock': Record<string, never>
  'notification-inbox': { notificationId: number }
  'notification-webhook': Record<string, never>
  'report-make': { reportJobId: string }
  'report-files': { reportJobIds: string[] }
  'staff-changes': Record<string, never>
  'chain-heads': Record<string, never>
  'archive-watch': Record<string, never>
  'base-backup': Record<string, never>
}
export type JobName = keyof JobData

export type JobHandler<N extends JobName> = (data: JobData[N], signal: AbortSignal) => Promise<void>
export type JobHandlers = { [N in JobName]: JobHandler<N> }

export type Jobs = {
  /** Queues a job in the transaction of the change that wants it; it begins then, or later. */
  send<N extends JobName>(
    tx: Tx,
    name: N,
    data: JobData[N],
    when?: { afterSeconds: number },
  ): Promise<void>
  /** Does the jobs. `givenUp` gets what a job carried that failed as often as it is tried. */
  work(handlers: JobHandlers, givenUp: (data: object) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const DEAD_LETTER = 'dead-letter'
/** For pg, by way of the queue: without it a worker waits for ever for a database that went silent. */
const GIVES_UP = { query_timeout: 60_000 }
type Queue = {
  retryLimit: number
  expireInSeconds: number
  cron?: string
  /** Done once when a process begins to work, too. */
  atStart?: boolean
  /** How often it is polled for; nobody waits for those that say so, so no worker is woken for them. */
  lookSeconds?: number
}

/** Workers are woken for a new job; polling finds what is due later: retries and planned jobs. */
const POLL_SECONDS = { woken: 2, unheard: 0.5 }
const STOP_MS = 8_000
const QUEUES: Record<JobName, Queue> = {
  'batch-generate': { retryLimit: 5, expireInSeconds: 3600 },
  'document-files': { retryLimit: 5, expireInSeconds: 300 },
  'media-files': { retryLimit: 5, expireInSeconds: 300, lookSeconds: 20 },
  housekeeping: { retryLimit: 1, expireInSeconds: 600, cron: '17 * * * *' },
  'points-order': {
    retryLimit: 0,
    expireInSeconds: 120,
    cron: '*/5 * * * *',
    atStart: true,
    lookSeconds: 20,
  },
  'forget-traces': { retryLimit: 20, expireInSeconds: 3600 },
  'scheme-simulate': { retryLimit: 2, expireInSeconds: 900 },
  'settlement-compute': { retryLimit: 2, expireInSeconds: 900 },
  'fraud-watch': {
    retryLimit: 0,
    expireInSeconds: 120,
    cron: '* * * * *',
    atStart: true,
    lookSeconds: 20,
  },
  // Nobody has to say it again: what is decided is settled, however often a process ends.
  'scan-decision': { retryLimit: 20, expireInSeconds: 3600 },
  'onboarding-read': { retryLimit: 2, expireInSeconds: 1800 },
  'onboarding-apply': { retryLimit: 5, expireInSeconds: 3600 },
  // Nobody has to say it again: what is approved moves, however often a process ends.
  'points-credit': { retryLimit: 20, expireInSeconds: 3600 },
  // Beside the jobs that are queued for the moment of each message.
  'notification-clock': { retryLimit: 0, expireInSeconds: 300, cron: '* * * * *', atStart: true },
  'notification-inbox': { retryLimit: 5, expireInSeconds: 3600 },
  'notification-webhook': { retryLimit: 5, expireInSeconds: 600 },
  'report-make': { retryLimit: 4, expireInSeconds: 4 * 3600 },
  'report-files': { retryLimit: 5, expireInSeconds: 300, lookSeconds: 20 },
  'staff-changes': { retryLimit: 5, expireInSeconds: 300, lookSeconds: 20 },
  'chain-heads': {
    retryLimit: 0,
    expireInSeconds: 300,
    cron: '* * * * *',
    atStart: true,
    lookSeconds: 20,
  },
  'archive-watch': {
    retryLimit: 0,
    expireInSeconds: 60,
    cron: '* * * * *',
    atStart: true,
    lookSeconds: 20,
  },
  'base-backup': {
    retryLimit: 2,
    expireInSeconds: 4 * 3600,
    cron: '10 2 * * *',
    atStart: true,
    lookSeconds: 20,
  },
  // After the day's last scans, and before people come to work.
  'expire-points': { retryLimit: 5, expireInSeconds: 3600, cron: '40 0 * * *', lookSeconds: 20 },
  'liability-days': {
    retryLimit: 3,
    expireInSeconds: 900,
    cron: '20 0 * * *',
    atStart: true,
    lookSeconds: 20,
  },
}

/**
 * Starts the job queue in the same database: schema `pgboss`, heartbeats, a dead letter queue. With
 * `works` this process does jobs; with `schedules` also those of the clock and of a start.
 */
export async function openJobs(
  connection: pg.ClientConfig,
  { log, works, schedules = works }: { log: Logger; works: boolean; schedules?: boolean },
): Promise<Jobs> {
  const { host, port, user, password, database, connectionString, ssl } = connection
  const boss = new PgBoss({
    ...definedOf({ host, port, user, password, database, connectionString, ssl }),
    max: 4,
    application_name: 'hil-jobs',
    ...GIVES_UP,
    schedule: schedules,
    supervise: works,
    useListenNotify: works,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  await boss.createQueue(DEAD_LETTER)
  for (const [name, { retryLimit, expireInSeconds, lookSeconds }] of Object.entries(QUEUES)) {
    await boss.createQueue(name, {
      notify: lookSeconds === undefined,
      retryLimit,
      retryBackoff: true,
      expireInSeconds,
      heartbeatSeconds: 30,
      deadLetter: DEAD_LETTER,
    })
  }
  return {
    async send(tx, name, data, when) {
      await boss.send(name, data, {
        db: fromKysely(tx),
        ...(when && { startAfter: when.afterSeconds }),
      })
    },
    async work(handlers, givenUp) {
      await startWorker(boss, 'batch-generate', handlers, schedules)
      await startWorker(boss, 'document-files', handlers, schedules)
      await startWorker(boss, 'media-files', handlers, schedules)
      await startWorker(boss, 'housekeeping', handlers, schedules)
      await startWorker(boss, 'points-order', handlers, schedules)
      await startWorker(boss, 'forget-traces', handlers, schedules)
      await startWorker(boss, 'scheme-simulate', handlers, schedules)
      await startWorker(boss, 'settlement-compute', handlers, schedules)
      await startWorker(boss, 'expire-points', handlers, schedules)
      await startWorker(boss, 'liability-days', handlers, schedules)
      await startWorker(boss, 'fraud-watch', handlers, schedules)
      await startWorker(boss, 'scan-decision', handlers, schedules)
      await startWorker(boss, 'onboarding-read', handlers, schedules)
      await startWorker(boss, 'onboarding-apply', handlers, schedules)
      await startWorker(boss, 'points-credit', handlers, schedules)
      await startWorker(boss, 'notification-clock', handlers, schedules)
      await startWorker(boss, 'notification-inbox', handlers, schedules)
      await startWorker(boss, 'notification-webhook', handlers, schedules)
      await startWorker(boss, 'report-make', handlers, schedules)
      await startWorker(boss, 'report-files', handlers, schedules)
      await startWorker(boss, 'chain-heads', handlers, schedules)
      await startWorker(boss, 'archive-watch', handlers, schedules)
      await startWorker(boss, 'base-backup', handlers, schedules)
      await boss.work<object>(DEAD_LETTER, async (jobs) => {
        for (const job of jobs) await givenUp(job.data)
      })
    },
    async stop() {
      const queues = [...Object.keys(QUEUES), DEAD_LETTER]
      const ended = Promise.all(queues.map((name) => boss.offWork(name)))
      const giveUp = new AbortController()
      await Promise.race([
        ended,
        pause(STOP_MS, undefined, { signal: giveUp.signal }).catch(() => {}),
      ])
      giveUp.abort()
      // What still runs is failed, and so tried again; its own wait would look only twice a second.
      await boss.stop({ graceful: false })
    },
  }
}

async function startWorker<N extends JobName>(
  boss: PgBoss,
  name: N,
  handlers: JobHandlers,
  schedules: boolean,
): Promise<void> {
  const { cron, atStart, lookSeconds } = QUEUES[name]
  if (cron && schedules) await boss.schedule(name, cron, {}, { tz: 'Asia/Kolkata' })
  if (atStart && schedules) await boss.send(name, {})
  const polling = {
    pollingIntervalSeconds: lookSeconds ?? POLL_SECONDS.unheard,
    notifyPollingIntervalSeconds: lookSeconds ?? POLL_SECONDS.woken,
  }
  await boss.work<JobData[N]>(name, polling, async (jobs) => {
    for (const job of jobs) await handlers[name](job.data, job.signal)
  })
}

function definedOf<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}
