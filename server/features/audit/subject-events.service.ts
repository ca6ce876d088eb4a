import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** As many of the newest as the page of a worker or distributor shows. */
const SHOWN = 50

export type AuditedEvent = {
  at: Date
  by: string | null
  action: string
  before: unknown
  after: unknown
  reason: string | null
  /** Of an onboarding by file: whether it made the subject, else it changed it. */
  made: boolean
}

/** Whose events: its own rows of the trail, and those of pieces of files that name it among others. */
export type Subject = {
  subject: 'staff' | 'distributor'
  id: number
  piece: 'workers.onboarded' | 'distributors.onboarded'
}

/** What was done to a worker or distributor, one by one and by files of many, newest first. */
export async function eventsOf(
  db: Db | Tx,
  { subject, id, piece }: Subject,
): Promise<AuditedEvent[]> {
  const made = sql`jsonb_build_object('createdIds', jsonb_build_array(${id}::int))`
  const changed = sql`jsonb_build_object('changedIds', jsonb_build_array(${id}::int))`
  // The names of pieces stand in the text: an index holds those two alone.
  const { rows } = await sql<AuditedEvent>`
    select a.at, s.name as by, a.action, a.before, a.after, a.reason, a.made
    from (
      (select seq, at, staff_id, action, before, after, reason, false as made from audit
        where subject = ${subject} and subject_id = ${String(id)}
        order by seq desc limit ${SHOWN})
      union all
      (select seq, at, staff_id, action, null, null, null, after @> ${made} from audit
        where action = ${sql.lit(piece)} and (after @> ${made} or after @> ${changed})
        order by seq desc limit ${SHOWN})
    ) a left join staff s on s.staff_id = a.staff_id
    order by a.seq desc limit ${SHOWN}`.execute(db)
  return rows
}
