import { sql } from 'kysely'
import { COUPON_STATUSES } from '../../../contract/coupons.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../contract/points.ts'
import { REVIEWS } from '../../../contract/scans.ts'
import type { Tx } from '../../db/database.ts'
import { STAFF_SLOT } from '../../lib/ids.ts'
import { postTransfer } from '../points/points.service.ts'
import { belongsTo } from '../points/transfer-ref.ts'

/** What staff decided about a flagged scan, and when. */
export type Review = {
  memberId: number
  scanId: string
  staffId: number
  reason: string
  at: Date
}

type HeldTransfer = { seq: number; points: number; schemeId: number | null }

/**
 * Lets the points of a held scan become available: one `scan_released` for each transfer that held
 * them. Gives the points, or null when the scan does not wait (any more), so twice has one effect.
 */
export async function releaseHeld(tx: Tx, review: Review): Promise<number | null> {
  const scan = await closeReview(tx, review, 'released')
  if (!scan) return null
  const transfers = await heldTransfers(tx, review)
  const moves = transfers.map(({ points, schemeId }) => ({
    kind: 'scan_released' as const,
    debit: 'held' as const,
    credit: 'available' as const,
    points,
    ref: review.scanId,
    schemeId,
  }))
  await postTransfer(tx, { memberId: review.memberId, at: review.at, moves })
  return pointsOf(transfers)
}

/**
 * Takes the points of a held scan back: a `reversal` of each transfer, the bonus returns to its scheme,
 * and the coupon is active again for whoever scans it next. Gives the points, or null as above. Rows
 * are locked in the order of apply_scans: coupon, account, then what is counted.
 */
export async function reverseHeld(tx: Tx, review: Review): Promise<number | null> {
  const scan = await closeReview(tx, review, 'reversed')
  if (!scan) return null
  await freeCoupon(tx, scan.code_key, review.memberId)
  const transfers = await heldTransfers(tx, review)
  const moves = transfers.map(({ points, schemeId, seq }) => ({
    kind: 'reversal' as const,
    debit: 'held' as const,
    credit: 'issuance' as const,
    points,
    ref: review.scanId,
    schemeId,
    reverses: seq,
  }))
  await postTransfer(tx, { memberId: review.memberId, at: review.at, moves })
  await countUnscanned(tx, scan.batch_id)
  await returnBonuses(tx, transfers)
  return pointsOf(transfers)
}

function pointsOf(transfers: readonly { points: number }[]): number {
  return transfers.reduce((sum, { points }) => sum + points, 0)
}

/** Whoever changes the review from waiting owns the rest; a second one finds nothing to do. */
async function closeReview(
  tx: Tx,
  { memberId, scanId, staffId, reason, at }: Review,
  outcome: (typeof REVIEWS)[number],
): Promise<{ code_key: string; batch_id: number | null } | undefined> {
  return tx
    .updateTable('scan')
    .set({
      review: REVIEWS.indexOf(outcome),
      reviewed_at: at,
      reviewed_by: staffId,
      review_reason: reason,
    })
    .where('member_id', '=', memberId)
    .where('id', '=', scanId)
    .where('review', '=', REVIEWS.indexOf('waiting'))
    .returning(['code_key', 'batch_id'])
    .executeTakeFirst()
}

async function heldTransfers(tx: Tx, { memberId, scanId }: Review): Promise<HeldTransfer[]> {
  const rows = await tx
    .selectFrom('transfer')
    .select(['seq', 'points', 'scheme_id'])
    .where(belongsTo('transfer', { memberId, ref: scanId }))
    .where('credit', '=', ACCOUNTS.held)
    .where('kind', 'in', [TRANSFER_KINDS.scan_held, TRANSFER_KINDS.scheme_bonus])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, points, scheme_id }) => ({
    seq,
    points: Number(points),
    schemeId: scheme_id,
  }))
}

async function freeCoupon(tx: Tx, codeKey: string, memberId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({
      status: COUPON_STATUSES.active,
      scanned_at: null,
      scanned_by: null,
      scanned_points: null,
    })
    .where('code_key', '=', codeKey)
    .where('status', '=', COUPON_STATUSES.scanned)
    .where('scanned_by', '=', memberId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('The coupon of a held scan is not held by its member.')
}

/** In the slot of staff: the rows of the other slots belong to their engines. */
async function countUnscanned(tx: Tx, batchId: number | null): Promise<void> {
  if (batchId === null) return
  await tx
    .insertInto('rollup_batch')
    .values({ slot: STAFF_SLOT, batch_id: batchId, scanned: '-1' })
    .onConflict((conflict) =>
      conflict
        .columns(['slot', 'batch_id'])
        .doUpdateSet({ scanned: sql`rollup_batch.scanned + excluded.scanned` }),
    )
    .execute()
}

async function returnBonuses(tx: Tx, transfers: readonly HeldTransfer[]): Promise<void> {
  const byScheme = transfers.toSorted((a, b) => (a.schemeId ?? 0) - (b.schemeId ?? 0))
  for (const { schemeId, points } of byScheme) {
    if (schemeId === null) continue
    await tx
      .updateTable('scheme')
      .set({ returned: sql`returned + ${points}` })
      .where('scheme_id', '=', schemeId)
      .execute()
  }
}
