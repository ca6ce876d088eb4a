import { SHIFT_LABELS, SHIFTS } from '../../../contract/shifts.ts'
import {
  listWorkers,
  WORKER_STANDINGS,
  workerListQuery,
  type WorkerListQuery,
  type WorkerRow,
} from '../../../contract/workers.ts'
import { call } from '../../lib/api.ts'
import { formatDay, formatDayOf, formatMobile, formatNumber } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { LastSignIn, STANDING_LOOKS, StandingTag } from './worker-words.tsx'

export const workerSource: ListSource<WorkerRow, WorkerListQuery> = {
  name: 'workers',
  schema: workerListQuery,
  fetchPage: (query, signal) => call(listWorkers, { query, signal }),
  rowId: ({ staffId }) => String(staffId),
}

export const WORKER_COLUMNS: Column<WorkerRow>[] = [
  {
    key: 'employeeCode',
    header: 'Employee code',
    width: 128,
    render: ({ employeeCode }) => employeeCode,
  },
  {
    key: 'name',
    header: 'Name',
    width: 150,
    sort: { descending: 'name', ascending: 'name' },
    render: ({ name }) => name,
  },
  { key: 'plant', header: 'Plant', width: 128, render: ({ plantName }) => plantName },
  { key: 'shift', header: 'Shift', width: 78, render: ({ shift }) => SHIFT_LABELS[shift] },
  {
    key: 'lastActivityAt',
    header: 'Last activity',
    width: 152,
    sort: { descending: 'activity', ascending: 'activity' },
    render: ({ lastActivityAt }) => (lastActivityAt ? <Moment at={lastActivityAt} /> : 'Never'),
  },
  {
    key: 'activated',
    header: 'Activated',
    width: 84,
    align: 'right',
    render: ({ activated }) => formatNumber(activated),
  },
  {
    key: 'deactivated',
    header: 'Deactivated',
    width: 92,
    align: 'right',
    render: ({ deactivated }) => formatNumber(deactivated),
  },
  {
    key: 'standing',
    header: 'Standing',
    width: 118,
    card: 'corner',
    render: ({ standing }) => <StandingTag standing={standing} />,
  },
  {
    key: 'lastSignInAt',
    header: 'Last sign-in',
    width: 152,
    render: (worker) => <LastSignIn worker={worker} />,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 138,
    optional: true,
    render: ({ mobile }) => mobile && formatMobile(mobile),
  },
  {
    key: 'email',
    header: 'E-mail',
    width: 190,
    card: 'wide',
    optional: true,
    render: ({ email }) => email,
  },
  {
    key: 'joinedOn',
    header: 'Joined on',
    width: 106,
    optional: true,
    render: ({ joinedOn }) => joinedOn && formatDay(joinedOn),
  },
  {
    key: 'addedAt',
    header: 'Added',
    width: 106,
    optional: true,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ addedAt }) => formatDayOf(addedAt),
  },
]

export const WORKER_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: 'activity', label: 'Last active first' },
]

/** The filters of the list; plants come with the catalogue. */
export function workerFilters(plants: readonly Choice[] | undefined): Filter[] {
  const primary = true
  return [
    { kind: 'choices', name: 'plant', label: 'Plant', primary, choices: plants },
    {
      kind: 'choices',
      name: 'shift',
      label: 'Shift',
      primary,
      choices: SHIFTS.map((value) => ({ value, label: SHIFT_LABELS[value] })),
    },
    {
      kind: 'choices',
      name: 'standing',
      label: 'Standing',
      primary,
      choices: WORKER_STANDINGS.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
    },
    {
      kind: 'choices',
      name: 'idle',
      label: 'Idle',
      primary,
      one: true,
      choices: [
        { value: 'never', label: 'Never active' },
        { value: '7', label: 'For 7 days' },
        { value: '30', label: 'For 30 days' },
      ],
    },
  ]
}
