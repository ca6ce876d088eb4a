import {
  type Account,
  ACCOUNT_NAMES,
  TRANSFER_NAMES,
  transferQuery,
  type TransferRow,
} from '../ledger/points.ts'
import { columnsOf, defineList } from './define.ts'

const isOwn = (account: Account): boolean => account === 'available' || account === 'held'

const signedPoints = ({ points, debit, credit }: TransferRow): number =>
  isOwn(debit) && !isOwn(credit) ? -points : points

const column = columnsOf<TransferRow>()

export const transferList = defineList({
  name: 'transfers',
  noun: ['movement', 'movements'],
  empty: {
    title: 'No points have moved yet',
    text: 'Each credit, bonus, hold, release and reversal will stand here. It begins with the first scan that is credited.',
  },
  query: transferQuery,
  id: ({ memberId, transferId }: TransferRow) => `${memberId}-${transferId}`,
  columns: [
    column.moment('recordedAt', 'When', (row) => row.recordedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('kind', 'Kind', (row) => TRANSFER_NAMES[row.kind]),
    column.text('member', 'Member', (row) => row.memberName),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
    column.number('points', 'Points', signedPoints),
    column.text(
      'movement',
      'From → to',
      ({ debit, credit }) => `${ACCOUNT_NAMES[debit]} → ${ACCOUNT_NAMES[credit]}`,
    ),
    column.number('availableAfter', 'Available after', (row) => row.availableAfter),
    column.number('heldAfter', 'Held after', (row) => row.heldAfter),
    column.text('ref', 'Reference', (row) => row.ref),
    column.text('scheme', 'Scheme', (row) => row.schemeName, { optional: true }),
  ],
})
