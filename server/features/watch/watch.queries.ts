import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

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
  label: string | null
  value: number
}

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
      from setting where name = 'last_backup'`.execute(db)
  return rows
}

/** Notes that a backup is whole. */
export async function noteBackup(db: Db, at: Date): Promise<void> {
  const value = JSON.stringify({ at: at.toISOString() })
  await db
    .insertInto('setting')
    .values({ name: 'last_backup', value, changed_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: at }))
    .execute()
}
