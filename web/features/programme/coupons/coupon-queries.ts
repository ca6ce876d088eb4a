import { queryOptions } from '@tanstack/react-query'
import { findCoupon } from '../../../../contract/programme/coupons.ts'
import { call } from '../../../lib/api.ts'

/** The story of the coupon that a text names; nothing is asked while there is no text. */
export const couponStory = (q: string) =>
  queryOptions({
    queryKey: ['coupons', 'find', q],
    queryFn: ({ signal }) => call(findCoupon, { query: { q }, signal }),
    enabled: q !== '',
    gcTime: 60_000,
  })
