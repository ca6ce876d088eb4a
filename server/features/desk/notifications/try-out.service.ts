import { randomUUID } from 'node:crypto'
import { LANGUAGES, type Language } from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { NotifyChannel } from '../../platform/messages/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import type { Content } from './content.ts'
import { audit, lockedNotification } from './drafts.service.ts'
import { insertEvent } from './notifications.queries.ts'
import { getNotification } from './notifications.service.ts'

const TESTS_AN_HOUR = 20
const MARK: Record<Language, string> = { en: '[Test]', hi: '[परीक्षण]' }

type By = { context: Context; caller: StaffCaller; origin: Origin }
type To = { notificationId: number; mobile: string }

const masked = (mobile: string) => `••••••••${mobile.slice(-2)}`

/**
 * Sends a message to one number by the webhook, in both languages and marked as a test. It counts
 * nowhere; the history and the audit trail keep the last two digits of the number.
 */
export async function tryOut(
  { context, caller, origin }: By,
  { notificationId, mobile }: To,
): Promise<{ message: string }> {
  const { db } = context
  const { notify } = context.channels
  if (notify === null) {
    const words = 'A test goes by SMS or push, which is not set up here (NOTIFY_WEBHOOK_URL).'
    throw new AppError('conflict', words)
  }
  const content = await getNotification({ db }, notificationId)
  await takeFromWindow(db, `notification-test:${caller.staffId}`, {
    limit: TESTS_AN_HOUR,
    windowSeconds: 3600,
  })
  // Written down before it leaves: whoever sends to a number is known, whatever becomes of it.
  await transaction(db, async (tx) => {
    await lockedNotification(tx, notificationId)
    const at = context.now()
    const [{ staffId }, note] = [caller, masked(mobile)]
    await insertEvent(tx, { notificationId, at, staffId, step: 'try', note })
    const told = { action: 'notification.tested', notificationId, after: { to: note }, at }
    await audit(tx, { context, caller, origin }, told)
  })
  await sendInBoth(notify, content, { notificationId, mobile })
  return { message: `Sent to ${mobile} in English and Hindi.` }
}

async function sendInBoth(
  notify: NotifyChannel,
  content: Content,
  { notificationId, mobile }: To,
): Promise<void> {
  for (const language of LANGUAGES) {
    const { title, body } = content[language]
    const noticed = await notify.send({
      to: mobile,
      title: `${MARK[language]} ${title}`,
      body,
      language,
      notificationId,
      deliveryId: `test-${randomUUID()}`,
    })
    if (noticed.kind === 'sent') continue
    const words = `The test did not get through. ${noticed.trouble}`
    throw new AppError('unavailable', words)
  }
}
