import {
  groupListQuery,
  listGroups,
  type GroupListQuery,
  type GroupRow,
} from '../../../contract/product-groups.ts'
import { PROGRAMME } from '../../../contract/menu.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { SeenLink } from '../charges/seen-link.tsx'
import { addedColumn, STANDING_FILTER, standingColumn } from '../masters/master-list.tsx'

export const groupSource: ListSource<GroupRow, GroupListQuery> = {
  name: 'product-groups',
  schema: groupListQuery,
  fetchPage: (query, signal) => call(listGroups, { query, signal }),
  rowId: ({ groupId }) => String(groupId),
}

export const GROUP_COLUMNS: Column<GroupRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 220,
    card: 'wide',
    sort: { descending: 'name', ascending: 'name' },
    render: ({ name }) => name,
  },
  {
    key: 'products',
    header: 'Products',
    width: 90,
    align: 'right',
    render: ({ name, products }) => (
      <SeenLink to={PROGRAMME} search={{ show: 'products', group: [name] }}>
        {formatNumber(products)}
      </SeenLink>
    ),
  },
  {
    key: 'rules',
    header: 'Charge rules',
    width: 110,
    align: 'right',
    render: ({ rules }) => formatNumber(rules),
  },
  standingColumn,
  addedColumn,
]

export const GROUP_FILTERS: Filter[] = [STANDING_FILTER]
