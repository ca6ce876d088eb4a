// What other rooms may use of this one.
export { byCode, hasStanding, holds, nameKeyOf, ordersOf } from './master-list.ts'
export {
  audit,
  type By,
  deleteMaster,
  type Master,
  refuseFields,
  savingUnique,
  setStanding,
  standingOf,
} from './masters.service.ts'
