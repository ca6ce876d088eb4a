// What other rooms may use of this one.
export {
  type Dispute,
  disputeOf,
  disputePage,
  type Found,
  lockDispute,
  saveDispute,
  type Sought,
  undecidedOf,
} from './disputes.queries.ts'
export {
  addresseeOf,
  type Claimant,
  claimantOf,
  type Coupon,
  couponOf,
  isHeld,
  isReversed,
} from './evidence.queries.ts'
export {
  claimedBy,
  hasDispute,
  recordDispute,
  refuseUndecided,
  refuseWhileDisputed,
} from './record.service.ts'
