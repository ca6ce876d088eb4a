import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

/** The last parcel of each of some redemptions. */
export async function lastParcels(db: Db | Tx, redemptionIds: readonly string[]) {
  if (redemptionIds.length === 0) return []
  return db
    .selectFrom('parcel')
    .distinctOn('redemption_id')
    .select([
      'redemption_id as redemptionId',
      'state',
      'courier',
      'tracking_number as trackingNumber',
      'dispatched_at as dispatchedAt',
      'delivered_at as deliveredAt',
      'returned_at as returnedAt',
    ])
    .where('redemption_id', '=', sql<string>`any(${redemptionIds}::bigint[])`)
    .orderBy('redemption_id')
    .orderBy('try', 'desc')
    .execute()
}
