import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { batchList } from '../../../../contract/lists/batches.ts'
import {
  batchListQuery,
  listBatches,
  type BatchRow,
} from '../../../../contract/programme/batches.ts'
import { call } from '../../../lib/api.ts'
import { BatchTag } from './batch-status.tsx'
import { CountsLine } from './counts-bar.tsx'

export const batchSource = listSource(batchList, {
  schema: batchListQuery,
  fetchPage: (query, signal) => call(listBatches, { query, signal }),
})

/** "1 of 2", while approvals are still being given. */
export function approvalsInWords({ approvals, approvalsNeeded }: BatchRow): string {
  return `${approvals} of ${approvalsNeeded}`
}

export const BATCH_COLUMNS = columnsFor(batchList, {
  batch: 96,
  status: { width: 116, card: 'corner', render: ({ status }) => <BatchTag status={status} /> },
  product: 188,
  plant: 96,
  quantity: 98,
  points: 62,
  counts: {
    width: 198,
    card: 'wide',
    render: ({ counts, quantity }) => <CountsLine counts={counts} total={quantity} />,
  },
  approvals: 92,
  requestedBy: 130,
})
