import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { distributorList } from '../../../../contract/lists/distributors.ts'
import { distributorListQuery, listDistributors } from '../../../../contract/people/distributors.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { StatusTag } from '../masters/status-tag.tsx'

export const distributorSource = listSource(distributorList, {
  schema: distributorListQuery,
  fetchPage: (query, signal) => call(listDistributors, { query, signal }),
})

export const DISTRIBUTOR_COLUMNS = columnsFor(distributorList, {
  code: 92,
  name: { width: 190, card: 'wide' },

  city: 96,
  territory: 118,
  contactName: 130,
  mobile: 138,
  gstin: 154,
  members: {
    width: 80,
    render: ({ distributorId, members }) => (
      <PageLink to="/dashboard/users" search={{ distributor: distributorId }}>
        {formatCount(members, COUNT_LIMIT)}
      </PageLink>
    ),
  },
  status: {
    width: 116,
    card: 'corner',
    render: ({ status }) => <StatusTag status={status} />,
  },
  pan: 112,
  addedAt: 106,
})
