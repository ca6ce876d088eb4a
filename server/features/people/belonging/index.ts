// What other rooms may use of this one.
export {
  findTargets,
  presentBelongings,
  refuseKind,
  setBelongings,
  type Setting,
  type Target,
  targetOf,
} from './belonging.service.ts'
export { fillDistributorDays, lastCountedDay } from './distributor-days.service.ts'
export { type Codes, type Found, wrongTarget } from './targets.ts'
