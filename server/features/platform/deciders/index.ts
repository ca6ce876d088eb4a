// What other rooms may use of this one.
export {
  adjustmentBy,
  batchBy,
  disputeBy,
  memberChangeBy,
  notificationBy,
  paymentBy,
  pointsFileBy,
  redemptionBy,
  schemeBy,
  tiedTo,
} from './may-decide.ts'
export { type Decider, deciderOf, refuseNoSecond, whyNoSecond } from './second-person.ts'
