import { stateName } from '../india.ts'
import { STATUS_NAMES } from '../people/masters.ts'
import { plantQuery, type PlantRow } from '../people/plants.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<PlantRow>()

export const plantList = defineList({
  name: 'plants',
  noun: ['plant', 'plants'],
  empty: {
    title: 'No plants yet',
    text: 'Add the first plant with New plant. Batches are requested for a plant, and workers belong to one.',
  },
  query: plantQuery,
  id: ({ plantId }: PlantRow) => String(plantId),
  columns: [
    column.text('code', 'Code', (row) => row.code, {
      sort: { descending: 'code', ascending: 'code' },
    }),
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.text('state', 'State', (row) => stateName(row.state)),
    column.text('city', 'City', (row) => row.city),
    column.text('gstin', 'GSTIN', (row) => row.gstin),
    column.text('lines', 'Lines', (row) => row.lines.join(', ')),
    column.number('workers', 'Workers', (row) => row.workers),
    column.number('batches', 'Batches', (row) => row.batches),
    column.text('status', 'Status', (row) => STATUS_NAMES[row.status]),
    column.text('address', 'Address', (row) => row.address, { optional: true }),
    column.text('pincode', 'PIN code', (row) => row.pincode, { optional: true }),
    column.dayOf('addedAt', 'Added', (row) => row.addedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
