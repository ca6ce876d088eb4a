import type { z } from 'zod'
import type {
  PaymentStory,
  settlePayment as settlePaymentEndpoint,
} from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError, invalidField } from '../../../../lib/app-error.ts'
import { writeAudit } from '../../../platform/audit/index.ts'
import { refuseNumbers } from '../../../people/kyc/index.ts'
import { lockedRedemption, move } from '../../redemptions/index.ts'
import { openAlerts, refuseWhileAlerted } from './alert.service.ts'
import { paymentStatusLine } from '../payment-machine.ts'
import { endPaid, endUnpaid, lockedPayment, type Locked } from '../payment-step.service.ts'
import * as queries from '../payments.queries.ts'
import { paymentStory } from '../lists/story.service.ts'
import { tellPayee } from '../tell-payee.ts'

type Settling = z.output<NonNullable<typeof settlePaymentEndpoint.body>>

/**
 * Settles a payment whose answer was lost and which the provider cannot explain, or of which a finding
 * waits, by what the bank says. Refused while a try may still be under way or the provider was never asked: a payment that
 * is called unpaid can be paid again.
 */
export async function settlePayment(
  context: Context,
  caller: StaffCaller,
  { paymentId, ...settling }: Settling & { paymentId: string },
  { requestId }: Origin,
): Promise<PaymentStory> {
  refuseNumbers('reason', settling.reason)
  const { outcome, utr = null, reason } = settling
  const redemptionId = await transaction(context.db, async (tx) => {
    const locked = await lockedPayment(tx, paymentId)
    const { payment, redemption } = locked
    refuseUnlessUnsettled(context, locked, await openAlerts(tx, redemption.redemptionId))
    if (utr !== null) await refuseTakenUtr(tx, utr, paymentId)
    const at = context.now()
    const by = { staffId: caller.staffId, role: caller.role }
    const step = { at, source: 'staff' as const, by, note: reason, requestId }
    if (outcome === 'processed') await endPaid(tx, context, locked, { ...step, changes: { utr } })
    else await endUnpaid(tx, context, locked, 'fail', { ...step, code: 'settled', text: reason })
    await writeAudit(tx, context.keys, {
      by,
      action: 'payment.settle',
      subject: 'payment',
      subjectId: paymentId,
      before: { number: payment.number, state: payment.state, redemption: redemption.number },
      after: { state: outcome, utr, netPaise: payment.netPaise },
      reason,
      requestId,
      at,
    })
    return redemption.redemptionId
  })
  tellPayee(context, redemptionId, outcome === 'processed' ? 'paid' : 'failed')
  return paymentStory(context, caller, redemptionId)
}

/** What nobody knows, or of which a finding waits: the provider cannot end it in a way we believe. */
function refuseUnlessUnsettled(context: Context, { payment }: Locked, findings: number): void {
  const { state, number, polls, triedAt } = payment
  const refuse = (message: string) => new AppError('conflict', message)
  if (state === 'processing' && findings > 0) return
  if (state !== 'unknown') {
    throw refuse(
      `${paymentStatusLine(payment)}: only one whose answer was lost, or of which a finding waits, is settled by a person.`,
    )
  }
  const { PAYOUT_TIMEOUT_SECONDS } = context.config
  const over = context.now().getTime() - 2 * PAYOUT_TIMEOUT_SECONDS * 1000
  if (triedAt && triedAt.getTime() > over) {
    throw refuse(`${number} was sent again a moment ago: wait a minute for what comes of it.`)
  }
  if (context.payouts && polls === 0) {
    throw refuse(`${number}: ask the provider first. Nobody has since its answer was lost.`)
  }
}

async function refuseTakenUtr(tx: Tx, utr: string, paymentId: string): Promise<void> {
  const other = await queries.otherWithUtr(tx, utr, paymentId)
  if (other) throw invalidField('utr', `This UTR stands on ${other.number} already.`)
}

/** Gives up paying a redemption: the points are the member's again. Not while a finding waits. */
export async function giveUpPayment(
  context: Context,
  caller: StaffCaller,
  { redemptionId, reason }: { redemptionId: string; reason: string },
  { requestId }: Origin,
): Promise<PaymentStory> {
  refuseNumbers('reason', reason)
  await transaction(context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    if (redemption.kind === 'gift') {
      throw new AppError('conflict', `${redemption.number} is a gift: it is given up as a parcel.`)
    }
    await refuseWhileAlerted(tx, redemption)
    const by = { staffId: caller.staffId, role: caller.role }
    const at = context.now()
    await move(tx, context, redemptionId, { action: 'give_up', by, at, note: reason, requestId })
  })
  tellPayee(context, redemptionId, 'given_up')
  return paymentStory(context, caller, redemptionId)
}
