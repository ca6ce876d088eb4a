import { completeList, failedList, pendingList } from '../../../../contract/lists/payments.ts'
import { listSource } from '../../../ui/list/define.tsx'
import { formatPaise } from '../../../../contract/money.ts'
import {
  completePayments,
  failedPayments,
  pendingPayments,
  type PaymentRow,
} from '../../../../contract/money/payments.ts'
import {
  completePaymentsQuery,
  failedPaymentsQuery,
  pendingPaymentsQuery,
} from '../../../../contract/money/payment-queries.ts'
import { call } from '../../../lib/api.ts'

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

export const pendingSource = listSource(pendingList, {
  schema: pendingPaymentsQuery,
  fetchPage: (query, signal) => call(pendingPayments, { query, signal }),
  flow: { everyMs: 5_000, find: findEnded },
})

export const completeSource = listSource(completeList, {
  schema: completePaymentsQuery,
  fetchPage: (query, signal) => call(completePayments, { query, signal }),
})

export const failedSource = listSource(failedList, {
  schema: failedPaymentsQuery,
  fetchPage: (query, signal) => call(failedPayments, { query, signal }),
})

export const inRupees = (paise: number | null): string | null =>
  paise === null ? null : formatPaise(paise)
