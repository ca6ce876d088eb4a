import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { placeInWords } from '../../../../contract/people/addresses.ts'
import { STATES } from '../../../../contract/india.ts'
import { LANGUAGE_NAMES, LANGUAGES, MEMBER_KINDS } from '../../../../contract/people/members.ts'
import { formatWord } from '../../../lib/format.ts'
import { isWhole } from '../../people/addresses/address-draft.ts'
import { pincodeOptions } from '../../people/addresses/address-queries.ts'
import { placedBy, type MemberDraft } from './member-draft.ts'
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
  onDraft: (change: (before: MemberDraft) => MemberDraft) => void
  field: (name: string) => FieldState
  /** What stands before the rest. */
  children?: ReactElement
}): ReactElement {
  const client = useQueryClient()
  const { data: place } = useQuery(pincodeOptions(draft.pincode))
  const typePincode = (pincode: string): void => {
    onDraft((before) => ({ ...before, pincode }))
    if (!isWhole(pincode)) return
    client.fetchQuery(pincodeOptions(pincode)).then(
      (found) => onDraft((before) => placedBy(before, found)),
      // Nothing is filled in: city and state can be entered by hand.
      () => {},
    )
  }
  const text = (name: 'name' | 'latinName' | 'city', label: string, hint?: string) => (
    <TextInput
      label={label}
      description={hint}
      autoComplete="off"
      data-autofocus={(name === 'name' && !children) || undefined}
      value={draft[name]}
      onChange={(event) => {
        const { value } = event.currentTarget
        onDraft((before) => ({ ...before, [name]: value }))
      }}
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
          if (kind) onDraft((before) => ({ ...before, kind }))
        }}
        {...field('kind')}
      />
      <NativeSelect
        label="Language"
        data={LANGUAGE_CHOICES}
        value={draft.language}
        onChange={(event) => {
          const language = LANGUAGES.find((one) => one === event.currentTarget.value)
          if (language) onDraft((before) => ({ ...before, language }))
        }}
        {...field('language')}
      />
      <TextInput
        label="PIN code (optional)"
        description={place ? placeInWords(place) : 'Fills in the city and the state'}
        inputMode="numeric"
        autoComplete="off"
        value={draft.pincode}
        onChange={(event) => typePincode(event.currentTarget.value)}
        {...field('pincode')}
      />
      <NativeSelect
        label="State"
        data={STATE_CHOICES}
        value={draft.state}
        onChange={(event) => {
          const { value } = event.currentTarget
          onDraft((before) => ({ ...before, state: value }))
        }}
        {...field('state')}
      />
      {text('city', 'City')}
    </div>
  )
}
