import { promotionWaitMs } from '../../../../contract/platform/quiet-hours.ts'
import { counted } from '../../../../contract/platform/rule.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { ofAudience } from '../../people/audience/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { finishIfDone } from './inbox-sender.service.ts'
import { insertEvent, updateNotification } from './notifications.queries.ts'
import { lockNextLapsed } from './second.queries.ts'
import { aloneMembers, whySecond } from './second.service.ts'
import * as queries from './sending.queries.ts'
import { settleLost } from './webhook.queries.ts'

type Needs = Pick<Context, 'db' | 'keys' | 'jobs' | 'now' | 'config' | 'rules'>

/** Longer than a notice can be under way: a process that had it then is gone. */
export const LEASE_MS = 60_000

/**
 * Begins what is due and has sendings go on that nobody is at. It runs when a message is due, after each
 * step that asks for it, at a start and every minute: whatever a dead process left is found again.
 */
export async function tickNotifications(context: Needs): Promise<void> {
  while (await transaction(context.db, (tx) => giveUpNext(tx, context)));
  while (await transaction(context.db, (tx) => beginNext(tx, context)));
  const at = context.now()
  await settleLost(context.db, { before: new Date(at.getTime() - LEASE_MS), at })
  await goOn(context)
}

/** Begins one message whose time has come, once; false when there is none. */
async function beginNext(tx: Tx, context: Needs): Promise<boolean> {
  const { keys, jobs, now } = context
  const at = now()
  const due = await queries.lockNextDue(tx, at)
  if (!due) return false
  const { notificationId, content } = due
  if (due.approvedBy === null) {
    const why = await whySecond(tx, context, { ...due, time: at, at })
    if (why !== null) return askSecond(tx, context, { ...due, why, at })
  }
  const audience = await queries.countMembers(tx, ofAudience(content.audience, at))
  await updateNotification(tx, notificationId, {
    state: 'sending',
    started_at: at,
    changed_at: at,
    reached_member: 0,
    audience_count: audience,
    planned_by: due.plannedBy,
    alone_members: aloneMembers(context, at),
  })
  await queries.insertCounts(tx, notificationId)
  const note = counted(audience, 'member', 'members')
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

type Grown = { notificationId: number; plannedBy: number; why: string; at: Date }

/** By its time it needs a second person: it waits for one, and then begins at once. True: there may be more. */
async function askSecond(
  tx: Tx,
  { keys }: Needs,
  { notificationId, plannedBy, why, at }: Grown,
): Promise<true> {
  await updateNotification(tx, notificationId, {
    state: 'proposed',
    send_at: null,
    planned_by: plannedBy,
    second_why: why,
    changed_at: at,
  })
  await insertEvent(tx, { notificationId, at, staffId: null, step: 'propose', note: why })
  await tell(tx, { notificationId, staffId: plannedBy, at }, 'waits for a second person by now')
  await writeAudit(tx, keys, {
    by: null,
    action: 'notification.proposed',
    subject: 'notification',
    subjectId: notificationId,
    before: { state: 'scheduled' },
    after: { state: 'proposed', why },
    at,
  })
  return true
}

/** Makes a proposal a draft again that nobody approved by its time; false when there is none. */
async function giveUpNext(tx: Tx, { keys, now }: Needs): Promise<boolean> {
  const at = now()
  const lapsed = await lockNextLapsed(tx, at)
  if (!lapsed) return false
  const { notificationId, plannedBy } = lapsed
  await updateNotification(tx, notificationId, {
    state: 'draft',
    send_at: null,
    planned_by: null,
    second_why: null,
    changed_at: at,
  })
  await insertEvent(tx, { notificationId, at, staffId: null, step: 'lapse' })
  await tell(tx, { notificationId, staffId: plannedBy, at }, 'was not sent: nobody approved it')
  await writeAudit(tx, keys, {
    by: null,
    action: 'notification.lapsed',
    subject: 'notification',
    subjectId: notificationId,
    before: { state: 'proposed' },
    after: { state: 'draft' },
    at,
  })
  return true
}

type AuditFields = { notificationId: number; staffId: number | null; at: Date }

async function tell(
  tx: Tx,
  { notificationId, staffId, at }: AuditFields,
  what: string,
): Promise<void> {
  const link = `/dashboard/notifications?open=${notificationId}`
  await tellOther(tx, null, { staffId, words: `Your message to members ${what}.`, link, at })
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
