import type { CouponAction } from '../../../../contract/programme/coupons.ts'
import type { Db } from '../../../db/database.ts'
import type { Run } from './runs.ts'

export async function lotById(db: Db, batchId: number) {
  return db
    .selectFrom('coupon_batch as b')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('plant', 'plant.plant_id', 'b.plant_id')
    .select([
      'b.batch_id as batchId',
      'b.plant_id as plantId',
      'b.quantity',
      'b.carton_size as cartonSize',
      'b.status',
      'b.expires_at as expiresAt',
      'product.name as productName',
      'plant.name as plantName',
    ])
    .where('b.batch_id', '=', batchId)
    .executeTakeFirst()
}
export type LotFound = NonNullable<Awaited<ReturnType<typeof lotById>>>

/** The state of a pack; of the scan only when it was. */
export async function packByKey(db: Db, key: string) {
  return db
    .selectFrom('coupon')
    .select(['status', 'scanned_at as scannedAt'])
    .where('code_key', '=', key)
    .executeTakeFirst()
}

/** The newest changes that touch a run of serials, newest first. */
export async function changesOver(db: Db, batchId: number, run: Run, limit: number) {
  return db
    .selectFrom('coupon_change as c')
    .innerJoin('staff', 'staff.staff_id', 'c.staff_id')
    .select([
      'c.at',
      'c.occurred_at as occurredAt',
      'c.action',
      'staff.name as by',
      'c.reason',
      'c.device',
      'c.from_serial as fromSerial',
      'c.to_serial as toSerial',
    ])
    .where('c.batch_id', '=', batchId)
    .where('c.from_serial', '<=', run.to)
    .where('c.to_serial', '>=', run.from)
    .orderBy('c.change_id', 'desc')
    .limit(limit)
    .execute()
}
export type ChangeSeen = Omit<Awaited<ReturnType<typeof changesOver>>[number], 'action'> & {
  action: CouponAction
}

/** When the coupons of a batch were made. */
export async function generatedAt(db: Db, batchId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('batch_event')
    .select('at')
    .where('batch_id', '=', batchId)
    .where('action', '=', 'generate')
    .orderBy('event_id', 'desc')
    .executeTakeFirst()
  return row?.at
}
