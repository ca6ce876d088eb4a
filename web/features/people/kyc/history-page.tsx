import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { HISTORY_COLUMNS, historySource } from './history-list.tsx'
import { KycDrawer } from './kyc-drawer.tsx'
import { reviewersOptions } from './kyc-queries.ts'
import { WaitingRevocations } from './waiting-revocations.tsx'

export function preloadHistory(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, historySource, search)
  void queries.prefetchQuery(reviewersOptions())
}

/** KYC History: every decision, with the time it took. */
export function HistoryPage(): ReactElement {
  const open = useOpenRow()
  const { data } = useQuery(reviewersOptions())
  const reviewers = data?.items.map(({ staffId, name }) => ({ value: staffId, label: name }))
  return (
    <ListPage
      source={historySource}
      title="KYC History"
      about="Every decision: by whom, which fields were refused and why, and how long it took."
      columns={HISTORY_COLUMNS}
      lookups={{ by: reviewers }}
      notice={<WaitingRevocations />}
      onOpen={open.show}
    >
      <KycDrawer id={open.id} title="KYC" show="detail" onClose={open.close} />
    </ListPage>
  )
}
