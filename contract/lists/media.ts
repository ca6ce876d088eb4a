import { MEDIA_NAMES, type MediaItem, mediaQuery } from '../platform/media.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<MediaItem>()

export const mediaList = defineList({
  name: 'media',
  noun: ['item', 'items'],
  empty: {
    title: 'Nothing in the gallery yet',
    text: 'What marketing uploads for banners, offers, gifts and notifications will stand here.',
  },
  query: mediaQuery,
  id: ({ mediaId }: MediaItem) => String(mediaId),
  columns: [
    column.text('title', 'Title', (row) => row.title),
    column.text('kind', 'Kind', (row) => MEDIA_NAMES[row.kind]),
    column.text('tags', 'Tags', (row) => row.tags.join(', ')),
    column.number('width', 'Width, pixels', (row) => row.width),
    column.number('height', 'Height, pixels', (row) => row.height),
    column.number('pages', 'Pages', (row) => row.pages),
    column.number('bytes', 'Size, bytes', (row) => row.bytes),
    column.number('uses', 'Used in', (row) => row.uses),
    column.moment('addedAt', 'Added', (row) => row.addedAt),
    column.text('addedBy', 'Added by', (row) => row.addedBy),
    column.moment('replacedAt', 'Replaced', (row) => row.replacedAt),
  ],
})
