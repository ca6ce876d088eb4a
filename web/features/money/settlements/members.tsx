import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { SettlementDetail, settlementMember } from '../../../../contract/money/settlements.ts'
import type { Column } from '../../../ui/list/types.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { PagedRows, usePages } from './paged-rows.tsx'
import { membersOptions } from './settlement-queries.ts'
import { change, closingOf, earnedOf, redeemedOf, rupees, signed } from './figures.ts'

type Member = z.output<typeof settlementMember>

const COLUMNS: Column<Member>[] = [
  {
    key: 'member',
    header: 'Member',
    width: 230,
    render: ({ memberId, memberName, memberCode }) => (
      <PageLink to="/dashboard/users" search={{ open: String(memberId) }}>
        {`${memberName} (${memberCode})`}
      </PageLink>
    ),
  },
  {
    key: 'opening',
    header: 'Opening',
    width: 82,
    align: 'right',
    render: ({ opening }) => signed(opening),
  },
  {
    key: 'earned',
    header: 'Earned',
    width: 82,
    align: 'right',
    render: (row) => change(earnedOf(row)),
  },
  {
    key: 'redeemed',
    header: 'Redeemed',
    width: 88,
    align: 'right',
    render: (row) => change(-redeemedOf(row)),
  },
  {
    key: 'expired',
    header: 'Expired',
    width: 76,
    align: 'right',
    render: ({ expired }) => change(-expired),
  },
  {
    key: 'others',
    header: 'Other',
    width: 76,
    align: 'right',
    render: ({ adjusted, brought, moved }) => change(adjusted + brought + moved),
  },
  {
    key: 'outstanding',
    header: 'Outstanding',
    width: 98,
    align: 'right',
    card: 'corner',
    render: (row) => <b>{signed(closingOf(row))}</b>,
  },
  {
    key: 'charges',
    header: 'Charges',
    width: 98,
    align: 'right',
    render: ({ chargePaise }) => rupees(chargePaise),
  },
]

/** The members of the network, each with the same figures. */
export function Members({ settlement }: { settlement: SettlementDetail }): ReactElement {
  const pages = usePages()
  const query = useQuery(membersOptions(settlement, pages.place))
  return (
    <PagedRows
      label="Members of the network"
      noun={['member', 'members']}
      columns={COLUMNS}
      rowId={({ memberId }) => String(memberId)}
      query={query}
      pages={pages}
      none="No member of this network had points or movements in the month."
    />
  )
}
