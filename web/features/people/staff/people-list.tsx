import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { accountList, staffList } from '../../../../contract/lists/staff.ts'
import { IconCircleCheck, IconMail, IconUserOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { listStaff, staffListQuery, type StaffRow } from '../../../../contract/people/staff.ts'
import { call } from '../../../lib/api.ts'
import { Tag } from '../../../ui/tag.tsx'

export const peopleSource = listSource(staffList, {
  schema: staffListQuery,
  fetchPage: (query, signal) => call(listStaff, { query, signal }),
  newsAnywhere: true,
})

/** The accounts of the dashboard: everybody but the workers. */
export const accountSource = listSource(accountList, {
  schema: staffListQuery,
  fetchPage: (query, signal) => call(listStaff, { query: { ...query, office: 'yes' }, signal }),
  newsAnywhere: true,
})

export function StatusTag({
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

export const PEOPLE_COLUMNS = columnsFor(staffList, {
  name: 200,
  role: 120,
  status: { width: 150, card: 'corner', render: StatusTag },
  email: { width: 240, card: 'wide' },
  plant: 120,
  lastSignIn: 150,
  twoFactor: 100,
  created: 150,
})
