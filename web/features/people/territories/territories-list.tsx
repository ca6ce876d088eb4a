import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { territoryList } from '../../../../contract/lists/territories.ts'
import { listTerritories, territoryListQuery } from '../../../../contract/people/territories.ts'
import { call } from '../../../lib/api.ts'
import { statusCell } from '../masters/master-list.tsx'

export const territorySource = listSource(territoryList, {
  schema: territoryListQuery,
  fetchPage: (query, signal) => call(listTerritories, { query, signal }),
})

export const TERRITORY_COLUMNS = columnsFor(territoryList, {
  code: 92,
  name: { width: 170, card: 'wide' },
  states: { width: 260, card: 'wide' },
  pinPrefixes: 140,
  distributors: 104,
  status: statusCell,
  addedAt: 106,
})
