import type { FailureCode, PaymentAction } from '../../../../contract/money/payment-states.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { lockedMember } from '../../people/members/index.ts'
import { lockedRedemption, move, type LockedRedemption } from '../redemptions/index.ts'
import { undoTax } from '../tax/index.ts'
import { isOver, nextPaymentState } from './payment-machine.ts'
import * as queries from './payments.queries.ts'

export type LockedPayment = queries.LockedPayment
/** A payment with its redemption, both locked to the end of the transaction, in that order. */
export type Locked = { redemption: LockedRedemption; payment: LockedPayment }
export type Source = Database['payment_event']['source']

/** Locks a payment in the common order: redemption, member if needed, payment. 404 without. */
export async function lockedPayment(
  tx: Tx,
  paymentId: string,
  { withMember = false }: { withMember?: boolean } = {},
): Promise<Locked> {
  const redemptionId = isId(paymentId) ? await queries.redemptionOf(tx, paymentId) : null
  if (redemptionId === null) throw notFound('This payment')
  const redemption = await lockedRedemption(tx, redemptionId)
  if (withMember) await lockedMember(tx, redemption.memberId)
  const payment = await queries.lockPayment(tx, paymentId)
  if (!payment) throw notFound('This payment')
  return { redemption, payment }
}

export type Step = {
  action: PaymentAction
  at: Date
  source: Source
  /** The member of staff; null for what happens by itself. */
  by?: { staffId: number; role: Role } | null
  note?: string | null
  requestId?: string | undefined
  changes?: Parameters<typeof queries.updatePayment>[2]
}

/**
 * The one way a payment changes its state: asks the machine, writes the state and the event. What
 * ends it wipes the sealed request in the same update. Its redemption is the caller's to move.
 */
export async function stepPayment(
  tx: Tx,
  payment: LockedPayment,
  { action, at, source, by = null, note = null, changes = {} }: Step,
): Promise<LockedPayment> {
  const state = nextPaymentState(payment, action)
  const { paymentId } = payment
  const ended = isOver(state) && { sealed: null, next_poll_at: null }
  await queries.updatePayment(tx, paymentId, { ...ended, ...changes, state, since: at })
  await queries.insertEvent(tx, {
    payment_id: paymentId,
    at,
    staff_id: by?.staffId ?? null,
    source,
    action,
    state,
    note,
  })
  return { ...payment, state }
}

/** What stands in the story of a payment without changing its state. */
export async function tellEvent(
  tx: Tx,
  { paymentId, state }: Pick<LockedPayment, 'paymentId' | 'state'>,
  event: { at: Date; source: Source; action: string; note?: string | null; staffId?: number },
): Promise<void> {
  const { at, source, action, note = null, staffId = null } = event
  const row = { payment_id: paymentId, staff_id: staffId, state }
  await queries.insertEvent(tx, { ...row, at, source, action, note })
}

type Ended = Omit<Step, 'action' | 'changes'>

/** The money arrived: the member's points are redeemed. */
export async function endPaid(
  tx: Tx,
  context: Pick<Context, 'keys'>,
  { redemption, payment }: Locked,
  { changes, ...step }: Ended & { changes: NonNullable<Step['changes']> },
): Promise<Locked> {
  const { at, by = null, note, requestId } = step
  const paid = await stepPayment(tx, payment, {
    ...step,
    action: 'process',
    changes: { ...changes, processed_at: at },
  })
  const told = { payment: payment.number, utr: changes.utr ?? null }
  const moved = await move(tx, context, redemption.redemptionId, {
    action: 'pay',
    by,
    at,
    note: note ?? undefined,
    requestId,
    told,
  })
  return { redemption: moved, payment: paid }
}

type Failed = Ended & {
  code: FailureCode
  /** As the provider wrote it, or the checklist. */
  text: string | null
  changes?: NonNullable<Step['changes']>
}

/** The money did not leave, or not for good: what its tax counted towards the year is undone. */
export async function endUnpaid(
  tx: Tx,
  context: Pick<Context, 'keys'>,
  { redemption, payment }: Locked,
  action: 'fail' | 'reverse',
  { code, text, changes = {}, ...step }: Failed,
): Promise<Locked> {
  const { at, by = null, note, requestId } = step
  const { paymentId, number } = payment
  const ended = await stepPayment(tx, payment, {
    ...step,
    action,
    note: note ?? text,
    changes: {
      ...changes,
      failure_code: code,
      failure_told: text,
      ...(action === 'reverse' && { reversed_at: at }),
    },
  })
  await undoTax(tx, { paymentId }, at)
  const moved = await move(tx, context, redemption.redemptionId, {
    action,
    by,
    at,
    requestId,
    told: { payment: number, why: code },
    ...(by && note && { note }),
  })
  return { redemption: moved, payment: ended }
}
