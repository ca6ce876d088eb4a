import { BATCH_NAMES, batchQuery, type BatchRow } from '../programme/batches.ts'
import { formatNumber } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const COUNT_WORDS = [
  ['active', 'active'],
  ['scanned', 'scanned'],
  ['deactivated', 'deactivated'],
  ['blocked', 'blocked'],
  ['printed', 'not activated'],
] as const

const countWords = ({ counts }: BatchRow): string =>
  COUNT_WORDS.filter(([state]) => counts[state] > 0)
    .map(([state, word]) => `${formatNumber(counts[state])} ${word}`)
    .join(' · ') || 'No coupons yet'

const column = columnsOf<BatchRow>()

export const batchList = defineList({
  name: 'batches',
  noun: ['batch', 'batches'],
  empty: {
    title: 'No batches yet',
    text: 'A batch begins with a request for coupons of one product at one plant. It will stand here with its approval, its print file and its counts.',
  },
  query: batchQuery,
  id: ({ batchId }: BatchRow) => String(batchId),
  columns: [
    column.text('batch', 'Batch', ({ batchId, letters }) => `${batchId} (${letters})`),
    column.text('status', 'Status', (row) => BATCH_NAMES[row.status]),
    column.text('product', 'Product', (row) => row.productName),
    column.text('plant', 'Plant', (row) => row.plantName),
    column.number('quantity', 'Coupons', (row) => row.quantity, {
      sort: { descending: 'largest', ascending: 'largest' },
    }),
    column.number('points', 'Points', (row) => row.points),
    column.text('counts', 'By status', countWords),
    column.text('approvals', 'Approvals', (row) => `${row.approvals} of ${row.approvalsNeeded}`, {
      optional: true,
    }),
    column.day('expiresOn', 'Expires on', (row) => row.expiresOn),
    column.moment('requestedAt', 'Requested', (row) => row.requestedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('requestedBy', 'By', (row) => row.requestedBy, { optional: true }),
  ],
})
