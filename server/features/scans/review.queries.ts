import { sql } from 'kysely'
import { COUPON_STATUSES } from '../../../contract/coupons.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../contract/points.ts'
import { REVIEWS } from '../../../contract/scans.ts'
import type { Tx } from '../../db/database.ts'
import { STAFF_SLOT, makeStaffChangeId } from '../../lib/ids.ts'

/** What staff decided about a flagged scan, and when. */
export type Review = {
  memberId: number
  scanId: string
  staffId: number
  reason: string
  at: Date
}

type HeldTransfer = { seq: number; points: number; schemeId: number | null }
type Posting = { transfer: HeldTransfer; kind: number; credit: number; reverses: number | null }

/**
 * Lets the points of a held scan become available: one `scan_released` for each transfer that held
 * them. Gives the points, or null when the scan does not wait (any more), so twice has one effect.
 */
export async function releaseHeld(tx: Tx, review: Review): Promise<number | null> {
  const scan = await closeReview(tx, review, 'released')
  if (!scan) return null
  const transfers = await heldTransfers(tx, review)
  const postings = transfers.map((transfer) => ({
    transfer,
    kind: TRANSFER_KINDS.scan_released,
    credit: ACCOUNTS.available,
    reverses: null,
  }))
  await post(tx, review, postings)
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
  const postings = transfers.map((transfer) => ({
    transfer,
    kind: TRANSFER_KINDS.reversal,
    credit: ACCOUNTS.issuance,
    reverses: transfer.seq,
  }))
  await post(tx, review, postings)
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
    .where('member_id', '=', memberId)
    .where('ref', '=', scanId)
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

/** Moves points out of `held` and writes one ledger row for each posting, balances included. */
async function post(
  tx: Tx,
  { memberId, scanId, at }: Review,
  postings: readonly Posting[],
): Promise<void> {
  const held = pointsOf(postings.map(({ transfer }) => transfer))
  const released = postings
    .filter(({ credit }) => credit === ACCOUNTS.available)
    .reduce((sum, { transfer }) => sum + transfer.points, 0)
  const account = await tx
    .updateTable('member_account')
    .set({
      available: sql`available + ${released}`,
      held: sql`held - ${held}`,
      seq: sql`seq + ${postings.length}`,
    })
    .where('member_id', '=', memberId)
    .returning(['seq', 'available', 'held'])
    .executeTakeFirstOrThrow()
  // The account as it was before; each row moves it on.
  let seq = account.seq - postings.length
  let available = Number(account.available) - released
  let heldAfter = Number(account.held) + held
  const rows = postings.map(({ transfer, kind, credit, reverses }) => {
    seq++
    heldAfter -= transfer.points
    if (credit === ACCOUNTS.available) available += transfer.points
    return {
      member_id: memberId,
      seq,
      id: makeStaffChangeId(at.getTime()),
      ref: scanId,
      kind,
      debit: ACCOUNTS.held,
      credit,
      points: transfer.points,
      scheme_id: transfer.schemeId,
      reverses,
      available_after: available,
      held_after: heldAfter,
      occurred_at: at,
      recorded_at: at,
    }
  })
  await tx.insertInto('transfer').values(rows).execute()
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
