import { COUPON_STATUSES, type CouponStatus } from '../../../../contract/programme/coupons.ts'
import type { Context } from '../../../context.ts'
import { isWithoutCoupons } from '../batches/index.ts'
import { couponsByKeys, keysOfDigests, type CouponRow } from './coupon-facts.queries.ts'
import { nameOf } from './story-moments.ts'

export type CouponFacts = Omit<CouponRow, 'status' | 'changedAt' | 'reversedAt'> & {
  status: CouponStatus
  expired: boolean
  /** When it came to be as it is: activated, scanned, changed by hand or its scan reversed. */
  changedAt: Date | null
}

/** What is known of the coupons with these keys; those that are not there are left out. */
export async function couponFacts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  couponKeys: readonly string[],
): Promise<CouponFacts[]> {
  if (couponKeys.length === 0) return []
  const rows = await couponsByKeys(db, couponKeys)
  return rows
    .filter(({ batchStatus }) => !isWithoutCoupons(batchStatus))
    .map(({ reversedAt, ...row }) => ({
      ...row,
      status: nameOf(COUPON_STATUSES, row.status),
      expired: row.status !== COUPON_STATUSES.scanned && row.expiresAt <= now(),
      changedAt: latest([row.activatedAt, row.scannedAt, row.changedAt, reversedAt]),
    }))
}

function latest(moments: readonly (Date | null)[]): Date | null {
  return moments.reduce(
    (last, at) => (at !== null && (last === null || at > last) ? at : last),
    null,
  )
}

const DIGEST = /^[0-9a-f]{24}$/

/** The coupons whose codes have these digests, whatever batch they are of. */
export async function couponsOfDigests(
  context: Pick<Context, 'db' | 'now'>,
  digests: readonly string[],
): Promise<CouponFacts[]> {
  const whole = digests.filter((digest) => DIGEST.test(digest))
  if (whole.length === 0) return []
  return couponFacts(context, await keysOfDigests(context.db, whole))
}

/** The part of a coupon's key that comes from its code: 24 hexadecimal digits. */
export const digestOfKey = (couponKey: string): string => couponKey.replaceAll('-', '').slice(8)
