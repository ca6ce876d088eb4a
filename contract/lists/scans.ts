import { stateName } from '../india.ts'
import { flagsInWords } from '../programme/flag-words.ts'
import { REVIEW_NAMES, SCAN_RESULT_NAMES, scanQuery, type ScanRow } from '../programme/scans.ts'
import { formatMoment } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const flagWords = ({ review, flags }: ScanRow): string | null =>
  review && [REVIEW_NAMES[review], flagsInWords(flags)].filter(Boolean).join(' ')

const firstWords = ({ first }: ScanRow): string | null =>
  first && `${first.memberName} (${first.memberCode}), ${formatMoment(first.at)}`

const column = columnsOf<ScanRow>()

export const scanList = defineList({
  name: 'scans',
  noun: ['scan', 'scans'],
  empty: {
    title: 'No scans yet',
    text: 'Every attempt of a member to scan a coupon will stand here. It begins when the coupons of a batch are activated and the first pack is opened.',
  },
  query: scanQuery,
  id: ({ memberId, scanId }: ScanRow) => `${memberId}-${scanId}`,
  columns: [
    column.moment('recordedAt', 'When', (row) => row.recordedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('result', 'Result', (row) => SCAN_RESULT_NAMES[row.result]),
    column.number('points', 'Points', (row) => row.points),
    column.text('member', 'Member', (row) => row.memberName),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
    column.text('first', 'Scanned first by', firstWords),
    column.text('product', 'Product', (row) => row.productName),
    column.text('plant', 'Plant', (row) => row.plantName),
    column.text('place', 'Place', (row) => stateName(row.state)),
    column.text('device', 'Device', (row) => row.device),
    column.text('flags', 'Review and flags', flagWords),
    column.number('batch', 'Batch', (row) => row.batchId, { optional: true }),
    column.number('serial', 'Serial', (row) => row.serial, { optional: true }),
  ],
})
