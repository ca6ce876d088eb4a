import { TIME_ZONE } from '../../../../contract/time.ts'
import type {
  NotificationDetail,
  NotificationStep,
} from '../../../../contract/desk/notifications.ts'
import { counted } from '../../../../contract/platform/rule.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { ofAudience } from '../../people/audience/index.ts'
import { tellOther, tellOthersWith } from '../../platform/notices/index.ts'
import { checkContent } from './content-checks.ts'
import { audit, lockedNotification, mustBeVersion } from './drafts.service.ts'
import { nextState } from './notification-machine.ts'
import * as queries from './notifications.queries.ts'
import { getNotification } from './notifications.service.ts'
import { countTo } from './second.queries.ts'
import { refuseNotSecond, whySecond } from './second.service.ts'
import { countMembers } from './sending.queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FARTHEST_DAYS = 366
const WHEN = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  dateStyle: 'medium',
  timeStyle: 'short',
})

type By = { context: Context; caller: StaffCaller; origin: Origin }
type Step = Exclude<NotificationStep, 'lapse' | 'begin' | 'finish'>
type Asked = By & { notificationId: number; reason?: string }
/**
 * What a step checks and changes beside the state; what it gives is told in the history and the audit.
 * `step` is another one that it turned out to be.
 */
type Deed = (
  tx: Tx,
  found: queries.Locked,
  at: Date,
) => Promise<{
  step?: Step
  columns?: Parameters<typeof queries.updateNotification>[2]
  note?: string
  after?: object
}>

const DONE: Record<Step, string> = {
  schedule: 'notification.scheduled',
  propose: 'notification.proposed',
  approve: 'notification.approved',
  reject: 'notification.rejected',
  unschedule: 'notification.unscheduled',
  stop: 'notification.stopped',
  resume: 'notification.resumed',
}

/** One step of a person: locked, decided, recorded and audited in one transaction. */
async function act(asked: Asked, wanted: Step, deed: Deed): Promise<NotificationDetail> {
  const { context, caller, notificationId, reason } = asked
  return transaction(context.db, async (tx) => {
    const found = await lockedNotification(tx, notificationId)
    nextState(found, wanted)
    const at = context.now()
    const { step = wanted, columns, note = reason ?? null, after } = await deed(tx, found, at)
    const state = nextState(found, step)
    await queries.updateNotification(tx, notificationId, { ...columns, state, changed_at: at })
    const { staffId } = caller
    await queries.insertEvent(tx, { notificationId, at, staffId, step, note })
    const detail = await getNotification({ db: tx }, notificationId)
    await audit(tx, asked, {
      action: DONE[step],
      notificationId,
      before: { state: found.state },
      after: { state, ...after },
      ...(reason !== undefined && { reason }),
      at,
    })
    return detail
  })
}

type Plan = { notificationId: number; version: number; sendAt: string | null }

/**
 * Plans the sending, for now or a time; proposes it where it needs a second person. Refused for a draft that changed since it was read, a time that
 * has passed, an audience that is nobody now, and what cannot be sent: see checkContent().
 */
export async function scheduleNotification(
  by: By,
  { notificationId, version, sendAt }: Plan,
): Promise<NotificationDetail> {
  const { context } = by
  return act({ ...by, notificationId }, 'schedule', async (tx, found, at) => {
    mustBeVersion(found, version)
    const time = sendAt === null ? at : timeOf(sendAt, at)
    await mustBeSendable(tx, context, found, { at, time })
    const plannedBy = by.caller.staffId
    const sending = { notificationId, content: found.content, plannedBy, time, at }
    const why = await whySecond(tx, context, sending)
    await context.jobs.send(tx, 'notification-clock', {}, { afterSeconds: secondsTo(time, at) })
    const when = sendAt === null ? 'To be sent at once' : `For ${WHEN.format(time)}`
    const planned = { planned_by: plannedBy, second_why: why }
    if (why === null) {
      const after = { version, sendAt: time.toISOString() }
      return { columns: { ...planned, send_at: time }, note: when, after }
    }
    const words = `“${found.content.en.title}” waits for a second person before it goes to members.`
    const link = linkTo(notificationId)
    await tellOthersWith(tx, by.caller, 'notification.approve', { words, link, at })
    return {
      step: 'propose',
      columns: { ...planned, send_at: sendAt === null ? null : time },
      note: `${when}. ${why}`,
      after: { version, sendAt, why },
    }
  })
}

const secondsTo = (time: Date, at: Date): number =>
  Math.ceil((time.getTime() - at.getTime()) / 1000)
const linkTo = (notificationId: number): string => `/dashboard/notifications?open=${notificationId}`

type Approval = { notificationId: number; version: number; note?: string | undefined }

/**
 * Approves a sending that somebody else asked for: it begins at its time, or now. What was read is what
 * is sent, as what is scheduled cannot be changed.
 */
