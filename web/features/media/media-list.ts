import {
  listMedia,
  mediaListQuery,
  type MediaItem,
  type MediaKind,
  type MediaListQuery,
} from '../../../contract/media.ts'
import { call } from '../../lib/api.ts'
import type { Choice, Filter, ListSource } from '../../ui/list/types.ts'

export const mediaSource: ListSource<MediaItem, MediaListQuery> = {
  name: 'media',
  schema: mediaListQuery,
  fetchPage: (query, signal) => call(listMedia, { query, signal }),
  rowId: ({ mediaId }) => String(mediaId),
}

export const MEDIA_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'By title' },
]

/** What each kind is called, one and many. */
export const KIND_WORDS: Record<MediaKind, readonly [one: string, many: string]> = {
  image: ['Image', 'Images'],
  video: ['Video', 'Videos'],
  document: ['Document', 'Documents'],
}

const KIND_CHOICES = Object.entries(KIND_WORDS).map(([value, [, label]]) => ({ value, label }))
const USED_CHOICES = [
  { value: 'yes', label: 'Used somewhere' },
  { value: 'no', label: 'Not used' },
]

/** The filters of the gallery; the tags come with a request of their own. */
export function mediaFilterList(tags: Choice[] | undefined): Filter[] {
  const primary = true
  return [
    { kind: 'choices', name: 'kind', label: 'Kind', primary, choices: KIND_CHOICES },
    { kind: 'choices', name: 'tag', label: 'Tag', primary, choices: tags },
    { kind: 'choices', name: 'used', label: 'Used', primary, one: true, choices: USED_CHOICES },
  ]
}
