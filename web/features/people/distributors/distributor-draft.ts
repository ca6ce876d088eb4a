import {
  identityProblems,
  type DistributorDetail,
  type NewDistributor,
} from '../../../../contract/people/distributors.ts'
import {
  gstin,
  maskPan,
  pan,
  panOfGstin,
  stateName,
  stateOfGstin,
} from '../../../../contract/india.ts'

/**
 * A number that lists show masked. What is stored never comes here in full: it is kept, typed again or
 * taken away. A new firm has nothing stored, so its numbers are typed.
 */
export type NumberDraft = { mode: 'keep' | 'type' | 'remove'; text: string }
/** Masks of what is stored. */
export type Stored = { gstin: string | null; pan: string | null }
export type NumberName = keyof Stored

const TEXTS = [
  'code',
  'name',
  'city',
  'territory',
  'contactName',
  'mobile',
  'email',
  'address',
  'pincode',
] as const
export type TextName = (typeof TEXTS)[number]

export type FirmDraft = Record<TextName, string> & {
  /** The number of a state; empty until one is chosen. */
  state: string
  gstin: NumberDraft
  pan: NumberDraft
  /** The PAN came out of the GSTIN, and changes with it. */
  panFilled: boolean
}

export const NOTHING_STORED: Stored = { gstin: null, pan: null }
const TYPED: NumberDraft = { mode: 'type', text: '' }

export const EMPTY_FIRM: FirmDraft = {
  code: '',
  name: '',
  city: '',
  territory: '',
  contactName: '',
  mobile: '',
  email: '',
  address: '',
  pincode: '',
  state: '',
  gstin: TYPED,
  pan: TYPED,
  panFilled: false,
}

export function draftOf(firm: DistributorDetail): FirmDraft {
  const texts = TEXTS.map((name) => [name, firm[name] ?? ''] as const)
  return {
    ...EMPTY_FIRM,
    ...Object.fromEntries(texts),
    state: String(firm.state),
    gstin: firm.gstin === null ? TYPED : { mode: 'keep', text: '' },
    pan: firm.pan === null ? TYPED : { mode: 'keep', text: '' },
  }
}

/** What is sent: a number that is kept is left out, one that is taken away is null. */
function numberOf({ mode, text }: NumberDraft): string | null | undefined {
  if (mode === 'keep') return undefined
  return mode === 'remove' ? null : text.trim() || null
}

const firmOf = (draft: FirmDraft): Omit<NewDistributor, NumberName> => ({
  code: draft.code,
  name: draft.name,
  // Nothing chosen is no number, which the schema refuses in its own words.
  state: draft.state === '' ? Number.NaN : Number(draft.state),
  city: draft.city,
  territory: draft.territory.trim() || null,
  contactName: draft.contactName.trim() || null,
  mobile: draft.mobile.trim() || null,
  email: draft.email.trim() || null,
  address: draft.address.trim() || null,
  pincode: draft.pincode.trim() || null,
})

export const newBodyOf = (draft: FirmDraft): NewDistributor => ({
  ...firmOf(draft),
  gstin: numberOf(draft.gstin) ?? null,
  pan: numberOf(draft.pan) ?? null,
})

export const changeBodyOf = (draft: FirmDraft) => ({
  ...firmOf(draft),
  gstin: numberOf(draft.gstin),
  pan: numberOf(draft.pan),
})

const wholeGstin = ({ gstin: { mode, text } }: FirmDraft): string | undefined =>
  mode === 'type' ? gstin.safeParse(text).data : undefined

/** Types a GSTIN: a whole one that fits fills the PAN that is inside, and the state when none is chosen. */
export function typeGstin(draft: FirmDraft, text: string, stored: Stored): FirmDraft {
  const typed = { ...draft, gstin: { mode: 'type' as const, text } }
  const whole = wholeGstin(typed)
  if (!whole) return typed
  const inside = panOfGstin(whole)
  const number = stateOfGstin(whole)
  const known = stateName(number) !== 'Unknown'
  const state = draft.state === '' && known ? String(number) : draft.state
  const free = draft.pan.mode === 'type' && (draft.panFilled || draft.pan.text.trim() === '')
  const other = draft.pan.mode === 'keep' && stored.pan !== maskPan(inside)
  if (!free && !other) return { ...typed, state }
  return { ...typed, state, pan: { mode: 'type', text: inside }, panFilled: true }
}

/** Characters of a whole GSTIN, without the spaces it may be typed with. */
const GSTIN_LENGTH = 15
const compactLength = (text: string): number => text.replace(/[\s-]/g, '').length

const REPLACE = {
  gstin: 'Type the new GSTIN, or keep the one on record.',
  pan: 'Type the new PAN, or keep the one on record.',
}

/** What a kept number does not fit with, as far as its mask tells. */
function keptProblems(draft: FirmDraft, stored: Stored): Record<string, string> {
  if (draft.gstin.mode !== 'keep' || stored.gstin === null) return {}
  const problems: Record<string, string> = {}
  if (draft.state !== '' && stateOfGstin(stored.gstin) !== Number(draft.state)) {
    problems.state = 'The GSTIN on record begins with the number of another state than this one.'
  }
  const typed = draft.pan.mode === 'type' ? pan.safeParse(draft.pan.text).data : undefined
  if (typed && panOfGstin(stored.gstin) !== maskPan(typed)) {
    problems.pan = 'The PAN inside the GSTIN on record is another: look at both again.'
  }
  if (draft.pan.mode === 'remove') {
    problems.pan = 'This PAN is inside the GSTIN on record: take both away, or neither.'
  }
  return problems
}

/** What does not fit together, by field; what is wrong with one field by itself the schema says. */
export function misfitsOf(draft: FirmDraft, stored: Stored): Record<string, string> {
  const names = ['gstin', 'pan'] as const
  const empty = names.filter(
    (name) =>
      stored[name] !== null && draft[name].mode === 'type' && draft[name].text.trim() === '',
  )
  const typed = identityProblems({
    state: Number(draft.state),
    gstin: wholeGstin(draft),
    pan: draft.pan.mode === 'type' ? pan.safeParse(draft.pan.text).data : undefined,
  })
  const fitting = typed.filter(({ field }) => field === 'pan' || draft.state !== '')
  return {
    ...Object.fromEntries(empty.map((name) => [name, REPLACE[name]])),
    ...keptProblems(draft, stored),
    ...Object.fromEntries(fitting.map(({ field, message }) => [field, message])),
  }
}

/** What is to be said of a GSTIN while it is typed, once all of it is there. */
export function gstinWords(draft: FirmDraft): { error?: string; fits?: string } {
  const { mode, text } = draft.gstin
  if (mode !== 'type' || compactLength(text) < GSTIN_LENGTH) return {}
  const read = gstin.safeParse(text)
  if (!read.success) return { error: read.error.issues[0]?.message ?? 'This is no GSTIN.' }
  const misfit = misfitsOf(draft, NOTHING_STORED).gstin
  if (misfit) return { error: misfit }
  const state = stateName(stateOfGstin(read.data))
  return { fits: `It fits: ${state}, with the PAN ${panOfGstin(read.data)}.` }
}
