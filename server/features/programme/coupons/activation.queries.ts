import { sql } from 'kysely'
import type { BatchStatus } from '../../../../contract/programme/batches.ts'
import {
  COUPON_STATUSES,
  type CouponAction,
  type CouponStatus,
} from '../../../../contract/programme/coupons.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

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

/** Where the coupons with these keys lie; a key that is no coupon's is left out. */
export async function placesOf(db: Db | Tx, keys: readonly string[]) {
  if (keys.length === 0) return []
  return db
    .selectFrom('coupon')
    .select(['code_key as key', 'batch_id as batchId', 'serial'])
    .where('code_key', '=', isOneOf(keys))
    .execute()
}

/** The coupons, locked in the order of their keys, as everybody locks them: they stay as they are told. */
export async function lockCoupons(tx: Tx, keys: readonly string[]) {
  if (keys.length === 0) return []
  return tx
    .selectFrom('coupon')
    .select(['code_key as key', 'batch_id as batchId', 'serial', 'status'])
    .select('activated_at as activatedAt')
    .where('code_key', '=', isOneOf(keys))
    .orderBy('code_key')
    .forUpdate()
    .execute()
}

/** Sets the state of coupons that are locked, and when they were activated, where they were. */
export async function setLocked(
  tx: Tx,
  keys: readonly string[],
  { to, activatedAt }: { to: CouponStatus; activatedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('coupon')
    .set({ status: COUPON_STATUSES[to], ...(activatedAt && { activated_at: activatedAt }) })
    .where('code_key', '=', isOneOf(keys))
    .execute()
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
  /** When it was done, where that is not the moment it is recorded. */
  occurredAt?: Date
}

const rowOf = (change: Change) => ({
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
  occurred_at: change.occurredAt ?? change.at,
})

/** The append-only row of a change; gives its number. */
export async function insertChange(tx: Tx, change: Change): Promise<number> {
  const row = await tx
    .insertInto('coupon_change')
    .values(rowOf(change))
    .returning((returning) => number(returning.ref('change_id')).as('changeId'))
    .executeTakeFirstOrThrow()
  return row.changeId
}

/** The rows of several changes, numbered in their order; gives their numbers. */
export async function insertChanges(tx: Tx, changes: readonly Change[]): Promise<number[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ changeId: number }>`
    select nextval(pg_get_serial_sequence('coupon_change', 'change_id'))::float8 as "changeId"
    from generate_series(1, ${changes.length}::int)`.execute(tx)
  const ids = rows.map(({ changeId }) => changeId)
  const values = changes.map((change, index) => ({
    change_id: String(ids[index]),
    ...rowOf(change),
  }))
  await tx.insertInto('coupon_change').values(values).execute()
  return ids
}

const LOTS_SHOWN = 500

export async function activatableBatches(
  db: Db,
  { plantId, statuses, at }: { plantId: number; statuses: readonly BatchStatus[]; at: Date },
) {
  return db
    .selectFrom('coupon_batch as b')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('batch_count as c', 'c.batch_id', 'b.batch_id')
    .select(['b.batch_id as batchId', 'product.name as productName', 'quantity'])
    .select(['b.carton_size as cartonSize', 'c.printed', 'c.deactivated'])
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
