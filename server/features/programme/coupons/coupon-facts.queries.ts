import { sql } from 'kysely'
import { REVIEWS } from '../../../../contract/programme/scans.ts'
import type { Db } from '../../../db/database.ts'

/** What is known of coupons for a comparison, with the moments of what changed them last. */
export async function couponsByKeys(db: Db, couponKeys: readonly string[]) {
  return db
    .selectFrom('coupon as c')
    .innerJoin('coupon_batch as b', 'b.batch_id', 'c.batch_id')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('plant', 'plant.plant_id', 'b.plant_id')
    .select([
      'c.code_key as couponKey',
      'c.batch_id as batchId',
      'c.serial',
      'c.status',
      'c.activated_at as activatedAt',
      'c.scanned_at as scannedAt',
      'b.expires_at as expiresAt',
      'b.status as batchStatus',
      'product.name as productName',
      'product.code as productCode',
      'plant.name as plantName',
      'plant.code as plantCode',
    ])
    .select((select) => [
      select
        .selectFrom('batch_event as e')
        .select(({ fn }) => fn.max('e.at').as('at'))
        .whereRef('e.batch_id', '=', 'c.batch_id')
        .where('e.action', '=', 'generate')
        .as('madeAt'),
      select
        .selectFrom('coupon_change as h')
        .select(({ fn }) => fn.max('h.at').as('at'))
        .whereRef('h.batch_id', '=', 'c.batch_id')
        .whereRef('h.from_serial', '<=', 'c.serial')
        .whereRef('h.to_serial', '>=', 'c.serial')
        .as('changedAt'),
      select
        .selectFrom('scan')
        .select(({ fn }) => fn.max('scan.reviewed_at').as('at'))
        .whereRef('scan.code_key', '=', 'c.code_key')
        .where('scan.review', '=', REVIEWS.indexOf('reversed'))
        .as('reversedAt'),
    ])
    .where('c.code_key', 'in', [...couponKeys])
    .execute()
}
export type CouponRow = Awaited<ReturnType<typeof couponsByKeys>>[number]

/** So many batches, the newest, are tried: an index look-up each. */
const BATCHES_TRIED = 20_000

/** The keys of stored coupons of any batch whose codes have these digests: 24 hexadecimal digits each. */
export async function keysOfDigests(db: Db, digests: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select c.code_key as key
    from (select batch_id from coupon_batch order by batch_id desc limit ${BATCHES_TRIED}) as b
    cross join unnest(${[...digests]}::text[]) as d (digest)
    join coupon c on c.code_key = (lpad(to_hex(b.batch_id), 8, '0') || d.digest)::uuid`.execute(db)
  return rows.map(({ key }) => key)
}
