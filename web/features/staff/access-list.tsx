import {
  ACCESS_NAMES,
  ACCESS_SUBJECT_NAMES,
  accessOf,
  accessWhat,
} from '../../../contract/access-words.ts'
import {
  ACCESS_KINDS,
  ACCESS_SUBJECTS,
  accessListQuery,
  listDataAccess,
  type AccessListQuery,
  type AccessRow,
} from '../../../contract/data-access.ts'
import { ROLE_NAMES } from '../../../contract/roles.ts'
import { call } from '../../lib/api.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'

export const accessSource: ListSource<AccessRow, AccessListQuery> = {
  name: 'data-access',
  schema: accessListQuery,
  fetchPage: (query, signal) => call(listDataAccess, { query, signal }),
  rowId: ({ accessId }) => accessId,
}

const PAGE_OF: Record<string, string> = {
  member: '/dashboard/users',
  distributor: '/dashboard/distributor-onboard',
}

export const ACCESS_COLUMNS: Column<AccessRow>[] = [
  {
    key: 'at',
    header: 'When',
    width: 140,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ at }) => <Moment at={at} />,
  },
  { key: 'by', header: 'Who', width: 150, render: ({ by }) => by },
  { key: 'role', header: 'As', width: 110, render: ({ role }) => ROLE_NAMES[role] },
  { key: 'kind', header: 'Did', width: 100, render: ({ kind }) => ACCESS_NAMES[kind] },
  { key: 'what', header: 'What', width: 120, render: accessWhat },
  {
    key: 'subject',
    header: 'Of',
    width: 220,
    render: (row) => {
      const page = PAGE_OF[row.subject]
      if (!page) return accessOf(row)
      return (
        <PageLink to={page} search={{ open: row.subjectId }}>
          {accessOf(row)}
        </PageLink>
      )
    },
  },
  {
    key: 'thing',
    header: 'Thing',
    width: 110,
    optional: true,
    render: ({ subject }) => ACCESS_SUBJECT_NAMES[subject],
  },
  { key: 'reason', header: 'Why', width: 200, card: 'wide', render: ({ reason }) => reason },
  { key: 'address', header: 'From', width: 130, render: ({ fromAddress }) => fromAddress },
  {
    key: 'firstAt',
    header: 'First that day',
    width: 140,
    optional: true,
    render: ({ firstAt }) => firstAt && <Moment at={firstAt} />,
  },
]

export const ACCESS_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

const choices = <T extends string>(values: readonly T[], names: Record<T, string>) =>
  values.map((value) => ({ value, label: names[value] }))

export function accessFilters(
  people: readonly { staffId: number; name: string }[] | undefined,
): Filter[] {
  const primary = true
  return [
    {
      kind: 'choices',
      name: 'staff',
      label: 'Person',
      primary,
      one: true,
      choices: people?.map(({ staffId, name }) => ({ value: staffId, label: name })),
    },
    {
      kind: 'choices',
      name: 'kind',
      label: 'Did',
      primary,
      choices: choices(ACCESS_KINDS, ACCESS_NAMES),
    },
    {
      kind: 'choices',
      name: 'subject',
      label: 'Thing',
      choices: choices(ACCESS_SUBJECTS, ACCESS_SUBJECT_NAMES),
    },
    { kind: 'days', from: 'from', to: 'to', label: 'Day', primary },
  ]
}
