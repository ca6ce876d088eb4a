import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

/** A coupon by its key, as far as a dispute is about it. */
export async function couponOf(db: Db | Tx, codeKey: string) {
  return db
    .selectFrom('coupon as c')
    .innerJoin('coupon_batch as b', 'b.batch_id', 'c.batch_id')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('plant', 'plant.plant_id', 'b.plant_id')
    .select([
      'c.code_key as codeKey',
      'c.status',
      'c.batch_id as batchId',
      'c.serial',
      'c.scanned_by as memberId',
      'c.scanned_at as scannedAt',
      'c.activated_at as activatedAt',
      'b.points',
      'b.sent_to_state as sentToState',
      'product.name as productName',
      'plant.name as plantName',
    ])
    .where('c.code_key', '=', codeKey)
    .executeTakeFirst()
}
export type Coupon = NonNullable<Awaited<ReturnType<typeof couponOf>>>

/** An attempt of a member, as far as they can claim a coupon by it. */
export async function attemptOf(db: Db | Tx, memberId: number, scanId: string) {
  return db
    .selectFrom('scan as s')
    .leftJoin('dispute as d', (join) =>
      join
        .onRef('d.first_member_id', '=', 's.member_id')
        .onRef('d.first_scan_id', '=', 's.id')
        .on('d.state', '=', 'moved'),
    )
    .select(['s.code_key as codeKey', 's.result', 's.review', 'd.enquiry_id as lostBy'])
    .where('s.member_id', '=', memberId)
    .where('s.id', '=', scanId)
    .executeTakeFirst()
}
export type Attempt = NonNullable<Awaited<ReturnType<typeof attemptOf>>>

/** A claimant with their scan and what is known of them. Of an erased one the places are gone. */
export async function claimantOf(db: Db | Tx, memberId: number, scanId: string) {
  return db
    .selectFrom('scan as s')
    .innerJoin('member as m', 'm.member_id', 's.member_id')
    .leftJoin('member as r', 'r.member_id', 's.retailer_id')
    .leftJoin('member_account as a', 'a.member_id', 's.member_id')
    .select((select) => [
      'm.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
      'm.kind as memberKind',
      'm.city',
      'm.state',
      'm.joined_at as joinedAt',
      'm.blocked_reason as blockedReason',
      'm.left_at as leftAt',
      'm.erased_at as erasedAt',
      's.id as scanId',
      's.occurred_at as occurredAt',
      's.recorded_at as recordedAt',
      's.lat',
      's.lng',
      's.state as scanState',
      's.device',
      's.flags',
      's.review',
      'r.name as retailer',
      number(select.fn.coalesce('a.available', select.lit(0))).as('available'),
      number(
        select
          .selectFrom('scan as t')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('t.member_id', '=', 's.member_id')
          .where('t.result', '=', SCAN_RESULTS.credited),
      ).as('credited'),
      number(
        select
          .selectFrom('dispute as d')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('d.first_member_id', '=', 's.member_id')
          .where('d.state', '=', 'moved'),
      ).as('lostDisputes'),
    ])
    .where('s.member_id', '=', memberId)
    .where('s.id', '=', scanId)
    .executeTakeFirstOrThrow()
}
export type Claimant = Awaited<ReturnType<typeof claimantOf>>

const reversed = REVIEWS.indexOf('reversed')
const waiting = REVIEWS.indexOf('waiting')
export const isReversed = ({ review }: Pick<Claimant, 'review'>) => review === reversed
export const isHeld = ({ review }: Pick<Claimant, 'review'>) => review === waiting

/** Whom to tell what, in which language; nobody whose data was erased. */
export async function addresseeOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member')
    .select(['mobile', 'language'])
    .where('member_id', '=', memberId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}
