import { SCHEME_STATUS_NAMES, schemeQuery, type SchemeRow } from '../programme/schemes.ts'
import { SCHEME_KIND_NAMES } from '../programme/scheme-terms.ts'
import { formatNumber, formatSpan } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<SchemeRow>()

export const schemeList = defineList({
  name: 'schemes',
  noun: ['scheme', 'schemes'],
  empty: {
    title: 'No schemes yet',
    text: 'A scheme gives members more points for some scans, for some days, within a budget. It begins as a draft, is simulated, and gives once it is activated.',
  },
  query: schemeQuery,
  id: ({ schemeId }: SchemeRow) => String(schemeId),
  columns: [
    column.text('name', 'Scheme', (row) => row.name),
    column.text('status', 'Status', (row) => SCHEME_STATUS_NAMES[row.status]),
    column.text('sentence', 'The rule', (row) => row.sentence),
    column.text('kind', 'Kind', (row) => SCHEME_KIND_NAMES[row.kind]),
    column.text('days', 'Days', formatSpan, {
      sort: { descending: 'ending', ascending: 'ending' },
    }),
    column.number('bonuses', 'Bonuses', (row) => row.bonuses),
    column.text(
      'budget',
      'Budget',
      ({ spent, budget }) => `${formatNumber(spent)} of ${formatNumber(budget)} points spent`,
    ),
    column.number('priority', 'Turn', (row) => row.priority, { optional: true }),
    column.text('stacks', 'With others', (row) => (row.stacks ? 'Stacks' : 'Alone'), {
      optional: true,
    }),
    column.text('createdBy', 'Drafted by', (row) => row.createdBy, { optional: true }),
  ],
})
