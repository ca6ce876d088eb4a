import { TIME_ZONE } from '../../../contract/time.ts'
import type { NotificationDetail, NotificationStep } from '../../../contract/notifications.ts'
import type { Context } from '../../context.ts'
import { transaction, type Tx } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { ofAudience } from '../audience/audience.service.ts'
import { checkContent } from './content-checks.ts'
import { audit, lockedNotification, mustBeVersion } from './drafts.service.ts'
import { nextState } from './notification-machine.ts'
import * as queries from './notifications.queries.ts'
import { getNotification } from './notifications.service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FARTHEST_DAYS = 366
const WHEN = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  dateStyle: 'medium',
  timeStyle: 'short',
})

type By = { context: Context; caller: StaffCaller; origin: Origin }
type Step = Extract<NotificationStep, 'schedule' | 'unschedule' | 'stop' | 'resume'>
type Asked = By & { notificationId: number; reason?: string }
/** What a step checks and changes beside the state; what it gives is told in the history and the audit. */
type Deed = (
  tx: Tx,
  found: queries.Locked,
  at: Date,
) => Promise<{
  columns?: Parameters<typeof queries.updateNotification>[2]
  note?: string
  after?: object
}>

const DONE: Record<Step, string> = {
  schedule: 'notification.scheduled',
  unschedule: 'notification.unscheduled',
  stop: 'notification.stopped',
  resume: 'notification.resumed',
}

/** One step of a person: locked, decided, recorded and audited in one transaction. */
async function act(asked: Asked, step: Step, deed: Deed): Promise<NotificationDetail> {
  const { context, caller, notificationId, reason } = asked
  return transaction(context.db, async (tx) => {
    const found = await lockedNotification(tx, notificationId)
    const state = nextState(found, step)
    const at = context.now()
    const { columns, note = reason ?? null, after } = await deed(tx, found, at)
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
 * Plans the sending, for now or a time. Refused for a draft that changed since it was read, a time that
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
    const afterSeconds = Math.ceil((time.getTime() - at.getTime()) / 1000)
    await context.jobs.send(tx, 'notification-clock', {}, { afterSeconds })
    const note = sendAt === null ? 'To be sent at once' : `For ${WHEN.format(time)}`
    return { columns: { send_at: time }, note, after: { version, sendAt: time.toISOString() } }
  })
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
  return act({ ...by, notificationId }, 'unschedule', async () => ({ columns: { send_at: null } }))
}

type WithReason = { notificationId: number; reason: string }

/** Stops the sending after the piece under way: who has it keeps it. */
export async function stopNotification(by: By, asked: WithReason): Promise<NotificationDetail> {
  return act({ ...by, ...asked }, 'stop', async () => ({}))
}

/** Goes on where it stopped; a webhook that was waited for is tried at once. */
export async function resumeNotification(by: By, asked: WithReason): Promise<NotificationDetail> {
  return act({ ...by, ...asked }, 'resume', async (tx) => {
    await by.context.jobs.send(tx, 'notification-clock', {})
    return { columns: { webhook_after: null } }
  })
}
