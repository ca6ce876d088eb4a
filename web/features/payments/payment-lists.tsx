import {
  FAILURE_CLASSES,
  FAILURE_CLASS_NAMES,
  PROVIDERS,
  PROVIDER_NAMES,
} from '../../../contract/payment-states.ts'
import { formatPaise } from '../../../contract/money.ts'
import {
  completePayments,
  completePaymentsQuery,
  failedPayments,
  failedPaymentsQuery,
  pendingPayments,
  pendingPaymentsQuery,
  PENDING_STATES,
  type CompletePaymentsQuery,
  type FailedPaymentsQuery,
  type PaymentRow,
  type PendingPaymentsQuery,
} from '../../../contract/payments.ts'
import { call } from '../../lib/api.ts'
import type { Filter, ListSource } from '../../ui/list/types.ts'
import { DECIDER_FILTER, LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { COMPLETE, FAILED, PENDING, rowIdOf } from './payment-queries.ts'
import { PAYMENT_KIND_NAMES, rowStateName } from '../../../contract/payment-words.ts'
import type { RowState } from './payment-words.tsx'

/** Ended ones that are looked through for those that left the queue. */
const ENDED_ROWS = 100

/** What became of payments that wait no more. */
async function findEnded(
  left: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PaymentRow>> {
  const query = { sort: 'newest', limit: ENDED_ROWS } as const
  const [complete, failed] = await Promise.all([
    call(completePayments, { query, signal }),
    call(failedPayments, { query, signal }),
  ])
  const ended = [...complete.items, ...failed.items]
  const found = new Map<string, PaymentRow>()
  for (const row of left) {
    const now = ended.find(({ redemptionId, paymentId }) =>
      row.paymentId === null ? redemptionId === row.redemptionId : paymentId === row.paymentId,
    )
    if (now) found.set(row.redemptionId, now)
  }
  return found
}

export const pendingSource: ListSource<PaymentRow, PendingPaymentsQuery> = {
  name: PENDING,
  schema: pendingPaymentsQuery,
  fetchPage: (query, signal) => call(pendingPayments, { query, signal }),
  // One row of a redemption at most, which stays the same one when its payment begins.
  rowId: ({ redemptionId }) => redemptionId,
  flow: { everyMs: 5_000, find: findEnded },
}

export const completeSource: ListSource<PaymentRow, CompletePaymentsQuery> = {
  name: COMPLETE,
  schema: completePaymentsQuery,
  fetchPage: (query, signal) => call(completePayments, { query, signal }),
  rowId: rowIdOf,
}

export const failedSource: ListSource<PaymentRow, FailedPaymentsQuery> = {
  name: FAILED,
  schema: failedPaymentsQuery,
  fetchPage: (query, signal) => call(failedPayments, { query, signal }),
  rowId: rowIdOf,
}

const OLDEST = { value: 'oldest', label: 'Oldest first' }
const NEWEST = { value: 'newest', label: 'Newest first' }
const LARGEST = { value: 'largest', label: 'Largest first' }
export const QUEUE_ORDERS = [OLDEST, NEWEST, LARGEST]
export const COMPLETE_ORDERS = [NEWEST, OLDEST, LARGEST]

export const SEARCH_LABEL = 'Number, UTR, mobile or member code'

const statusFilter = (states: readonly RowState[]): Filter => ({
  kind: 'choices',
  name: 'status',
  label: 'Status',
  primary: true,
  choices: states.map((value) => ({ value, label: rowStateName(value) })),
})

const PROVIDER_FILTER: Filter = {
  kind: 'choices',
  name: 'provider',
  label: 'Sent by',
  primary: true,
  choices: PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] })),
}

const COMMON_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'kind',
    label: 'To',
    choices: (['bank', 'upi'] as const).map((value) => ({
      value,
      label: PAYMENT_KIND_NAMES[value],
    })),
  },
  { kind: 'number', name: 'member', label: 'Member', fromLink: true },
]

export const PENDING_FILTERS: Filter[] = [
  statusFilter(PENDING_STATES),
  PROVIDER_FILTER,
  { kind: 'days', from: 'from', to: 'to', label: 'Since' },
  ...COMMON_FILTERS,
  LATE_FILTER,
  DECIDER_FILTER,
]

export const COMPLETE_FILTERS: Filter[] = [
  statusFilter(['processed', 'reversed']),
  PROVIDER_FILTER,
  { kind: 'days', from: 'from', to: 'to', label: 'Paid', primary: true },
  ...COMMON_FILTERS,
]

export const FAILED_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'class',
    label: 'What to do',
    primary: true,
    choices: FAILURE_CLASSES.map((value) => ({ value, label: FAILURE_CLASS_NAMES[value] })),
  },
  statusFilter(['failed', 'reversed', 'declined']),
  PROVIDER_FILTER,
  { kind: 'days', from: 'from', to: 'to', label: 'Since' },
  ...COMMON_FILTERS,
  LATE_FILTER,
]

export const inRupees = (paise: number | null): string | null =>
  paise === null ? null : formatPaise(paise)
