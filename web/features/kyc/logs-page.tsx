import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../ui/list/list-options.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useOpenRow } from '../../ui/list/use-open-row.ts'
import { KycDrawer } from './kyc-drawer.tsx'
import { reviewersOptions } from './kyc-queries.ts'
import { LOG_COLUMNS, LOG_ORDERS, logFilters, logSource } from './logs-list.tsx'

export function preloadLogs(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, logSource, search)
  void queries.prefetchQuery(reviewersOptions())
}

/** KYC Logs: every event, also each time a value was revealed. */
export function LogsPage(): ReactElement {
  const open = useOpenRow()
  const { data } = useQuery(reviewersOptions())
  const people = data?.items.map(({ staffId, name }) => ({ value: staffId, label: name }))
  return (
    <ListPage
      source={logSource}
      title="KYC Logs"
      about="Every KYC event, each time somebody revealed a value included. The values themselves are never kept here."
      noun={['event', 'events']}
      columns={LOG_COLUMNS}
      filters={logFilters(people)}
      orders={LOG_ORDERS}
      searchLabel="Mobile, member code or name"
      empty={{
        title: 'No events yet',
        text: 'What members send, and what staff open, reveal and decide, will stand here as it happens.',
      }}
      onOpen={open.show}
    >
      <KycDrawer id={open.id} title="KYC log" show="log" onClose={open.close} />
    </ListPage>
  )
}
