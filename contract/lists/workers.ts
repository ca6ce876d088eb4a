import { SHIFT_LABELS } from '../people/shifts.ts'
import { workerQuery, type WorkerRow } from '../people/workers.ts'
import { STATUS_NAMES } from '../people/masters.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<WorkerRow>()

export const workerList = defineList({
  name: 'workers',
  noun: ['worker', 'workers'],
  empty: {
    title: 'No workers yet',
    text: 'Workers are onboarded one by one or by file. Each will stand here with plant, shift and what was activated.',
  },
  query: workerQuery,
  id: ({ staffId }: WorkerRow) => String(staffId),
  columns: [
    column.text('employeeCode', 'Employee code', (row) => row.employeeCode),
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.text('plant', 'Plant', (row) => row.plantName),
    column.text('shift', 'Shift', (row) => SHIFT_LABELS[row.shift]),
    column.moment('lastActivityAt', 'Last activity', (row) => row.lastActivityAt, {
      sort: { descending: 'activity', ascending: 'activity' },
    }),
    column.number('activated', 'Activated', (row) => row.activated),
    column.number('deactivated', 'Deactivated', (row) => row.deactivated),
    column.text('status', 'Status', (row) => STATUS_NAMES[row.status]),
    column.moment('lastSignInAt', 'Last sign-in', (row) => row.lastSignInAt),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
    column.text('email', 'E-mail', (row) => row.email, { optional: true }),
    column.day('joinedOn', 'Joined on', (row) => row.joinedOn, { optional: true }),
    column.dayOf('addedAt', 'Added', (row) => row.addedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
