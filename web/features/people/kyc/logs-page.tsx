import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { KycDrawer } from './kyc-drawer.tsx'
import { reviewersOptions } from './kyc-queries.ts'
import { LOG_COLUMNS, logSource } from './logs-list.tsx'

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
      columns={LOG_COLUMNS}
      lookups={{ by: people }}
      onOpen={open.show}
    >
      <KycDrawer id={open.id} title="KYC log" show="log" onClose={open.close} />
    </ListPage>
  )
}
