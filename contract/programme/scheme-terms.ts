import { z } from 'zod'
import { nameText, plainText, stateId } from '../india.ts'
import { memberKind } from '../people/members.ts'
import { wholeNumber } from '../paging.ts'
import { isoDate } from '../time.ts'

export const SCHEME_KINDS = ['multiplier', 'fixed', 'slab'] as const
export const schemeKind = z.enum(SCHEME_KINDS, { error: 'Choose the kind of scheme.' })
export type SchemeKind = z.infer<typeof schemeKind>
export const SCHEME_KIND_NAMES: Record<SchemeKind, string> = {
  multiplier: 'Multiplier',
  fixed: 'Fixed bonus',
  slab: 'Slabs',
}

/** Percent of the coupon's points: 150 gives half of them on top. */
const PERCENT_MOST = 1_000
const BONUS_MOST = 10_000
const BUDGET_MOST = 1_000_000_000
const FIRST_DAY = '2020-01-01'
export const LAST_DAY = '2099-12-31'
const points = (label: string, most: number) =>
  z
    .number({ error: `${label}: enter a number.` })
    .int(`${label}: whole points only.`)
    .min(1, `${label}: at least 1.`)
    .max(most, `${label}: at most ${most.toLocaleString('en-IN')}.`)

/** From the member's nth scan in the scheme on, so many points for each, until the next slab begins. */
const slab = z.object({
  from: points('From scan', 1_000_000),
  points: points('Bonus points', BONUS_MOST),
})
export type Slab = z.infer<typeof slab>

const selected = <T extends z.ZodType>(schema: T) => z.array(schema).max(200, 'At most 200.')
/** The fields of terms one by one; `schemeTerms` checks them together. */
export const termFields = z.object({
  name: nameText('The name', 80, 3),
  kind: schemeKind,
  /** Percent of a multiplier, points of a fixed bonus; null for slabs. */
  value: z.number({ error: 'Enter a number.' }).int('Whole numbers only.').nullable(),
  slabs: z.array(slab).max(10, 'At most ten slabs.').nullable(),
  /** Calendar days in Asia/Kolkata, both included. */
  fromDay: isoDate,
  toDay: isoDate,
  /** Empty lists of conditions mean any. */
  memberKinds: selected(memberKind),
  states: selected(stateId),
  productIds: selected(wholeNumber('Product')),
  distributorIds: selected(wholeNumber('Distributor')),
  capPerMember: points('The most for one member', BUDGET_MOST).nullable(),
  budget: points('The budget', BUDGET_MOST),
  /** The lowest number has its turn first. */
  priority: z
    .number({ error: 'Enter a number.' })
    .int('Whole numbers only.')
    .min(1, 'From 1 (first) to 100.')
    .max(100, 'From 1 (first) to 100.'),
  /** Without it the scheme gives alone: not where one before it gave, and none after it does. */
  stacks: z.boolean(),
  note: plainText('The note', 500).nullable(),
})
export type SchemeTerms = z.infer<typeof termFields>

/** What is wrong with terms beyond single fields, by field: the server and the editor say the same. */
export function termFaults(terms: SchemeTerms): { path: keyof SchemeTerms; message: string }[] {
  const faults: { path: keyof SchemeTerms; message: string }[] = []
  const wrong = (path: keyof SchemeTerms, message: string) => faults.push({ path, message })
  const { kind, value, slabs } = terms
  if (terms.fromDay > terms.toDay) wrong('toDay', 'The last day must not be before the first.')
  if (terms.fromDay < FIRST_DAY) wrong('fromDay', 'There was no programme at that time.')
  if (terms.toDay > LAST_DAY) wrong('toDay', 'A day of this century.')
  if (kind === 'multiplier' && (value === null || value <= 100)) {
    wrong('value', 'More than 100 percent, or the scheme gives nothing on top.')
  }
  if (kind === 'multiplier' && value !== null && value > PERCENT_MOST) {
    wrong('value', `At most ${PERCENT_MOST} percent: ten times the points.`)
  }
  if (kind === 'fixed' && (value === null || value < 1)) wrong('value', 'At least 1 point.')
  if (kind === 'fixed' && value !== null && value > BONUS_MOST) {
    wrong('value', `At most ${BONUS_MOST.toLocaleString('en-IN')} points a scan.`)
  }
  if (kind === 'slab') {
    if (!slabs || slabs.length === 0) wrong('slabs', 'Add at least one slab.')
    const rising = slabs?.every(({ from }, i) => i === 0 || from > (slabs[i - 1]?.from ?? 0))
    if (rising === false) wrong('slabs', 'Each slab begins at a later scan than the one before it.')
  }
  if (kind !== 'slab' && slabs !== null) wrong('slabs', 'Only a scheme of kind slab has slabs.')
  if (kind === 'slab' && value !== null) wrong('value', 'Slabs have their points each.')
  if (terms.capPerMember !== null && terms.capPerMember > terms.budget) {
    wrong('capPerMember', 'More than the whole budget.')
  }
  return faults
}

export const schemeTerms = termFields.superRefine((terms, context) => {
  for (const { path, message } of termFaults(terms)) {
    context.addIssue({ code: 'custom', path: [path], message })
  }
})
