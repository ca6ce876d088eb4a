import type { z } from 'zod'
import type { Provider } from '../../../../../contract/money/payment-states.ts'
import type { sendPayments as sendPaymentsEndpoint } from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { transaction } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { approverOf } from '../../../platform/permissions/index.ts'
import { lockedMember } from '../../../people/members/index.ts'
import {
  approversOf,
  checkRedemptions,
  lockedRedemption,
  move,
  statusLine,
  stopsOf,
} from '../../redemptions/index.ts'
import { refuseWhileAlerted } from '../reconcile/alert.service.ts'
import { destinationOf, insertAttempt } from './attempt.service.ts'
import { confirmed, eachOf, moneyKind, refuseUnlessSetUp } from './selection.service.ts'
import { refuseApprover } from './sender-rules.ts'

export type Act = { context: Context; caller: StaffCaller; origin: Origin }

/**
 * Queues the first payment of approved redemptions, each in a transaction of its own, if together they
 * are worth what was confirmed. Left alone, each with the reason: what cannot be paid now, what is no
 * money and what somebody else was faster with.
 */
export async function sendPayments(
  context: Context,
  caller: StaffCaller,
  body: z.output<NonNullable<typeof sendPaymentsEndpoint.body>>,
  origin: Origin,
) {
  const { provider } = body
  refuseUnlessSetUp(context, provider)
  const selected = await confirmed(context, body)
  const queued: string[] = []
  const left = await eachOf(context, selected, async (redemptionId) => {
    await sendOne({ context, caller, origin }, redemptionId, provider)
    queued.push(redemptionId)
  })
  return { queued, left }
}

async function sendOne(
  { context, caller, origin }: Act,
  redemptionId: string,
  provider: Provider,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    if (redemption.state !== 'approved') throw notToSend(redemption)
    const { number: rd } = redemption
    const approverIds = (await approversOf(tx, [redemptionId])).get(redemptionId) ?? []
    refuseApprover(await approverOf(tx, caller, context.now()), { number: rd, approverIds })
    const kind = moneyKind(redemption, provider)
    await lockedMember(tx, redemption.memberId)
    await refuseWhileAlerted(tx, redemption)
    const checked = (await checkRedemptions(tx, context, [redemptionId], { next: true })).get(
      redemptionId,
    )
    if (checked?.verdict !== 'green' && checked?.verdict !== 'amber') {
      const stops = stopsOf(checked?.lines ?? [])
      throw new AppError('conflict', `${redemption.number} cannot be paid. ${stops}`)
    }
    const at = context.now()
    const destination = await destinationOf(tx, redemption)
    const by = { staffId: caller.staffId, role: caller.role }
    const made = { redemption, kind, provider, state: 'queued' as const, destination, by, at }
    const { number } = await insertAttempt(tx, made)
    const told = { payment: number, provider, destination: destination.mask }
    const { requestId } = origin
    await move(tx, context, redemptionId, { action: 'queue', by, at, requestId, told })
  })
}

function notToSend(redemption: Parameters<typeof statusLine>[0]): AppError {
  const failed = redemption.state === 'failed' || redemption.state === 'reversed'
  const instead = failed ? ': re-initiate it instead' : ': it cannot be sent'
  return new AppError('conflict', `${statusLine(redemption)}${instead}.`)
}
