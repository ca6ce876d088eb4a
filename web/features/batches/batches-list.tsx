import {
  BATCH_STATUSES,
  batchListQuery,
  listBatches,
  type BatchListQuery,
  type BatchRow,
} from '../../../contract/batches.ts'
import { call } from '../../lib/api.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { DECIDER_FILTER, LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { Moment } from '../../ui/moment.tsx'
import { BATCH_LOOKS, BatchTag } from './batch-status.tsx'
import { CountsLine } from './counts-bar.tsx'

export const batchSource: ListSource<BatchRow, BatchListQuery> = {
  name: 'batches',
  schema: batchListQuery,
  fetchPage: (query, signal) => call(listBatches, { query, signal }),
  rowId: ({ batchId }) => String(batchId),
}

/** "1 of 2", while approvals are still being given. */
export function approvalsInWords({ approvals, approvalsNeeded }: BatchRow): string {
  return `${approvals} of ${approvalsNeeded}`
}

export const BATCH_COLUMNS: Column<BatchRow>[] = [
  {
    key: 'batch',
    header: 'Batch',
    width: 96,
    render: ({ batchId, letters }) => `${batchId} (${letters})`,
  },
  {
    key: 'status',
    header: 'Status',
    width: 116,
    card: 'corner',
    render: ({ status }) => <BatchTag status={status} />,
  },
  { key: 'product', header: 'Product', width: 188, render: (row) => row.productName },
  { key: 'plant', header: 'Plant', width: 96, render: (row) => row.plantName },
  {
    key: 'quantity',
    header: 'Coupons',
    width: 98,
    align: 'right',
    sort: { descending: 'largest', ascending: 'largest' },
    render: (row) => formatNumber(row.quantity),
  },
  {
    key: 'points',
    header: 'Points',
    width: 62,
    align: 'right',
    render: (row) => formatNumber(row.points),
  },
  {
    key: 'counts',
    header: 'By state',
    width: 198,
    card: 'wide',
    render: ({ counts, quantity }) => <CountsLine counts={counts} total={quantity} />,
  },
  {
    key: 'approvals',
    header: 'Approvals',
    width: 92,
    render: approvalsInWords,
    optional: true,
  },
  { key: 'expiresOn', header: 'Expires on', width: 104, render: (row) => formatDay(row.expiresOn) },
  {
    key: 'requestedAt',
    header: 'Requested',
    width: 148,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.requestedAt} />,
  },
  {
    key: 'requestedBy',
    header: 'By',
    width: 130,
    optional: true,
    render: (row) => row.requestedBy,
  },
]

export const BATCH_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
]

/** The filters of the list; plants and products come with the catalogue. */
export function batchFilters(catalogue: { plants?: Choice[]; products?: Choice[] }): Filter[] {
  const statuses = BATCH_STATUSES.map((value) => ({ value, label: BATCH_LOOKS[value].label }))
  const primary = true
  return [
    { kind: 'choices', name: 'status', label: 'Status', primary, choices: statuses },
    { kind: 'choices', name: 'plant', label: 'Plant', primary, choices: catalogue.plants },
    { kind: 'choices', name: 'product', label: 'Product', primary, choices: catalogue.products },
    { kind: 'days', from: 'from', to: 'to', label: 'Requested', primary },
    LATE_FILTER,
    DECIDER_FILTER,
  ]
}
