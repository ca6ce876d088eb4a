import { chargeRate } from '../charge-words.ts'
import { type ChargeRule, chargeRuleQuery, RULE_NAMES } from '../charges.ts'
import { formatDay, formatWord } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

type Days = { fromDay: string; toDay: string | null }

const daysWords = ({ fromDay, toDay }: Days): string => {
  if (toDay === null) return `From ${formatDay(fromDay)}`
  return fromDay === toDay ? formatDay(fromDay) : `${formatDay(fromDay)} – ${formatDay(toDay)}`
}

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
    column.text('status', 'State', (row) => RULE_NAMES[row.status]),
    column.text('amount', 'Pays', chargeRate),
    column.text('groups', 'For', (row) => row.productGroups.join(', ') || 'Every product'),
    column.text(
      'tiers',
      'To retailers of',
      ({ tiers }) => tiers.map(formatWord).join(', ') || 'Every tier',
    ),
    column.text('days', 'Days', daysWords, { sort: { descending: 'newest', ascending: 'oldest' } }),
    column.number('charges', 'Charges', (row) => row.charges),
    column.money('paid', 'Paid', (row) => row.paidPaise),
    column.day('lastPaidOn', 'Last paid', (row) => row.lastPaidOn),
    column.text('note', 'Note', (row) => row.note, { optional: true }),
    column.text('createdBy', 'Made by', (row) => row.createdBy, { optional: true }),
  ],
})
