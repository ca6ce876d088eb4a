import { STATES, stateName } from '../../../contract/india.ts'
import {
  listPlants,
  plantListQuery,
  type PlantListQuery,
  type PlantRow,
} from '../../../contract/plants.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { SeenLink } from '../charges/seen-link.tsx'
import { addedColumn, STANDING_FILTER, standingColumn } from '../masters/master-list.tsx'

export const plantSource: ListSource<PlantRow, PlantListQuery> = {
  name: 'plants',
  schema: plantListQuery,
  fetchPage: (query, signal) => call(listPlants, { query, signal }),
  rowId: ({ plantId }) => String(plantId),
}

export const PLANT_COLUMNS: Column<PlantRow>[] = [
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
  { key: 'state', header: 'State', width: 132, render: ({ state }) => stateName(state) },
  { key: 'city', header: 'City', width: 110, render: ({ city }) => city },
  { key: 'gstin', header: 'GSTIN', width: 160, render: ({ gstin }) => gstin },
  { key: 'lines', header: 'Lines', width: 160, render: ({ lines }) => lines.join(', ') },
  {
    key: 'workers',
    header: 'Workers',
    width: 84,
    align: 'right',
    render: ({ plantId, workers }) => (
      <SeenLink to="/dashboard/workerlist" search={{ plant: [plantId] }}>
        {formatNumber(workers)}
      </SeenLink>
    ),
  },
  {
    key: 'batches',
    header: 'Batches',
    width: 84,
    align: 'right',
    render: ({ plantId, batches }) => (
      <SeenLink to="/dashboard/QrTokenHistories" search={{ plant: [plantId] }}>
        {formatNumber(batches)}
      </SeenLink>
    ),
  },
  standingColumn,
  { key: 'address', header: 'Address', width: 180, optional: true, render: (row) => row.address },
  { key: 'pincode', header: 'PIN code', width: 90, optional: true, render: (row) => row.pincode },
  addedColumn,
]

export const PLANT_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    primary: true,
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  STANDING_FILTER,
]
