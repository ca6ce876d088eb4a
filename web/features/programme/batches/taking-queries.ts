import { queryOptions } from '@tanstack/react-query'
import { listTakings, waitingTakings } from '../../../../contract/programme/print-takings.ts'
import { call } from '../../../lib/api.ts'

/** Who took which codes of a batch, and what is asked for again. */
export const takingsOptions = (batchId: number) =>
  queryOptions({
    queryKey: ['batches', 'takings', batchId],
    queryFn: ({ signal }) => call(listTakings, { params: { batchId }, signal }),
  })

/** What waits for a second person, of all batches. */
export const waitingTakingsOptions = () =>
  queryOptions({
    queryKey: ['batches', 'print-requests'],
    queryFn: ({ signal }) => call(waitingTakings, { signal }),
  })
