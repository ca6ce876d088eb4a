import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../contract/permissions.ts'
import { readRole } from '../../lib/session.ts'
import { preloadList } from '../../ui/list/list-options.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useOpenRow } from '../../ui/list/use-open-row.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { distributorFilter } from '../catalogue/distributor-choices.ts'
import { UserDrawer } from './user-drawer.tsx'
import { waitingOptions } from './user-queries.ts'
import { USER_COLUMNS, USER_ORDERS, userFilters, userSource } from './users-list.tsx'
import { WaitingAdjustments } from './waiting-adjustments.tsx'

export function preloadUsers(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, userSource, search)
  void queries.prefetchQuery(catalogueOptions())
  // What stands above the list comes with it, and pushes it down no more.
  if (can(readRole(), 'points.adjust.approve')) void queries.prefetchQuery(waitingOptions(true))
}

/** All Users: the members of the programme. */
export function UsersPage(): ReactElement {
  const open = useOpenRow()
  const { data } = useQuery(catalogueOptions())
  return (
    <ListPage
      source={userSource}
      title="All Users"
      about="The members: retailers, contractors, masons and painters, with their points and KYC."
      noun={['member', 'members']}
      columns={USER_COLUMNS}
      filters={userFilters(distributorFilter(data?.distributors))}
      orders={USER_ORDERS}
      searchLabel="Mobile, member code or the start of a name"
      empty={{
        title: 'No members yet',
        text: 'Members join with the app: mobile, one-time password, name and consent. Each will stand here with points and KYC.',
      }}
      notice={<WaitingAdjustments />}
      onOpen={open.show}
    >
      <UserDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
