import { parseRole, ROLE_NAMES } from '../roles.ts'
import { accessOf, accessWhat } from '../access-words.ts'
import {
  ACCESS_NAMES,
  ACCESS_SUBJECT_NAMES,
  accessQuery,
  type AccessRow,
} from '../platform/data-access.ts'
import { columnsOf, defineList } from './define.ts'

const roleOf = ({ role }: { role: string | null }): string | null => {
  const known = parseRole(role)
  return known ? ROLE_NAMES[known] : role
}

const column = columnsOf<AccessRow>()

export const accessList = defineList({
  name: 'data-access',
  noun: ['entry', 'entries'],
  empty: {
    title: 'Nothing yet',
    text: 'Values that staff reveal, files they take and members they open stand here.',
  },
  query: accessQuery,
  id: ({ accessId }: AccessRow) => accessId,
  columns: [
    column.moment('at', 'When', (row) => row.at, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('by', 'Who', (row) => row.by),
    column.text('role', 'As', roleOf),
    column.text('kind', 'Did', (row) => ACCESS_NAMES[row.kind]),
    column.text('what', 'What', accessWhat),
    column.text('subject', 'Of', accessOf),
    column.text('thing', 'Thing', (row) => ACCESS_SUBJECT_NAMES[row.subject], { optional: true }),
    column.text('reason', 'Why', (row) => row.reason),
    column.text('address', 'From', (row) => row.fromAddress),
    column.moment('firstAt', 'First that day', (row) => row.firstAt, { optional: true }),
  ],
})
