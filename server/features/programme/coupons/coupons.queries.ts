import { sql } from 'kysely'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import { belongsTo } from '../../ledger/points/index.ts'

export async function couponByKey(db: Db | Tx, couponKey: string) {
  return db
    .selectFrom('coupon')
    .modifyFront(keepPlan('coupon'))
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

const attempts = (db: Db) =>
  db
    .selectFrom('scan')
    .leftJoin('member', 'member.member_id', 'scan.member_id')
    .leftJoin('staff', 'staff.staff_id', 'scan.reviewed_by')
    // The dispute that took a credit away, and the one that gave it: planned each by itself, because
    // ten joins in one take ten times as long to plan as to make.
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('dispute as d')
          .innerJoin('enquiry as e', 'e.enquiry_id', 'd.enquiry_id')
          .innerJoin('member as m', 'm.member_id', 'd.claimant_id')
          .select(['e.number as in', 'm.name as to'])
          .whereRef('d.first_member_id', '=', 'scan.member_id')
          .whereRef('d.first_scan_id', '=', 'scan.id')
          .where('d.state', '=', sql.lit('moved'))
          .limit(sql.lit(1))
          .as('lost'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('dispute as d')
          .innerJoin('enquiry as e', 'e.enquiry_id', 'd.enquiry_id')
          .leftJoin('staff as s', 's.staff_id', 'd.decided_by')
          .select(['e.number as in', 's.name as by'])
          .whereRef('d.claimant_id', '=', 'scan.member_id')
          .whereRef('d.moved_scan_id', '=', 'scan.id')
          .limit(sql.lit(1))
          .as('won'),
      (join) => join.onTrue(),
    )
    .select([
      'lost.in as lostIn',
      'lost.to as lostTo',
      'won.in as wonIn',
      'won.by as wonBy',
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
export type AttemptFound = Awaited<ReturnType<ReturnType<typeof attempts>['execute']>>[number]

// Said in the statement itself, as the indexes of these attempts have it: a kept plan knows no values.
const CREDITED = sql.lit(SCAN_RESULTS.credited)
const REVERSED = sql.lit(REVIEWS.indexOf('reversed'))

/** The attempts that were credited and reversed, in the order they were made. */
export async function reversedOn(db: Db, couponKey: string): Promise<AttemptFound[]> {
  return attempts(db)
    .modifyFront(keepPlan('reversed credits'))
    .where('scan.code_key', '=', couponKey)
    .where('scan.review', '=', REVERSED)
    .orderBy('scan.id')
    .execute()
}

/** One attempt, by its scan: the one whose credit stands. */
export async function creditOfScan(
  db: Db,
  { memberId, scanId }: { memberId: number; scanId: string },
): Promise<AttemptFound[]> {
  return attempts(db)
    .modifyFront(keepPlan('credit of a scan'))
    .where('scan.member_id', '=', memberId)
    .where('scan.id', '=', scanId)
    .execute()
}

/** The first or the last refused attempts on a code, in the order they were made. */
export async function refusedOn(
  db: Db,
  couponKey: string,
  { end, limit }: { end: 'first' | 'last'; limit: number },
): Promise<AttemptFound[]> {
  const found = await attempts(db)
    .modifyFront(keepPlan(`${end} refused`))
    .where('scan.code_key', '=', couponKey)
    .where('scan.result', '<>', CREDITED)
    .orderBy('scan.id', end === 'first' ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return end === 'first' ? found : found.toReversed()
}

/** How many attempts on a code were refused, to 10,001. */
export async function countRefused(db: Db, couponKey: string): Promise<number> {
  const refused = db
    .selectFrom('scan')
    .select(sql`1`.as('one'))
    .where('code_key', '=', couponKey)
    .where('result', '<>', CREDITED)
    .limit(COUNT_LIMIT + 1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${refused}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The points that a credited scan moved, in the order of the ledger. */
export async function transfersOf(
  db: Db,
  { memberId, scanId }: { memberId: number; scanId: string },
) {
  return db
    .selectFrom('transfer as t')
    .modifyFront(keepPlan('transfers of a scan'))
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
    .where(belongsTo('t', { memberId, ref: scanId }))
    .orderBy('t.id')
    .execute()
}
export type TransferFound = Awaited<ReturnType<typeof transfersOf>>[number]
