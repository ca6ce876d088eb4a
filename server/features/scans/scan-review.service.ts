import type { z } from 'zod'
import type { ChosenReason } from '../../../contract/reasons.ts'
import type { releaseScan } from '../../../contract/scans.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { reasonIn, withNote } from '../rules/reasons.service.ts'
import { releaseHeld, reverseHeld } from './review.queries.ts'
import { scanDetailOf } from './scans.service.ts'

type Params = z.output<NonNullable<typeof releaseScan.params>>
type Asked = { params: Params; reason: string; caller: StaffCaller; origin: Origin }

const OUTCOMES = {
  released: { act: releaseHeld, audit: 'scan.release' },
  reversed: { act: reverseHeld, audit: 'scan.reverse' },
} as const

/**
 * Ends the review of a held scan: `released`, its points become available; `reversed`, they are taken
 * back and the coupon is active again. Who comes second changes nothing and is told who was first.
 */
export async function reviewScan(
  { db, keys, now }: Pick<Context, 'db' | 'keys' | 'now'>,
  outcome: keyof typeof OUTCOMES,
  { params: { memberId, scanId }, reason, caller, origin }: Asked,
) {
  const { act, audit } = OUTCOMES[outcome]
  return transaction(db, async (tx) => {
    const before = await scanDetailOf(tx, memberId, scanId)
    const { staffId, role } = caller
    const points = await act(tx, { memberId, scanId, staffId, reason, at: now() })
    if (points === null) throw notWaiting(await scanDetailOf(tx, memberId, scanId))
    await writeAudit(tx, keys, {
      by: { staffId, role },
      action: audit,
      subject: 'scan',
      subjectId: scanId,
      before: { memberId, review: before.review },
      after: { memberId, review: outcome, points },
      reason,
      requestId: origin.requestId,
    })
    return scanDetailOf(tx, memberId, scanId)
  })
}

/** The chosen reason to reverse a scan, as its record keeps it. */
export function reversalWords(
  { rules, now }: Pick<Context, 'rules' | 'now'>,
  { reason: key, note }: ChosenReason,
): string {
  const { label } = reasonIn(rules.at(now()), 'reversalReasons', { key, field: 'reason' })
  return withNote(note ? `${label}.` : label, key, note)
}

function notWaiting({ review, reviewedBy }: Awaited<ReturnType<typeof scanDetailOf>>): AppError {
  if (review === null) {
    return new AppError('conflict', 'This scan was never held: there is nothing to decide.')
  }
  const who = reviewedBy ?? 'Somebody'
  return new AppError('conflict', `${who} has ${review} this scan already. Nothing was changed.`)
}
