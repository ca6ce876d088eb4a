import { COUPON_STATUSES, type CouponStatus } from '../../../../contract/programme/coupons.ts'
import type { Db, Tx } from '../../../db/database.ts'
import * as queries from './activation.queries.ts'
import { nameOf } from './story-moments.ts'

export type { Change } from './activation.queries.ts'

type CouponPlace = { key: string; batchId: number; serial: number }
export type LockedCoupon = CouponPlace & { status: CouponStatus; activatedAt: Date | null }

/** Where the coupons with these keys lie; a key that is no coupon's is left out. */
export async function placesOfCoupons(
  db: Db | Tx,
  keys: readonly string[],
): Promise<CouponPlace[]> {
  return queries.placesOf(db, keys)
}

/** How many of these coupons are in each state. */
export async function countCoupons(
  db: Db | Tx,
  keys: readonly string[],
): Promise<queries.StatusCounts> {
  return queries.countStatuses(db, keys)
}

/**
 * The coupons, locked to the end of the transaction, so that no scan moves them meanwhile. Their
 * batches are locked before. A scan waits for them: a few thousand at most.
 */
export async function lockCoupons(tx: Tx, keys: readonly string[]): Promise<LockedCoupon[]> {
  const rows = await queries.lockCoupons(tx, keys)
  return rows.map((row) => ({ ...row, status: nameOf(COUPON_STATUSES, row.status) }))
}

/** What became of a locked coupon in one transaction, which may have moved it more than once. */
type Moved = {
  key: string
  batchId: number
  before: CouponStatus
  after: CouponStatus
  /** Whether it was activated on the way. */
  activated: boolean
}

/** Writes what became of locked coupons, with one statement for each way they went, and their counts. */
export async function moveLocked(tx: Tx, moved: readonly Moved[], at: Date): Promise<void> {
  const ways = Map.groupBy(moved, ({ batchId, before, after, activated }) =>
    [batchId, before, after, activated].join(),
  )
  for (const coupons of ways.values()) {
    const [first] = coupons
    if (!first) continue
    const { batchId, before, after, activated } = first
    const keys = coupons.map(({ key }) => key)
    await queries.setLocked(tx, keys, { to: after, activatedAt: activated ? at : null })
    if (before !== after) {
      await queries.addToCounts(tx, batchId, { [before]: keys.length }, after)
    }
  }
}

/** The append-only rows of changes, in their order; gives their numbers. */
export async function recordChanges(tx: Tx, changes: readonly queries.Change[]): Promise<number[]> {
  return queries.insertChanges(tx, changes)
}
