import { chargeRate } from '../programme/charge-words.ts'
import {
  type ChargeRule,
  chargeRuleQuery,
  RETAILER_TIER_NAMES,
  RULE_NAMES,
} from '../programme/charges.ts'
import { formatSpan } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<ChargeRule>()

export const chargeRuleList = defineList({
  name: 'charge-rules',
  noun: ['rule', 'rules'],
  empty: {
    title: 'No rules yet',
    text: 'A rule says which retailers earn how much for which products, and on which days. Until there is one, nobody earns a handling charge.',
  },
  query: chargeRuleQuery,
  id: ({ ruleId }: ChargeRule) => String(ruleId),
  columns: [
    column.text('rule', 'Rule', (row) => `Rule ${row.ruleId}`),
    column.text('status', 'Status', (row) => RULE_NAMES[row.status]),
    column.text('amount', 'Pays', chargeRate),
    column.text('groups', 'For', (row) => row.productGroups.join(', ') || 'Every product'),
    column.text(
      'tiers',
      'To retailers of',
      ({ tiers }) => tiers.map((tier) => RETAILER_TIER_NAMES[tier]).join(', ') || 'Every tier',
    ),
    column.text('days', 'Days', formatSpan, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.number('charges', 'Charges', (row) => row.charges),
    column.money('paid', 'Paid', (row) => row.paidPaise),
    column.day('lastPaidOn', 'Last paid', (row) => row.lastPaidOn),
    column.text('note', 'Note', (row) => row.note, { optional: true }),
    column.text('createdBy', 'Made by', (row) => row.createdBy, { optional: true }),
  ],
})
