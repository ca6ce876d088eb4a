import { STATUS_NAMES } from './masters.ts'
import { choiceFilter } from '../lists/query.ts'

/** What every list of a master has: active or deactivated, and its orders. */
export const statusFilter = choiceFilter('status', 'Status', STATUS_NAMES, {
  primary: true,
})
export const NAME_ORDERS = {
  name: 'By name',
  newest: 'Newest first',
  oldest: 'Oldest first',
} as const
export const CODE_ORDERS = { ...NAME_ORDERS, code: 'By code' } as const
