import { choiceFilter, defineQuery, lookupFilter, oneFilter } from '../lists/query.ts'
import { z } from 'zod'
import { anyone, defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { nameText } from '../india.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

export const GALLERY = '/dashboard/media/gallery'
const BANNER = '/dashboard/media/banner'
const OFFERS = '/dashboard/media/ecatalogue'
const NOTIFICATIONS = '/dashboard/notifications'
const tag = 'Media'

export const MEDIA_KINDS = ['image', 'video', 'document'] as const
export const mediaKind = z.enum(MEDIA_KINDS, { error: 'Image, video or document.' })
export type MediaKind = z.infer<typeof mediaKind>
export const MEDIA_NAMES: Record<MediaKind, string> = {
  image: 'Image',
  video: 'Video',
  document: 'Document',
}

const MB = 1024 * 1024
/** What may be uploaded, by the media type it claims: the kind it becomes and the most bytes it may have. */
export const MEDIA_TYPES: Record<string, { kind: MediaKind; maxBytes: number }> = {
  'image/jpeg': { kind: 'image', maxBytes: 20 * MB },
  'image/png': { kind: 'image', maxBytes: 20 * MB },
  'image/webp': { kind: 'image', maxBytes: 20 * MB },
  'video/mp4': { kind: 'video', maxBytes: 200 * MB },
  'video/quicktime': { kind: 'video', maxBytes: 200 * MB },
  'video/webm': { kind: 'video', maxBytes: 200 * MB },
  'application/pdf': { kind: 'document', maxBytes: 30 * MB },
}
/** Bytes of a piece of an upload; the last may be smaller. */
export const PIECE_BYTES = MB
/** Widths, in pixels, that a picture is kept in; it is never enlarged. */
export const PICTURE_WIDTHS = [320, 720, 1080, 1920] as const

const picture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
/** One picture in its sizes, the smallest first. */
const sizes = z.array(picture)

export const mediaItem = z.object({
  mediaId: z.number().int(),
  kind: mediaKind,
  title: z.string(),
  tags: z.array(z.string()),
  /** Of the image, the video, or a document's first page, in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** All that is kept of it. */
  bytes: z.number().int(),
  /** Of a video. */
  durationMs: z.number().int().nullable(),
  /** Of a document; 1 for the others. */
  pages: z.number().int(),
  /** The image, a document's first page, or a video's poster; empty for a video without one. */
  pictures: sizes,
  addedBy: z.string(),
  addedAt: instant,
  /** When its file was last replaced. */
  replacedAt: instant.nullable(),
  /** Banners, offers, gifts, products and notifications that show it. */
  uses: z.number().int(),
})
export type MediaItem = z.infer<typeof mediaItem>

export const USE_KINDS = ['banner', 'offer', 'gift', 'product', 'notification'] as const
export const mediaDetail = mediaItem.extend({
  /** The pages of a document, each in its sizes. */
  pagePictures: z.array(sizes),
  /** The video, rebuilt; null for the others. */
  videoUrl: z.string().nullable(),
  videoType: z.string().nullable(),
  usedIn: z.array(
    z.object({
      what: z.enum(USE_KINDS),
      id: z.string(),
      title: z.string(),
      /** Whether members may see it now or will. */
      live: z.boolean(),
    }),
  ),
})
export type MediaDetail = z.infer<typeof mediaDetail>

const mediaTag = nameText('The tag', 30, 1)
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} _-]*$/u.test(text),
    'A tag has letters, digits, spaces, - and _.',
  )
const about = {
  title: nameText('The title', 120, 2),
  tags: z.array(mediaTag).max(10, 'At most ten tags.').default([]),
}

