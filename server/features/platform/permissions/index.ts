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
} from './may-approve.ts'
export { type Approver, approverOf, refuseNoSecond, whyNoSecond } from './second-person.ts'
