import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getRedemption,
  redemptionRules,
  type RedemptionDetail,
} from '../../../../contract/money/redemptions.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { redemptionSource } from './redemptions-list.tsx'

/** One redemption; its checklist is made again whenever it is looked at. */
export const redemptionOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['redemptions', 'one', id],
    queryFn: ({ signal }) => call(getRedemption, { params: { redemptionId: id ?? '' }, signal }),
    enabled: id !== undefined,
    staleTime: 0,
  })

export const rulesOptions = () =>
  queryOptions({
    queryKey: ['redemption-rules'],
    queryFn: ({ signal }) => call(redemptionRules, { signal }),
    staleTime: 300_000,
  })

/** Puts what a decision made of a redemption wherever it is shown. */
export function keepRedemption(client: QueryClient, redemption: RedemptionDetail): void {
  client.setQueryData(redemptionOptions(redemption.redemptionId).queryKey, redemption)
  replaceRow(client, redemptionSource, redemption)
}
