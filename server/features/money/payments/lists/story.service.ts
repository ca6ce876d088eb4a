import { can } from '../../../../../contract/permissions.ts'
import type { PaymentStory } from '../../../../../contract/money/payments.ts'
import { REDEMPTION_MACHINE } from '../../../../../contract/money/redemption-states.ts'
import type { Context } from '../../../../context.ts'
import type { StaffCaller } from '../../../../http/caller.ts'
import { notFound } from '../../../../lib/app-error.ts'
import { isId } from '../../../../lib/ids.ts'
import { approverOf, type Approver } from '../../../platform/permissions/index.ts'
import { approversOf, type Checked, checkRedemptions } from '../../redemptions/index.ts'
import { explainTax } from '../../tax/index.ts'
import { alertsOf } from '../reconcile/alert.service.ts'
import { detailsAskedOf } from '../send/details.queries.ts'
import { whatMay } from '../send/may.ts'
import * as list from './payment-list.queries.ts'
import { toRow, toStoryEvent, type May } from './payment-rows.ts'
import { whyNotApprovePayment, whyNotDecide } from '../send/reinitiate-rules.ts'

type Reading = Pick<Context, 'db' | 'config' | 'now' | 'rules'>

/** Everything about the money of one redemption: attempts, tax, checklist, what happened. 404 without one. */
export async function paymentStory(
  context: Reading,
  caller: StaffCaller,
  redemptionId: string,
): Promise<PaymentStory> {
  const { db } = context
  const found = isId(redemptionId) && (await list.redemptionById(db, redemptionId))
  if (!found) throw notFound('This redemption')
  const now = context.now()
  const [attempts, events, alerts, tax, asked, approvers, approver] = await Promise.all([
    list.attemptsOf(db, redemptionId),
    list.eventsOf(db, redemptionId),
    alertsOf(db, [redemptionId]),
    explainTax(db, context, redemptionId),
    detailsAskedOf(db, [redemptionId]),
    approversOf(db, [redemptionId]),
    approverOf(db, caller, now),
  ])
  const open = alerts.get(redemptionId) ?? 0
  const check = await checked(context, found, attempts)
  const approverIds = approvers.get(redemptionId) ?? []
  const known = { alerts: open, checked: check, asked: asked.get(redemptionId), approverIds }
  const who = { role: caller.role, approver, now }
  return {
    ...found,
    attempts: attempts.map((attempt, index) => {
      const own = events.filter(({ paymentId }) => paymentId === attempt.paymentId)
      return attemptOf(attempt, own, {
        caller,
        approver,
        approverIds,
        alerts: open,
        may: mayOf(attempt, index, whatMay(attempt, known, who)),
      })
    }),
    tax,
    checklist: check?.lines ?? [],
    verdict: check?.verdict ?? null,
    mayGiveUp:
      found.kind !== 'gift' &&
      open === 0 &&
      can(caller.role, 'payment.reinitiate') &&
      REDEMPTION_MACHINE.give_up.from.includes(found.redemptionState),
  }
}

/** Only the last of the attempts can be followed by another, and only where it came to nothing. */
function mayOf({ state }: list.FoundPayment, index: number, may: May): May | null {
  const cameToNothing = state === 'failed' || state === 'reversed' || state === 'declined'
  if (!cameToNothing) return null
  if (index === 0) return may
  return { ...may, why: 'Another attempt followed it.', checked: undefined, mayAskDetails: false }
}

const NOT_ON_ITS_WAY = new Set(['approved', 'failed', 'reversed'])

async function checked(
  context: Reading,
  { redemptionId, redemptionState }: { redemptionId: string; redemptionState: string },
  [last]: readonly list.FoundPayment[],
): Promise<Checked | undefined> {
  if (!NOT_ON_ITS_WAY.has(redemptionState) && last?.state !== 'proposed') return undefined
  const elsewhere = redemptionState !== 'approved'
  const found = await checkRedemptions(context.db, context, [redemptionId], { elsewhere })
  return found.get(redemptionId)
}

type Around = {
  caller: StaffCaller
  approver: Approver
  approverIds: readonly number[]
  alerts: number
  may: May | null
}

function attemptOf(
  attempt: list.FoundPayment,
  events: readonly list.FoundEvent[],
  { caller, approver, approverIds, alerts, may }: Around,
): PaymentStory['attempts'][number] {
  const { number, state, initiatedById } = attempt
  const mayDecide =
    state === 'proposed' &&
    whyNotDecide({ number: number ?? '', state, initiatedById, alerts }, caller) === null &&
    whyNotApprovePayment({ initiatedById, approverIds }, approver) === null
  return {
    ...toRow(attempt, alerts, may),
    idempotencyKey: attempt.idempotencyKey,
    initiatedBy: attempt.initiatedBy,
    reason: attempt.reason,
    decidedBy: attempt.decidedBy,
    mayDecide,
    events: events.map((event) => toStoryEvent(event, attempt.provider)),
  }
}
