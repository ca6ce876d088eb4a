import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getBatch, type BatchDetail } from '../../../../contract/programme/batches.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { batchSource } from './batches-list.tsx'

const GENERATING_MS = 1000

const isGenerating = (batch: BatchDetail | undefined): boolean =>
  batch?.status === 'approved' && batch.failure === null

/** One batch; looked at every second while its coupons are being made. */
export const batchOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: async ({ signal, client }) => {
      const batch = await call(getBatch, { params: { batchId: Number(id) }, signal })
      replaceRow(client, batchSource, batch)
      return batch
    },
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isGenerating(state.data) ? GENERATING_MS : false),
  })

/** Puts what a step made of a batch wherever the batch is shown. */
export function keepBatch(client: QueryClient, batch: BatchDetail): void {
  client.setQueryData(batchOptions(String(batch.batchId)).queryKey, batch)
  replaceRow(client, batchSource, batch)
}
