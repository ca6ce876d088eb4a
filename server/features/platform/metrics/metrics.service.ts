import { Gauge, type Registry } from 'prom-client'
import { dayOf } from '../../../../contract/time.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import { readings, type Reading } from './metrics.queries.ts'

export { noteBackup, noteBaseBackup, readArchiveState } from './metrics.queries.ts'

/** However many ask for the metrics, the database is asked once in so long, in milliseconds. */
const FRESH_MS = 5000
const RESULTS = Object.fromEntries(
  Object.entries(SCAN_RESULTS).map(([name, result]) => [String(result), name]),
)

type Shape = { metric: string; help: string; label?: string; named?: (label: string) => string }
/** Of the whole database, whichever process tells: take the largest, never the sum, over processes. */
const SHAPES: Record<Reading['name'], Shape> = {
  jobs_waiting: {
    metric: 'hil_jobs_waiting',
    help: 'Jobs that could begin and have not, by queue',
    label: 'queue',
  },
  jobs_oldest: {
    metric: 'hil_jobs_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited, by queue',
    label: 'queue',
  },
  jobs_failed: {
    metric: 'hil_jobs_failed_last_day',
    help: 'Jobs that were given up in the last 24 hours, by queue',
    label: 'queue',
  },
  scans: {
    metric: 'hil_scans_today',
    help: 'Scan attempts since midnight of Asia/Kolkata, by result',
    label: 'result',
    named: (label) => RESULTS[label] ?? label,
  },
  payments: {
    metric: 'hil_payments_open',
    help: 'Payments that are not over, by state',
    label: 'state',
  },
  payments_oldest: {
    metric: 'hil_payments_oldest_seconds',
    help: 'How long the oldest of them has been in its state',
    label: 'state',
  },
  alerts: {
    metric: 'hil_payment_alerts_open',
    help: 'Payments that the provider tells otherwise than we do, not resolved',
  },
  messages: {
    metric: 'hil_messages_waiting',
    help: 'Messages to members that wait for the webhook, of notifications being sent',
  },
  backup: {
    metric: 'hil_backup_last_timestamp_seconds',
    help: 'When the last whole backup was made, in seconds since 1970; 0 where there has been none',
  },
  base_backup: {
    metric: 'hil_base_backup_last_timestamp_seconds',
    help: 'When the last base backup was made, in seconds since 1970; 0 where there has been none',
  },
  archive_failing: {
    metric: 'hil_wal_archive_failing',
    help: 'Whether PostgreSQL cannot archive its log: 1 or 0; 0 where it does not archive',
  },
  archive_failures: {
    metric: 'hil_wal_archive_failures',
    help: 'How often PostgreSQL could not archive a piece of its log since its statistics began',
  },
  archived: {
    metric: 'hil_wal_archived_timestamp_seconds',
    help: 'When a piece of the log was archived last, in seconds since 1970; 0 where there was none',
  },
}

/** Adds what is watched of the programme to the metrics of this process. */
export function programmeMetrics(
  registry: Registry,
  { db, pool, log, now }: Pick<Context, 'db' | 'pool' | 'log' | 'now'>,
): void {
  let read: { at: number; rows: Promise<Reading[] | null> } | null = null
  const latest = (): Promise<Reading[] | null> => {
    if (read !== null && performance.now() - read.at < FRESH_MS) return read.rows
    const rows = readings(db, dayOf(now())).catch((error: unknown) => {
      log.warn({ err: error }, 'what is watched could not be read')
      return null
    })
    read = { at: performance.now(), rows }
    return rows
  }
  for (const [name, { metric, help, label, named = (text: string) => text }] of Object.entries(
    SHAPES,
  )) {
    const gauge: Gauge = new Gauge({
      name: metric,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const all = await latest()
        // What was true last is nearer to the truth than nothing; hil_database_up tells of it.
        if (all === null) return
        gauge.reset()
        for (const { name: from, label: of, value } of all) {
          if (from !== name) continue
          gauge.set(label && of !== null ? { [label]: named(of) } : {}, value)
        }
      },
    })
  }
  watchPool(registry, pool, latest)
  const up: Gauge = new Gauge({
    name: 'hil_database_up',
    help: 'Whether the database answered this process: 1 or 0',
    registers: [registry],
    async collect() {
      up.set((await latest()) === null ? 0 : 1)
    },
  })
}

/** Told when the reading above is done, which takes a connection itself. */
function watchPool(registry: Registry, pool: Context['pool'], ready: () => Promise<unknown>): void {
  const connections: Gauge = new Gauge({
    name: 'hil_pool_connections',
    help: 'Connections of the pool of this process, by what they do',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      await ready()
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  const waiting: Gauge = new Gauge({
    name: 'hil_pool_waiting',
    help: 'Requests of this process that wait for a connection',
    registers: [registry],
    async collect() {
      await ready()
      waiting.set(pool.waitingCount)
    },
  })
}
