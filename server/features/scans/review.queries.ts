import { sql } from 'kysely'
import { CHARGE_STATES } from '../../../contract/charges.ts'
import { COUPON_STATUSES } from '../../../contract/coupons.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../contract/points.ts'
import { REVIEWS } from '../../../contract/scans.ts'
import { dayOf } from '../../../contract/time.ts'
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
 * them; the charge that waited with it is due. Gives the points, or null when the scan does not wait
 * (any more), so twice has one effect.
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
  await letChargeBeDue(tx, review)
  return pointsOf(transfers)
}

/**
 * Takes the points of a held scan back: a `reversal` of each transfer, the bonus returns to its scheme
 * and to the member's cap, no slab counts the scan any more, its charge is taken back, and the coupon
 * is active again for whoever scans it next. Gives the points, or null as above.
 *
 * Both lock in the order of apply_scans: coupon, account, standings in schemes, charge, counts of the
 * slot of staff. The scan before them is of this review alone, and the schemes after them are locked
 * by nobody who then wants one of these: lease_budget and revoke_leases want leases only.
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
  await takeFromStandings(tx, review.memberId, scan.counted_in ?? [], transfers)
  await takeChargeBack(tx, review)
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
): Promise<{ code_key: string; batch_id: number | null; counted_in: number[] | null } | undefined> {
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
    .returning(['code_key', 'batch_id', 'counted_in'])
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

/** Rows that are not there are of schemes without a cap or slabs. */
async function takeFromStandings(
  tx: Tx,
  memberId: number,
  countedIn: readonly number[],
  transfers: readonly HeldTransfer[],
): Promise<void> {
  const bonuses = transfers.flatMap(({ schemeId, points }) =>
    schemeId === null ? [] : { schemeId, points },
  )
  const schemeIds = new Set([...countedIn, ...bonuses.map(({ schemeId }) => schemeId)])
  // In their order: apply_scans does the same.
  for (const schemeId of [...schemeIds].toSorted((a, b) => a - b)) {
    const scans = countedIn.includes(schemeId) ? 1 : 0
    const points = pointsOf(bonuses.filter((bonus) => bonus.schemeId === schemeId))
    await tx
      .updateTable('scheme_member')
      .set({ scans: sql`scans - ${scans}`, points: sql`points - ${points}` })
      .where('member_id', '=', memberId)
      .where('scheme_id', '=', schemeId)
      .execute()
  }
}

/** It counts in the month of this moment, not in that of its scan. */
async function letChargeBeDue(tx: Tx, { memberId, scanId, at }: Review): Promise<void> {
  const charge = await tx
    .updateTable('handling_charge')
    .set({ state: CHARGE_STATES.indexOf('due'), due_at: at })
    .where('scan_id', '=', scanId)
    .where('member_id', '=', memberId)
    .where('state', '=', CHARGE_STATES.indexOf('held'))
    .returning(['rule_id', 'paise'])
    .executeTakeFirst()
  if (!charge) return
  const { rule_id, paise } = charge
  await tx
    .insertInto('rollup_charge')
    .values({ slot: STAFF_SLOT, day: dayOf(at), rule_id, charges: '1', paise: String(paise) })
    .onConflict((conflict) =>
      conflict.columns(['slot', 'rule_id', 'day']).doUpdateSet({
        charges: sql`rollup_charge.charges + excluded.charges`,
        paise: sql`rollup_charge.paise + excluded.paise`,
      }),
    )
    .execute()
}

async function takeChargeBack(tx: Tx, { memberId, scanId }: Review): Promise<void> {
  await tx
    .updateTable('handling_charge')
    .set({ state: CHARGE_STATES.indexOf('reversed') })
    .where('scan_id', '=', scanId)
    .where('member_id', '=', memberId)
    .where('state', '=', CHARGE_STATES.indexOf('held'))
    .execute()
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
