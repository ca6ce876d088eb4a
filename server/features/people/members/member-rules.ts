import { stateName } from '../../../../contract/india.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import type { FieldWords } from '../../../lib/change-words.ts'
import type { LockedMember } from './status.service.ts'

/** A mobile as what can never be erased may hold it: its last two digits. */
export const maskMobile = (mobile: string) => `••••••••${mobile.slice(-2)}`

/**
 * Refuses words that would stay on record for good and name the member: audit rows and the reasons
 * of the ledger outlive an erasure.
 */
export function keepOutOfRecord(
  { name, mobile }: Pick<LockedMember, 'name' | 'mobile'>,
  text: string | undefined,
  field = 'reason',
): void {
  if (!text) return
  const digits = text.replace(/[\s().-]/g, '')
  const named = inWords(text).includes(inWords(name))
  if (!named && !digits.includes(mobile)) return
  throw invalidField(
    field,
    'Leave out the member’s name and mobile: this stays on record even when they are erased.',
  )
}

/** Words alone, each between spaces: `Om` is not in `from`. */
const inWords = (text: string) =>
  ` ${text
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** Refuses what cannot be done to a member whose personal data is gone. */
export function notErased({ erasedAt }: Pick<LockedMember, 'erasedAt'>): void {
  if (erasedAt === null) return
  throw new AppError(
    'conflict',
    'The personal data of this member was erased: nothing more can change.',
  )
}

/** What the fields of a member's record are called. */
export const RECORD_WORDS: FieldWords = {
  labels: {
    name: 'Name',
    latinName: 'Name in Latin letters',
    kind: 'Type',
    state: 'State',
    city: 'City',
    pincode: 'PIN code',
    language: 'Language',
    tier: 'Tier',
  },
  show: (name, value) => (name === 'state' ? stateName(Number(value)) : plainWords(String(value))),
}
