import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconBell, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { APP_PAGES, type Target } from '../../../../contract/people/audience.ts'
import { LANGUAGE_NAMES, type Language } from '../../../../contract/people/members.ts'
import { hostOf } from '../../../../contract/web-address.ts'
import { PhoneFrame } from '../../../ui/phone-frame.tsx'
import { offerNameOptions } from '../../people/audience/audience-queries.ts'
import { MediaThumb, sourcesOf } from '../../platform/media/media-thumb.tsx'
import classes from './compose-preview.module.css'
import type { Draft } from './message-draft.ts'

/** As the app says it. */
const WORDS: Record<Language, { inbox: string; opened: string; open: string; now: string }> = {
  en: { inbox: 'Messages', opened: 'Opened', open: 'Open', now: 'now' },
  hi: { inbox: 'संदेश', opened: 'खोला हुआ', open: 'खोलें', now: 'अभी' },
}
const PICTURE_WIDTH = 52

/** What the button under a message says that it leads to; null without one. */
function useTargetWords(target: Target, language: Language): string | null {
  const offerId = target.to === 'offer' && target.offerId > 0 ? target.offerId : undefined
  const { data } = useQuery(offerNameOptions(offerId))
  switch (target.to) {
    case 'nothing':
      return null
    case 'page':
      return APP_PAGES[target.page]
    case 'offer':
      return data?.title[language] ?? 'The offer'
    case 'web':
      return hostOf(target.address) ?? 'The web address'
  }
}

/** A message as a member sees it, in the inbox and opened; whatever was typed is shown as text. */
function ComposePreview({ draft, language }: { draft: Draft; language: Language }): ReactElement {
  const { title, body } = draft[language]
  const leads = useTargetWords(draft.target, language)
  const words = WORDS[language]
  const shownTitle = title.trim() || `Title in ${LANGUAGE_NAMES[language]}`
  const shownBody = body.trim() || `The message in ${LANGUAGE_NAMES[language]} stands here.`
  return (
    <PhoneFrame label={`How it looks in ${LANGUAGE_NAMES[language]}`}>
      <div className={classes.screen} lang={language}>
        <p className={classes.where}>{words.inbox}</p>
        <div className={classes.card} data-testid="inbox-card">
          {draft.media ? (
            <MediaThumb media={draft.media} width={PICTURE_WIDTH} />
          ) : (
            <span className={classes.bell}>
              <IconBell size={18} stroke={1.6} aria-hidden />
            </span>
          )}
          <div>
            <b data-waits={title.trim() === '' || undefined}>{shownTitle}</b>
            <p data-waits={body.trim() === '' || undefined}>{shownBody}</p>
          </div>
          <small>{words.now}</small>
        </div>
        <p className={classes.where}>{words.opened}</p>
        <article className={classes.opened} data-testid="opened-message">
          {draft.media && draft.media.pictures.length > 0 && (
            <img {...sourcesOf(draft.media.pictures)} sizes="260px" alt="" />
          )}
          <b data-waits={title.trim() === '' || undefined}>{shownTitle}</b>
          <p data-waits={body.trim() === '' || undefined}>{shownBody}</p>
          {leads !== null && (
            <span className={classes.leads}>
              <span>{leads}</span>
              <IconChevronRight size={16} stroke={2} aria-hidden />
            </span>
          )}
        </article>
      </div>
    </PhoneFrame>
  )
}

/** The preview with a switch of its language. */
export function PreviewAside({ draft }: { draft: Draft }): ReactElement {
  const [language, setLanguage] = useState<Language>('en')
  return (
    <aside className={classes.aside} aria-label="Preview">
      <SegmentedControl
        aria-label="Language of the preview"
        data={[
          { value: 'en', label: 'English' },
          { value: 'hi', label: 'Hindi' },
        ]}
        value={language}
        onChange={(value) => setLanguage(value === 'hi' ? 'hi' : 'en')}
      />
      <ComposePreview draft={draft} language={language} />
    </aside>
  )
}
