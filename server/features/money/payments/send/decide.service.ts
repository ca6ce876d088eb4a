import type { PaymentStory } from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { equalBytes } from '../../../../lib/crypto.ts'
import { writeAudit } from '../../../platform/audit/index.ts'
import { approverOf } from '../../../platform/permissions/index.ts'
import { destinationOf, refuseNumbers } from '../../../people/kyc/index.ts'
import { approversOf, checkRedemptions, move, stopsOf } from '../../redemptions/index.ts'
import { openAlerts } from '../reconcile/alert.service.ts'
import { nextPaymentState } from '../payment-machine.ts'
import { lockedPayment, stepPayment, type Locked } from '../payment-step.service.ts'
import * as queries from '../payments.queries.ts'
import { whyNotApprovePayment, whyNotDecide } from './reinitiate-rules.ts'
import { paymentStory } from '../lists/story.service.ts'

type Deciding = { context: Context; caller: StaffCaller; origin: Origin }

/**
 * Approves an attempt that goes elsewhere than the one before; not by whoever proposed it. The
 * redemption's money goes to the new place from then on, and the checklist is looked at once more.
 */
export async function approvePayment(
  context: Context,
  caller: StaffCaller,
  { paymentId, note }: { paymentId: string; note?: string | undefined },
  origin: Origin,
): Promise<PaymentStory> {
  refuseNumbers('note', note)
  const act = { context, caller, origin }
  const redemptionId = await transaction(context.db, async (tx) => {
    const locked = await lockedPayment(tx, paymentId, { withMember: true })
    const { payment, redemption } = locked
    nextPaymentState(payment, 'approve')
    await refuseUnlessMay(tx, locked, caller)
    await refuseUnlessSecond(tx, context, locked, caller)
    await refuseUnlessSame(tx, context, locked)
    const { destination, destinationDigest: digest } = payment
    const before = await queries.destinationOf(tx, redemption.redemptionId)
    await queries.setDestination(tx, redemption.redemptionId, { destination, digest })
    await refuseUnlessPayable(tx, context, locked)
    await decide(tx, act, locked, 'approve', note)
    await auditDecision(tx, act, locked, { state: 'queued', from: before.mask }, note)
    return redemption.redemptionId
  })
  return paymentStory(context, caller, redemptionId)
}

/** Declines an attempt that was proposed: the redemption waits for another one. */
export async function declinePayment(
  context: Context,
  caller: StaffCaller,
  { paymentId, reason }: { paymentId: string; reason: string },
  origin: Origin,
): Promise<PaymentStory> {
  refuseNumbers('reason', reason)
  const act = { context, caller, origin }
  const redemptionId = await transaction(context.db, async (tx) => {
    const locked = await lockedPayment(tx, paymentId)
    const { payment, redemption } = locked
    nextPaymentState(payment, 'decline')
    await refuseUnlessMay(tx, { ...locked, alerts: 0 }, caller)
    await decide(tx, act, locked, 'decline', reason)
    const at = context.now()
    const by = { staffId: caller.staffId, role: caller.role }
    const told = { payment: payment.number, declined: true }
    const { requestId } = origin
    const step = { action: 'fail', by, at, requestId, told, note: reason } as const
    await move(tx, context, redemption.redemptionId, step)
    await auditDecision(tx, act, locked, { state: 'declined' }, reason)
    return redemption.redemptionId
  })
  return paymentStory(context, caller, redemptionId)
}

/** A finding that is open stops an approval; a decline only ends what may not begin. */
async function refuseUnlessMay(
  tx: Tx,
  { payment, redemption, alerts }: Locked & { alerts?: number },
  caller: StaffCaller,
): Promise<void> {
  const open = alerts ?? (await openAlerts(tx, redemption.redemptionId))
  const { number, state, initiatedBy } = payment
  const asked = { number, state, initiatedById: initiatedBy, alerts: open }
  const refusal = whyNotDecide(asked, caller)
  if (refusal === null) return
  throw new AppError('conflict', `${number}: ${refusal}`)
}

async function refuseUnlessSecond(
  tx: Tx,
  { now }: Context,
  { payment: { number, initiatedBy }, redemption: { redemptionId } }: Locked,
  caller: StaffCaller,
): Promise<void> {
  const approver = await approverOf(tx, caller, now())
  const approverIds = (await approversOf(tx, [redemptionId])).get(redemptionId) ?? []
  const why = whyNotApprovePayment({ initiatedById: initiatedBy, approverIds }, approver)
  if (why !== null) throw new AppError('conflict', `${number}: ${why}`)
}

async function refuseUnlessSame(tx: Tx, { vault }: Context, { payment }: Locked): Promise<void> {
  const { memberId, kind, number, destinationDigest } = payment
  const now = await destinationOf(tx, vault, memberId, kind)
  const same = now.digest !== null && equalBytes(now.digest, destinationDigest)
  if (now.state === 'accepted' && same) return
  const message = `${number}: the member's details changed since it was proposed: decline it and propose it again.`
  throw new AppError('conflict', message)
}

async function refuseUnlessPayable(
  tx: Tx,
  context: Context,
  { redemption: { redemptionId, number } }: Locked,
): Promise<void> {
  const checked = (await checkRedemptions(tx, context, [redemptionId], { next: true })).get(
    redemptionId,
  )
  if (checked?.verdict === 'green' || checked?.verdict === 'amber') return
  throw new AppError('conflict', `${number} cannot be paid. ${stopsOf(checked?.lines ?? [])}`)
}

async function decide(
  tx: Tx,
  { context, caller }: Deciding,
  { payment }: Locked,
  action: 'approve' | 'decline',
  note: string | undefined,
): Promise<void> {
  const at = context.now()
  const { staffId, role } = caller
  const changes = { decided_by: staffId, decided_at: at }
  await stepPayment(tx, payment, {
    action,
    at,
    source: 'staff',
    by: { staffId, role },
    note: note || null,
    changes,
  })
}

async function auditDecision(
  tx: Tx,
  { context, caller, origin }: Deciding,
  { payment, redemption }: Locked,
  after: { state: 'queued' | 'declined'; from?: string | null },
  reason: string | undefined,
): Promise<void> {
  const { paymentId, number, destination, grossPaise } = payment
  await writeAudit(tx, context.keys, {
    by: { staffId: caller.staffId, role: caller.role },
    action: after.state === 'queued' ? 'payment.approve' : 'payment.decline',
    subject: 'payment',
    subjectId: paymentId,
    before: { number, state: payment.state, redemption: redemption.number },
    after: { ...after, destination, grossPaise },
    reason: reason || undefined,
    requestId: origin.requestId,
    at: context.now(),
  })
}
