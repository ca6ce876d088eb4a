import type {
  AddressInput,
  AddressPlace,
  FullAddress,
} from '../../../../contract/people/addresses.ts'

/** An address as it is typed. `filled`: the city that the PIN code brought, until it is typed over. */
export type AddressDraft = {
  pincode: string
  state: string
  city: string
  recipient: string
  phone: string
  line1: string
  line2: string
  landmark: string
  filled: string
}

export const EMPTY_ADDRESS: AddressDraft = {
  pincode: '',
  state: '',
  city: '',
  recipient: '',
  phone: '',
  line1: '',
  line2: '',
  landmark: '',
  filled: '',
}

/** What is known of an address: all of it, or only its place. */
export function draftOfAddress(known: FullAddress | AddressPlace | null): AddressDraft {
  if (!known) return EMPTY_ADDRESS
  const { pincode, state, city } = known
  const place = { ...EMPTY_ADDRESS, pincode, state: String(state), city }
  if (!('recipient' in known)) return place
  const { recipient, phone, line1, line2, landmark } = known
  return { ...place, recipient, phone, line1, line2: line2 ?? '', landmark: landmark ?? '' }
}

export function bodyOfAddress(draft: AddressDraft): AddressInput {
  const { pincode, city, recipient, phone, line1, line2, landmark } = draft
  // An empty text would be read as the number 0.
  const state = draft.state === '' ? undefined : draft.state
  return { pincode, state, city, recipient, phone, line1, line2, landmark }
}

/** The city and state of a PIN code, where the city was not typed by hand. */
export function withPlace(
  draft: AddressDraft,
  { pincode, city, state }: AddressPlace,
): AddressDraft {
  if (digitsOf(draft.pincode) !== pincode) return draft
  const isOurs = draft.city.trim() === '' || draft.city === draft.filled
  return { ...draft, state: String(state), ...(isOurs && { city, filled: city }) }
}

export const digitsOf = (pincode: string): string => pincode.replace(/[\s-]/g, '')
export const isWhole = (pincode: string): boolean => /^[1-9]\d{5}$/.test(digitsOf(pincode))
