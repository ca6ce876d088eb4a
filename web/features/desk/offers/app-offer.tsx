import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import { LANGUAGES, type Language } from '../../../../contract/people/members.ts'
import { PhoneFrame } from '../../../ui/phone-frame.tsx'
import { mediaOptions } from '../../platform/media/media-queries.ts'
import { sourcesOf } from '../../platform/media/media-thumb.tsx'
import classes from './app-offer.module.css'

const LANGUAGE_NAMES = { en: 'English', hi: 'Hindi' }
/** Width of a page on the drawn screen, in pixels. */
const PAGE = '264px'

type Shown = { title: string; text: string }

function LanguageSwitch({
  language,
  onLanguage,
}: {
  language: Language
  onLanguage: (language: Language) => void
}): ReactElement {
  return (
    <div className={classes.languages} role="group" aria-label="Language of the preview">
      {LANGUAGES.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant={one === language ? 'light' : 'subtle'}
          color={one === language ? undefined : 'gray'}
          aria-pressed={one === language}
          onClick={() => onLanguage(one)}
        >
          {LANGUAGE_NAMES[one]}
        </Button>
      ))}
    </div>
  )
}

/** The pages of a catalogue, one by one; its first is known before the others are here. */
function usePages(media: MediaItem | null): readonly MediaItem['pictures'][] {
  const isCatalogue = media?.kind === 'document'
  const { data } = useQuery(mediaOptions(isCatalogue ? String(media.mediaId) : undefined))
  if (!media) return []
  if (isCatalogue && data && data.pagePictures.length > 0) return data.pagePictures
  return [media.pictures]
}

function Pages({ media, title }: { media: MediaItem; title: string }): ReactElement {
  const pages = usePages(media)
  const [turned, setTurned] = useState(0)
  const at = Math.min(turned, pages.length - 1)
  const page = pages[at] ?? []
  const first = page[0]
  const name = pages.length > 1 ? `${title}, page ${at + 1} of ${pages.length}` : title
  return (
    <div className={classes.pages}>
      {first ? (
        <img
          {...sourcesOf(page)}
          sizes={PAGE}
          width={first.width}
          height={first.height}
          alt={name}
          draggable={false}
        />
      ) : (
        <span className={classes.none} aria-hidden>
          <IconPhoto size={28} stroke={1.4} />
        </span>
      )}
      {pages.length > 1 && (
        <div className={classes.turn}>
          <ActionIcon
            variant="default"
            size={28}
            aria-label="Page before"
            disabled={at === 0}
            onClick={() => setTurned(at - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span role="status">{`${at + 1} of ${pages.length}`}</span>
          <ActionIcon
            variant="default"
            size={28}
            aria-label="Next page"
            disabled={at === pages.length - 1}
            onClick={() => setTurned(at + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}

/** An offer as the app shows it, in either language. */
export function AppOffer({
  media,
  words,
}: {
  media: MediaItem | null
  words: Record<Language, Shown>
}): ReactElement {
  const [language, setLanguage] = useState<Language>('en')
  const { title, text } = words[language]
  return (
    <div className={classes.preview}>
      <LanguageSwitch language={language} onLanguage={setLanguage} />
      <PhoneFrame label={`The offer in the app, in ${LANGUAGE_NAMES[language]}`}>
        <article className={classes.offer} lang={language}>
          {media ? (
            <Pages key={media.mediaId} media={media} title={title || 'The offer'} />
          ) : (
            <span className={classes.none} aria-hidden>
              <IconPhoto size={28} stroke={1.4} />
            </span>
          )}
          {title.trim() !== '' && <b>{title}</b>}
          {text.trim() !== '' && <p>{text}</p>}
        </article>
      </PhoneFrame>
    </div>
  )
}
