import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { ReactElement, ReactNode } from 'react'
import type { Language } from '../../../../contract/people/members.ts'
import { chooseLanguage } from '../../../lib/my-language.ts'
import { knowsLanguage, useLanguage } from '../../../lib/read-language.ts'
import { useInstallable } from './install.ts'
import { usePlantMe } from './plant-me.ts'
import { PinActions } from './pin/pin-actions.tsx'
import { PlantSkeleton } from './plant-skeleton.tsx'
import classes from './plant-frame.module.css'
import { useLetters } from './letters.ts'
import { useSendBehind } from './send-behind.ts'

const LANGUAGES: { value: Language; label: string }[] = [
  { value: 'hi', label: 'हिन्दी' },
  { value: 'en', label: 'English' },
]
const CHOOSE = { en: 'Language', hi: 'भाषा' }

/** Every page of the worker section: title, whose phone it is now, the language it is read in. */
export function PlantFrame({
  title,
  about,
  children,
}: {
  title: string
  about?: string
  children: ReactNode
}): ReactElement {
  const language = useLanguage()
  const { me, awaited } = usePlantMe()
  const lettersAwaited = useLetters(language)
  useInstallable()
  useSendBehind()
  // In another language, or in other letters, everything would stand elsewhere a moment later.
  if ((awaited && !knowsLanguage()) || lettersAwaited)
    return <PlantSkeleton cards={3} height={160} />
  return (
    <div className={classes.frame} lang={language}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          <span className={classes.me}>{me && `${me.name} · ${me.plantName}`}</span>
        </div>
        <SegmentedControl
          data={LANGUAGES}
          value={language}
          onChange={(value) => chooseLanguage(value === 'en' ? 'en' : 'hi')}
          aria-label={CHOOSE[language]}
          size="md"
          classNames={{ label: classes.language }}
        />
        {about && <p className={classes.about}>{about}</p>}
        {me && <PinActions me={me} />}
      </div>
      {children}
    </div>
  )
}
