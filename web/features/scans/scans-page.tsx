import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { masterFilter } from '../catalogue/master-choices.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { preloadList } from '../../ui/list/list-options.ts'
import { useOpenRow } from '../../ui/list/use-open-row.ts'
import { SwitchLinks } from '../../ui/switch-links.tsx'
import { preloadHeld } from './held-queries.ts'
import { HeldSide } from './held-side.tsx'
import { ScanDrawer } from './scan-drawer.tsx'
import { SCAN_COLUMNS, SCAN_ORDERS, scanFilters, scanSource } from './scans-list.tsx'

const HELD = 'held'

export function preloadScans(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show === HELD) {
    preloadHeld(queries)
    return
  }
  preloadList(queries, scanSource, search)
  void queries.prefetchQuery(catalogueOptions())
}

/** QR Scan Histories: every attempt, or what waits for a person. */
export function ScansPage(): ReactElement {
  const { show }: { show?: unknown } = useSearch({ strict: false })
  const isHeld = show === HELD
  const links = [
    { label: 'All scans', search: {}, current: !isHeld },
    { label: 'Held scans', search: { show: HELD }, current: isHeld },
  ]
  const sides = <SwitchLinks label="Scans" links={links} />
  return isHeld ? <HeldSide sides={sides} /> : <AllScans sides={sides} />
}

function AllScans({ sides }: { sides: ReactElement }): ReactElement {
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
      notice={sides}
    >
      <ScanDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
