import type { RedemptionAction } from '../../../../contract/money/redemption-states.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { postTransfer } from '../../ledger/points/index.ts'
import { DONE, POINTS_OF, endsUnpaid, nextState } from './redemption-machine.ts'
import * as queries from './redemptions.queries.ts'

export type LockedRedemption = queries.LockedRedemption

export type Step = {
  action: RedemptionAction
  /** The member of staff; null for the member and for what happens by itself. */
  by: { staffId: number; role: Role } | null
  at: Date
  /** Why, in words. */
  note?: string | undefined
  /** Of a rejection: what the member reads. */
  rejected?: queries.Rejected | undefined
  requestId?: string | undefined
  /** What the audit row tells of it besides the state. */
  told?: Record<string, unknown>
}

/** A redemption, locked to the end of the transaction, or 404. */
export async function lockedRedemption(tx: Tx, redemptionId: string): Promise<LockedRedemption> {
  const redemption = isId(redemptionId) && (await queries.lockRedemption(tx, redemptionId))
  if (!redemption) throw notFound('This redemption')
  return redemption
}

/**
 * The one way a redemption changes its state: locks it, asks the machine, moves its points, gives
 * gifts back to the stock where it ends unpaid, and writes the event and, for staff, the audit row.
 * Refuses with 409 in words what the machine does not know; of two at once the second is refused.
 * Call it last in the transaction: the audit trail's head is locked to its end.
 */
export async function move(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  redemptionId: string,
  step: Step,
): Promise<LockedRedemption> {
  const before = await lockedRedemption(tx, redemptionId)
  const { action, at, note, rejected } = step
  const state = nextState(before, action)
  const after = { ...before, state }
  await queries.setState(tx, redemptionId, { state, at, rejected })
  await queries.insertEvent(tx, { redemptionId, at, by: step.by, action, state, note })
  if (before.giftId !== null && endsUnpaid(action)) {
    await queries.returnStock(tx, before.giftId, before.quantity)
  }
  await movePoints(tx, before, action, at)
  await tellOthers(tx, before, step)
  if (step.by) await auditStep(tx, { keys }, before, { ...step, by: step.by })
  return after
}

/** Who approved each of these redemptions. */
export const approversOf = queries.approversOf

/** Tells in the history what was done to a redemption, locked by the caller, without changing its state. */
export async function noteEvent(tx: Tx, event: queries.NewEvent): Promise<void> {
  await queries.insertEvent(tx, event)
}

/** Who asked for it on the member's behalf, and who approved it first, are told what another decided. */
async function tellOthers(
  tx: Tx,
  { redemptionId, number, requestedById, approvalsNeeded }: LockedRedemption,
  { action, by, at }: Step,
): Promise<void> {
  if (action !== 'approve' && action !== 'reject') return
  const done = action === 'approve' ? 'approved' : 'rejected'
  const link = `/dashboard/approvals/redemption?open=${redemptionId}`
  const tell = (staffId: number | null, whose: string): Promise<void> => {
    const words = `Redemption ${number}, which you ${whose}, was ${done}.`
    return tellOther(tx, by, { staffId, words, link, at })
  }
  await tell(requestedById, 'asked for')
  const approvers = approvalsNeeded > 1 ? await queries.approversOf(tx, [redemptionId]) : null
  for (const staffId of approvers?.get(redemptionId) ?? []) await tell(staffId, 'approved first')
}

/** Moves the points of a redemption as an action says, under its reference. */
export async function movePoints(
  tx: Tx,
  redemption: { redemptionId: string; memberId: number; points: number },
  action: RedemptionAction | 'request',
  at: Date,
): Promise<void> {
  const between = POINTS_OF[action]
  if (!between) return
  const { redemptionId, memberId, points } = redemption
  const reverses = action === 'reverse' ? await queries.lastPaidSeq(tx, redemption) : null
  const moves = [{ ...between, points, ref: redemptionId, reverses }]
  await postTransfer(tx, { memberId, at, moves })
}

async function auditStep(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  before: LockedRedemption,
  step: Step & { by: { staffId: number; role: Role } },
): Promise<void> {
  const { action, by, at, note, requestId, told } = step
  const { staffId, role } = by
  const { number, memberId, amountPaise } = before
  await writeAudit(tx, keys, {
    by: { staffId, role },
    action: `redemption.${action}`,
    subject: 'redemption',
    subjectId: before.redemptionId,
    before: { number, memberId, amountPaise, state: before.state },
    after: { state: nextState(before, action), done: DONE[action], ...told },
    reason: note || undefined,
    requestId,
    at,
  })
}
