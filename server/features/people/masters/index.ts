// What other rooms may use of this one.
export { byCode, hasStatus, holds, nameKeyOf, ordersOf } from './master-list.ts'
export {
  audit,
  type By,
  deleteMaster,
  type Master,
  refuseFields,
  savingUnique,
  setStatus,
  statusOf,
} from './masters.service.ts'
