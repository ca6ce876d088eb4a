import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getMedia,
  listMedia,
  mediaListQuery,
  mediaTags,
  type MediaDetail,
  type MediaItem,
  type MediaKind,
} from '../../../../contract/platform/media.ts'
import type { Page } from '../../../../contract/paging.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { mediaSource } from './media-list.ts'

const PAGES = [mediaSource.name, 'page']
const HEADS = [mediaSource.name, 'head']
const OFFERED = ['media', 'offered']
const SELDOM_MS = 60_000
const PICKED_AT_ONCE = 24

/** One item with its pages and where it is used. */
export const mediaOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['media', 'one', id],
    queryFn: ({ signal }) => call(getMedia, { params: { mediaId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

export const tagsOptions = () =>
  queryOptions({
    queryKey: ['media-tags'],
    queryFn: ({ signal }) => call(mediaTags, { signal }),
    staleTime: SELDOM_MS,
  })

/** What a picker offers: the newest of some kinds, further with each page that is asked for. */
export const offeredOptions = (kinds: readonly MediaKind[], q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...OFFERED, kinds, q],
    queryFn: ({ signal, pageParam }) =>
      call(listMedia, {
        query: { kind: [...kinds], q, after: pageParam, limit: PICKED_AT_ONCE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Puts what an act made of an item wherever the item is shown. */
export function keepMedia(client: QueryClient, media: MediaDetail): void {
  client.setQueryData(mediaOptions(String(media.mediaId)).queryKey, media)
  replaceRow(client, mediaSource, media)
  void client.invalidateQueries({ queryKey: tagsOptions().queryKey })
  void client.invalidateQueries({ queryKey: OFFERED })
}

/** Whether an item that is new stands on this page: the first of the newest, and no filter keeps it off. */
function standsOn(search: unknown, { kind, tags }: MediaItem): boolean {
  const query = mediaListQuery.safeParse(search).data
  if (!query || query.sort !== 'newest' || query.after || query.before) return false
  return (
    query.q === undefined &&
    query.used !== 'yes' &&
    (query.kind?.includes(kind) ?? true) &&
    (query.tag?.some((tag) => tags.includes(tag)) ?? true)
  )
}

/** Puts a new item first wherever it belongs first. */
export function addMedia(client: QueryClient, media: MediaDetail): void {
  keepMedia(client, media)
  const isOther = ({ mediaId }: MediaItem): boolean => mediaId !== media.mediaId
  for (const [key, page] of client.getQueriesData<Page<MediaItem>>({ queryKey: PAGES })) {
    if (!page || !standsOn(key[2], media)) continue
    client.setQueryData(key, { ...page, items: [media, ...page.items.filter(isOther)] })
  }
  void client.invalidateQueries({ queryKey: HEADS })
}

/** Takes an item that is deleted from wherever it is shown. */
export function forgetMedia(client: QueryClient, mediaId: number): void {
  client.setQueriesData<Page<MediaItem>>(
    { queryKey: PAGES },
    (page) => page && { ...page, items: page.items.filter((item) => item.mediaId !== mediaId) },
  )
  client.removeQueries({ queryKey: mediaOptions(String(mediaId)).queryKey })
  for (const queryKey of [HEADS, OFFERED, tagsOptions().queryKey]) {
    void client.invalidateQueries({ queryKey })
  }
}
