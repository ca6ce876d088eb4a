import type { Slab, SchemeTerms } from '../../../../contract/programme/schemes.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { SchemeSeen } from '../scans/index.ts'

/** The columns of the table `scheme` that hold terms, as they are read. */
export type TermColumns = {
  name: string
  kind: SchemeTerms['kind']
  value: number | null
  slabs: Slab[] | null
  fromAt: Date
  toAt: Date
  memberKinds: SchemeTerms['memberKinds']
  states: number[]
  productIds: number[]
  distributorIds: number[]
  capPerMember: number | null
  budget: number
  priority: number
  stacks: boolean
  note: string | null
}

/** The last day of a scheme that ends at this moment: the moment itself is outside. */
export const lastDayOf = (toAt: Date): string => dayOf(new Date(toAt.getTime() - 1))

export function termsOf({ fromAt, toAt, ...row }: TermColumns): SchemeTerms {
  return {
    name: row.name,
    kind: row.kind,
    value: row.value,
    slabs: row.slabs,
    fromDay: dayOf(fromAt),
    toDay: lastDayOf(toAt),
    memberKinds: row.memberKinds,
    states: row.states,
    productIds: row.productIds,
    distributorIds: row.distributorIds,
    capPerMember: row.capPerMember,
    budget: row.budget,
    priority: row.priority,
    stacks: row.stacks,
    note: row.note,
  }
}

const sorted = <T extends number | string>(values: readonly T[]): T[] =>
  [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1))

/** The same terms as they are kept: conditions without repeats and in order, an empty note as none. */
export function tidied(terms: SchemeTerms): SchemeTerms {
  return {
    ...terms,
    memberKinds: sorted(terms.memberKinds),
    states: sorted(terms.states),
    productIds: sorted(terms.productIds),
    distributorIds: sorted(terms.distributorIds),
    note: terms.note || null,
  }
}

/** What differs between two terms, each as it was and as it is. */
export function changesOf(before: SchemeTerms, after: SchemeTerms) {
  const keys = (Object.keys(after) as (keyof SchemeTerms)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const of = (terms: SchemeTerms) => Object.fromEntries(keys.map((key) => [key, terms[key]]))
  return { before: of(before), after: of(after) }
}

const COPY = ' (copy)'
const LONGEST_NAME = 80

/** The terms of a copy made today: days that have begun are moved to begin tomorrow, as many of them. */
export function copyOf(terms: SchemeTerms, today: string): SchemeTerms {
  const start = terms.name.slice(0, LONGEST_NAME - COPY.length)
  // The cut may go through a character of two halves.
  const name = `${start
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}${COPY}`
  if (terms.fromDay > today) return { ...terms, name }
  const fromDay = addDays(today, 1)
  return { ...terms, name, fromDay, toDay: addDays(fromDay, daysIn(terms) - 1) }
}

/** So many days the terms last, the first and the last included. */
export function daysIn({ fromDay, toDay }: Pick<SchemeTerms, 'fromDay' | 'toDay'>): number {
  return Math.round((Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000) + 1
}

/** Terms as the engine's rules read them. */
export function seenOf(schemeId: number, terms: SchemeTerms): SchemeSeen {
  const { kind, value, slabs, stacks, capPerMember, budget } = terms
  return {
    schemeId,
    kind,
    value,
    slabs,
    stacks,
    capPerMember,
    budget,
    fromAt: startOfDay(terms.fromDay),
    toAt: endOfDay(terms.toDay),
    memberKinds: new Set(terms.memberKinds),
    states: new Set(terms.states),
    productIds: new Set(terms.productIds),
    distributorIds: new Set(terms.distributorIds),
  }
}
