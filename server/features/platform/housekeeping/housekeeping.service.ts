import type { Context } from '../../../context.ts'
import { dayOf } from '../../../../contract/time.ts'

const KEEP_OUTBOX_MS = 24 * 3_600_000
/** Longer than any provider repeats an event. */
const KEEP_WEBHOOKS_MS = 180 * 24 * 3_600_000

/** Removes what has ended: sessions, links, one-time passwords, throttles, yesterday's signals. */
export async function sweep({ db }: Pick<Context, 'db'>): Promise<void> {
  const now = new Date()
  const yesterday = dayOf(new Date(now.getTime() - 86_400_000))
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
  await db.deleteFrom('one_time_link').where('expires_at', '<', now).execute()
  await db.deleteFrom('not_me_link').where('expires_at', '<', now).execute()
  await db.deleteFrom('one_time_password').where('expires_at', '<', now).execute()
  await db.deleteFrom('mobile_change').where('expires_at', '<', now).execute()
  await db.deleteFrom('throttle').where('resets_at', '<', now).execute()
  await db.deleteFrom('scan_signal').where('day', '<', yesterday).execute()
  await db
    .deleteFrom('outbox')
    .where('created_at', '<', new Date(now.getTime() - KEEP_OUTBOX_MS))
    .execute()
  await db
    .deleteFrom('payment_webhook')
    .where('received_at', '<', new Date(now.getTime() - KEEP_WEBHOOKS_MS))
    .execute()
}
