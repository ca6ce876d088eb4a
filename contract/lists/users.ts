import { stateName } from '../india.ts'
import { MEMBER_STATUS_NAMES, userQuery, type UserRow } from '../desk/users.ts'
import { KYC_STATE_NAMES } from '../people/kyc-states.ts'
import { formatWord } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<UserRow>()

export const userList = defineList({
  name: 'users',
  noun: ['member', 'members'],
  empty: {
    title: 'No members yet',
    text: 'Members join with the app, or are enrolled here one by one or by file. Each will stand here with points and KYC.',
  },
  query: userQuery,
  id: ({ memberId }: UserRow) => String(memberId),
  columns: [
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.mobile('mobile', 'Mobile', (row) => row.mobile),
    column.text('code', 'Member code', (row) => row.code),
    column.text('kind', 'Type', (row) => formatWord(row.kind)),
    column.text('place', 'Place', ({ city, state }) =>
      [city, stateName(state)].filter(Boolean).join(', '),
    ),
    column.text('status', 'Status', (row) => MEMBER_STATUS_NAMES[row.status]),
    column.text('kyc', 'KYC', (row) => KYC_STATE_NAMES[row.kyc]),
    column.number('available', 'Available', (row) => row.available, {
      sort: { descending: 'points', ascending: 'points' },
    }),
    column.number('held', 'Held', (row) => row.held),
    column.moment('lastScanAt', 'Last scan', (row) => row.lastScanAt, { optional: true }),
    column.text('distributor', 'Distributor', (row) => row.distributorName, { optional: true }),
    column.dayOf('joinedAt', 'Joined', (row) => row.joinedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
