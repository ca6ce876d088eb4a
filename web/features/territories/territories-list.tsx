import { STATES, stateName } from '../../../contract/india.ts'
import {
  listTerritories,
  territoryListQuery,
  type TerritoryListQuery,
  type TerritoryRow,
} from '../../../contract/territories.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { addedColumn, STANDING_FILTER, standingColumn } from '../masters/master-list.tsx'

export const territorySource: ListSource<TerritoryRow, TerritoryListQuery> = {
  name: 'territories',
  schema: territoryListQuery,
  fetchPage: (query, signal) => call(listTerritories, { query, signal }),
  rowId: ({ territoryId }) => String(territoryId),
}

export const TERRITORY_COLUMNS: Column<TerritoryRow>[] = [
  {
    key: 'code',
    header: 'Code',
    width: 92,
    sort: { descending: 'code', ascending: 'code' },
    render: ({ code }) => code,
  },
  {
    key: 'name',
    header: 'Name',
    width: 170,
    card: 'wide',
    sort: { descending: 'name', ascending: 'name' },
    render: ({ name }) => name,
  },
  {
    key: 'states',
    header: 'States',
    width: 260,
    card: 'wide',
    render: ({ states }) => states.map(stateName).join(', '),
  },
  {
    key: 'pinPrefixes',
    header: 'PIN codes',
    width: 140,
    render: ({ pinPrefixes }) => pinPrefixes.join(', '),
  },
  {
    key: 'distributors',
    header: 'Distributors',
    width: 104,
    align: 'right',
    render: ({ distributors }) => formatNumber(distributors),
  },
  standingColumn,
  addedColumn,
]

export const TERRITORY_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    primary: true,
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  STANDING_FILTER,
]
