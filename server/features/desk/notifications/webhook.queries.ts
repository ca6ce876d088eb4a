import { sql } from 'kysely'
import type { Language } from '../../../../contract/people/members.ts'
import type { DeliveryState } from '../../../../contract/desk/notifications.ts'
import { MEMBER_STATUSES } from '../../../../contract/desk/users.ts'
import { transaction, type Db } from '../../../db/database.ts'
import { moveCounts, shareOf } from './sending.queries.ts'

export type Claimed = {
  memberId: number
  mobile: string
  language: Language
  isActive: boolean
  title: string
  body: string
}
type Place = { notificationId: number; after: number; limit: number; at: Date }

/**
 * Takes the next members whose message waits for the webhook, in the order of their ids after one, and
 * marks them as being sent. Nobody while the message is not being sent: a stop waits for this, and
 * this for a stop.
 */
export async function claimWaiting(db: Db, place: Place): Promise<Claimed[]> {
  const { notificationId, after, limit, at } = place
  return transaction(db, async (tx) => {
    const found = await tx
      .selectFrom('notification')
      .select('notification_id')
      .where('notification_id', '=', notificationId)
      .where('state', '=', 'sending')
      .forShare()
      .executeTakeFirst()
    if (!found) return []
    const { rows } = await sql<Claimed>`
      with next as (
        select member_id from notification_delivery
        where notification_id = ${notificationId} and webhook = 'waiting' and member_id > ${after}
        order by member_id limit ${limit} for update skip locked
      ), claimed as (
        update notification_delivery d set webhook = 'sending', webhook_at = ${at}, trouble = null
        from next where d.notification_id = ${notificationId} and d.member_id = next.member_id
        returning d.member_id
      )
      select m.member_id as "memberId", m.mobile, m.language,
        m.status = ${sql.lit(MEMBER_STATUSES.indexOf('active'))} as "isActive",
        case m.language when 'hi' then n.title_hi else n.title_en end as title,
        case m.language when 'hi' then n.body_hi else n.body_en end as body
      from claimed join member m using (member_id)
        join notification n on n.notification_id = ${notificationId}
      order by m.member_id`.execute(tx)
    const taken = rows.length
    const first = rows[0]
    if (!first) return []
    const share = shareOf(first.memberId)
    await moveCounts(tx, { notificationId, share }, { waiting: -taken, sending: taken })
    return rows
  })
}

export type Settled = {
  memberId: number
  state: Exclude<DeliveryState, 'sending'>
  trouble: string | null
}

/** Writes down what became of some that were being sent; those that somebody settled before are left. */
export async function settle(
  db: Db,
  { notificationId, at }: { notificationId: number; at: Date },
  settled: readonly Settled[],
): Promise<void> {
  const memberIds = settled.map(({ memberId }) => memberId)
  const states = settled.map(({ state }) => state)
  const troubles = settled.map(({ trouble }) => trouble)
  await sql`
    with told as (
      select * from unnest(${memberIds}::int[], ${states}::text[], ${troubles}::text[])
        as told (member_id, state, trouble)
    ), done as (
      update notification_delivery d set webhook = state, webhook_at = ${at}, trouble = told.trouble
      from told where d.notification_id = ${notificationId} and d.member_id = told.member_id
        and d.webhook = 'sending'
      returning d.webhook
    ), moved as (
      select count(*)::int as rows,
        (count(*) filter (where webhook = 'waiting'))::int as waiting,
        (count(*) filter (where webhook = 'sent'))::int as sent,
        (count(*) filter (where webhook = 'failed'))::int as failed,
        (count(*) filter (where webhook = 'unknown'))::int as unknown
      from done
    )
    update notification_count c set sending = c.sending - moved.rows,
      waiting = c.waiting + moved.waiting, sent = c.sent + moved.sent,
      failed = c.failed + moved.failed, unknown = c.unknown + moved.unknown
    from moved where c.notification_id = ${notificationId} and moved.rows > 0
      and c.share = ${shareOf(memberIds[0] ?? 0)}`.execute(db)
}

const LOST = 'The server ended before the answer came.'

/** What was being sent `before` a moment and still is: its process is gone. It is never sent again. */
export async function settleLost(db: Db, { before, at }: Record<'before' | 'at', Date>) {
  const found = await db
    .selectFrom('notification_delivery as d')
    .innerJoin('notification as n', 'n.notification_id', 'd.notification_id')
    .select(['d.notification_id as notificationId', 'd.member_id as memberId'])
    .where('n.state', 'in', ['sending', 'stopped'])
    .where('d.webhook', '=', 'sending')
    .where('d.webhook_at', '<', before)
    .limit(1000)
    .execute()
  for (const [notificationId, rows] of Map.groupBy(found, (row) => row.notificationId)) {
    const lost = rows.map(({ memberId }): Settled => ({
      memberId,
      state: 'unknown',
      trouble: LOST,
    }))
    await settle(db, { notificationId, at }, lost)
  }
}

/** Messages with members who wait for the webhook, unless it is waited for; the oldest first. */
export async function dueForWebhook(db: Db, now: Date) {
  const { rows } = await sql<{ notificationId: number; troubles: number }>`
    select notification_id as "notificationId", webhook_troubles as troubles from notification n
    where state = 'sending' and (webhook_after is null or webhook_after <= ${now})
      and exists (select from notification_delivery d
        where d.notification_id = n.notification_id and d.webhook = 'waiting')
    order by notification_id`.execute(db)
  return rows
}
