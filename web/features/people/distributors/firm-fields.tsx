import { NativeSelect, TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute, ReactElement } from 'react'
import { STATES } from '../../../../contract/india.ts'
import {
  gstinWords,
  typeGstin,
  type FirmDraft,
  type NumberDraft,
  type Stored,
  type TextName,
} from './distributor-draft.ts'
import classes from './distributors.module.css'
import { NumberField, type FieldState } from './number-field.tsx'
import { TerritorySelect } from './territory-select.tsx'

const STATE_CHOICES = [
  { value: '', label: 'Choose a state' },
  ...STATES.map(({ id, name }) => ({ value: String(id), label: name })),
]

type TextFieldSpec = {
  name: TextName
  label: string
  hint?: string
  type?: HTMLInputTypeAttribute
  numeric?: boolean
  wide?: boolean
}

const FIRM: readonly TextFieldSpec[] = [
  { name: 'code', label: 'Code', hint: 'Letters and digits, such as D041' },
  { name: 'name', label: 'Name', hint: 'As on its invoices' },
]
const PLACE: readonly TextFieldSpec[] = [
  { name: 'city', label: 'City' },
  { name: 'pincode', label: 'PIN code (optional)', numeric: true },
]
const CONTACT: readonly TextFieldSpec[] = [
  { name: 'address', label: 'Address (optional)', wide: true },
  { name: 'contactName', label: 'Contact person (optional)' },
  { name: 'mobile', label: 'Mobile (optional)', type: 'tel' },
  { name: 'email', label: 'E-mail (optional)', type: 'email' },
]

/** What is known of a distributor, to be typed. */
export function FirmFields({
  draft,
  stored,
  onDraft,
  onAddTerritory,
  field,
}: {
  draft: FirmDraft
  stored: Stored
  onDraft: (draft: FirmDraft) => void
  /** Opens the dialog that adds one. */
  onAddTerritory: () => void
  field: (name: string) => FieldState
}): ReactElement {
  const words = gstinWords(draft)
  const ofGstin = field('gstin')
  const text = ({ name, label, hint, type, numeric, wide }: TextFieldSpec) => (
    <TextInput
      key={name}
      className={wide ? classes.wide : undefined}
      label={label}
      description={hint}
      type={type ?? 'text'}
      inputMode={numeric ? 'numeric' : undefined}
      autoComplete="off"
      data-autofocus={name === 'code' ? true : undefined}
      value={draft[name]}
      onChange={(event) => onDraft({ ...draft, [name]: event.currentTarget.value })}
      {...field(name)}
    />
  )
  const setGstin = (value: NumberDraft): void =>
    onDraft(
      value.mode === 'type' ? typeGstin(draft, value.text, stored) : { ...draft, gstin: value },
    )
  return (
    <div className={classes.fields}>
      {FIRM.map(text)}
      <NumberField
        label="GSTIN"
        mask={stored.gstin}
        value={draft.gstin}
        description={words.fits ?? 'Fifteen characters; its PAN is taken from it'}
        error={words.error ?? ofGstin.error}
        onBlur={ofGstin.onBlur}
        onChange={setGstin}
      />
      <NumberField
        label="PAN"
        mask={stored.pan}
        value={draft.pan}
        description={draft.panFilled ? 'Taken from the GSTIN' : 'Ten characters'}
        onChange={(pan) => onDraft({ ...draft, pan, panFilled: false })}
        {...field('pan')}
      />
      <NativeSelect
        label="State"
        data={STATE_CHOICES}
        value={draft.state}
        onChange={(event) => onDraft({ ...draft, state: event.currentTarget.value })}
        {...field('state')}
      />
      {PLACE.map(text)}
      <TerritorySelect
        value={draft.territory}
        onChange={(territory) => onDraft({ ...draft, territory })}
        onAdd={onAddTerritory}
        {...field('territory')}
      />
      {CONTACT.map(text)}
      <span role="status" className={classes.said}>
        {words.fits ?? ''}
      </span>
    </div>
  )
}
