import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Dispatch, HTMLInputTypeAttribute, ReactElement, SetStateAction } from 'react'
import { placeInWords } from '../../../../contract/people/addresses.ts'
import { STATES } from '../../../../contract/india.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { isWhole, withPlace, type AddressDraft } from './address-draft.ts'
import { pincodeOptions } from './address-queries.ts'
import classes from './addresses.module.css'

const STATE_CHOICES = [
  { value: '', label: 'Choose a state' },
  ...STATES.map(({ id, name }) => ({ value: String(id), label: name })),
]

type TextFieldSpec = {
  name: 'city' | 'recipient' | 'phone' | 'line1' | 'line2' | 'landmark'
  label: string
  type?: HTMLInputTypeAttribute
  wide?: boolean
}
const PERSON: readonly TextFieldSpec[] = [
  { name: 'recipient', label: 'Name of the recipient' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'line1', label: 'House and street', wide: true },
  { name: 'line2', label: 'Area (optional)' },
  { name: 'landmark', label: 'Landmark (optional)' },
]

/** A postal address to be typed. The PIN code comes first: it fills in the city and the state. */
export function AddressFields({
  draft,
  onDraft,
  field,
}: {
  draft: AddressDraft
  onDraft: Dispatch<SetStateAction<AddressDraft>>
  field: (name: string) => { error: string | undefined; onBlur: () => void }
}): ReactElement {
  const client = useQueryClient()
  const { data: place, error } = useQuery(pincodeOptions(draft.pincode))
  const typePincode = (pincode: string): void => {
    onDraft((before) => ({ ...before, pincode }))
    if (!isWhole(pincode)) return
    client.fetchQuery(pincodeOptions(pincode)).then(
      (found) => onDraft((before) => withPlace(before, found)),
      // The field says what is wrong; city and state can be entered by hand.
      () => {},
    )
  }
  const isUnknown = error instanceof ApiError && error.status === 404
  const told = place ? placeInWords(place) : isUnknown ? error.message : null
  const text = ({ name, label, type, wide }: TextFieldSpec) => (
    <TextInput
      key={name}
      className={wide ? classes.wide : undefined}
      label={label}
      type={type ?? 'text'}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => {
        const { value } = event.currentTarget
        onDraft((before) => ({ ...before, [name]: value }))
      }}
      {...field(`address.${name}`)}
    />
  )
  return (
    <div className={classes.fields}>
      <TextInput
        className={isUnknown ? classes.wide : undefined}
        label="PIN code"
        description={told ?? 'Fills in the city and the state'}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={draft.pincode}
        onChange={(event) => typePincode(event.currentTarget.value)}
        {...field('address.pincode')}
      />
      <NativeSelect
        label="State"
        description="Where the PIN code is"
        data={STATE_CHOICES}
        value={draft.state}
        onChange={(event) => {
          const { value } = event.currentTarget
          onDraft((before) => ({ ...before, state: value }))
        }}
        {...field('address.state')}
      />
      {text({ name: 'city', label: 'City, town or district', wide: !isUnknown })}
      {PERSON.map(text)}
      <span role="status" className={classes.said}>
        {told ?? ''}
      </span>
    </div>
  )
}
