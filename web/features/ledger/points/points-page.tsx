import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { preloadList } from '../../../ui/list/list-options.ts'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { POINTS_COLUMNS, pointsSource } from './points-list.tsx'
import { TransferDrawer } from './transfer-drawer.tsx'

export function preloadPoints(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, pointsSource, search)
}

/** QR Points Histories: the ledger, row by row, with the balances after each. */
export function PointsPage(): ReactElement {
  const open = useOpenRow()
  return (
    <ListPage
      source={pointsSource}
      title="QR Points Histories"
      about="The ledger: every movement of points, and what the member had after it."
      columns={POINTS_COLUMNS}
      onOpen={open.show}
    >
      <TransferDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
