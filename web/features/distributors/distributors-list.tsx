import {
  DISTRIBUTOR_STANDINGS,
  distributorListQuery,
  listDistributors,
  type DistributorListQuery,
  type DistributorRow,
} from '../../../contract/distributors.ts'
import { STATES, stateName } from '../../../contract/india.ts'
import { COUNT_LIMIT } from '../../../contract/paging.ts'
import { call } from '../../lib/api.ts'
import { formatCount, formatDayOf, formatMobile } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { SeenLink } from '../charges/seen-link.tsx'
import { STANDING_LOOKS, StandingTag } from './distributor-words.tsx'

export const distributorSource: ListSource<DistributorRow, DistributorListQuery> = {
  name: 'distributors',
  schema: distributorListQuery,
  fetchPage: (query, signal) => call(listDistributors, { query, signal }),
  rowId: ({ distributorId }) => String(distributorId),
}

export const DISTRIBUTOR_COLUMNS: Column<DistributorRow>[] = [
  {
    key: 'code',
    header: 'Code',
    width: 92,
    sort: { descending: 'code', ascending: 'code' },
    render: ({ code }) => code,
  },
  {
    key: 'name',
    header: 'Name',
    width: 190,
    card: 'wide',
    sort: { descending: 'name', ascending: 'name' },
    render: ({ name }) => name,
  },
  { key: 'state', header: 'State', width: 132, render: ({ state }) => stateName(state) },
  { key: 'city', header: 'City', width: 96, render: ({ city }) => city },
  { key: 'territory', header: 'Territory', width: 118, render: ({ territory }) => territory },
  {
    key: 'contactName',
    header: 'Contact',
    width: 130,
    optional: true,
    render: ({ contactName }) => contactName,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 138,
    render: ({ mobile }) => mobile && formatMobile(mobile),
  },
  { key: 'gstin', header: 'GSTIN', width: 154, render: ({ gstin }) => gstin },
  {
    key: 'members',
    header: 'Members',
    width: 80,
    align: 'right',
    render: ({ distributorId, members }) => (
      <SeenLink to="/dashboard/users" search={{ distributor: distributorId }}>
        {formatCount(members, COUNT_LIMIT)}
      </SeenLink>
    ),
  },
  {
    key: 'standing',
    header: 'Standing',
    width: 116,
    card: 'corner',
    render: ({ standing }) => <StandingTag standing={standing} />,
  },
  { key: 'pan', header: 'PAN', width: 112, optional: true, render: ({ pan }) => pan },
  {
    key: 'addedAt',
    header: 'Added',
    width: 106,
    optional: true,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ addedAt }) => addedAt && formatDayOf(addedAt),
  },
]

export const DISTRIBUTOR_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: 'code', label: 'By code' },
]

export const DISTRIBUTOR_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    primary: true,
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  {
    kind: 'choices',
    name: 'standing',
    label: 'Standing',
    primary: true,
    choices: DISTRIBUTOR_STANDINGS.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
  },
  {
    kind: 'choices',
    name: 'lacks',
    label: 'Lacks',
    primary: true,
    one: true,
    choices: [
      { value: 'gstin', label: 'GSTIN' },
      { value: 'pan', label: 'PAN' },
      { value: 'mobile', label: 'Mobile' },
    ],
  },
]
