import { promotionWaitMs } from '../../../contract/quiet-hours.ts'
import type { Context } from '../../context.ts'
import { transaction, type Tx } from '../../db/database.ts'
import { ofAudience } from '../audience/audience.service.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { finishIfDone } from './inbox-sender.service.ts'
import { insertEvent, updateNotification } from './notifications.queries.ts'
import * as queries from './sending.queries.ts'
import { settleLost } from './webhook.queries.ts'

type Needs = Pick<Context, 'db' | 'keys' | 'jobs' | 'now' | 'config'>

/** Longer than a notice can be under way: a process that had it then is gone. */
export const LEASE_MS = 60_000

/**
 * Begins what is due and has sendings go on that nobody is at. It runs when a message is due, after each
 * step that asks for it, at a start and every minute: whatever a dead process left is found again.
 */
export async function tickNotifications(context: Needs): Promise<void> {
  while (await transaction(context.db, (tx) => beginNext(tx, context)));
  const at = context.now()
  await settleLost(context.db, { before: new Date(at.getTime() - LEASE_MS), at })
  await goOn(context)
}

/** Begins one message whose time has come, once; false when there is none. */
async function beginNext(tx: Tx, { keys, jobs, now }: Needs): Promise<boolean> {
  const at = now()
  const due = await queries.lockNextDue(tx, at)
  if (!due) return false
  const { notificationId, content } = due
  const audience = await queries.countMembers(tx, ofAudience(content.audience, at))
  await updateNotification(tx, notificationId, {
    state: 'sending',
    started_at: at,
    changed_at: at,
    reached_member: 0,
    audience_count: audience,
  })
  await queries.insertCounts(tx, notificationId)
  const note = `${audience.toLocaleString('en-IN')} ${audience === 1 ? 'member' : 'members'}`
  await insertEvent(tx, { notificationId, at, staffId: null, step: 'begin', note })
  await jobs.send(tx, 'notification-inbox', { notificationId })
  await writeAudit(tx, keys, {
    by: null,
    action: 'notification.begun',
    subject: 'notification',
    subjectId: notificationId,
    before: { state: 'scheduled' },
    after: { state: 'sending', audience },
    at,
  })
  return true
}

async function goOn(context: Needs): Promise<void> {
  const sendings = await queries.beingSent(context.db)
  const now = context.now()
  await transaction(context.db, async (tx) => {
    for (const { notificationId } of sendings.filter(({ hasMembersLeft }) => hasMembersLeft)) {
      await context.jobs.send(tx, 'notification-inbox', { notificationId })
    }
    const isWanted = sendings.some(
      ({ hasWaiting, webhookAfter }) =>
        hasWaiting && (webhookAfter === null || webhookAfter <= now),
    )
    const waitMs = promotionWaitMs(now, context.config.PROMOTION_HOURS)
    if (isWanted && waitMs === 0) await context.jobs.send(tx, 'notification-webhook', {})
  })
  for (const { notificationId } of sendings) await finishIfDone(context, notificationId)
}
