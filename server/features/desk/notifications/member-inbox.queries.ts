import { sql } from 'kysely'
import type { memberInbox } from '../../../../contract/desk/member-inbox.ts'
import type { z } from 'zod'
import type { Target } from '../../../../contract/people/audience.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'

export type InboxQuery = z.output<NonNullable<typeof memberInbox.query>>

function inboxRows(db: Db, memberId: number) {
  return db
    .selectFrom('notification_delivery as d')
    .innerJoin('notification as n', 'n.notification_id', 'd.notification_id')
    .innerJoin('member as m', 'm.member_id', 'd.member_id')
    .select([
      'd.notification_id as notificationId',
      'd.inbox_at as at',
      'd.read_at as readAt',
      sql<string>`case m.language when 'hi' then n.title_hi else n.title_en end`.as('title'),
      sql<string>`case m.language when 'hi' then n.body_hi else n.body_en end`.as('body'),
      'n.media_id as mediaId',
      sql<Target>`n.target`.as('target'),
    ])
    .where('d.member_id', '=', memberId)
}
type Found = Awaited<ReturnType<ReturnType<typeof inboxRows>['executeTakeFirstOrThrow']>>

const NEWEST: Order<Found> = {
  name: 'newest',
  direction: 'desc',
  key: [
    { column: 'd.inbox_at', type: 'timestamptz', of: (row) => row.at },
    { column: 'd.notification_id', type: 'int', of: (row) => row.notificationId },
  ],
}

export async function inboxPage(db: Db, memberId: number, query: InboxQuery) {
  return keysetPage(db, inboxRows(db, memberId), NEWEST, query)
}

/** How many the member has not read, counted to a limit. */
export async function countUnread(db: Db, memberId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (select from notification_delivery
      where member_id = ${memberId} and read_at is null limit ${limit}) as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

export type Reading = { notificationId: number; memberId: number; at: Date }

/** Marks one as read: `new` the first time, `again` after, `none` if the member has no such one. */
export async function markRead(
  tx: Tx,
  { notificationId, memberId, at }: Reading,
): Promise<'new' | 'again' | 'none'> {
  const { rows } = await sql<{ readAt: Date | null }>`
    select read_at as "readAt" from notification_delivery
    where notification_id = ${notificationId} and member_id = ${memberId} for update`.execute(tx)
  const [found] = rows
  if (!found) return 'none'
  if (found.readAt !== null) return 'again'
  await sql`update notification_delivery set read_at = ${at}
    where notification_id = ${notificationId} and member_id = ${memberId}`.execute(tx)
  return 'new'
}
