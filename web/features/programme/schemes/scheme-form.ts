import type { MemberKind } from '../../../../contract/people/members.ts'
import {
  schemeTerms,
  termFaults,
  type SchemeKind,
  type SchemeTerms,
} from '../../../../contract/programme/schemes.ts'
import { addDays } from '../../../../contract/time.ts'

type Typed = string | number
/** `key` tells rows apart while they come and go. */
export type SlabDraft = { key: number; from: Typed; points: Typed }

/** The terms as they are typed: numbers stay text until they are sent. */
export type Draft = {
  name: string
  kind: SchemeKind
  /** Of a multiplier and of a fixed bonus: each is kept while another kind is looked at. */
  percent: Typed
  points: Typed
  slabs: readonly SlabDraft[]
  fromDay: string
  toDay: string
  memberKinds: readonly MemberKind[]
  states: readonly string[]
  productIds: readonly string[]
  distributorIds: readonly string[]
  capPerMember: Typed
  budget: Typed
  priority: Typed
  stacks: boolean
  note: string
}

const LENGTH_DAYS = 30
const MIDDLE = 50

/** A new scheme begins tomorrow and lasts 30 days, unless said otherwise. */
export function emptyDraft(today: string): Draft {
  return {
    name: '',
    kind: 'multiplier',
    percent: '',
    points: '',
    slabs: [{ key: 1, from: 1, points: '' }],
    fromDay: addDays(today, 1),
    toDay: addDays(today, LENGTH_DAYS),
    memberKinds: [],
    states: [],
    productIds: [],
    distributorIds: [],
    capPerMember: '',
    budget: '',
    priority: MIDDLE,
    stacks: false,
    note: '',
  }
}

export function draftOf(terms: SchemeTerms): Draft {
  const { kind, value, slabs } = terms
  return {
    ...terms,
    percent: kind === 'multiplier' ? (value ?? '') : '',
    points: kind === 'fixed' ? (value ?? '') : '',
    slabs: (slabs ?? [{ from: 1, points: '' }]).map((slab, key) => ({ key, ...slab })),
    states: terms.states.map(String),
    productIds: terms.productIds.map(String),
    distributorIds: terms.distributorIds.map(String),
    capPerMember: terms.capPerMember ?? '',
    note: terms.note ?? '',
  }
}

const numberOf = (typed: Typed): number => (typed === '' ? Number.NaN : Number(typed))

/** What is sent; a number that is missing is NaN. */
export function termsOf(draft: Draft): SchemeTerms {
  const { kind, percent, points, capPerMember, note } = draft
  const values = { multiplier: numberOf(percent), fixed: numberOf(points), slab: null }
  return {
    name: draft.name,
    kind,
    value: values[kind],
    slabs:
      kind === 'slab'
        ? draft.slabs.map((slab) => ({ from: numberOf(slab.from), points: numberOf(slab.points) }))
        : null,
    fromDay: draft.fromDay,
    toDay: draft.toDay,
    memberKinds: [...draft.memberKinds],
    states: draft.states.map(Number),
    productIds: draft.productIds.map(Number),
    distributorIds: draft.distributorIds.map(Number),
    capPerMember: capPerMember === '' ? null : numberOf(capPerMember),
    budget: numberOf(draft.budget),
    priority: numberOf(draft.priority),
    stacks: draft.stacks,
    note: note.trim() === '' ? null : note,
  }
}

export type Problems = Partial<Record<string, string>>

const UNSAID: Problems = {
  name: 'Write the name.',
  fromDay: 'Choose the first day.',
  toDay: 'Choose the last day.',
  budget: 'Enter the budget.',
}

/** What nobody has typed yet, in the words of the field. */
function unsaid(draft: Draft): Problems {
  const empty: Problems = Object.fromEntries(
    Object.entries(UNSAID).filter(([field]) => draft[field as keyof Draft] === ''),
  )
  const { kind, percent, points } = draft
  if (kind === 'multiplier' && percent === '') empty.value = 'Enter the percentage.'
  if (kind === 'fixed' && points === '') empty.value = 'Enter the points.'
  return empty
}

/**
 * The first thing that is wrong with each field, by its path ("slabs.1.from") and from the top of
 * the editor to its end: what is wrong with
 * the terms together is told at once with what is wrong with single fields.
 */
export function problemsOf(draft: Draft): Problems {
  const terms = termsOf(draft)
  const read = schemeTerms.safeParse(terms)
  if (read.success) return {}
  const issues = [
    ...read.error.issues.map(({ path, message }) => [path.join('.'), message] as const),
    ...termFaults(terms).map(({ path, message }) => [path, message] as const),
  ]
  const found: Problems = { ...Object.fromEntries(issues.toReversed()), ...unsaid(draft) }
  return Object.fromEntries(
    Object.entries(found).toSorted(([one], [other]) => placeOf(one) - placeOf(other)),
  )
}

/** The fields from the top of the editor to its end. */
const FIELDS: readonly string[] = [
  'name',
  'value',
  'slabs',
  'fromDay',
  'toDay',
  'memberKinds',
  'states',
  'productIds',
  'distributorIds',
  'budget',
  'capPerMember',
  'stacks',
  'priority',
  'note',
] satisfies (keyof SchemeTerms)[]

/** Where a path stands among the others: a row of slabs behind what is said of them all. */
function placeOf(path: string): number {
  const [field = '', row] = path.split('.')
  return FIELDS.indexOf(field) * 100 + (row === undefined ? 0 : Number(row) + 1)
}

/** The terms as they are sent, once nothing is wrong with them. */
export const sentTerms = (draft: Draft): SchemeTerms | undefined =>
  schemeTerms.safeParse(termsOf(draft)).data

/** The parts of the rule that are not right yet, as its sentence waits for them. */
export function missingInRule(problems: Problems): string[] {
  const parts: [string, string][] = [
    ['value', 'what it gives'],
    ['slabs', 'the slabs'],
    ['fromDay', 'the first day'],
    ['toDay', 'the last day'],
    ['budget', 'the budget'],
    ['capPerMember', 'the most for one member'],
  ]
  const wrong = new Set(Object.keys(problems).map((path) => path.split('.')[0]))
  return parts.filter(([field]) => wrong.has(field)).map(([, words]) => words)
}