export const mediaQuery = defineQuery({
  search: { label: 'Title or tag', max: 60 },
  filters: [
    choiceFilter(
      'kind',
      'Kind',
      { image: 'Images', video: 'Videos', document: 'Documents' } satisfies Record<
        MediaKind,
        string
      >,
      { primary: true },
    ),
    lookupFilter('tag', 'Tag', many(mediaTag), { primary: true }),
    oneFilter('used', 'Used', { yes: 'Used somewhere', no: 'Not used' }, { primary: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first', title: 'By title' },
})
export const mediaListQuery = mediaQuery.schema
export type MediaListQuery = z.infer<typeof mediaListQuery>

export const listMedia = defineEndpoint({
  method: 'GET',
  path: '/api/admin/media',
  access: seeing(GALLERY, BANNER, OFFERS, NOTIFICATIONS),
  tag,
  summary: 'The gallery: images, videos and documents, the newest first',
  query: mediaListQuery,
  response: page(mediaItem),
})

export const mediaTags = defineEndpoint({
  method: 'GET',
  path: '/api/admin/media-tags',
  access: seeing(GALLERY, BANNER, OFFERS, NOTIFICATIONS),
  tag,
  summary: 'The tags in use, the commonest first, at most 200',
  response: z.object({ tags: z.array(z.object({ tag: z.string(), items: z.number().int() })) }),
})

const params = z.object({ mediaId: wholeNumber('Media') })

export const getMedia = defineEndpoint({
  method: 'GET',
  path: '/api/admin/media/:mediaId',
  access: seeing(GALLERY, BANNER, OFFERS, NOTIFICATIONS),
  tag,
  summary: 'One item with its pages and where it is used',
  params,
  response: mediaDetail,
})

export const changeMedia = defineEndpoint({
  method: 'POST',
  path: '/api/admin/media/:mediaId',
  access: having('media.edit'),
  tag,
  summary: 'Change its title and tags',
  params,
  body: z.object(about),
  response: mediaDetail,
})

export const deleteMedia = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/media/:mediaId',
  access: having('media.edit'),
  tag,
  summary: 'Delete it; refused while a banner, offer, gift or notification shows it',
  params,
  response: z.object({ message: z.string() }),
})

// ── uploads: in pieces, so that a cut connection loses none of those that arrived ──
const uploadId = z.uuid({ error: 'There is no such upload.' })
const upload = z.object({
  uploadId: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  /** Bytes that are here: where the next piece begins. */
  received: z.number().int(),
  pieceBytes: z.number().int(),
})
export type MediaUpload = z.infer<typeof upload>

export const beginMediaUpload = defineEndpoint({
  method: 'POST',
  path: '/api/admin/media-uploads',
  access: having('media.edit'),
  tag,
  summary:
    'Begin an upload, or go on with one of mine: the same fingerprint, name, size and type within a day',
  body: z.object({
    name: z.string().trim().min(1, 'The file has no name.').max(200, 'The name is too long.'),
    /** Checked in words against MEDIA_TYPES, and later by what the file is. */
    type: z.string().trim().toLowerCase().max(100),
    bytes: wholeNumber('The size').min(1, 'The file is empty.'),
    /** SHA-256 of the first piece and the size, in hexadecimal: names the file on this person's computer. */
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'A fingerprint has 64 hexadecimal digits.'),
  }),
  response: upload,
})

export const sendMediaPiece = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/media-uploads/:uploadId/pieces/:number',
  access: having('media.edit'),
  tag,
  summary: 'One piece by its number from 0; a piece that is here already is answered as received',
  params: z.object({ uploadId, number: wholeNumber('Piece', 1000) }),
  upload: { types: ['application/octet-stream'], maxBytes: PIECE_BYTES },
  response: upload,
})

export const getMediaUpload = defineEndpoint({
  method: 'GET',
  path: '/api/admin/media-uploads/:uploadId',
  access: having('media.edit'),
  tag,
  summary: 'How far an upload of mine is',
  params: z.object({ uploadId }),
  response: upload,
})

export const finishMediaUpload = defineEndpoint({
  method: 'POST',
  path: '/api/admin/media-uploads/:uploadId/finish',
  access: having('media.edit'),
  tag,
  summary:
    'Open what arrived, make pictures or rebuild the video, and add it to the gallery or put it in place of another; asked again it answers the same',
  params: z.object({ uploadId }),
  body: z.object({ ...about, replaces: wholeNumber('Media').optional() }),
  response: mediaDetail,
})

export const dropMediaUpload = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/media-uploads/:uploadId',
  access: having('media.edit'),
  tag,
  summary: 'Give an upload of mine up',
  params: z.object({ uploadId }),
  response: z.object({ message: z.string() }),
})

export const setVideoPoster = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/media/:mediaId/poster',
  access: having('media.edit'),
  tag,
  summary: 'The picture that a video shows before it plays: a frame that the browser drew',
  params,
  upload: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5 * MB },
  response: mediaDetail,
})

/**
 * What pages and the app show. Its name is random and changes with the file, so it may be kept for
 * ever; nothing personal is ever among these. Videos are answered in ranges.
 */
export const mediaFile = defineEndpoint({
  method: 'GET',
  path: '/api/media/:name',
  access: anyone,
  tag,
  summary: 'A picture or video, by its name',
  params: z.object({
    name: z.string().regex(/^[\w-]{10,80}\.(webp|mp4|webm)$/, 'There is no such file.'),
  }),
  response: file('image/webp', 'video/mp4', 'video/webm'),
})