export async function approveNotification(
  by: By,
  { notificationId, version, note }: Approval,
): Promise<NotificationDetail> {
  const { context, caller } = by
  return act({ ...by, notificationId }, 'approve', async (tx, found, at) => {
    mustBeVersion(found, version)
    await refuseNotSecond(tx, caller, found, at)
    const time = found.sendAt ?? at
    if (time < at) {
      throw new AppError('conflict', 'Its time has passed without an approval: it is not sent.')
    }
    await mustBeSendable(tx, context, found, { at, time })
    await context.jobs.send(tx, 'notification-clock', {}, { afterSeconds: secondsTo(time, at) })
    const members = await countMembers(tx, ofAudience(found.content.audience, at))
    await tellAsker(tx, by, found, { did: 'approved', at })
    const seen = counted(members, 'member', 'members')
    return {
      columns: { send_at: time, approved_by: caller.staffId, approved_at: at },
      note: note ? `${seen}. ${note}` : seen,
      after: { version, members, sendAt: time.toISOString(), ...(note && { note }) },
    }
  })
}

/** Nobody asks for the sending any more, and no approval holds. */
const UNPLANNED = {
  send_at: null,
  planned_by: null,
  second_why: null,
  approved_by: null,
  approved_at: null,
}

/** Refuses a sending that somebody asked for: it is a draft again. */
export async function rejectNotification(
  by: By,
  { notificationId, note }: { notificationId: number; note: string },
): Promise<NotificationDetail> {
  return act({ ...by, notificationId, reason: note }, 'reject', async (tx, found, at) => {
    await tellAsker(tx, by, found, { did: 'rejected', at })
    return { columns: UNPLANNED }
  })
}

async function tellAsker(
  tx: Tx,
  { caller }: By,
  { notificationId, plannedBy, content }: queries.Locked,
  { did, at }: { did: 'approved' | 'rejected'; at: Date },
): Promise<void> {
  const words = `Your message “${content.en.title}” was ${did}.`
  await tellOther(tx, caller, { staffId: plannedBy, words, link: linkTo(notificationId), at })
}

function timeOf(text: string, at: Date): Date {
  const time = new Date(text)
  if (time.getTime() < at.getTime() - MINUTE_MS) {
    throw invalidField('sendAt', 'This time has passed. Choose a later one, or send it now.')
  }
  if (time.getTime() > at.getTime() + FARTHEST_DAYS * DAY_MS) {
    throw invalidField('sendAt', 'Choose a time within a year.')
  }
  return time < at ? at : time
}

async function mustBeSendable(
  tx: Tx,
  context: Context,
  { content }: queries.Locked,
  { at, time }: { at: Date; time: Date },
): Promise<void> {
  await checkContent(tx, context, content)
  const { target, audience } = content
  if (target.to === 'offer' && !(await queries.isOfferShown(tx, target.offerId, time))) {
    const words = 'The offer it leads to is switched off or over by then. Choose another one.'
    throw invalidField('target.offerId', words)
  }
  if (await queries.hasAnybody(tx, ofAudience(audience, at))) return
  const words = 'Nobody is of this audience now. Widen it, then send.'
  throw new AppError('conflict', words, { fields: { audience: words } })
}

/** Takes the plan back before the sending began. */
export async function unscheduleNotification(
  by: By,
  notificationId: number,
): Promise<NotificationDetail> {
  return act({ ...by, notificationId }, 'unschedule', async () => ({ columns: UNPLANNED }))
}

type WithReason = { notificationId: number; reason: string }

/** Stops the sending after the piece under way: who has it keeps it. */
export async function stopNotification(by: By, asked: WithReason): Promise<NotificationDetail> {
  return act({ ...by, ...asked }, 'stop', async () => ({}))
}

/**
 * Goes on where it stopped; a webhook that was waited for is tried at once. What nobody approved goes on
 * only as long as one person may send it.
 */
export async function resumeNotification(by: By, asked: WithReason): Promise<NotificationDetail> {
  return act({ ...by, ...asked }, 'resume', async (tx, found, at) => {
    await refuseGrown(tx, found, at)
    await by.context.jobs.send(tx, 'notification-clock', {})
    return { columns: { webhook_after: null } }
  })
}

async function refuseGrown(
  tx: Tx,
  { approvedBy, aloneMembers, audienceCount, content }: queries.Locked,
  at: Date,
): Promise<void> {
  // Those that began before there was a rule had none to keep to.
  if (approvedBy !== null || aloneMembers === null) return
  const most = Math.max(aloneMembers, audienceCount ?? 0)
  if ((await countTo(tx, ofAudience(content.audience, at), most + 1)) <= most) return
  const words =
    'Its audience has grown beyond what one person sends to. Copy it into a new message, and have that approved.'
  throw new AppError('conflict', words)
}
