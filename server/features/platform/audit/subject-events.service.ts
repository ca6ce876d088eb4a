import { sql } from 'kysely'
import type { SubjectEvent } from '../../../../contract/trail.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** As many of the newest as the page of an account, a worker or a distributor shows. */
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
  subject: 'staff' | 'distributor' | 'plant' | 'product' | 'product_group' | 'territory'
  id: number
  piece?: 'workers.onboarded' | 'distributors.onboarded' | 'products.onboarded'
}

/** What was done to a subject, one by one and by files of many, newest first, in the words of its page. */
export async function eventsOf(
  db: Db | Tx,
  subject: Subject,
  wordsOf: (event: AuditedEvent) => string,
): Promise<SubjectEvent[]> {
  const events = await auditedOf(db, subject)
  return events.map((event) => ({
    at: event.at.toISOString(),
    by: event.by ?? 'HIL Dashboard',
    action: event.action,
    words: wordsOf(event),
    reason: event.reason,
  }))
}

async function auditedOf(db: Db | Tx, { subject, id, piece }: Subject): Promise<AuditedEvent[]> {
  const made = sql`jsonb_build_object('createdIds', jsonb_build_array(${id}::int))`
  const changed = sql`jsonb_build_object('changedIds', jsonb_build_array(${id}::int))`
  // The names of pieces stand in the text: indexes hold those alone.
  const pieces =
    piece &&
    sql`union all
      (select seq, at, staff_id, action, null, null, null, after @> ${made} from audit
        where action = ${sql.lit(piece)} and (after @> ${made} or after @> ${changed})
        order by seq desc limit ${SHOWN})`
  const { rows } = await sql<AuditedEvent>`
    select a.at, s.name as by, a.action, a.before, a.after, a.reason, a.made
    from (
      (select seq, at, staff_id, action, before, after, reason, false as made from audit
        where subject = ${subject} and subject_id = ${String(id)}
        order by seq desc limit ${SHOWN})
      ${pieces ?? sql``}
    ) a left join staff s on s.staff_id = a.staff_id
    order by a.seq desc limit ${SHOWN}`.execute(db)
  return rows
}
