import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Language } from '../../contract/people/members.ts'
import { setMyLanguage } from '../../contract/platform/my-account.ts'
import { call } from '../lib/api.ts'
import { languageIsSet } from '../lib/my-language.ts'
import { notifyFailed } from '../lib/notify.tsx'
import classes from './account-dialog.module.css'
import { accountOptions } from './account-options.ts'
import { THEMES } from './themes.ts'

const NAMES = { en: 'English', hi: 'हिन्दी' } as const
const LANGUAGES = (['en', 'hi'] as const).map((value) => ({
  value,
  label: <span lang={value}>{NAMES[value]}</span>,
}))
const THEME_CHOICES = THEMES.map(({ value, label }) => ({ value, label }))

/** The theme of this browser. */
export function ThemePart(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section className={classes.part}>
      <h3 id="my-theme">Theme</h3>
      <SegmentedControl
        aria-labelledby="my-theme"
        data={THEME_CHOICES}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <Text size="sm" c="dimmed">
        Kept in this browser.
      </Text>
    </section>
  )
}

/** My language, kept with the account; the worker section of this phone follows at once. */
export function LanguagePart({ language }: { language: Language }): ReactElement {
  const client = useQueryClient()
  const set = useMutation({
    mutationFn: (wanted: Language) => call(setMyLanguage, { body: { language: wanted } }),
    onSuccess: (saved) => {
      languageIsSet(saved.language)
      client.setQueryData(accountOptions().queryKey, (known) => known && { ...known, ...saved })
    },
    onError: (failure) => notifyFailed('The language was not changed', failure),
  })
  return (
    <section className={classes.part}>
      <h3 id="my-language">Language</h3>
      <SegmentedControl
        aria-labelledby="my-language"
        data={LANGUAGES}
        value={set.isPending ? set.variables : language}
        disabled={set.isPending}
        onChange={(value) => set.mutate(value)}
      />
      <Text size="sm" c="dimmed">
        Of the worker section, and of messages that the programme sends me. The pages of the
        dashboard are in English.
      </Text>
    </section>
  )
}
