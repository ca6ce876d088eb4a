import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { plantList } from '../../../../contract/lists/plants.ts'
import { listPlants, plantListQuery } from '../../../../contract/people/plants.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { statusCell } from '../masters/master-list.tsx'

export const plantSource = listSource(plantList, {
  schema: plantListQuery,
  fetchPage: (query, signal) => call(listPlants, { query, signal }),
})

export const PLANT_COLUMNS = columnsFor(plantList, {
  code: 92,
  name: { width: 170, card: 'wide' },

  city: 110,
  gstin: 160,
  lines: 160,
  workers: {
    width: 84,
    render: ({ plantId, workers }) => (
      <PageLink to="/dashboard/workerlist" search={{ plant: [plantId] }}>
        {formatNumber(workers)}
      </PageLink>
    ),
  },
  batches: {
    width: 84,
    render: ({ plantId, batches }) => (
      <PageLink to="/dashboard/QrTokenHistories" search={{ plant: [plantId] }}>
        {formatNumber(batches)}
      </PageLink>
    ),
  },
  address: 180,
  pincode: 90,
  status: statusCell,
  addedAt: 106,
})
