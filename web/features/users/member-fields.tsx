import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { STATES } from '../../../contract/india.ts'
import { LANGUAGE_NAMES, LANGUAGES, MEMBER_KINDS } from '../../../contract/members.ts'
import { formatWord } from '../../lib/format.ts'
import type { MemberDraft } from './member-draft.ts'
import classes from './member-fields.module.css'

export type FieldState = { error: string | undefined; onBlur: () => void }

const STATE_CHOICES = [
  { value: '', label: 'Choose a state' },
  ...STATES.map(({ id, name }) => ({ value: String(id), label: name })),
]
const KINDS = MEMBER_KINDS.map((value) => ({ value, label: formatWord(value) }))
const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

/** What is known of a member, to be typed. */
export function MemberFields({
  draft,
  onDraft,
  field,
  children,
}: {
  draft: MemberDraft
  onDraft: (draft: MemberDraft) => void
  field: (name: string) => FieldState
  /** What stands before the rest. */
  children?: ReactElement
}): ReactElement {
  const text = (name: 'name' | 'latinName' | 'city' | 'pincode', label: string, hint?: string) => (
    <TextInput
      label={label}
      description={hint}
      inputMode={name === 'pincode' ? 'numeric' : undefined}
      autoComplete="off"
      data-autofocus={(name === 'name' && !children) || undefined}
      value={draft[name]}
      onChange={(event) => onDraft({ ...draft, [name]: event.currentTarget.value })}
      {...field(name)}
    />
  )
  return (
    <div className={classes.fields}>
      {children}
      {text('name', 'Name', 'As the member writes it')}
      {text('latinName', 'Latin spelling (optional)', 'As on the PAN card, where the name is not')}
      <NativeSelect
        label="Type"
        data={KINDS}
        value={draft.kind}
        onChange={(event) => {
          const kind = MEMBER_KINDS.find((one) => one === event.currentTarget.value)
          if (kind) onDraft({ ...draft, kind })
        }}
        {...field('kind')}
      />
      <NativeSelect
        label="Language"
        data={LANGUAGE_CHOICES}
        value={draft.language}
        onChange={(event) => {
          const language = LANGUAGES.find((one) => one === event.currentTarget.value)
          if (language) onDraft({ ...draft, language })
        }}
        {...field('language')}
      />
      <NativeSelect
        label="State"
        data={STATE_CHOICES}
        value={draft.state}
        onChange={(event) => onDraft({ ...draft, state: event.currentTarget.value })}
        {...field('state')}
      />
      {text('city', 'City')}
      {text('pincode', 'PIN code (optional)')}
    </div>
  )
}
