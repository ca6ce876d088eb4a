import { type Charge, CHARGE_NAMES, chargeQuery } from '../programme/charges.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<Charge>()

export const chargeList = defineList({
  name: 'charges',
  noun: ['charge', 'charges'],
  empty: {
    title: 'No charges yet',
    text: 'When a credited scan names its retailer and a rule fits it, the charge stands here.',
  },
  query: chargeQuery,
  id: ({ retailerId, scanId }: Charge) => `${retailerId}-${scanId}`,
  columns: [
    column.text('retailer', 'Retailer', (row) => row.retailerName),
    column.text('state', 'Status', (row) => CHARGE_NAMES[row.state]),
    column.money('charge', 'Charge', (row) => row.paise),
    column.text('rule', 'Rule', (row) => `Rule ${row.ruleId}`),
    column.text('member', 'Scanned by', (row) => row.memberName),
    column.text('product', 'Product', (row) => row.productName),
    column.number('points', 'Points', (row) => row.points),
    column.moment('recordedAt', 'Scan', (row) => row.recordedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.moment('dueAt', 'Due since', (row) => row.dueAt, { optional: true }),
    column.text('retailerCode', 'Retailer code', (row) => row.retailerCode, { optional: true }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
    column.text('scan', 'Scan id', (row) => row.scanId, { optional: true }),
  ],
})
