import { listSource } from '../../../ui/list/define.tsx'
import { mediaList } from '../../../../contract/lists/media.ts'
import { listMedia, mediaListQuery, type MediaKind } from '../../../../contract/platform/media.ts'
import { call } from '../../../lib/api.ts'

export const mediaSource = listSource(mediaList, {
  schema: mediaListQuery,
  fetchPage: (query, signal) => call(listMedia, { query, signal }),
})

/** What each kind is called, one and many. */
export const KIND_WORDS: Record<MediaKind, readonly [one: string, many: string]> = {
  image: ['Image', 'Images'],
  video: ['Video', 'Videos'],
  document: ['Document', 'Documents'],
}
