import type { z } from 'zod'
import type { Adjustment, requestAdjustment } from '../../../../contract/desk/users.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { idsOfDays } from '../../../db/id-range.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { equalBytes, sha256 } from '../../../lib/crypto.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { keepOutOfRecord, lockedMember, notErased } from '../../people/members/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { postTransfer } from '../../ledger/points/index.ts'
import * as queries from './adjustments.queries.ts'

type Request = z.output<NonNullable<typeof requestAdjustment.body>> & { memberId: number }
type Decision = { adjustmentId: string; note?: string | undefined }

/** Adjustments of points, by their state, member and day. */
export async function listAdjustments(
  { db }: Pick<Context, 'db'>,
  filters: queries.AdjustmentQuery,
) {
  return queries.adjustmentPage(db, filters, idsOfDays(filters))
}

/**
 * Asks for points to be given (above zero) or taken. Nothing moves until somebody else approves. The
 * same key and body again is the same request; the key with another body is refused.
 */
export async function requestPoints(
  { db, keys, now }: Context,
  by: StaffCaller,
  { idempotencyKey, memberId, points, reason }: Request,
  origin: Origin,
): Promise<Adjustment> {
  const bodyHash = sha256(canonicalJson({ memberId, points, reason }))
  return transaction(db, async (tx) => {
    const at = now()
    const { staffId } = by
    const member = await lockedMember(tx, memberId)
    const before = await sameRequest(tx, { staffId, idempotencyKey, bodyHash })
    if (before) return before
    notErased(member)
    keepOutOfRecord(member, reason)
    const adjustmentId = makeStaffChangeId(at.getTime())
    const row = { adjustmentId, memberId, points, reason, staffId, at, idempotencyKey, bodyHash }
    if (!(await queries.insertAdjustment(tx, row))) {
      // The same key was used at the same moment for another member.
      const meanwhile = await sameRequest(tx, { staffId, idempotencyKey, bodyHash })
      if (meanwhile) return meanwhile
      throw new AppError('unavailable', 'This could not be written just now. Try again.')
    }
    await writeAudit(tx, keys, {
      by,
      action: 'points.adjust.requested',
      subject: 'member',
      subjectId: memberId,
      after: { adjustmentId, points },
      reason,
      requestId: origin.requestId,
      at,
    })
    return adjustmentNamed(tx, adjustmentId)
  })
}

async function sameRequest(
  tx: Tx,
  {
    staffId,
    idempotencyKey,
    bodyHash,
  }: { staffId: number; idempotencyKey: string; bodyHash: Buffer },
): Promise<Adjustment | null> {
  const before = await queries.adjustmentOfKey(tx, staffId, idempotencyKey)
  if (!before) return null
  if (equalBytes(before.bodyHash, bodyHash)) return adjustmentNamed(tx, before.adjustmentId)
  throw new AppError(
    'conflict',
    'This idempotency key was used for another request. Use a new one for this.',
  )
}

/**
 * Approves an adjustment: the points move, once. Refuses whoever asked for it, and taking more than
 * is available; then it waits on.
 */
export async function approveAdjustment(
  { db, keys, now }: Context,
  by: StaffCaller,
  decision: Decision,
  origin: Origin,
): Promise<Adjustment> {
  return transaction(db, async (tx) => {
    const at = now()
    const { memberId, points } = await decide(tx, by, { ...decision, state: 'approved', at })
    const { adjustmentId, note } = decision
    const given = points > 0
    await postTransfer(tx, {
      memberId,
      at,
      moves: [
        {
          kind: 'adjustment',
          debit: given ? 'adjustment' : 'available',
          credit: given ? 'available' : 'adjustment',
          points: Math.abs(points),
          ref: adjustmentId,
          idempotencyKey: `adjustment:${adjustmentId}`,
        },
      ],
    })
    await writeAudit(tx, keys, {
      by,
      action: 'points.adjust.approved',
      subject: 'member',
      subjectId: memberId,
      after: { adjustmentId, points },
      reason: note,
      requestId: origin.requestId,
      at,
    })
    return adjustmentNamed(tx, adjustmentId)
  })
}

/** Rejects an adjustment with a reason; no point moves. */
export async function rejectAdjustment(
  { db, keys, now }: Context,
  by: StaffCaller,
  decision: Decision,
  origin: Origin,
): Promise<Adjustment> {
  return transaction(db, async (tx) => {
    const at = now()
    const { memberId, points } = await decide(tx, by, { ...decision, state: 'rejected', at })
    await writeAudit(tx, keys, {
      by,
      action: 'points.adjust.rejected',
      subject: 'member',
      subjectId: memberId,
      after: { adjustmentId: decision.adjustmentId, points },
      reason: decision.note,
      requestId: origin.requestId,
      at,
    })
    return adjustmentNamed(tx, decision.adjustmentId)
  })
}

/** Settles who decides what: the first, and never who asked. */
async function decide(
  tx: Tx,
  by: StaffCaller,
  decision: Decision & { state: 'approved' | 'rejected'; at: Date },
): Promise<{ memberId: number; points: number }> {
  const { adjustmentId, note, state: decided, at } = decision
  const found = isId(adjustmentId) ? await queries.lockAdjustment(tx, adjustmentId) : undefined
  if (!found) throw notFound('This adjustment')
  if (found.state !== 'requested') {
    const { decidedBy, state } = await adjustmentNamed(tx, adjustmentId)
    throw new AppError(
      'conflict',
      `${decidedBy} has ${state} this adjustment already. Nothing was changed.`,
    )
  }
  const member = await lockedMember(tx, found.memberId)
  notErased(member)
  keepOutOfRecord(member, note, 'note')
  const settled = await queries.decideAdjustment(tx, { ...decision, note, staffId: by.staffId })
  if (!settled) {
    throw new AppError('conflict', 'You asked for this adjustment: somebody else must decide it.')
  }
  if (decided === 'approved') await refuseNoSecond(tx, by, [found.requestedBy], at)
  const points = Math.abs(found.points)
  const amount = `${points.toLocaleString('en-IN')} ${points === 1 ? 'point' : 'points'}`
  const words = `The adjustment of ${amount} that you asked for was ${decided}.`
  const link = `/dashboard/users?open=${found.memberId}`
  await tellOther(tx, by, { staffId: found.requestedBy, words, link, at })
  return found
}

async function adjustmentNamed(db: Db | Tx, adjustmentId: string): Promise<Adjustment> {
  const adjustment = await queries.adjustmentById(db, adjustmentId)
  if (!adjustment) throw notFound('This adjustment')
  return adjustment
}
