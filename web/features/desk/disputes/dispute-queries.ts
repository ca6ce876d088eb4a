import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getDispute, listDisputes, type DisputeDetail } from '../../../../contract/desk/disputes.ts'
import { call } from '../../../lib/api.ts'

const WATCH_MS = 10_000

/** A dispute, looked at again while it is open: somebody else may propose or decide meanwhile. */
export const disputeOptions = (enquiryId: string) =>
  queryOptions({
    queryKey: ['dispute', enquiryId],
    queryFn: ({ signal }) => call(getDispute, { params: { enquiryId }, signal }),
    refetchInterval: WATCH_MS,
  })

const UNDECIDED = { status: ['open', 'proposed'] } as const

/** How many disputes nobody has decided. */
export const undecidedOptions = () =>
  queryOptions({
    queryKey: ['disputes-undecided'],
    queryFn: async ({ signal }) => {
      const query = {
        status: [...UNDECIDED.status],
        sort: 'oldest',
        limit: 1,
        count: 'yes',
      } as const
      return (await call(listDisputes, { query, signal })).count
    },
    staleTime: WATCH_MS / 2,
    refetchInterval: WATCH_MS,
  })

/** Puts what an act made of a dispute wherever it is shown; its enquiry and the coupon tell of it. */
export function keepDispute(client: QueryClient, dispute: DisputeDetail): void {
  const { enquiryId } = dispute
  client.setQueryData(disputeOptions(enquiryId).queryKey, dispute)
  for (const queryKey of [
    ['enquiry', enquiryId],
    ['enquiries'],
    ['enquiry-counts'],
    ['disputes'],
    undecidedOptions().queryKey,
    ['coupons', 'find'],
  ]) {
    void client.invalidateQueries({ queryKey })
  }
}
