import { z } from 'zod'
import { isAadhaar } from './aadhaar.ts'
import { personalNumbersIn, withoutPersonalNumbers } from './personal-numbers.ts'

/** States and union territories by GST state code, with the ISO 3166-2:IN letters. */
export const STATES = [
  { id: 1, iso: 'JK', name: 'Jammu and Kashmir' },
  { id: 2, iso: 'HP', name: 'Himachal Pradesh' },
  { id: 3, iso: 'PB', name: 'Punjab' },
  { id: 4, iso: 'CH', name: 'Chandigarh' },
  { id: 5, iso: 'UK', name: 'Uttarakhand' },
  { id: 6, iso: 'HR', name: 'Haryana' },
  { id: 7, iso: 'DL', name: 'Delhi' },
  { id: 8, iso: 'RJ', name: 'Rajasthan' },
  { id: 9, iso: 'UP', name: 'Uttar Pradesh' },
  { id: 10, iso: 'BR', name: 'Bihar' },
  { id: 11, iso: 'SK', name: 'Sikkim' },
  { id: 12, iso: 'AR', name: 'Arunachal Pradesh' },
  { id: 13, iso: 'NL', name: 'Nagaland' },
  { id: 14, iso: 'MN', name: 'Manipur' },
  { id: 15, iso: 'MZ', name: 'Mizoram' },
  { id: 16, iso: 'TR', name: 'Tripura' },
  { id: 17, iso: 'ML', name: 'Meghalaya' },
  { id: 18, iso: 'AS', name: 'Assam' },
  { id: 19, iso: 'WB', name: 'West Bengal' },
  { id: 20, iso: 'JH', name: 'Jharkhand' },
  { id: 21, iso: 'OD', name: 'Odisha' },
  { id: 22, iso: 'CG', name: 'Chhattisgarh' },
  { id: 23, iso: 'MP', name: 'Madhya Pradesh' },
  { id: 24, iso: 'GJ', name: 'Gujarat' },
  { id: 26, iso: 'DH', name: 'Dadra and Nagar Haveli and Daman and Diu' },
  { id: 27, iso: 'MH', name: 'Maharashtra' },
  { id: 29, iso: 'KA', name: 'Karnataka' },
  { id: 30, iso: 'GA', name: 'Goa' },
  { id: 31, iso: 'LD', name: 'Lakshadweep' },
  { id: 32, iso: 'KL', name: 'Kerala' },
  { id: 33, iso: 'TN', name: 'Tamil Nadu' },
  { id: 34, iso: 'PY', name: 'Puducherry' },
  { id: 35, iso: 'AN', name: 'Andaman and Nicobar Islands' },
  { id: 36, iso: 'TS', name: 'Telangana' },
  { id: 37, iso: 'AP', name: 'Andhra Pradesh' },
  { id: 38, iso: 'LA', name: 'Ladakh' },
] as const

const STATE_NAMES = new Map<number, string>(STATES.map((state) => [state.id, state.name]))

export function stateName(id: number | null): string {
  return (id !== null && STATE_NAMES.get(id)) || 'Unknown'
}

export const stateId = z.coerce
  .number({ error: 'Choose a state.' })
  .int()
  .refine((id) => STATE_NAMES.has(id), 'This is not an Indian state or union territory.')

/** An Indian mobile number; accepts +91, 0 and spaces, gives the ten digits. */
export const mobile = z
  .string({ error: 'Enter a mobile number.' })
  .max(20, 'A mobile number has ten digits.')
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(\+91|91(?=\d{10}$)|0(?=\d{10}$))/, ''))
  .refine(
    (digits) => /^[6-9]\d{9}$/.test(digits),
    'Enter a mobile number of ten digits that begins with 6, 7, 8 or 9.',
  )

/** Value of a check character 0–9A–Z in base 36. */
const base36 = (letter: string) => Number.parseInt(letter, 36)

const NUMBERS_STAY_OUT =
  'This holds a whole Aadhaar number, PAN or account number. Leave it out, or keep only its last four digits.'

/** One line or more of text, such as a name. A number of a person in it is refused. */
export function nameText(label: string, longest: number, shortest = 0) {
  return words(label, longest, shortest).refine(
    (text) => personalNumbersIn(text).length === 0,
    NUMBERS_STAY_OUT,
  )
}

/** Free text. Of a person's number in it only the last four characters are kept. */
export function plainText(label: string, longest: number, shortest = 0) {
  // Not a transform: answers are written by the same schemas, and nothing can be transformed backwards.
  return words(label, longest, shortest).overwrite(withoutPersonalNumbers)
}

function words(label: string, longest: number, shortest: number) {
  return z
    .string({ error: `${label} is missing.` })
    .trim()
    .min(shortest, shortest > 1 ? `${label}: a few words.` : `${label} is missing.`)
    .max(longest, `${label}: at most ${longest} characters.`)
}

