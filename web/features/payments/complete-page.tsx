import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../ui/list/list-options.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useOpenRow } from '../../ui/list/use-open-row.ts'
import { COMPLETE_COLUMNS } from './payment-columns.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import {
  COMPLETE_FILTERS,
  COMPLETE_ORDERS,
  completeSource,
  SEARCH_LABEL,
} from './payment-lists.tsx'

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
      noun={['payment', 'payments']}
      columns={COMPLETE_COLUMNS}
      filters={COMPLETE_FILTERS}
      orders={COMPLETE_ORDERS}
      searchLabel={SEARCH_LABEL}
      empty={{
        title: 'Nothing was paid yet',
        text: 'As soon as a provider or the bank says that a payment has arrived, it stands here with its UTR and receipt.',
      }}
      onOpen={open.show}
    >
      <PaymentDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
