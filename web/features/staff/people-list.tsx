import { IconCircleCheck, IconMail, IconUserOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ROLE_NAMES, ROLES, type Role } from '../../../contract/roles.ts'
import {
  listStaff,
  staffListQuery,
  type StaffListQuery,
  type StaffRow,
} from '../../../contract/staff.ts'
import { call } from '../../lib/api.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { Tag } from '../../ui/tag.tsx'

export const peopleSource: ListSource<StaffRow, StaffListQuery> = {
  name: 'staff',
  schema: staffListQuery,
  fetchPage: (query, signal) => call(listStaff, { query, signal }),
  rowId: ({ staffId }) => String(staffId),
  newsAnywhere: true,
}

/** The accounts of the dashboard: everybody but the workers. */
export const accountSource: ListSource<StaffRow, StaffListQuery> = {
  ...peopleSource,
  name: 'accounts',
  fetchPage: (query, signal) => call(listStaff, { query: { ...query, office: 'yes' }, signal }),
}

export function StandingTag({
  disabledAt,
  hasPassword,
}: Pick<StaffRow, 'disabledAt' | 'hasPassword'>): ReactElement {
  if (disabledAt !== null) {
    return (
      <Tag tone="gray" Picture={IconUserOff}>
        Disabled
      </Tag>
    )
  }
  if (!hasPassword) {
    return (
      <Tag tone="yellow" Picture={IconMail}>
        No password yet
      </Tag>
    )
  }
  return (
    <Tag tone="green" Picture={IconCircleCheck}>
      Active
    </Tag>
  )
}

export const PEOPLE_COLUMNS: Column<StaffRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 200,
    render: ({ name }) => name,
  },
  { key: 'role', header: 'Role', width: 120, render: ({ role }) => ROLE_NAMES[role] },
  { key: 'standing', header: 'Standing', width: 150, card: 'corner', render: StandingTag },
  { key: 'email', header: 'E-mail', width: 240, card: 'wide', render: ({ email }) => email },
  { key: 'plant', header: 'Plant', width: 120, render: ({ plantName }) => plantName },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    width: 150,
    render: ({ lastSignInAt }) => lastSignInAt && <Moment at={lastSignInAt} />,
  },
  {
    key: 'twoFactor',
    header: 'Two-factor',
    width: 100,
    render: ({ twoFactor }) => (twoFactor ? 'On' : 'Off'),
  },
  {
    key: 'created',
    header: 'Since',
    width: 150,
    optional: true,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

export const PEOPLE_ORDERS = [
  { value: 'name', label: 'By name' },
  { value: 'newest', label: 'Newest account first' },
  { value: 'oldest', label: 'Oldest account first' },
]

export function peopleFilters(roles: readonly Role[] = ROLES): Filter[] {
  const choices = roles.map((value) => ({ value, label: ROLE_NAMES[value] }))
  return [
    { kind: 'choices', name: 'role', label: 'Role', primary: true, choices },
    {
      kind: 'choices',
      name: 'standing',
      label: 'Standing',
      primary: true,
      one: true,
      choices: [
        { value: 'active', label: 'Active' },
        { value: 'disabled', label: 'Disabled' },
      ],
    },
  ]
}
