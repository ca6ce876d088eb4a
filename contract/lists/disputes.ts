import { DISPUTE_NAMES, disputeQuery, type DisputeRow, OUTCOME_NAMES } from '../desk/disputes.ts'
import { formatNumber } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<DisputeRow>()

export const disputeList = defineList({
  name: 'disputes',
  noun: ['dispute', 'disputes'],
  empty: {
    title: 'No disputes yet',
    text: 'When a member asks about a coupon that somebody else scanned first, both scans stand here side by side. You can open one from the Coupon Finder, too.',
  },
  query: disputeQuery,
  id: ({ enquiryId }: DisputeRow) => enquiryId,
  columns: [
    column.text('number', 'Enquiry', (row) => row.number),
    column.text(
      'coupon',
      'Coupon',
      ({ batchId, serial }) => `Batch ${batchId} no. ${formatNumber(serial)}`,
    ),
    column.number('points', 'Points', (row) => row.points),
    column.text('first', 'Scanned first', (row) => row.firstName),
    column.text('claimant', 'Claimed by', (row) => row.claimantName),
    column.text('state', 'Status', (row) => DISPUTE_NAMES[row.state]),
    column.text('outcome', 'Proposal', ({ outcome, proposedBy }) =>
      outcome ? `${OUTCOME_NAMES[outcome]}, by ${proposedBy ?? ''}` : 'None yet',
    ),
    column.moment('openedAt', 'Opened', (row) => row.openedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.moment('proposedAt', 'Proposed', (row) => row.proposedAt, { optional: true }),
  ],
})
