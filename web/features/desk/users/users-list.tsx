import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { userList } from '../../../../contract/lists/users.ts'
import { listUsers, userListQuery } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { StateTag } from '../../people/kyc/kyc-words.tsx'
import { StatusTag } from './user-words.tsx'

export const userSource = listSource(userList, {
  schema: userListQuery,
  fetchPage: (query, signal) => call(listUsers, { query, signal }),
})

export const USER_COLUMNS = columnsFor(userList, {
  name: 136,
  mobile: 138,
  code: 102,
  kind: 92,
  place: 152,
  status: { width: 98, card: 'corner', render: (row) => <StatusTag status={row.status} /> },
  kyc: { width: 124, render: (row) => <StateTag state={row.kyc} /> },
  available: { width: 106, render: (row) => <b>{formatNumber(row.available)}</b> },
  held: 58,
  lastScanAt: 152,
  distributor: 170,
})
