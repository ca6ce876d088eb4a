import { IconChevronLeft, IconChevronRight, IconPhoto, IconVideo } from '@tabler/icons-react'
import { ActionIcon } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import { PhoneFrame } from '../../../ui/phone-frame.tsx'
import { sourcesOf } from '../../platform/media/media-thumb.tsx'
import classes from './app-banners.module.css'

export type Slide = {
  id: number
  title: string
  /** What a screen reader says for the picture. */
  words: string
  media: Pick<MediaItem, 'kind' | 'pictures'> | null
  /** What is to be said of it beside its title. */
  note: string
}

/** Width of the picture on the drawn screen, in pixels. */
const PICTURE = '264px'

function Picture({ slide: { media, words } }: { slide: Slide }): ReactElement {
  if (media && media.pictures.length > 0)
    return (
      <span className={classes.picture}>
        <img {...sourcesOf(media.pictures)} sizes={PICTURE} alt={words} draggable={false} />
        {media.kind === 'video' && <IconVideo className={classes.video} size={18} aria-hidden />}
      </span>
    )
  const None = media?.kind === 'video' ? IconVideo : IconPhoto
  return (
    <span className={classes.picture} data-empty>
      <None size={28} stroke={1.4} aria-hidden />
      <small>{media ? 'It has no picture before it plays' : 'No picture selected yet'}</small>
    </span>
  )
}

/** What stands around the banners in the app, without words. */
function Around(): ReactElement {
  return (
    <div className={classes.around} aria-hidden>
      <span data-wide />
      <div>
        <span />
        <span />
        <span />
        <span />
      </div>
      <span data-tall />
      <span data-tall />
    </div>
  )
}

/**
 * The banners as the app shows them, one at a time in their order. `first` is shown to begin with, and
 * again whenever it is another.
 */
export function AppBanners({
  slides,
  first,
  label,
  none,
}: {
  slides: readonly Slide[]
  first?: number
  label: string
  /** What is said where there is none. */
  none: string
}): ReactElement {
  const [selected, setSelected] = useState(first)
  const [begun, setBegun] = useState(first)
  if (begun !== first) {
    setBegun(first)
    setSelected(first)
  }
  const found = slides.findIndex(({ id }) => id === selected)
  const at = Math.max(0, found)
  const slide = slides[at]
  const go = (step: number): void =>
    setSelected(slides[(at + step + slides.length) % slides.length]?.id)
  return (
    <div className={classes.preview}>
      <PhoneFrame label={label}>
        <div className={classes.top} aria-hidden>
          <span />
          <span />
        </div>
        {slide ? <Picture slide={slide} /> : <p className={classes.none}>{none}</p>}
        <div className={classes.dots} aria-hidden>
          {slides.length > 1 &&
            slides.map(({ id }) => <span key={id} data-current={id === slide?.id || undefined} />)}
        </div>
        <Around />
      </PhoneFrame>
      {slide && (
        <div className={classes.turn}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label="Banner before"
            disabled={slides.length < 2}
            onClick={() => go(-1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <p role="status">
            <b>{`${at + 1} of ${slides.length}: ${slide.title}`}</b>
            <span>{slide.note}</span>
          </p>
          <ActionIcon
            variant="default"
            size={32}
            aria-label="Next banner"
            disabled={slides.length < 2}
            onClick={() => go(1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
