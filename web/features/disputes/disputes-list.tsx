import {
  DISPUTE_STATES,
  disputeListQuery,
  listDisputes,
  type DisputeListQuery,
  type DisputeRow,
} from '../../../contract/disputes.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { DECIDER_FILTER, LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { Moment } from '../../ui/moment.tsx'
import { DISPUTE_LOOKS, DisputeTag, OUTCOME_NAMES } from './dispute-words.tsx'

export const disputeSource: ListSource<DisputeRow, DisputeListQuery> = {
  name: 'disputes',
  schema: disputeListQuery,
  fetchPage: (query, signal) => call(listDisputes, { query, signal }),
  rowId: ({ enquiryId }) => enquiryId,
  queue: true,
}

export const DISPUTE_COLUMNS: Column<DisputeRow>[] = [
  { key: 'number', header: 'Enquiry', width: 96, render: (row) => row.number },
  {
    key: 'coupon',
    header: 'Coupon',
    width: 150,
    render: (row) => `Batch ${row.batchId} no. ${formatNumber(row.serial)}`,
  },
  {
    key: 'points',
    header: 'Points',
    width: 72,
    align: 'right',
    render: (row) => formatNumber(row.points),
  },
  { key: 'first', header: 'Scanned first', width: 150, render: (row) => row.firstName },
  { key: 'claimant', header: 'Claimed by', width: 150, render: (row) => row.claimantName },
  {
    key: 'state',
    header: 'Status',
    width: 116,
    card: 'corner',
    render: (row) => <DisputeTag state={row.state} />,
  },
  {
    key: 'outcome',
    header: 'Proposal',
    width: 220,
    card: 'wide',
    render: (row) =>
      row.outcome ? `${OUTCOME_NAMES[row.outcome]}, by ${row.proposedBy ?? ''}` : 'None yet',
  },
  {
    key: 'openedAt',
    header: 'Opened',
    width: 158,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.openedAt} />,
  },
  {
    key: 'proposedAt',
    header: 'Proposed',
    width: 158,
    optional: true,
    render: (row) => (row.proposedAt ? <Moment at={row.proposedAt} /> : 'Not yet'),
  },
]

export const DISPUTE_ORDERS = [
  { value: 'oldest', label: 'Waiting longest first' },
  { value: 'newest', label: 'Newest first' },
]

export const DISPUTE_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'status',
    label: 'Status',
    primary: true,
    choices: DISPUTE_STATES.map((value) => ({ value, label: DISPUTE_LOOKS[value].label })),
  },
  LATE_FILTER,
  DECIDER_FILTER,
]
