import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { COMPLETE_COLUMNS } from './payment-columns.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import { completeSource } from './payment-lists.tsx'

export function preloadComplete(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, completeSource, search)
}

/** Complete Payment: what arrived, with the bank's number of it; what came back again is marked. */
export function CompletePage(): ReactElement {
  const open = useOpenRow()
  return (
    <ListPage
      source={completeSource}
      title="Complete Payment"
      about="Payments that arrived, with the bank’s number (UTR) and the tax that was taken. Those that came back are marked."
      columns={COMPLETE_COLUMNS}
      onOpen={open.show}
    >
      <PaymentDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
