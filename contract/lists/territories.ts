import { stateName } from '../india.ts'
import { STATUS_NAMES } from '../people/masters.ts'
import { territoryQuery, type TerritoryRow } from '../people/territories.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<TerritoryRow>()

export const territoryList = defineList({
  name: 'territories',
  noun: ['territory', 'territories'],
  empty: {
    title: 'No territories yet',
    text: 'Add the first territory with New territory. Forms and files of distributors choose from this list; a programme can do without.',
  },
  query: territoryQuery,
  id: ({ territoryId }: TerritoryRow) => String(territoryId),
  columns: [
    column.text('code', 'Code', (row) => row.code, {
      sort: { descending: 'code', ascending: 'code' },
    }),
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.text('states', 'States', (row) => row.states.map(stateName).join(', ')),
    column.text('pinPrefixes', 'PIN codes', (row) => row.pinPrefixes.join(', ')),
    column.number('distributors', 'Distributors', (row) => row.distributors),
    column.text('status', 'Status', (row) => STATUS_NAMES[row.status]),
    column.dayOf('addedAt', 'Added', (row) => row.addedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
