import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { getOffer, type Offer, type saveOffer } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { offerSource } from './offers-list.tsx'

export type OfferBody = z.input<NonNullable<(typeof saveOffer)['body']>>

export const offerOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [offerSource.name, 'one', id],
    queryFn: ({ signal }) => call(getOffer, { params: { offerId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to an offer wherever it is shown. */
export function keepOffer(client: QueryClient, offer: Offer): void {
  client.setQueryData(offerOptions(String(offer.offerId)).queryKey, offer)
  replaceRow(client, offerSource, offer)
}

/** An offer as it is sent again, with what is changed of it. */
export function bodyOf(offer: Offer, changes: Partial<OfferBody> = {}): OfferBody {
  const { offerId, title, text, mediaId, audience, on, from, to } = offer
  return { offerId, title, text, mediaId, audience, on, from, to, ...changes }
}
