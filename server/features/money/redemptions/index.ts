// What other rooms may use of this one.
export { stopsOf } from './approval-rules.ts'
export { type Checked, checkRedemptions } from './checklist.service.ts'
export { countOpenPayments } from './paid.service.ts'
export { OPEN_STATES, statusLine } from './redemption-machine.ts'
export {
  approversOf,
  lockedRedemption,
  type LockedRedemption,
  move,
  movePoints,
  noteEvent,
} from './redemption-move.service.ts'
