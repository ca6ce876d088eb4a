import type { z } from 'zod'
import type { Provider } from '../../../../../contract/money/payment-states.ts'
import type { reinitiatePayments as reinitiateEndpoint } from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { equalBytes } from '../../../../lib/crypto.ts'
import { destinationOf as acceptedDestination, refuseNumbers } from '../../../people/kyc/index.ts'
import { approverOf } from '../../../platform/permissions/index.ts'
import { lockedMember } from '../../../people/members/index.ts'
import {
  approversOf,
  checkRedemptions,
  lockedRedemption,
  type LockedRedemption,
  move,
  stopsOf,
} from '../../redemptions/index.ts'
import { openAlerts } from '../reconcile/alert.service.ts'
import { destinationOf, insertAttempt } from './attempt.service.ts'
import {
  confirmed,
  eachOf,
  moneyKind,
  refuseUnlessSetUp,
  type Selected,
} from './selection.service.ts'
import { isOver, paymentStatusLine } from '../payment-machine.ts'
import * as queries from '../payments.queries.ts'
import { isDestinationWrong, whyNotReinitiate, type Sender } from './reinitiate-rules.ts'

type Again = {
  context: Context
  caller: StaffCaller
  origin: Origin
  provider: Provider
  reason: string
}

/**
 * Begins another attempt at redemptions whose last payment came to nothing, each in a transaction of
 * its own, if together they are worth what was confirmed. Where the member's money goes elsewhere by
 * now, the attempt is only proposed: another person approves it before it is queued.
 */
export async function reinitiatePayments(
  context: Context,
  caller: StaffCaller,
  body: z.output<NonNullable<typeof reinitiateEndpoint.body>>,
  origin: Origin,
) {
  const { provider, reason } = body
  refuseNumbers('reason', reason)
  refuseUnlessSetUp(context, provider)
  const selected = await confirmed(context, body)
  await refuseWrongDestinations(context, selected)
  const queued: string[] = []
  const proposed: string[] = []
  const again = { context, caller, origin, provider, reason }
  const left = await eachOf(context, selected, async (redemptionId) => {
    const state = await reinitiateOne(again, redemptionId)
    if (state === 'queued') queued.push(redemptionId)
    else proposed.push(redemptionId)
  })
  return { queued, proposed, left }
}

/**
 * Refuses the whole request where a provider called the account or address of one wrong: nothing of it
 * is sent. Each is checked again under its locks; what becomes wrong in between is left alone.
 */
async function refuseWrongDestinations(
  context: Context,
  selected: readonly Selected[],
): Promise<void> {
  const ids = selected.map(({ redemptionId }) => redemptionId)
  const checked = await checkRedemptions(context.db, context, ids, { elsewhere: true })
  const wrong = selected.filter(({ redemptionId }) =>
    isDestinationWrong(checked.get(redemptionId)?.lines ?? []),
  )
  const [first] = wrong
  if (!first) return
  const why = stopsOf(checked.get(first.redemptionId)?.lines ?? [])
  const others =
    wrong.length === 1 ? '' : ` So it is with ${wrong.length - 1} more of those selected.`
  throw new AppError(
    'conflict',
    `${first.number} cannot be sent again. ${why}${others} Nothing was sent.`,
  )
}

async function reinitiateOne(again: Again, redemptionId: string): Promise<'queued' | 'proposed'> {
  const { context, caller, origin, provider, reason } = again
  return transaction(context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    const { role } = caller
    const approver = await approverOf(tx, caller, context.now())
    await refuseUnlessMay(tx, redemption, { role, approver })
    const kind = moneyKind(redemption, provider)
    await lockedMember(tx, redemption.memberId)
    await refuseUnlessPayable(tx, context, redemption)
    const before = await destinationOf(tx, redemption)
    const now = await destinationNow(tx, context, redemption, kind)
    const state = equalBytes(before.digest, now.digest) ? 'queued' : 'proposed'
    const at = context.now()
    const by = { staffId: caller.staffId, role: caller.role }
    const made = { redemption, kind, provider, state, destination: now, by, at, reason } as const
    const { number } = await insertAttempt(tx, made)
    const told = { payment: number, provider, destination: now.mask, waits: state === 'proposed' }
    const { requestId } = origin
    const step = { action: 'queue', by, at, requestId, told, note: reason } as const
    await move(tx, context, redemptionId, step)
    return state
  })
}

async function refuseUnlessMay(
  tx: Tx,
  redemption: LockedRedemption,
  sender: Sender,
): Promise<void> {
  const { redemptionId, number } = redemption
  const alerts = await openAlerts(tx, redemptionId)
  const approverIds = (await approversOf(tx, [redemptionId])).get(redemptionId) ?? []
  const refusal = whyNotReinitiate({ ...redemption, alerts, approverIds }, sender)
  if (refusal !== null) throw new AppError('conflict', withNumber(number, refusal))
  const last = await queries.lastPayment(tx, redemptionId)
  if (last && !isOver(last.state)) throw new AppError('conflict', `${paymentStatusLine(last)}.`)
}

const withNumber = (number: string, words: string) =>
  words.startsWith(number) ? words : `${number}: ${words}`

async function refuseUnlessPayable(
  tx: Tx,
  context: Context,
  { redemptionId, number }: LockedRedemption,
): Promise<void> {
  const checked = await checkRedemptions(tx, context, [redemptionId], {
    next: true,
    elsewhere: true,
  })
  const found = checked.get(redemptionId)
  if (found?.verdict === 'green' || found?.verdict === 'amber') return
  throw new AppError('conflict', `${number} cannot be paid. ${stopsOf(found?.lines ?? [])}`)
}

/** Where the member's money goes by now: what the checklist has just found accepted. */
async function destinationNow(
  tx: Tx,
  { vault }: Context,
  { memberId, number }: LockedRedemption,
  kind: 'bank' | 'upi',
): Promise<{ mask: string; digest: Buffer }> {
  const { state, mask, digest } = await acceptedDestination(tx, vault, memberId, kind)
  if (state === 'accepted' && mask !== null && digest !== null) return { mask, digest }
  throw new AppError('conflict', `${number}: there is no accepted place to pay it to.`)
}
