import { sql } from 'kysely'
import { number, type Db, type Tx } from '../../db/database.ts'

/** More attempts on one coupon than these are told as a number. */
export const ATTEMPTS_SHOWN = 300

export async function couponByKey(db: Db | Tx, couponKey: string) {
  return db
    .selectFrom('coupon')
    .innerJoin('coupon_batch as b', 'b.batch_id', 'coupon.batch_id')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('plant', 'plant.plant_id', 'b.plant_id')
    .leftJoin('member', 'member.member_id', 'coupon.scanned_by')
    .select([
      'coupon.code_key as couponKey',
      'coupon.status',
      'coupon.batch_id as batchId',
      'coupon.serial',
      'coupon.scanned_at as scannedAt',
      'coupon.scanned_points as scannedPoints',
      'b.plant_id as plantId',
      'b.points',
      'b.expires_at as expiresAt',
      'b.status as batchStatus',
      'product.name as productName',
      'plant.name as plantName',
      'member.member_id as memberId',
      'member.code as memberCode',
      'member.name as memberName',
      'member.mobile as memberMobile',
      'member.state as memberState',
    ])
    .where('coupon.code_key', '=', couponKey)
    .executeTakeFirst()
}
export type CouponFound = NonNullable<Awaited<ReturnType<typeof couponByKey>>>

export async function sizeOfBatch(db: Db, batchId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('coupon_batch')
    .select('quantity')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row?.quantity
}

/** The changes whose run of serials holds this one, in the order they were made. */
export async function changesOver(db: Db, batchId: number, serial: number) {
  return db
    .selectFrom('coupon_change as c')
    .innerJoin('staff', 'staff.staff_id', 'c.staff_id')
    .select([
      'c.at',
      'c.action',
      'c.from_serial as fromSerial',
      'c.to_serial as toSerial',
      'c.reason',
      'c.device',
      'staff.name as by',
    ])
    .where('c.batch_id', '=', batchId)
    .where('c.from_serial', '<=', serial)
    .where('c.to_serial', '>=', serial)
    .orderBy('c.change_id')
    .execute()
}
export type ChangeFound = Awaited<ReturnType<typeof changesOver>>[number]

/** The first attempts on a code, oldest first: one more than are shown, when there are more. */
export async function attemptsOn(db: Db, couponKey: string) {
  return db
    .selectFrom('scan')
    .leftJoin('member', 'member.member_id', 'scan.member_id')
    .leftJoin('staff', 'staff.staff_id', 'scan.reviewed_by')
    .select([
      'scan.id as scanId',
      'scan.member_id as memberId',
      'scan.recorded_at as at',
      'scan.occurred_at as occurredAt',
      'scan.result',
      'scan.flags',
      'scan.device',
      'scan.state',
      'scan.review',
      'scan.reviewed_at as reviewedAt',
      'scan.review_reason as reviewReason',
      'staff.name as reviewedBy',
      'member.name as memberName',
      'member.mobile as memberMobile',
    ])
    .where('scan.code_key', '=', couponKey)
    .orderBy('scan.id')
    .limit(ATTEMPTS_SHOWN + 1)
    .execute()
}
export type AttemptFound = Awaited<ReturnType<typeof attemptsOn>>[number]

/** The points that credited scans moved, in the order of the ledger. */
export async function transfersOf(db: Db, scans: readonly { memberId: number; scanId: string }[]) {
  if (scans.length === 0) return []
  const members = scans.map(({ memberId }) => memberId)
  const refs = scans.map(({ scanId }) => scanId)
  return db
    .selectFrom('transfer as t')
    .leftJoin('scheme', 'scheme.scheme_id', 't.scheme_id')
    .leftJoin('member', 'member.member_id', 't.member_id')
    .select((select) => [
      't.recorded_at as at',
      't.kind',
      number(select.ref('t.points')).as('points'),
      number(select.ref('t.available_after')).as('availableAfter'),
      number(select.ref('t.held_after')).as('heldAfter'),
      'scheme.name as schemeName',
      'member.name as memberName',
    ])
    .where('t.member_id', '=', sql<number>`any(${members}::int[])`)
    .where('t.ref', '=', sql<string>`any(${refs}::bigint[])`)
    .orderBy('t.id')
    .execute()
}
export type TransferFound = Awaited<ReturnType<typeof transfersOf>>[number]
