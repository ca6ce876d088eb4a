import {
  OUTCOME_NAMES,
  disputeListQuery,
  listDisputes,
} from '../../../../contract/desk/disputes.ts'
import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { disputeList } from '../../../../contract/lists/disputes.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { DisputeTag } from './dispute-words.tsx'

export const disputeSource = listSource(disputeList, {
  schema: disputeListQuery,
  fetchPage: (query, signal) => call(listDisputes, { query, signal }),
  queue: true,
})

export const DISPUTE_COLUMNS = columnsFor(disputeList, {
  number: 96,
  coupon: { width: 150, render: (row) => `Batch ${row.batchId} no. ${formatNumber(row.serial)}` },
  points: 72,
  first: 150,
  claimant: 150,
  state: { width: 116, card: 'corner', render: (row) => <DisputeTag state={row.state} /> },
  outcome: {
    width: 220,
    card: 'wide',
    render: (row) =>
      row.outcome ? `${OUTCOME_NAMES[row.outcome]}, by ${row.proposedBy ?? ''}` : 'None yet',
  },
  openedAt: 158,
  proposedAt: {
    width: 158,
    render: (row) => (row.proposedAt ? <Moment at={row.proposedAt} /> : 'Not yet'),
  },
})
