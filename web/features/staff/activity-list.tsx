import { ROLE_NAMES, parseRole } from '../../../contract/roles.ts'
import {
  activityListQuery,
  listActivity,
  type ActivityListQuery,
  type ActivityRow,
} from '../../../contract/staff.ts'
import { plainWords } from '../../../contract/trail.ts'
import { call } from '../../lib/api.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'

export const activitySource: ListSource<ActivityRow, ActivityListQuery> = {
  name: 'activity',
  schema: activityListQuery,
  fetchPage: (query, signal) => call(listActivity, { query, signal }),
  rowId: ({ seq }) => seq,
}

export const ACTIVITY_COLUMNS: Column<ActivityRow>[] = [
  {
    key: 'at',
    header: 'When',
    width: 150,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ at }) => <Moment at={at} />,
  },
  { key: 'by', header: 'Who', width: 160, render: ({ by }) => by ?? 'The system' },
  {
    key: 'role',
    header: 'As',
    width: 110,
    render: ({ role }) => {
      const known = parseRole(role)
      return known ? ROLE_NAMES[known] : role
    },
  },
  { key: 'action', header: 'Did', width: 200, render: ({ action }) => plainWords(action) },
  {
    key: 'subject',
    header: 'To',
    width: 276,
    render: ({ subject, subjectId }) => `${plainWords(subject)} ${subjectId}`,
  },
  { key: 'reason', header: 'Why', width: 220, card: 'wide', render: ({ reason }) => reason },
  {
    key: 'seq',
    header: 'Number',
    width: 90,
    align: 'right',
    optional: true,
    render: ({ seq }) => seq,
  },
  {
    key: 'request',
    header: 'Request',
    width: 280,
    optional: true,
    render: ({ requestId }) => requestId,
  },
]

export const ACTIVITY_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

type Words = {
  subjects: readonly string[]
  actions: readonly string[]
  people: readonly { staffId: number; name: string }[]
}

/** The filters of the trail choose from what it holds. */
export function activityFilters(words: Words | undefined): Filter[] {
  const choicesOf = (values: readonly string[] | undefined): Choice[] | undefined =>
    values?.map((value) => ({ value, label: plainWords(value) }))
  const people = words?.people.map(({ staffId, name }) => ({ value: staffId, label: name }))
  const primary = true
  return [
    { kind: 'choices', name: 'staff', label: 'Person', primary, one: true, choices: people },
    { kind: 'choices', name: 'action', label: 'Act', primary, choices: choicesOf(words?.actions) },
    { kind: 'choices', name: 'subject', label: 'Thing', choices: choicesOf(words?.subjects) },
    { kind: 'days', from: 'from', to: 'to', label: 'Day', primary },
  ]
}
