import {
  bankAccount,
  gstin,
  ifsc,
  maskPan,
  pan,
  panOfGstin,
  stateName,
  stateOfGstin,
  upiAddress,
} from '../../../../contract/india.ts'
import {
  DOCUMENT_FIELDS,
  KYC_FIELD_NAMES,
  type KycField,
} from '../../../../contract/people/kyc-states.ts'
import { type KycCheck } from '../../../../contract/people/kyc.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { dayOf, isoDate } from '../../../../contract/time.ts'
import { part, type Values } from './kyc-fields.ts'
import { foldedSpelling, inOtherScripts, latinised } from './other-script.ts'
import { LIKE_NAME, nameLikeness, SAME_NAME } from './names.ts'

export type CheckedField = {
  field: KycField
  values: Values
  hasDocument: boolean
  /** Codes of the other members that sent the very same file. */
  sameDocument: readonly string[]
  /** Codes of the other members that have the same value. */
  duplicates: readonly string[]
}
/** Whose field it is; `pan` is what they sent as their PAN. */
export type Subject = {
  name: string
  /** How the name is written in Latin letters, where it is not. */
  latinName: string | null
  kind: MemberKind
  state: number
  pan: Values | null
  now: Date
}

type Check = (values: Values, subject: Subject) => KycCheck[]

const check = (label: string, state: KycCheck['state'], detail: string): KycCheck => ({
  label,
  state,
  detail,
})

/** Everything that can be looked at without a person, for one field. Holds no number in full. */
export function checksOf(checked: CheckedField, subject: Subject): KycCheck[] {
  const { field, values } = checked
  return [
    ...CHECKS[field](values, subject),
    ...documentChecks(checked),
    ...duplicateChecks(checked),
  ]
}

const CHECKS: Record<KycField, Check> = {
  pan: (values, subject) => [
    format(pan.safeParse(part(values, 'number')).success),
    holder(part(values, 'number'), subject),
    panName(values, subject),
  ],
  aadhaar: (values, { now }) => [verifiedOn(part(values, 'reference'), now)],
  gstin: (values, subject) => [
    format(gstin.safeParse(part(values, 'number')).success),
    panInside(part(values, 'number'), subject),
    gstState(part(values, 'number'), subject),
  ],
  bank: (values, subject) => [
    format(
      bankAccount.safeParse(part(values, 'account')).success &&
        ifsc.safeParse(part(values, 'ifsc')).success,
    ),
    memberName(part(values, 'name'), subject),
    ...bankAndPan(values, subject),
  ],
  upi: (values) => [format(upiAddress.safeParse(part(values, 'address')).success)],
  shop_photo: () => [],
  selfie: () => [],
}

function format(holds: boolean): KycCheck {
  return holds
    ? check('Format', 'ok', 'Its form and check digits are right.')
    : check('Format', 'wrong', 'It does not have the form of such a number.')
}

const HOLDERS: Record<string, string> = {
  P: 'a person',
  C: 'a company',
  H: 'a Hindu undivided family',
  F: 'a firm',
  A: 'an association of persons',
  B: 'a body of individuals',
  G: 'a government agency',
  J: 'an artificial juridical person',
  L: 'a local authority',
  T: 'a trust',
}

function holder(number: string, { kind }: Subject): KycCheck {
  const letter = number.charAt(3)
  const who = `The fourth letter, ${letter}, says: ${HOLDERS[letter] ?? 'nobody known'}.`
  if (letter === 'P' || kind === 'retailer') return check('Holder', 'ok', who)
  return check('Holder', 'wrong', `${who} A ${kind} is a person.`)
}

/** The PAN of a firm or company carries its name, not the name of whoever runs it. */
function panName(values: Values, subject: Subject): KycCheck {
  const found = memberName(part(values, 'name'), subject)
  const ofPerson = part(values, 'number').charAt(3) === 'P'
  return found.state === 'wrong' && !ofPerson && subject.kind === 'retailer'
    ? { ...found, state: 'warn' }
    : found
}

/** By the spelling that staff wrote down where the member's own is in another script. */
function memberName(name: string, subject: Subject): KycCheck {
  const spelled = subject.latinName !== null && inOtherScripts(name, subject.name)
  const own = spelled ? (subject.latinName ?? '') : subject.name
  return sameName('Name and member', name, own, 'the member')
}

