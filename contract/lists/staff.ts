import { ROLE_NAMES } from '../roles.ts'
import { accountQuery, staffQuery, type StaffRow } from '../people/staff.ts'
import { columnsOf, defineList } from './define.ts'

const accountStatus = ({ disabledAt, hasPassword }: StaffRow): string => {
  if (disabledAt !== null) return 'Disabled'
  return hasPassword ? 'Active' : 'No password yet'
}

const column = columnsOf<StaffRow>()

export const staffList = defineList({
  name: 'staff',
  noun: ['person', 'people'],
  empty: { title: 'Nobody yet', text: 'Accounts of staff and workers stand here.' },
  query: staffQuery,
  id: ({ staffId }: StaffRow) => String(staffId),
  columns: [
    column.text('name', 'Name', (row) => row.name),
    column.text('role', 'Role', (row) => ROLE_NAMES[row.role]),
    column.text('status', 'Status', accountStatus),
    column.text('email', 'E-mail', (row) => row.email),
    column.text('plant', 'Plant', (row) => row.plantName),
    column.moment('lastSignIn', 'Last sign-in', (row) => row.lastSignInAt),
    column.text('twoFactor', 'Two-factor', (row) => (row.twoFactor ? 'On' : 'Off')),
    column.moment('created', 'Since', (row) => row.createdAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})

/** The accounts of the dashboard: everybody but the workers. */
export const accountList = {
  ...staffList,
  name: 'accounts',
  query: accountQuery,
  noun: ['account', 'accounts'],
  empty: { title: 'No accounts', text: 'Accounts of the dashboard stand here.' },
} satisfies typeof staffList
