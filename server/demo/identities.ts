import { isAadhaar } from '../../contract/aadhaar.ts'
import { gstinCheck } from '../../contract/india.ts'
import { makeRandom } from './random.ts'

/** Whose identity is made up. `state` is the GST number of their state. */
export type Named = { memberId: number; name: string; state: number }

/** Numbers of nobody, each right in form and check digits; the same for a member in every demo. */
export type Identity = {
  pan: string
  aadhaar: string
  reference: string
  gstin: string
  account: string
  ifsc: string
  upi: string
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as [string, ...string[]]
const BANKS = ['HDFC', 'SBIN', 'ICIC', 'UTIB', 'PUNB', 'CNRB'] as const
const HANDLES = ['okaxis', 'oksbi', 'ybl', 'paytm'] as const
const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** The identity of a member. */
export function identityOf({ memberId, name, state }: Named): Identity {
  const random = makeRandom(700_000 + memberId)
  const letter = () => random.pick(LETTERS)
  const surname = name.split(' ').at(-1)?.charAt(0).toUpperCase() ?? 'K'
  const pan = `${letter()}${letter()}${letter()}P${surname}${digits(1 + random.below(9_998), 4)}${letter()}`
  const first14 = `${digits(state, 2)}${pan}1Z`
  const aadhaar = withCheckDigit(digits(20_000_000_000 + random.below(79_999_999_999), 11))
  return {
    pan,
    aadhaar,
    reference: `${aadhaar.slice(-4)}2026${digits(1 + random.below(9), 2)}1${random.below(9)}103045${digits(random.below(1000), 3)}`,
    gstin: first14 + gstinCheck(first14),
    account: digits(10_000_000 + random.below(89_999_999), 8) + digits(random.below(10_000), 4),
    ifsc: `${random.pick(BANKS)}0${digits(random.below(1_000_000), 6)}`,
    upi: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}${memberId}@${random.pick(HANDLES)}`,
  }
}

function withCheckDigit(first11: string): string {
  const found = LETTERS.slice(0, 10)
    .map((_, digit) => `${first11}${digit}`)
    .find(isAadhaar)
  if (!found) throw new Error(`No check digit fits ${first11}.`)
  return found
}
