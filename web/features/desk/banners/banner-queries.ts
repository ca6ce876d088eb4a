import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { listBanners, type Banner, type saveBanner } from '../../../../contract/desk/banners.ts'
import { call } from '../../../lib/api.ts'

export type BannerList = z.output<(typeof listBanners)['response']>
export type BannerBody = z.input<NonNullable<(typeof saveBanner)['body']>>

export const bannersOptions = () =>
  queryOptions({
    queryKey: ['banners'],
    queryFn: ({ signal }) => call(listBanners, { signal }),
  })

/** Every change answers with the whole list: it takes the place of what was known. */
export function keepBanners(client: QueryClient, { banners, order }: BannerList): void {
  client.setQueryData(bannersOptions().queryKey, { banners, order })
}

/** A banner as it is sent again, with what is changed of it. */
export function bodyOf(banner: Banner, changes: Partial<BannerBody> = {}): BannerBody {
  const { bannerId, title, mediaId, words, target, audience, on, from, to } = banner
  return { bannerId, title, mediaId, words, target, audience, on, from, to, ...changes }
}
