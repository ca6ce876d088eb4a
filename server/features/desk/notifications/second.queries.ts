import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

/** The members that fit, counted as far as it matters. */
export async function countTo(tx: Tx, isOf: RawBuilder<SqlBool>, most: number): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members
    from (select from member m where ${isOf} limit ${most}) found`.execute(tx)
  return rows[0]?.members ?? 0
}

type Alone = { plannedBy: number; notificationId: number; from: Date; to: Date }

/** How many members a person wrote to on a day without a second person, in other messages. */
export async function sentAlone(
  tx: Tx,
  { plannedBy, notificationId, from, to }: Alone,
): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select coalesce(sum(audience_count), 0)::int as members from notification
    where planned_by = ${plannedBy} and approved_by is null and notification_id <> ${notificationId}
      and started_at >= ${from} and started_at < ${to}`.execute(tx)
  return rows[0]?.members ?? 0
}

/** Who wrote a message, changed it or asked for its sending. */
export async function authorsOf(db: Db | Tx, notificationId: number): Promise<number[]> {
  const { rows } = await sql<{ staffId: number }>`
    select created_by as "staffId" from notification where notification_id = ${notificationId}
    union select planned_by from notification
    where notification_id = ${notificationId} and planned_by is not null
    union select staff_id from notification_event
    where notification_id = ${notificationId} and step in ('write', 'change')`.execute(db)
  return rows.map(({ staffId }) => staffId)
}

/** A proposal whose time has come without an approval, locked. */
export async function lockNextLapsed(tx: Tx, now: Date) {
  return tx
    .selectFrom('notification')
    .select(['notification_id as notificationId', 'title_en as title', 'planned_by as plannedBy'])
    .where('state', '=', 'proposed')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
