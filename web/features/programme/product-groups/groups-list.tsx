import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { groupList } from '../../../../contract/lists/product-groups.ts'
import { groupListQuery, listGroups } from '../../../../contract/programme/product-groups.ts'
import { PROGRAMME } from '../../../../contract/menu.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { statusCell } from '../../people/masters/master-list.tsx'

export const groupSource = listSource(groupList, {
  schema: groupListQuery,
  fetchPage: (query, signal) => call(listGroups, { query, signal }),
})

export const GROUP_COLUMNS = columnsFor(groupList, {
  name: { width: 220, card: 'wide' },
  products: {
    render: ({ name, products }) => (
      <PageLink to={PROGRAMME} search={{ show: 'products', group: [name] }}>
        {formatNumber(products)}
      </PageLink>
    ),
  },
  rules: 110,
  status: statusCell,
  addedAt: 106,
})
