import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { masterFilter } from '../catalogue/master-choices.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { preloadList } from '../../ui/list/list-options.ts'
import { useOpenRow } from '../../ui/list/use-open-row.ts'
import { ScanDrawer } from './scan-drawer.tsx'
import { SCAN_COLUMNS, SCAN_ORDERS, scanFilters, scanSource } from './scans-list.tsx'

export function preloadScans(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, scanSource, search)
  void queries.prefetchQuery(catalogueOptions())
}

/** QR Scan Histories: every attempt, whatever it came to. */
export function ScansPage(): ReactElement {
  const open = useOpenRow()
  const { data } = useQuery(catalogueOptions())
  const filters = scanFilters({
    plants: masterFilter(data?.plants, ({ plantId }) => plantId),
    products: masterFilter(data?.products, ({ productId }) => productId),
  })
  return (
    <ListPage
      source={scanSource}
      title="QR Scan Histories"
      about="Every attempt to scan a coupon, whatever it came to."
      noun={['scan', 'scans']}
      columns={SCAN_COLUMNS}
      filters={filters}
      orders={SCAN_ORDERS}
      searchLabel="Mobile, member code, coupon code or scan id"
      empty={{
        title: 'No scans yet',
        text: 'Every attempt of a member to scan a coupon will stand here. It begins when the coupons of a batch are activated and the first pack is opened.',
      }}
      onOpen={open.show}
    >
      <ScanDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
