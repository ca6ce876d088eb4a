// What other rooms may use of this one.
export { insertErasure } from './adjustments.queries.ts'
export { countRedemptions } from './user-detail.queries.ts'
export { userDetailOf } from './users.service.ts'
