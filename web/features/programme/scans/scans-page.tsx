import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterFilter } from '../../people/catalogue/master-choices.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { preloadList } from '../../../ui/list/list-options.ts'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { preloadHeld } from './held-queries.ts'
import { HeldSide } from './held-side.tsx'
import { ScanDrawer } from './scan-drawer.tsx'
import { SCAN_COLUMNS, scanSource } from './scans-list.tsx'

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
  const lookups = {
    plant: masterFilter(data?.plants, ({ plantId }) => plantId),
    product: masterFilter(data?.products, ({ productId }) => productId),
  }
  return (
    <ListPage
      source={scanSource}
      title="QR Scan Histories"
      about="Every attempt to scan a coupon, whatever it came to."
      columns={SCAN_COLUMNS}
      lookups={lookups}
      onOpen={open.show}
      notice={sides}
    >
      <ScanDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
