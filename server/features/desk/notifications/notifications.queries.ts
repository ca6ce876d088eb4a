import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { CONTENT_COLUMNS, contentOf } from './content.ts'
import type { EventStep } from './notification-machine.ts'

type Columns = Updateable<Database['notification']>

/** A message, locked against steps, changes and the pieces of its sending. */
export async function lockNotification(tx: Tx, notificationId: number) {
  const row = await tx
    .selectFrom('notification as n')
    .select([
      'n.notification_id as notificationId',
      'n.state',
      'n.version',
      'n.send_at as sendAt',
      'n.planned_by as plannedBy',
      'n.approved_by as approvedBy',
      'n.alone_members as aloneMembers',
      'n.audience_count as audienceCount',
    ])
    .select(CONTENT_COLUMNS)
    .where('n.notification_id', '=', notificationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { state, version, sendAt, plannedBy, approvedBy, aloneMembers, audienceCount } = row
  const second = { plannedBy, approvedBy, aloneMembers, audienceCount }
  return { notificationId, state, version, sendAt, ...second, content: contentOf(row) }
}
export type Locked = NonNullable<Awaited<ReturnType<typeof lockNotification>>>

/** Writes a draft; undefined where the same person used the key before. */
export async function insertNotification(
  tx: Tx,
  values: Insertable<Database['notification']>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('notification')
    .values(values)
    .onConflict((conflict) => conflict.columns(['created_by', 'key_digest']).doNothing())
    .returning('notification_id as notificationId')
    .executeTakeFirst()
  return row?.notificationId
}

export async function writtenUnder(tx: Tx, staffId: number, keyDigest: Buffer) {
  return tx
    .selectFrom('notification')
    .select(['notification_id as notificationId', 'body_digest as bodyDigest'])
    .where('created_by', '=', staffId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
}

export async function updateNotification(
  tx: Tx,
  notificationId: number,
  columns: Columns,
): Promise<void> {
  await tx
    .updateTable('notification')
    .set(columns)
    .where('notification_id', '=', notificationId)
    .execute()
}

/** Puts other content in a draft: its version goes on by one. */
export async function changeContent(
  tx: Tx,
  notificationId: number,
  columns: Columns,
): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ ...columns, version: sql`version + 1` })
    .where('notification_id', '=', notificationId)
    .execute()
}

export async function deleteNotification(tx: Tx, notificationId: number): Promise<void> {
  await tx.deleteFrom('notification').where('notification_id', '=', notificationId).execute()
}

export type NewEvent = {
  notificationId: number
  at: Date
  staffId: number | null
  step: EventStep
  note?: string | null
}

export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { notificationId, at, staffId, step, note = null } = event
  const values = { notification_id: notificationId, at, staff_id: staffId, step, note }
  await tx.insertInto('notification_event').values(values).execute()
}

/** What happened to a message, in its order. */
export async function eventsOf(db: Db | Tx, notificationId: number) {
  return db
    .selectFrom('notification_event as e')
    .leftJoin('staff as s', 's.staff_id', 'e.staff_id')
    .select(['e.at', 's.name as by', 'e.step', 'e.note'])
    .where('e.notification_id', '=', notificationId)
    .orderBy('e.event_id')
    .execute()
}

/** Whether at least one member fits. */
export async function hasAnybody(tx: Tx, isOf: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from member m where ${isOf}) as some`.execute(tx)
  return rows[0]?.some ?? false
}

/** Whether members may see an offer at a moment. */
export async function isOfferShown(tx: Tx, offerId: number, at: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('offer')
    .select('offer_id')
    .where('offer_id', '=', offerId)
    .where('shown', '=', true)
    .where((where) => where.or([where('to_at', 'is', null), where('to_at', '>', at)]))
    .executeTakeFirst()
  return row !== undefined
}
