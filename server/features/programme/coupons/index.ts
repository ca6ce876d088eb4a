// What other rooms may use of this one.
export {
  couponFacts,
  type CouponFacts,
  couponsOfDigests,
  digestOfKey,
} from './coupon-facts.service.ts'
export {
  type Change,
  countCoupons,
  lockCoupons,
  type LockedCoupon,
  moveLocked,
  placesOfCoupons,
  recordChanges,
} from './coupon-moves.service.ts'
export { type CouponNamed, keyOfNamed, readCouponName } from './coupon-search.service.ts'
