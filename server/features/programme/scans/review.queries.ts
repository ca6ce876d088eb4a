import { sql } from 'kysely'
import { CHARGE_STATES } from '../../../../contract/programme/charges.ts'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Tx } from '../../../db/database.ts'
import { STAFF_SLOT } from '../../../lib/ids.ts'
import { postTransfer } from '../../ledger/points/index.ts'
import {
  closeReview,
  pointsOf,
  returnBonuses,
  takeBack,
  transfersOfScan,
  type Review,
} from './reversal.queries.ts'

export type { Review }

/**
 * Lets the points of a held scan become available: one `scan_released` for each transfer that held
 * them; the charge that waited with it is due. Of one that was flagged after its credit none moves.
 * Gives the points, or null when the scan does not wait (any more), so twice has one effect.
 */
export async function releaseHeld(tx: Tx, review: Review): Promise<number | null> {
  const scan = await closeReview(tx, review, 'released', 'open')
  if (!scan) return null
  const transfers = await transfersOfScan(tx, review)
  const held = transfers.filter(({ credit }) => credit === 'held')
  const moves = held.map(({ points, schemeId }) => ({
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
 * Takes the points of a held or flagged scan back, refusing where they are spent; its bonus returns to its scheme, and the coupon is active
 * again for whoever scans it next. Gives the points, or null as above.
 *
 * Both lock in the order of apply_scans: coupon, account, progress in schemes, charge, counts of the
 * slot of staff. The scan before them is of this review alone, and the schemes after them are locked
 * by nobody who then wants one of these: lease_budget and revoke_leases want leases only.
 */
export async function reverseHeld(tx: Tx, review: Review): Promise<number | null> {
  const scan = await closeReview(tx, review, 'reversed', 'open')
  if (!scan) return null
  await freeCoupon(tx, scan.code_key, review.memberId)
  const transfers = await takeBack(tx, review, scan)
  await countUnscanned(tx, scan.batch_id)
  await returnBonuses(tx, transfers)
  return pointsOf(transfers)
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
