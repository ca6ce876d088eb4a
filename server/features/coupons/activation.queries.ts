import { sql } from 'kysely'
import type { BatchStatus } from '../../../contract/batches.ts'
import { COUPON_STATUSES, type CouponAction, type CouponStatus } from '../../../contract/coupons.ts'
import { number, type Db, type Tx } from '../../db/database.ts'

export type StatusCounts = Record<CouponStatus, number>

export const noCoupons = (): StatusCounts => ({
  printed: 0,
  active: 0,
  deactivated: 0,
  scanned: 0,
  blocked: 0,
})

/** Keys are hexadecimal, so the array needs none of the quoting that the driver would do for each. */
const isOneOf = (keys: readonly string[]) => sql<string>`any(${`{${keys.join(',')}}`}::uuid[])`

/** How many of these coupons are in each state. */
export async function countStatuses(db: Db | Tx, keys: readonly string[]): Promise<StatusCounts> {
  const counts = noCoupons()
  if (keys.length === 0) return counts
  const { rows } = await sql<{ status: number; count: number }>`
    select status, count(*)::int as count from coupon
    where code_key = ${isOneOf(keys)} group by status`.execute(db)
  for (const name of statusNames) {
    counts[name] = rows.find((row) => row.status === COUPON_STATUSES[name])?.count ?? 0
  }
  return counts
}

const statusNames = Object.keys(COUPON_STATUSES) as CouponStatus[]

export type Move = { from: CouponStatus; to: CouponStatus; at: Date }

/**
 * Moves those of the coupons that still are in `from`; says how many. The database goes through the
 * keys in the order of its index, whatever theirs is, so everybody locks coupons in the same order.
 */
export async function moveCoupons(
  tx: Tx,
  keys: readonly string[],
  { from, to, at }: Move,
): Promise<number> {
  if (keys.length === 0) return 0
  const result = await tx
    .updateTable('coupon')
    .set({ status: COUPON_STATUSES[to], ...(to === 'active' && { activated_at: at }) })
    .where('code_key', '=', isOneOf(keys))
    .where('status', '=', COUPON_STATUSES[from])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Keeps the batch's counts in step: what left each state and came to `to`, relative to what is there. */
export async function addToCounts(
  tx: Tx,
  batchId: number,
  moved: Readonly<Partial<StatusCounts>>,
  to: CouponStatus,
): Promise<void> {
  const total = Object.values(moved).reduce((sum, count) => sum + count, 0)
  const added = (status: CouponStatus) => (to === status ? total : 0) - (moved[status] ?? 0)
  await tx
    .updateTable('batch_count')
    .set((set) => ({
      printed: set('printed', '+', added('printed')),
      activated: set('activated', '+', added('active')),
      deactivated: set('deactivated', '+', added('deactivated')),
      blocked: set('blocked', '+', added('blocked')),
    }))
    .where('batch_id', '=', batchId)
    .execute()
}

export type Change = {
  batchId: number
  plantId: number
  from: number
  to: number
  action: CouponAction
  changed: number
  reason: string | undefined
  staffId: number
  device: string | undefined
  at: Date
}

/** The append-only row of a change; gives its number. */
export async function insertChange(tx: Tx, change: Change): Promise<number> {
  const row = await tx
    .insertInto('coupon_change')
    .values({
      batch_id: change.batchId,
      plant_id: change.plantId,
      from_serial: change.from,
      to_serial: change.to,
      action: change.action,
      changed: change.changed,
      reason: change.reason || null,
      staff_id: change.staffId,
      device: change.device || null,
      at: change.at,
    })
    .returning((returning) => number(returning.ref('change_id')).as('changeId'))
    .executeTakeFirstOrThrow()
  return row.changeId
}

const LOTS_SHOWN = 500

export async function activatableBatches(
  db: Db,
  { plantId, statuses, at }: { plantId: number; statuses: readonly BatchStatus[]; at: Date },
) {
  return db
    .selectFrom('coupon_batch as b')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .select(['b.batch_id as batchId', 'product.name as productName', 'quantity'])
    .select('expires_at as expiresAt')
    .where('plant_id', '=', plantId)
    .where('status', 'in', statuses)
    .where('expires_at', '>', at)
    .orderBy('b.batch_id', 'desc')
    .limit(LOTS_SHOWN)
    .execute()
}

export async function batchToActivate(db: Db, batchId: number) {
  return db
    .selectFrom('coupon_batch')
    .select(['batch_id as batchId', 'plant_id as plantId', 'quantity', 'status'])
    .select('expires_at as expiresAt')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
}