const compact = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
const PAN_KINDS = 'PCHFABGJLT'

export const pan = z
  .string({ error: 'Enter the PAN.' })
  .max(20, 'A PAN has ten characters.')
  .transform(compact)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (!/^[A-Z]{5}\d{4}[A-Z]$/.test(text)) {
      refuse('A PAN is five letters, four digits and a letter, such as ABCPE1234F.')
    } else if (!PAN_KINDS.includes(text.charAt(3))) {
      refuse(`The fourth letter of a PAN says who holds it and is one of ${PAN_KINDS}.`)
    } else if (text.slice(5, 9) === '0000') refuse('The digits of a PAN are never 0000.')
  })

/** Accepts the number as printed, in groups of four; gives the twelve digits. It is never kept whole. */
export const aadhaarNumber = z
  .string({ error: 'Enter the Aadhaar number.' })
  .max(20, 'An Aadhaar number has twelve digits.')
  .transform(compact)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (!/^[2-9]\d{11}$/.test(text)) {
      refuse('An Aadhaar number has twelve digits and does not begin with 0 or 1.')
    } else if (!isAadhaar(text)) {
      refuse('The last digit of this Aadhaar number does not fit the others: check each digit.')
    }
  })

/** The check character of a GSTIN, from its first fourteen. */
export function gstinCheck(first14: string): string {
  let total = 0
  for (let i = 0; i < 14; i++) {
    const product = base36(first14.charAt(i)) * (i % 2 === 0 ? 1 : 2)
    total += Math.floor(product / 36) + (product % 36)
  }
  return ((36 - (total % 36)) % 36).toString(36).toUpperCase()
}

/** Numbers of states that are no more, in registrations that still stand: Daman and Diu, undivided Andhra Pradesh. */
const MERGED_STATES: Record<number, number> = { 25: 26, 28: 37 }
/** With 97, other territory, and 99, central jurisdiction: no states. */
const GST_STATES = new Set<number>([
  ...STATES.map(({ id }) => id),
  ...Object.keys(MERGED_STATES).map(Number),
  97,
  99,
])

export const gstin = z
  .string({ error: 'Enter the GSTIN.' })
  .max(25, 'A GSTIN has fifteen characters.')
  .transform(compact)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) {
      refuse('A GSTIN is two digits, a PAN, a digit or letter, Z and a check character.')
    } else if (!GST_STATES.has(Number(text.slice(0, 2)))) {
      refuse(`A GSTIN begins with the number of a state; ${text.slice(0, 2)} is none.`)
    } else if (gstinCheck(text) !== text.charAt(14)) {
      refuse(`The last character of this GSTIN should be ${gstinCheck(text)}: check the others.`)
    }
  })

/** The state of today that a GSTIN was given in, by its number; 97 and 99 are none. A mask keeps it. */
export function stateOfGstin(text: string): number {
  const id = Number(text.slice(0, 2))
  return MERGED_STATES[id] ?? id
}

/** The PAN inside a GSTIN: its characters 3 to 12. */
export const panOfGstin = (text: string) => text.slice(2, 12)

export const ifsc = z
  .string({ error: 'Enter the IFSC.' })
  .max(20, 'An IFSC has eleven characters.')
  .transform(compact)
  .refine(
    (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text),
    'An IFSC is four letters, a zero and six letters or digits, such as HDFC0001234.',
  )

/** A bank account as text: its leading zeros count. */
export const bankAccount = z
  .string({ error: 'Enter the account number.' })
  .max(40, 'An account number has at most 18 digits.')
  .transform(compact)
  .refine((text) => /^\d{9,18}$/.test(text), 'An account number has 9 to 18 digits.')

export const upiAddress = z
  .string({ error: 'Enter the UPI address.' })
  .trim()
  .max(255, 'A UPI address has at most 255 characters.')
  .refine(
    (text) => /^[A-Za-z0-9._-]{2,256}@[A-Za-z]{2,64}$/.test(text),
    'A UPI address looks like name@bank.',
  )
  .transform((text) => text.toLowerCase())

/** `ABCPE1234F` as `ABCPE****F`: what lists may show of it. */
export const maskPan = (text: string) => `${text.slice(0, 5)}****${text.slice(9)}`
/** All but the last four digits. */
export const maskAccount = (text: string) =>
  `${'•'.repeat(Math.max(0, text.length - 4))}${text.slice(-4)}`
/** `ravi.kumar@okbank` as `ra•••@okbank`. */
export const maskUpi = (text: string) => text.replace(/^(.{2})[^@]*/, '$1•••')
/** `27ABCPE1234F1Z5` with the PAN inside masked. */
export const maskGstin = (text: string) =>
  `${text.slice(0, 2)}${maskPan(panOfGstin(text))}${text.slice(12)}`

/** The financial year of a day, April to March, by the year it begins in: 2026 for 2026-27. */
export function financialYear(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}
