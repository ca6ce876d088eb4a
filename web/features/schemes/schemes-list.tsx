import { STATES } from '../../../contract/india.ts'
import {
  listSchemes,
  SCHEME_KINDS,
  SCHEME_STATUSES,
  schemeListQuery,
  type SchemeListQuery,
  type SchemeRow,
} from '../../../contract/schemes.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { DECIDER_FILTER } from '../../ui/list/waiting-filters.ts'
import { BudgetLine } from './budget-bar.tsx'
import classes from './schemes-list.module.css'
import { daysInWords, KIND_WORDS, SCHEME_LOOKS, SchemeTag } from './scheme-words.tsx'
import { unbroken, withoutDays } from './sentence.ts'

export const schemeSource: ListSource<SchemeRow, SchemeListQuery> = {
  name: 'schemes',
  schema: schemeListQuery,
  fetchPage: (query, signal) => call(listSchemes, { query, signal }),
  rowId: ({ schemeId }) => String(schemeId),
}

export const SCHEME_COLUMNS: Column<SchemeRow>[] = [
  { key: 'name', header: 'Scheme', width: 190, render: (row) => row.name },
  {
    key: 'status',
    header: 'State',
    width: 92,
    card: 'corner',
    render: ({ status }) => <SchemeTag status={status} />,
  },
  {
    key: 'sentence',
    header: 'The rule',
    width: 222,
    card: 'wide',
    render: ({ sentence }) => (
      <span className={classes.sentence} title={sentence}>
        {unbroken(withoutDays(sentence))}
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    width: 104,
    card: 'none',
    render: ({ kind }) => KIND_WORDS[kind].label,
  },
  {
    key: 'days',
    header: 'Days',
    width: 206,
    sort: { descending: 'ending', ascending: 'ending' },
    render: daysInWords,
  },
  {
    key: 'bonuses',
    header: 'Bonuses',
    width: 82,
    align: 'right',
    render: (row) => formatNumber(row.bonuses),
  },
  {
    key: 'budget',
    header: 'Budget',
    width: 212,
    card: 'wide',
    render: (row) => <BudgetLine money={row} />,
  },
  {
    key: 'priority',
    header: 'Turn',
    width: 64,
    align: 'right',
    optional: true,
    render: (row) => formatNumber(row.priority),
  },
  {
    key: 'stacks',
    header: 'With others',
    width: 100,
    optional: true,
    render: ({ stacks }) => (stacks ? 'Stacks' : 'Alone'),
  },
  {
    key: 'createdBy',
    header: 'Drafted by',
    width: 130,
    optional: true,
    render: (row) => row.createdBy,
  },
]

export const SCHEME_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'ending', label: 'By last day' },
]

/** The filters of the list; products come with the catalogue. */
export const schemeFilters = (products: Choice[] | undefined): Filter[] => [
  {
    kind: 'choices',
    name: 'status',
    label: 'State',
    primary: true,
    choices: SCHEME_STATUSES.map((value) => ({ value, label: SCHEME_LOOKS[value].label })),
  },
  {
    kind: 'choices',
    name: 'kind',
    label: 'Kind',
    primary: true,
    choices: SCHEME_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label })),
  },
  { kind: 'choices', name: 'product', label: 'Gives on product', primary: true, choices: products },
  {
    kind: 'choices',
    name: 'state',
    label: 'Gives in state',
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  DECIDER_FILTER,
]
