import { STATES, stateName } from '../../../contract/india.ts'
import { KYC_STATES } from '../../../contract/kyc-states.ts'
import { MEMBER_KINDS } from '../../../contract/members.ts'
import {
  MEMBER_STANDINGS,
  listUsers,
  userListQuery,
  type UserListQuery,
  type UserRow,
} from '../../../contract/users.ts'
import { call } from '../../lib/api.ts'
import { formatDayOf, formatMobile, formatNumber, formatWord } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { STATE_LOOKS as KYC_LOOKS, StateTag } from '../kyc/kyc-words.tsx'
import { STANDING_LOOKS, StandingTag } from './user-words.tsx'

export const userSource: ListSource<UserRow, UserListQuery> = {
  name: 'users',
  schema: userListQuery,
  fetchPage: (query, signal) => call(listUsers, { query, signal }),
  rowId: ({ memberId }) => String(memberId),
}

export const USER_COLUMNS: Column<UserRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 136,
    sort: { descending: 'name', ascending: 'name' },
    render: (row) => row.name,
  },
  { key: 'mobile', header: 'Mobile', width: 138, render: (row) => formatMobile(row.mobile) },
  { key: 'code', header: 'Member code', width: 102, render: (row) => row.code },
  { key: 'kind', header: 'Type', width: 92, render: (row) => formatWord(row.kind) },
  {
    key: 'place',
    header: 'Place',
    width: 152,
    render: (row) => [row.city, stateName(row.state)].filter(Boolean).join(', '),
  },
  {
    key: 'standing',
    header: 'Status',
    width: 98,
    card: 'corner',
    render: (row) => <StandingTag standing={row.standing} />,
  },
  { key: 'kyc', header: 'KYC', width: 124, render: (row) => <StateTag state={row.kyc} /> },
  {
    key: 'available',
    header: 'Available',
    width: 106,
    align: 'right',
    sort: { descending: 'points', ascending: 'points' },
    render: (row) => <b>{formatNumber(row.available)}</b>,
  },
  {
    key: 'held',
    header: 'Held',
    width: 58,
    align: 'right',
    render: (row) => formatNumber(row.held),
  },
  {
    key: 'lastScanAt',
    header: 'Last scan',
    width: 152,
    optional: true,
    render: (row) => row.lastScanAt && <Moment at={row.lastScanAt} />,
  },
  {
    key: 'distributor',
    header: 'Distributor',
    width: 170,
    optional: true,
    render: (row) => row.distributorName,
  },
  {
    key: 'joinedAt',
    header: 'Joined',
    width: 104,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => formatDayOf(row.joinedAt),
  },
]

export const USER_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: 'points', label: 'Most points first' },
]

/** The filters of the list; distributors come with the catalogue. */
export const userFilters = (distributors: Choice[] | undefined): Filter[] => [
  {
    kind: 'choices',
    name: 'kind',
    label: 'Type',
    primary: true,
    choices: MEMBER_KINDS.map((kind) => ({ value: kind, label: formatWord(kind) })),
  },
  {
    kind: 'choices',
    name: 'kyc',
    label: 'KYC',
    primary: true,
    choices: KYC_STATES.map((state) => ({ value: state, label: KYC_LOOKS[state].label })),
  },
  {
    kind: 'choices',
    name: 'standing',
    label: 'Status',
    primary: true,
    choices: MEMBER_STANDINGS.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
  },
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  { kind: 'choices', name: 'distributor', label: 'Distributor', choices: distributors },
  { kind: 'number', name: 'minPoints', label: 'Points from' },
  { kind: 'days', from: 'from', to: 'to', label: 'Joined' },
]
