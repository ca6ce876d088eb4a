import { distributorQuery, type DistributorRow } from '../people/distributors.ts'
import { stateName } from '../india.ts'
import { STATUS_NAMES } from '../people/masters.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<DistributorRow>()

export const distributorList = defineList({
  name: 'distributors',
  noun: ['distributor', 'distributors'],
  empty: {
    title: 'No distributors yet',
    text: 'Distributors are added one by one or by file. Each will stand here with its territory, its contact and its members.',
  },
  query: distributorQuery,
  id: ({ distributorId }: DistributorRow) => String(distributorId),
  columns: [
    column.text('code', 'Code', (row) => row.code, {
      sort: { descending: 'code', ascending: 'code' },
    }),
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.text('state', 'State', (row) => stateName(row.state)),
    column.text('city', 'City', (row) => row.city),
    column.text('territory', 'Territory', (row) => row.territory),
    column.text('contactName', 'Contact', (row) => row.contactName, { optional: true }),
    column.mobile('mobile', 'Mobile', (row) => row.mobile),
    column.text('gstin', 'GSTIN', (row) => row.gstin),
    column.number('members', 'Members', (row) => row.members, {
      fileHeader: 'Members, counted to 10,001',
    }),
    column.text('status', 'Status', (row) => STATUS_NAMES[row.status]),
    column.text('pan', 'PAN', (row) => row.pan, { optional: true }),
    column.dayOf('addedAt', 'Added', (row) => row.addedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
