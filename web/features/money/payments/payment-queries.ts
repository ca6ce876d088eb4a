import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { paymentAlerts } from '../../../../contract/money/payment-alerts.ts'
import {
  getPayment,
  paymentProviders,
  type PaymentRow,
  type PaymentStory,
} from '../../../../contract/money/payments.ts'
import { bankFiles } from '../../../../contract/money/bank-files.ts'
import { call } from '../../../lib/api.ts'

export const PENDING = 'payments-pending'
export const COMPLETE = 'payments-complete'
export const FAILED = 'payments-failed'

const MOVING: ReadonlySet<string> = new Set<PaymentRow['state']>([
  'queued',
  'processing',
  'unknown',
])
const WATCH_MS = 4_000
const STATUS_MS = 10_000

/**
 * The redemption of a row. Its id in the address names the payment as well, because one redemption may have
 * several; its story is the same.
 */
export const redemptionOf = (rowId: string | undefined): string | undefined =>
  rowId?.split('-')[0] || undefined

/** The money of one redemption; looked at again and again while it moves. */
export const storyOptions = (redemptionId: string | undefined) =>
  queryOptions({
    queryKey: ['payment-story', redemptionId],
    queryFn: ({ signal }) =>
      call(getPayment, { params: { redemptionId: redemptionId ?? '' }, signal }),
    enabled: redemptionId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      MOVING.has(data?.attempts[0]?.state ?? '') ? WATCH_MS : false,
  })

export const providersOptions = () =>
  queryOptions({
    queryKey: ['payment-providers'],
    queryFn: ({ signal }) => call(paymentProviders, { signal }),
    staleTime: STATUS_MS / 2,
    refetchInterval: STATUS_MS,
  })

/** Findings that wait for a person; with `all` those that were settled as well. */
export const alertsOptions = (all = false) =>
  queryOptions({
    queryKey: ['payment-alerts', all],
    queryFn: ({ signal }) =>
      call(paymentAlerts, { query: { open: all ? 'no' : 'yes', count: 'yes' }, signal }),
    refetchInterval: STATUS_MS,
  })

export const bankFilesOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: ['bank-files'],
    queryFn: ({ signal }) => call(bankFiles, { query: { count: 'yes' }, signal }),
    enabled,
  })

/** Everything that shows money is read again: what was done has consequences in all of it. */
export function refreshPayments(client: QueryClient): Promise<unknown> {
  const keys = [
    PENDING,
    COMPLETE,
    FAILED,
    'payment-story',
    'payment-providers',
    'payment-alerts',
    'bank-files',
    'redemptions',
    'member',
  ]
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Puts the story that an act answered with in its place, and has the rest read again. */
export function keepStory(client: QueryClient, story: PaymentStory): void {
  client.setQueryData(storyOptions(story.redemptionId).queryKey, story)
  void refreshPayments(client)
}