function sameName(label: string, name: string, other: string, whose: string): KycCheck {
  if (inOtherScripts(name, other)) return otherScript(label, name, other, whose)
  const likeness = nameLikeness(name, other)
  const told = `“${name}” and “${other}” of ${whose}`
  if (likeness >= SAME_NAME) return check(label, 'ok', `${told} agree.`)
  return likeness >= LIKE_NAME
    ? check(label, 'warn', `${told} agree in part.`)
    : check(label, 'wrong', `${told} differ.`)
}

/** Never wrong: a name that only reads like another has to be looked at by a person. */
function otherScript(label: string, name: string, other: string, whose: string): KycCheck {
  const [one, two] = [latinised(name), latinised(other)]
  const likeness = nameLikeness(foldedSpelling(one), foldedSpelling(two))
  const [hindi, read] = one === name ? [other, two] : [name, one]
  const verdict =
    likeness >= SAME_NAME ? 'agree' : likeness >= LIKE_NAME ? 'agree in part' : 'seem to differ'
  return check(
    label,
    'warn',
    `Other script: “${name}” and “${other}” of ${whose} ${verdict}, as “${hindi}” reads “${read}”. Compare them by eye.`,
  )
}

function bankAndPan(values: Values, { pan }: Subject): KycCheck[] {
  return pan ? [sameName('Name and PAN', part(values, 'name'), part(pan, 'name'), 'the PAN')] : []
}

/** The reference of an offline verification holds its moment after the last four digits. */
function verifiedOn(reference: string, now: Date): KycCheck {
  const [, year, month, date] = /^\d{4}(\d{4})(\d{2})(\d{2})/.exec(reference) ?? []
  const day = `${year}-${month}-${date}`
  if (!isoDate.safeParse(day).success) {
    return check('Reference', 'wrong', 'Its date is no day of the calendar.')
  }
  return day > dayOf(now)
    ? check('Reference', 'wrong', `It says ${day}, which is still to come.`)
    : check('Reference', 'ok', `Verified offline on ${day}.`)
}

function panInside(number: string, { pan }: Subject): KycCheck {
  const inside = panOfGstin(number)
  if (!pan) return check('PAN inside', 'wrong', 'There is no PAN to compare it with.')
  return inside === part(pan, 'number')
    ? check('PAN inside', 'ok', 'It is the PAN of this member.')
    : check('PAN inside', 'wrong', `It holds ${maskPan(inside)}, which is not this member’s PAN.`)
}

function gstState(number: string, { state }: Subject): KycCheck {
  const inside = stateOfGstin(number)
  const at = `Registered in ${stateName(inside)}`
  return inside === state
    ? check('State', 'ok', `${at}, where the member is.`)
    : check('State', 'warn', `${at}; the member is in ${stateName(state)}.`)
}

function documentChecks({ field, hasDocument, sameDocument }: CheckedField): KycCheck[] {
  if (!DOCUMENT_FIELDS.some((name) => name === field)) return []
  if (!hasDocument) {
    // A GSTIN may come without its certificate; the others may not.
    const state = field === 'gstin' ? 'warn' : 'wrong'
    return [check('Document', state, 'No document was sent.')]
  }
  if (sameDocument.length === 0) return [check('Document', 'ok', 'It is there, and nowhere else.')]
  return [check('Document', 'wrong', `The very same file was sent by ${named(sameDocument)}.`)]
}

function duplicateChecks({ field, duplicates }: CheckedField): KycCheck[] {
  if (!HAS_IDENTITY.has(field)) return []
  const what = KYC_FIELD_NAMES[field]
  return duplicates.length === 0
    ? [check('Duplicates', 'ok', `No other member has this ${what}.`)]
    : [check('Duplicates', 'warn', `${named(duplicates)} gave the same ${what}.`)]
}

const HAS_IDENTITY = new Set<KycField>(['pan', 'gstin', 'bank', 'upi'])
const NAMED = 3

function named(codes: readonly string[]): string {
  const more = codes.length - NAMED
  const shown = codes.slice(0, NAMED).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}
