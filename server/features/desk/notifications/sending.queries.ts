import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DeliveryState } from '../../../../contract/desk/notifications.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { CONTENT_COLUMNS, contentOf } from './content.ts'

const SHARES = 16
/** Any share does: only their sum means something. Neighbours take different ones. */
export const shareOf = (number: number) => number % SHARES

type CountName = DeliveryState | 'read'

/** Moves counts of a message; whatever they count changes in the same transaction. */
export async function moveCounts(
  tx: Tx,
  { notificationId, share }: { notificationId: number; share: number },
  moves: Partial<Record<CountName, number>>,
): Promise<void> {
  const changes = Object.entries(moves).map(
    ([name, by]) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${by}::int`,
  )
  await sql`update notification_count set ${sql.join(changes)}
    where notification_id = ${notificationId} and share = ${share}`.execute(tx)
}

/**
 * Pieces of a sending share it; an erasure takes it alone, so that none writes a row for a member whose
 * rows were just deleted. Taken before any lock on rows of messages.
 */
export async function lockPieces(tx: Tx, who: 'piece' | 'erasure'): Promise<void> {
  const key = sql`hashtextextended('notification pieces', 0)`
  await (
    who === 'piece'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`
  ).execute(tx)
}

/** The next message whose time has come, locked; one that somebody else has under way is passed over. */
export async function lockNextDue(tx: Tx, now: Date) {
  const row = await tx
    .selectFrom('notification as n')
    .select((select) => [
      'n.notification_id as notificationId',
      'n.approved_by as approvedBy',
      // Those that were scheduled before it was kept who asked for it: who wrote it.
      select.fn.coalesce('n.planned_by', 'n.created_by').as('plannedBy'),
    ])
    .select(CONTENT_COLUMNS)
    .where('n.state', '=', 'scheduled')
    .where('n.send_at', '<=', now)
    .orderBy('n.send_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const { notificationId, approvedBy, plannedBy } = row
  return { notificationId, approvedBy, plannedBy, content: contentOf(row) }
}

export async function countMembers(tx: Tx, isOf: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members from member m where ${isOf}`.execute(tx)
  return rows[0]?.members ?? 0
}

export async function insertCounts(tx: Tx, notificationId: number): Promise<void> {
  await sql`insert into notification_count (notification_id, share)
    select ${notificationId}, generate_series(0, ${sql.lit(SHARES - 1)})`.execute(tx)
}

/**
 * A message that is being sent and has members left, locked for a piece; undefined where there is
 * nothing to do. It waits for whoever has it locked: the webhook's sender does for a moment, all the time.
 */
export async function lockForPiece(tx: Tx, notificationId: number) {
  const row = await tx
    .selectFrom('notification as n')
    .select('n.reached_member as reachedMember')
    .select(CONTENT_COLUMNS)
    .where('n.notification_id', '=', notificationId)
    .where('n.state', '=', 'sending')
    .where('n.all_reached_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { reachedMember: row.reachedMember ?? 0, content: contentOf(row) }
}

/** The last of so many members after an id, whoever they are; null when there is none. */
export async function endOfPiece(tx: Tx, after: number, members: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(member_id) as last from (select member_id from member
      where member_id > ${after} order by member_id limit ${members}) as piece`.execute(tx)
  return rows[0]?.last ?? null
}

type Piece = {
  notificationId: number
  after: number
  upTo: number
  isOf: RawBuilder<SqlBool>
  byWebhook: boolean
  at: Date
}

/** Writes a row for each member of the audience among those of the piece; gives how many. */
export async function deliverPiece(tx: Tx, piece: Piece): Promise<number> {
  const { notificationId, after, upTo, isOf, byWebhook, at } = piece
  const webhook = byWebhook ? 'waiting' : null
  const result = await sql`
    insert into notification_delivery (notification_id, member_id, inbox_at, webhook)
    select ${notificationId}::int, m.member_id, ${at}::timestamptz, ${webhook}::text from member m
    where m.member_id > ${after} and m.member_id <= ${upTo} and ${isOf}
    order by m.member_id
    on conflict (notification_id, member_id) do nothing`.execute(tx)
  const reached = Number(result.numAffectedRows ?? 0n)
  await sql`update notification set reached_member = ${upTo}, reached = reached + ${reached}
    where notification_id = ${notificationId}`.execute(tx)
  if (byWebhook && reached > 0) {
    const share = shareOf(upTo)
    await moveCounts(tx, { notificationId, share }, { waiting: reached })
  }
  return reached
}

/** A message that is being sent, locked, where everybody has it and nothing waits for the webhook. */
export async function lockIfDone(tx: Tx, notificationId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('notification as n')
    .select('n.notification_id')
    .where('n.notification_id', '=', notificationId)
    .where('n.state', '=', 'sending')
    .where('n.all_reached_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined && !(await isWebhookUnderWay(tx, notificationId))
}

async function isWebhookUnderWay(tx: Tx, notificationId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('notification_delivery')
    .select('member_id')
    .where('notification_id', '=', notificationId)
    .where('webhook', 'in', ['waiting', 'sending'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Messages that are being sent, and what is left to do for each. */
export async function beingSent(db: Db) {
  return db
    .selectFrom('notification as n')
    .select((select) => [
      'n.notification_id as notificationId',
      select('n.all_reached_at', 'is', null).as('hasMembersLeft'),
      'n.webhook_after as webhookAfter',
      select
        .exists(
          select
            .selectFrom('notification_delivery as d')
            .select('d.member_id')
            .whereRef('d.notification_id', '=', 'n.notification_id')
            .where('d.webhook', '=', 'waiting'),
        )
        .as('hasWaiting'),
    ])
    .where('n.state', '=', 'sending')
    .orderBy('n.notification_id')
    .execute()
}
