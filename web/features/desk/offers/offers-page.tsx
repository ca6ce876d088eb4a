import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { giftsOptions } from './gift-queries.ts'
import { GiftsSide } from './gifts-side.tsx'
import { offerSource } from './offers-list.tsx'
import { OffersSide } from './offers-side.tsx'

const GIFTS = 'gifts'

export function preloadOffers(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show === GIFTS) void queries.prefetchQuery(giftsOptions())
  else preloadList(queries, offerSource, search)
}

/** Offers: what members find under Offers in the app, and the gifts that points are redeemed for. */
export function OffersPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const gifts = search.show === GIFTS
  const sides = (
    <SwitchLinks
      label="Offers or gifts"
      links={[
        { label: 'Offers', search: {}, current: !gifts },
        { label: 'Gifts', search: { show: GIFTS }, current: gifts },
      ]}
    />
  )
  return gifts ? <GiftsSide sides={sides} /> : <OffersSide sides={sides} />
}
