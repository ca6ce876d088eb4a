import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export type Reading = {
  name:
    | 'jobs_waiting'
    | 'jobs_oldest'
    | 'jobs_failed'
    | 'scans'
    | 'payments'
    | 'payments_oldest'
    | 'alerts'
    | 'messages'
    | 'backup'
    | 'base_backup'
    | 'archive_failing'
    | 'archive_failures'
    | 'archived'
  label: string | null
  value: number
}

/** Whether the last piece of the log that PostgreSQL tried to archive did not get there. */
const isFailing = sql`coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)`

/**
 * What only the database knows, in one statement of index reads. `today` is a day of Asia/Kolkata;
 * ages are in seconds.
 */
export async function readings(db: Db, today: string): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    with waiting as (
      select name, count(*)::float8 as jobs,
        extract(epoch from now() - min(greatest(start_after, created_on)))::float8 as age
      from pgboss.job where state < 'active' and start_after <= now() group by name
    )
    select 'jobs_waiting' as name, name as label, jobs as value from waiting
    union all select 'jobs_oldest', name, age from waiting
    union all select 'jobs_failed', name, count(*)::float8
      from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day' group by name
    union all select 'scans', result::text, sum(attempts)::float8
      from rollup_day where day = ${today} group by result
    union all select 'payments', state, count(*)::float8
      from payment where state in ('proposed', 'queued', 'processing', 'unknown') group by state
    union all select 'payments_oldest', state, extract(epoch from now() - min(since))::float8
      from payment where state in ('proposed', 'queued', 'processing', 'unknown') group by state
    union all select 'alerts', null, count(*)::float8 from payment_alert where resolved_at is null
    union all select 'messages', null, coalesce(sum(c.waiting), 0)::float8
      from notification n join notification_count c using (notification_id) where n.state = 'sending'
    union all select 'backup', null, extract(epoch from changed_at)::float8
      from setting where name = 'last_backup'
    union all select 'base_backup', null, extract(epoch from changed_at)::float8
      from setting where name = 'last_base_backup'
    union all select archive.* from pg_stat_archiver, lateral (values
        ('archive_failing', null, ${isFailing}::int::float8),
        ('archive_failures', null, failed_count::float8),
        ('archived', null, coalesce(extract(epoch from last_archived_time), 0)::float8)
      ) archive where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows
}

export type ArchiveState = {
  isFailing: boolean
  /** The piece that does not get there. */
  piece: string | null
  /** When a piece got there last. */
  archivedAt: Date | null
}

/** How PostgreSQL's archiving of its log goes; null where it archives none. */
export async function readArchiveState(db: Db): Promise<ArchiveState | null> {
  const { rows } = await sql<ArchiveState>`
    select ${isFailing} as "isFailing", last_failed_wal as piece, last_archived_time as "archivedAt"
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0] ?? null
}

/** Notes that a backup is whole. */
export const noteBackup = (db: Db, at: Date) => note(db, 'last_backup', at)
/** Notes that a base backup is whole, and all of the log that it needs archived. */
export const noteBaseBackup = (db: Db, at: Date) => note(db, 'last_base_backup', at)

async function note(db: Db, name: string, at: Date): Promise<void> {
  const value = JSON.stringify({ at: at.toISOString() })
  await db
    .insertInto('setting')
    .values({ name, value, changed_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: at }))
    .execute()
}
