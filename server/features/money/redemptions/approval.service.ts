import type { Verdict } from '../../../../contract/money/redemption-states.ts'
import type { RedemptionDetail } from '../../../../contract/money/redemptions.ts'
import type { SelectedReason } from '../../../../contract/reasons.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { needFreshProof } from '../../../http/authorize.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { approverOf } from '../../platform/permissions/index.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'
import { lockedMember } from '../../people/members/index.ts'
import { stopsOf, whyNotApprove } from './approval-rules.ts'
import { checkRedemptions, type Checked } from './checklist.service.ts'
import { eventsOf } from './redemption-list.queries.ts'
import { nextState } from './redemption-machine.ts'
import { lockedRedemption, move, type LockedRedemption } from './redemption-move.service.ts'
import { approvalsIn } from './redemption-words.ts'
import * as queries from './redemptions.queries.ts'
import { getRedemption } from './redemptions.service.ts'
import { refusalIn, withNote } from '../../platform/rules/index.ts'
import { tellMember } from './tell-member.ts'

export type Act = { context: Context; caller: StaffCaller; origin: Origin }
type Approving = {
  redemptionId: string
  /** What was seen: another verdict now refuses. */
  seen: Verdict
  reason?: string | undefined
  /** Of many at once: only what one approval completes. */
  inBulk: boolean
}

/**
 * Approves a redemption. Its checklist is evaluated again under the locks of the redemption and its
 * member: one that stops, or another verdict than was seen, is refused with 409; a warned one wants
 * a reason. From a configured amount the first approval waits for a second one of another role.
 */
export async function approveRedemption(
  context: Context,
  caller: StaffCaller,
  {
    redemptionId,
    verdict,
    reason,
  }: { redemptionId: string; verdict: Verdict; reason?: string | undefined },
  origin: Origin,
): Promise<RedemptionDetail> {
  refuseNumbers('reason', reason)
  await approveOne(
    { context, caller, origin },
    { redemptionId, seen: verdict, reason, inBulk: false },
  )
  return getRedemption(context, caller, redemptionId)
}

/** One approval in a transaction of its own; the member is told when it was the last one needed. */
export async function approveOne(act: Act, approving: Approving): Promise<void> {
  const { redemptionId } = approving
  const completed = await transaction(act.context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    nextState(redemption, 'approve')
    const approvals = approvalsIn(await eventsOf(tx, [redemptionId]))
    const approver = await approverOf(tx, act.caller, act.context.now())
    const { role } = act.caller
    const refusal = whyNotApprove({ ...redemption, approvals }, { role, approver })
    if (refusal !== null) throw new AppError('conflict', `${redemption.number}: ${refusal}`)
    if (approving.inBulk && redemption.approvalsNeeded > 1) throw needsTwo(redemption)
    if (redemption.approvalsNeeded > 1) needFreshProof(act.caller)
    await lockedMember(tx, redemption.memberId)
    const checked = (await checkRedemptions(tx, act.context, [redemptionId])).get(redemptionId)
    if (!checked) throw notFound('This redemption')
    refuseUnlessSeen(redemption, checked, approving)
    const isLast = approvals.length + 1 >= redemption.approvalsNeeded
    await record(tx, act, { redemption, checked, reason: approving.reason, isLast })
    return isLast
  })
  if (completed) tellMember(act.context, redemptionId, 'approved')
}

function needsTwo({ number }: LockedRedemption): AppError {
  const message = `${number} needs two approvals by people of two roles: approve it on its own.`
  return new AppError('conflict', message)
}

function refuseUnlessSeen(
  { number }: LockedRedemption,
  { lines, verdict }: Checked,
  { seen, reason, inBulk }: Approving,
): void {
  const problems = lines.filter(({ state }) => state !== 'ok')
  const fields = Object.fromEntries(problems.map((line) => [line.key, line.reason]))
  if (verdict === 'red') {
    throw new AppError('conflict', `${number} cannot be paid. ${stopsOf(lines)}`, { fields })
  }
  if (verdict !== seen) {
    const told = problems.map(({ label, reason: why }) => `${label}: ${why}`).join(' ')
    const message = inBulk
      ? `${number} is not green: approve it on its own. ${told}`
      : `${number}: It has changed since you looked: look again. ${told}`
    throw new AppError('conflict', message.trim(), { fields })
  }
  if (verdict === 'amber' && !reason) {
    throw invalidField('reason', 'Say why it is approved in spite of what the checklist warns of.')
  }
}

type Recorded = {
  redemption: LockedRedemption
  checked: Checked
  reason: string | undefined
  isLast: boolean
}

/** The approval that completes the number moves the redemption; one before it only stands there. */
async function record(
  tx: Tx,
  { context, caller, origin }: Act,
  { redemption, checked, reason, isLast }: Recorded,
): Promise<void> {
  const { redemptionId, number, state, approvalsNeeded } = redemption
  const at = context.now()
  const by = { staffId: caller.staffId, role: caller.role }
  const told = {
    verdict: checked.verdict,
    warned: checked.lines.filter((line) => line.state === 'warn').map(({ key }) => key),
    taxPaise: checked.tax.taxPaise,
    approvalsNeeded,
  }
  const { requestId } = origin
  if (isLast) {
    await move(tx, context, redemptionId, {
      action: 'approve',
      by,
      at,
      note: reason,
      requestId,
      told,
    })
    return
  }
  await queries.insertEvent(tx, { redemptionId, at, by, action: 'approve', state, note: reason })
  await writeAudit(tx, context.keys, {
    by,
    action: 'redemption.approve',
    subject: 'redemption',
    subjectId: redemptionId,
    before: { number, state },
    after: { state, ...told },
    reason: reason || undefined,
    requestId,
    at,
  })
}

/** Rejects a redemption with a reason that the member reads; its points are theirs again. */
export async function rejectRedemption(
  context: Context,
  caller: StaffCaller,
  { redemptionId, reason: key, note }: { redemptionId: string } & SelectedReason,
  { requestId }: Origin,
): Promise<RedemptionDetail> {
  refuseNumbers('note', note)
  const at = context.now()
  const reason = refusalIn(context.rules.at(at), 'redemptionRefusals', { key, field: 'reason' })
  const rejected = { en: withNote(reason.en, key, note), hi: withNote(reason.hi, key, note) }
  const told = { reason: key }
  await transaction(context.db, (tx) =>
    move(tx, context, redemptionId, {
      action: 'reject',
      by: caller,
      at,
      note: rejected.en,
      rejected,
      requestId,
      told,
    }),
  )
  tellMember(context, redemptionId, 'rejected')
  return getRedemption(context, caller, redemptionId)
}
