import { IconFileText, IconPhotoOff, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import { fileAddress } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { clockOf } from './media-words.ts'
import classes from './media-thumb.module.css'

export type Thumbed = Pick<MediaItem, 'kind' | 'pictures' | 'durationMs' | 'pages'>

/** The attributes of an image that is kept in several sizes; the browser takes the one that is enough. */
export function sourcesOf(pictures: MediaItem['pictures']): { src: string; srcSet: string } {
  return {
    src: fileAddress(pictures[0]?.url ?? ''),
    srcSet: pictures.map(({ url, width }) => `${fileAddress(url)} ${width}w`).join(', '),
  }
}

const NO_PICTURE = { image: IconPhotoOff, video: IconVideo, document: IconFileText }

/** How long a video is, or how many pages a document has. */
function Mark({ media: { kind, durationMs, pages } }: { media: Thumbed }): ReactElement | null {
  if (kind === 'image') return null
  return (
    <span className={classes.mark}>
      {kind === 'video' ? (
        <IconPlayerPlayFilled size={10} aria-hidden />
      ) : (
        <IconFileText size={12} stroke={2} aria-hidden />
      )}
      {kind === 'video' ? clockOf(durationMs ?? 0) : formatAmount(pages, 'page')}
    </span>
  )
}

/**
 * An item small: all of its picture, in a frame of four to three, with a video's length or a
 * document's pages. `width` is in pixels, or fills what it stands in. Its title stands beside it,
 * or is given as `alt`.
 */
export function MediaThumb({
  media,
  width,
  alt = '',
}: {
  media: Thumbed
  width: number | 'fill'
  alt?: string
}): ReactElement {
  const None = NO_PICTURE[media.kind]
  return (
    <span className={classes.thumb} style={{ width: width === 'fill' ? '100%' : width }}>
      {media.pictures.length > 0 ? (
        <img
          {...sourcesOf(media.pictures)}
          sizes={width === 'fill' ? '260px' : `${width}px`}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <None size={24} stroke={1.4} aria-hidden={alt === ''} aria-label={alt || undefined} />
      )}
      <Mark media={media} />
    </span>
  )
}
