import type { z } from 'zod'
import type { SelectedReason } from '../../../../contract/reasons.ts'
import type { HeldOutcome } from '../../../../contract/programme/held-scans.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { releaseScan } from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { reasonIn, withNote } from '../../platform/rules/index.ts'
import { mayReviewAlone } from './review-limit.service.ts'
import { releaseHeld, reverseHeld, type Review } from './review.queries.ts'
import { scanDetailOf } from './scans.service.ts'

type Params = z.output<NonNullable<typeof releaseScan.params>>
type Asked = { params: Params; reason: string; caller: StaffCaller; origin: Origin }

const OUTCOMES = {
  released: { act: releaseHeld, audit: 'scan.release' },
  reversed: { act: reverseHeld, audit: 'scan.reverse' },
} as const satisfies Record<HeldOutcome, object>

/**
 * Ends the review of a held scan: `released`, its points become available; `reversed`, they are taken
 * back and the coupon is active again. Who comes second changes nothing and is told who was first.
 */
export async function reviewScan(
  { db, keys, now, rules }: Pick<Context, 'db' | 'keys' | 'now' | 'rules'>,
  outcome: HeldOutcome,
  { params, reason, caller, origin }: Asked,
) {
  const { memberId, scanId } = params
  return transaction(db, async (tx) => {
    const at = now()
    const { staffId, role } = caller
    const { points } = await scanDetailOf(tx, memberId, scanId)
    const inForce = rules.at(at)
    if (!(await mayReviewAlone(tx, { staffId, points, at, rules: inForce }))) {
      throw beyondLimit(inForce.reviewAlonePoints)
    }
    const by = { staffId, role }
    const { requestId } = origin
    const settled = await settleScan(tx, keys, outcome, { ...params, reason, by, requestId, at })
    const after = await scanDetailOf(tx, memberId, scanId)
    if (!settled) throw notWaiting(after)
    return after
  })
}

/** The chosen reason to reverse a scan, as its record keeps it. */
export function reversalWords(
  { rules, now }: Pick<Context, 'rules' | 'now'>,
  { reason: key, note }: SelectedReason,
): string {
  const { label } = reasonIn(rules.at(now()), 'reversalReasons', { key, field: 'reason' })
  return withNote(note ? `${label}.` : label, key, note)
}

type Settling = Omit<Review, 'staffId'> & {
  by: { staffId: number; role: Role }
  requestId?: string
  /** The decision about many scans that it belongs to. */
  decisionId?: string
}

/** Ends the review of one scan, with its audit row; false where it does not wait any more. */
export async function settleScan(
  tx: Tx,
  keys: Keys,
  outcome: HeldOutcome,
  { memberId, scanId, reason, at, by, requestId, decisionId }: Settling,
): Promise<boolean> {
  const { act, audit } = OUTCOMES[outcome]
  const before = await scanDetailOf(tx, memberId, scanId)
  const points = await act(tx, { memberId, scanId, staffId: by.staffId, reason, at })
  if (points === null) return false
  await writeAudit(tx, keys, {
    by,
    action: audit,
    subject: 'scan',
    subjectId: scanId,
    before: { memberId, review: before.review },
    after: { memberId, review: outcome, points, ...(decisionId && { decisionId }) },
    reason,
    ...(requestId && { requestId }),
    at,
  })
  return true
}

function beyondLimit(limit: number): AppError {
  const most = limit.toLocaleString('en-IN')
  return new AppError(
    'conflict',
    `One person settles held scans of at most ${most} points a day, and this would be more. Decide about it under Held scans: there somebody else approves it.`,
  )
}

function notWaiting({ review, reviewedBy }: Awaited<ReturnType<typeof scanDetailOf>>): AppError {
  if (review === null) {
    return new AppError('conflict', 'This scan was never held: there is nothing to decide.')
  }
  const who = reviewedBy ?? 'Somebody'
  return new AppError('conflict', `${who} has ${review} this scan already. Nothing was changed.`)
}
