import { parseRole, ROLE_NAMES } from '../roles.ts'
import { activityQuery, type ActivityRow } from '../people/staff.ts'
import { plainWords } from '../trail.ts'
import { columnsOf, defineList } from './define.ts'

const roleOf = ({ role }: { role: string | null }): string | null => {
  const known = parseRole(role)
  return known ? ROLE_NAMES[known] : role
}

const column = columnsOf<ActivityRow>()

export const activityList = defineList({
  name: 'activity',
  noun: ['entry', 'entries'],
  empty: { title: 'Nothing yet', text: 'What staff change stands here.' },
  query: activityQuery,
  id: ({ seq }: ActivityRow) => seq,
  columns: [
    column.moment('at', 'When', (row) => row.at, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('by', 'Who', (row) => row.by ?? 'The system'),
    column.text('role', 'As', roleOf),
    column.text('action', 'Did', (row) => plainWords(row.action)),
    column.text('subject', 'To', (row) => `${plainWords(row.subject)} ${row.subjectId}`),
    column.text('reason', 'Why', (row) => row.reason),
    column.text('seq', 'Number', (row) => row.seq, { optional: true }),
    column.text('request', 'Request', (row) => row.requestId, { optional: true }),
  ],
})
