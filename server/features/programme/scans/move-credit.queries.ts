import { sql } from 'kysely'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Tx } from '../../../db/database.ts'
import { STAFF_SLOT } from '../../../lib/ids.ts'

/** Gives a scanned coupon to another member; false where it is no longer the first one's. */
export async function giveCoupon(
  tx: Tx,
  { codeKey, from, to, points, at }: GivenCoupon,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({ scanned_at: at, scanned_by: to, scanned_points: points })
    .where('code_key', '=', codeKey)
    .where('status', '=', COUPON_STATUSES.scanned)
    .where('scanned_by', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
type GivenCoupon = { codeKey: string; from: number; to: number; points: number; at: Date }

export type NewCredit = {
  scanId: string
  memberId: number
  /** The attempt that becomes a credit: when, where and with what the member scanned. */
  attemptId: string
  points: number
  at: Date
}

/** A credited scan with the circumstances of an earlier attempt; null where its id is taken. */
export async function insertCredit(
  tx: Tx,
  { scanId, memberId, attemptId, points, at }: NewCredit,
): Promise<{ state: number; plantId: number; productId: number } | null> {
  const row = await tx
    .insertInto('scan')
    .columns([
      'member_id',
      'id',
      'code_key',
      'result',
      'points',
      'state',
      'occurred_at',
      'recorded_at',
      'batch_id',
      'serial',
      'plant_id',
      'product_id',
      'retailer_id',
      'lat',
      'lng',
      'device',
    ])
    .expression((from) =>
      from
        .selectFrom('scan as a')
        .innerJoin('coupon as c', 'c.code_key', 'a.code_key')
        .innerJoin('coupon_batch as b', 'b.batch_id', 'c.batch_id')
        .select([
          'a.member_id',
          sql<string>`${scanId}::bigint`.as('id'),
          'a.code_key',
          sql<number>`${SCAN_RESULTS.credited}::smallint`.as('result'),
          sql<number>`${points}::int`.as('points'),
          'a.state',
          'a.occurred_at',
          sql<Date>`${at}::timestamptz`.as('recorded_at'),
          'c.batch_id',
          'c.serial',
          'b.plant_id',
          'b.product_id',
          'a.retailer_id',
          'a.lat',
          'a.lng',
          'a.device',
        ])
        .where('a.member_id', '=', memberId)
        .where('a.id', '=', attemptId),
    )
    .onConflict((conflict) => conflict.columns(['member_id', 'id']).doNothing())
    .returning(['state', 'plant_id as plantId', 'product_id as productId'])
    .executeTakeFirst()
  return row ? { ...row, plantId: row.plantId ?? 0, productId: row.productId ?? 0 } : null
}

/** Counts a credited scan for its day, in the slot of staff. */
export async function countCredit(
  tx: Tx,
  credit: { state: number; plantId: number; productId: number; points: number; at: Date },
): Promise<void> {
  const { state, plantId, productId, points, at } = credit
  await tx
    .insertInto('rollup_day')
    .values({
      slot: STAFF_SLOT,
      day: dayOf(at),
      result: SCAN_RESULTS.credited,
      state,
      plant_id: plantId,
      product_id: productId,
      attempts: '1',
      points: String(points),
    })
    .onConflict((conflict) =>
      conflict.columns(['slot', 'day', 'result', 'state', 'plant_id', 'product_id']).doUpdateSet({
        attempts: sql`rollup_day.attempts + excluded.attempts`,
        points: sql`rollup_day.points + excluded.points`,
      }),
    )
    .execute()
}
