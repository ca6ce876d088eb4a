import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import type { ReactElement } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../../contract/people/members.ts'
import type { IdentityDraft } from './identity-draft.ts'
import classes from './setup.module.css'

type Errors = Readonly<Partial<Record<string, string>>>

/** Name, colour, support contact and languages of the programme. */
export function IdentityFields({
  draft,
  errors,
  onChange,
}: {
  draft: IdentityDraft
  errors: Errors
  onChange: (draft: IdentityDraft) => void
}): ReactElement {
  const set = (change: Partial<IdentityDraft>): void => onChange({ ...draft, ...change })
  return (
    <>
      <TextInput
        label="Name of the programme"
        description="As members know it. Messages, documents and the sign-in page carry it."
        name="programme-name"
        autoComplete="off"
        required
        withAsterisk={false}
        value={draft.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        className={classes.colour}
        label="Colour"
        description="Of the mark and of the heading of documents."
        type="color"
        value={draft.colour}
        error={errors.colour}
        onChange={(event) => set({ colour: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Support telephone"
          description="Optional"
          type="tel"
          autoComplete="off"
          value={draft.supportPhone}
          error={errors.supportPhone}
          onChange={(event) => set({ supportPhone: event.currentTarget.value })}
        />
        <TextInput
          label="Support e-mail"
          description="Optional"
          type="email"
          autoComplete="off"
          value={draft.supportEmail}
          error={errors.supportEmail}
          onChange={(event) => set({ supportEmail: event.currentTarget.value })}
        />
      </div>
      <Checkbox.Group
        label="Languages of members"
        description={usualWords(draft.languages)}
        error={errors.languages}
        value={[...draft.languages]}
        // A language that is added comes last: the first one stays the usual one.
        onChange={(selected) =>
          set({
            languages: LANGUAGES.filter((one) => selected.includes(one)).toSorted(
              (a, b) => selected.indexOf(a) - selected.indexOf(b),
            ),
          })
        }
      >
        <div className={classes.boxes}>
          {LANGUAGES.map((language) => (
            <Checkbox key={language} value={language} label={LANGUAGE_NAMES[language]} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}

function usualWords([first]: readonly Language[]): string {
  if (!first) return 'Choose at least one.'
  return `Whoever joins without choosing gets messages in ${LANGUAGE_NAMES[first]}.`
}
