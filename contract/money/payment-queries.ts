import type { z } from 'zod'
import {
  choiceFilter,
  dayFilter,
  approverOf,
  defineQuery,
  lateFilter,
  numberFilter,
} from '../lists/query.ts'
import {
  FAILURE_CLASS_NAMES,
  PAYMENT_KIND_NAMES,
  PROVIDER_NAMES,
  rowStateName,
  type PaymentState,
} from './payment-states.ts'

export const PENDING_STATES = ['ready', 'proposed', 'queued', 'processing', 'unknown'] as const
const COMPLETE_STATES = ['processed', 'reversed'] as const satisfies readonly PaymentState[]
const FAILED_STATES = ['failed', 'reversed', 'declined'] as const satisfies readonly PaymentState[]

const search = { label: 'Number, UTR, mobile or member code', max: 60 }
const statusFilter = <State extends PaymentState | 'ready'>(states: readonly State[]) =>
  choiceFilter(
    'status',
    'Status',
    Object.fromEntries(states.map((state) => [state, rowStateName(state)])) as Record<
      State,
      string
    >,
    { primary: true },
  )
const providerFilter = choiceFilter('provider', 'Sent by', PROVIDER_NAMES, { primary: true })
const kindFilter = choiceFilter('kind', 'To', PAYMENT_KIND_NAMES)
const memberFilter = numberFilter('member', 'Member', { fromLink: true })
const QUEUE_ORDERS = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  largest: 'Largest first',
} as const

export const pendingQuery = defineQuery({
  search,
  filters: [
    statusFilter(PENDING_STATES),
    providerFilter,
    dayFilter('Since'),
    kindFilter,
    memberFilter,
    lateFilter(),
    approverOf,
  ],
  orders: QUEUE_ORDERS,
})
export const pendingPaymentsQuery = pendingQuery.schema
export type PendingPaymentsQuery = z.infer<typeof pendingPaymentsQuery>
export const completeQuery = defineQuery({
  search,
  filters: [
    statusFilter(COMPLETE_STATES),
    providerFilter,
    dayFilter('Paid', { primary: true }),
    kindFilter,
    memberFilter,
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first', largest: 'Largest first' },
})
export const completePaymentsQuery = completeQuery.schema
export type CompletePaymentsQuery = z.infer<typeof completePaymentsQuery>
export const failedQuery = defineQuery({
  search,
  filters: [
    choiceFilter('class', 'What to do', FAILURE_CLASS_NAMES, { primary: true }),
    statusFilter(FAILED_STATES),
    providerFilter,
    dayFilter('Since'),
    kindFilter,
    memberFilter,
    lateFilter(),
  ],
  orders: QUEUE_ORDERS,
})
export const failedPaymentsQuery = failedQuery.schema
export type FailedPaymentsQuery = z.infer<typeof failedPaymentsQuery>
