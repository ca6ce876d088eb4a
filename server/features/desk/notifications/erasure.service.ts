import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { lockPieces } from './sending.queries.ts'

/**
 * Deletes what a member was sent, and takes it out of the counts: their inbox is empty, and no
 * sending under way fills it again once the erasure is done.
 */
export async function eraseNotifications(tx: Tx, memberId: number): Promise<void> {
  await lockPieces(tx, 'erasure')
  // A step of a message and this take its row first, then what hangs on it.
  await sql`select from notification where notification_id in (
      select notification_id from notification_delivery where member_id = ${memberId})
    order by notification_id for no key update`.execute(tx)
  await sql`
    with gone as (
      delete from notification_delivery where member_id = ${memberId}
      returning notification_id, webhook, read_at
    ), reached as (
      update notification n set reached = n.reached - 1 from gone
      where n.notification_id = gone.notification_id
    )
    update notification_count c set
      read = c.read - (gone.read_at is not null)::int,
      waiting = c.waiting - coalesce(gone.webhook = 'waiting', false)::int,
      sending = c.sending - coalesce(gone.webhook = 'sending', false)::int,
      sent = c.sent - coalesce(gone.webhook = 'sent', false)::int,
      failed = c.failed - coalesce(gone.webhook = 'failed', false)::int,
      unknown = c.unknown - coalesce(gone.webhook = 'unknown', false)::int
    from gone where c.notification_id = gone.notification_id and c.share = 0`.execute(tx)
}
