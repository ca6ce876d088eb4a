import { ActionIcon, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhotoOff } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { MediaDetail, MediaItem } from '../../../../contract/platform/media.ts'
import { fileAddress } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import classes from './media-preview.module.css'
import { sourcesOf } from './media-thumb.tsx'

const WIDTH = '(max-width: 767.98px) 100vw, 680px'

function Picture({
  pictures,
  alt,
}: {
  pictures: MediaItem['pictures']
  alt: string
}): ReactElement {
  const largest = pictures.at(-1)
  if (!largest) return <IconPhotoOff size={32} stroke={1.3} aria-label={`${alt}: no picture`} />
  const { width, height } = largest
  return (
    <img
      key={largest.url}
      {...sourcesOf(pictures)}
      sizes={WIDTH}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
    />
  )
}

function Video({ media, src }: { media: MediaDetail; src: string }): ReactElement {
  const poster = media.pictures.at(-1)
  return (
    <video
      key={src}
      src={fileAddress(src)}
      poster={poster && fileAddress(poster.url)}
      width={media.width}
      height={media.height}
      controls
      // It is looked at among colleagues; the player turns the sound on.
      muted
      preload="metadata"
      playsInline
      aria-label={media.title}
    />
  )
}

/** The pages of a document, one at a time. */
function Pages({ media: { title, pagePictures } }: { media: MediaDetail }): ReactElement {
  const [asked, setAt] = useState(0)
  const last = pagePictures.length - 1
  const at = Math.min(asked, last)
  const words = `Page ${formatNumber(at + 1)} of ${formatNumber(pagePictures.length)}`
  return (
    <>
      <div className={classes.stage} data-page>
        <Picture pictures={pagePictures[at] ?? []} alt={`${title}, ${words.toLowerCase()}`} />
      </div>
      {last > 0 && (
        <div className={classes.turn}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Page before"
            disabled={at === 0}
            onClick={() => setAt(at - 1)}
          >
            <IconChevronLeft size={18} stroke={1.8} aria-hidden />
          </ActionIcon>
          <Text role="status">{words}</Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Next page"
            disabled={at === last}
            onClick={() => setAt(at + 1)}
          >
            <IconChevronRight size={18} stroke={1.8} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </>
  )
}

/** An item large: the image, the video to be played, the document page by page. */
export function MediaPreview({ media }: { media: MediaDetail }): ReactElement {
  if (media.kind === 'document') return <Pages media={media} />
  return (
    <div className={classes.stage}>
      {media.videoUrl ? (
        <Video media={media} src={media.videoUrl} />
      ) : (
        <Picture pictures={media.pictures} alt={media.title} />
      )}
    </div>
  )
}
