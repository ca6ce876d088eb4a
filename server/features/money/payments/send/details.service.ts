import type { PaymentStory } from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { writeAudit } from '../../../platform/audit/index.ts'
import { refuseNumbers } from '../../../people/kyc/index.ts'
import { lockedMember } from '../../../people/members/index.ts'
import { checkRedemptions, lockedRedemption } from '../../redemptions/index.ts'
import { detailsAskedOf } from './details.queries.ts'
import * as queries from '../payments.queries.ts'
import { whyNotAskDetails } from './reinitiate-rules.ts'
import { paymentStory } from '../lists/story.service.ts'
import { tellPayee } from '../tell-payee.ts'

/**
 * Asks the member by SMS for another account or address, because the payment failed for what is on
 * record. It stands in the payment's history; the member gives the details in the app, KYC reviews
 * them. 409 where other details would not help, and within a day of the last time.
 */
export async function askForDetails(
  context: Context,
  caller: StaffCaller,
  { redemptionId, note }: { redemptionId: string; note?: string | undefined },
  { requestId }: Origin,
): Promise<PaymentStory> {
  refuseNumbers('note', note)
  await transaction(context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    const { number, state } = redemption
    const { erasedAt } = await lockedMember(tx, redemption.memberId)
    if (erasedAt) throw new AppError('conflict', `${number}: the member's data was erased.`)
    const last = await queries.lastPayment(tx, redemptionId)
    const at = context.now()
    const lines = await linesOf(tx, context, redemptionId)
    const asked = (await detailsAskedOf(tx, [redemptionId])).get(redemptionId)
    const failureCode = await queries.lastFailureOf(tx, redemptionId)
    const why = whyNotAskDetails(
      { number, state, failureCode, lines, askedAt: asked?.at ?? null },
      { role: caller.role, now: at },
    )
    if (why !== null || !last) throw new AppError('conflict', why ?? `${number} was never sent.`)
    const { paymentId } = last
    await queries.insertEvent(tx, {
      payment_id: paymentId,
      at,
      staff_id: caller.staffId,
      source: 'staff',
      action: 'ask_details',
      state: last.state,
      note: note || null,
    })
    await writeAudit(tx, context.keys, {
      by: { staffId: caller.staffId, role: caller.role },
      action: 'payment.ask_details',
      subject: 'payment',
      subjectId: paymentId,
      after: { number: last.number, redemption: number, failure: failureCode },
      reason: note || undefined,
      requestId,
      at,
    })
  })
  tellPayee(context, redemptionId, 'details')
  return paymentStory(context, caller, redemptionId)
}

async function linesOf(tx: Tx, context: Context, redemptionId: string) {
  const checked = await checkRedemptions(tx, context, [redemptionId], { elsewhere: true })
  return checked.get(redemptionId)?.lines ?? []
}
