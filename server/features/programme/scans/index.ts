// What other rooms may use of this one.
export { revokeLeases, spentOf } from './budgets.service.ts'
export { EARTH_RADIUS_KM, kilometresBetween } from './distance.ts'
export { scanTracesOf } from './member-traces.service.ts'
export { givenByScan, moveCredit } from './move-credit.service.ts'
export { mayReviewAlone } from './review-limit.service.ts'
export { scansBetween, type Seen } from './scan-feed.service.ts'
export { settleScan } from './scan-review.service.ts'
export { creditOf } from './scans.service.ts'
export {
  bonusPoints,
  fits,
  type SchemeFacts,
  type SchemeSeen,
  withinCap,
} from './scheme-bonus.service.ts'
export { AREAS } from './state-areas.ts'
