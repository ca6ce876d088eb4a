import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { ReactElement, ReactNode } from 'react'
import { setPlantLanguage } from '../../../contract/plant.ts'
import { call } from '../../lib/api.ts'
import { useInstallable } from './install.ts'
import { useLanguage, type Language } from './language.ts'
import { usePlantMe } from './plant-me.ts'
import classes from './plant-frame.module.css'
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
  const [language, setLanguage] = useLanguage()
  const me = usePlantMe()
  useInstallable()
  useSendBehind()
  const choose = (chosen: Language): void => {
    setLanguage(chosen)
    // Kept on the phone in any case: the account only brings it to the next phone.
    call(setPlantLanguage, { body: { language: chosen } }).catch(() => {})
  }
  return (
    <div className={classes.frame} lang={language}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {me && <span className={classes.me}>{`${me.name} · ${me.plantName}`}</span>}
        </div>
        <SegmentedControl
          data={LANGUAGES}
          value={language}
          onChange={(value) => choose(value === 'en' ? 'en' : 'hi')}
          aria-label={CHOOSE[language]}
          size="md"
          classNames={{ label: classes.language }}
        />
        {about && <p className={classes.about}>{about}</p>}
      </div>
      {children}
    </div>
  )
}
