import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { accessList } from '../../../../contract/lists/data-access.ts'
import { accessOf } from '../../../../contract/access-words.ts'
import { accessListQuery, listDataAccess } from '../../../../contract/platform/data-access.ts'
import { call } from '../../../lib/api.ts'
import { PageLink } from '../../../ui/page-link.tsx'

export const accessSource = listSource(accessList, {
  schema: accessListQuery,
  fetchPage: (query, signal) => call(listDataAccess, { query, signal }),
})

const PAGE_OF: Record<string, string> = {
  member: '/dashboard/users',
  distributor: '/dashboard/distributor-onboard',
}

export const ACCESS_COLUMNS = columnsFor(accessList, {
  at: 140,
  by: 150,
  role: 110,
  kind: 100,
  what: 120,
  subject: {
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
  thing: 110,
  reason: { width: 200, card: 'wide' },
  address: 130,
  firstAt: 140,
})
