import { queryOptions } from '@tanstack/react-query'
import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import { couponMeltag, findMeltag } from '../../../../contract/programme/meltag.ts'
import { call } from '../../../lib/api.ts'

/** What both databases say of what a text names; nothing is asked while there is no text. */
export const meltagFound = (q: string) =>
  queryOptions({
    queryKey: ['meltag', 'find', q],
    queryFn: ({ signal }) => call(findMeltag, { query: { q }, signal }),
    enabled: q !== '',
    gcTime: 60_000,
  })

/** What the vendor says of a coupon of ours; asked again when our coupon comes to another state. */
export const meltagOfCoupon = (couponKey: string, status: CouponStatus) =>
  queryOptions({
    queryKey: ['meltag', 'coupon', couponKey, status],
    queryFn: ({ signal }) => call(couponMeltag, { params: { couponKey }, signal }),
    gcTime: 60_000,
  })
