import type { SchemeTerms, SchemeWarning } from '../../../../contract/programme/schemes.ts'
import { bonusPoints } from '../scans/index.ts'
import { daysIn } from './scheme-terms.ts'

/** A product that the conditions admit, as far as its coupons can be scanned in the scheme's days. */
export type ProductSeen = {
  productId: number
  name: string
  /** Points of those coupons; empty where there are none. */
  points: number[]
}

/** Another active scheme. */
export type Neighbour = Pick<
  SchemeTerms,
  | 'name'
  | 'fromDay'
  | 'toDay'
  | 'memberKinds'
  | 'states'
  | 'productIds'
  | 'distributorIds'
  | 'priority'
  | 'stacks'
> & { schemeId: number }

/** What the warnings are about, as the database has it now. */
export type WarningFacts = {
  today: string
  schemeId: number | null
  /** It gives already, so that its first day may be over. */
  runs: boolean
  scansPerDay: number
  products: ProductSeen[]
  /** Chosen distributors without a member of the chosen types and states. */
  emptyDistributors: string[]
  /** Whether any member is of the chosen types, states and distributors. */
  hasMembers: boolean
  /** Active schemes whose days meet these. */
  neighbours: Neighbour[]
  /** Points that the simulation of these very terms found for the whole life; null without one. */
  simulated: number | null
}

type Check = (terms: SchemeTerms, facts: WarningFacts) => SchemeWarning[]

const LONGEST_DAYS = 366
const count = (value: number) => value.toLocaleString('en-IN')
const pointsIn = (value: number) => `${count(value)} ${value === 1 ? 'point' : 'points'}`
const warning = (field: keyof SchemeTerms, message: string): SchemeWarning[] => [{ field, message }]

/** What is allowed and probably not meant, in the order of the editor's fields. */
export function warningsOf(terms: SchemeTerms, facts: WarningFacts): SchemeWarning[] {
  return CHECKS.flatMap((check) => check(terms, facts))
}

/** What a single scan may bring, at each number of a member's scans where it changes. */
function bonuses(terms: SchemeTerms, products: readonly ProductSeen[]): number[] {
  if (terms.kind === 'slab') return (terms.slabs ?? []).map(({ points }) => points)
  if (terms.kind === 'fixed') return [bonusPoints(terms, 0, 1)]
  return products.flatMap(({ points }) => points).map((points) => bonusPoints(terms, points, 1))
}

const smallest = (terms: SchemeTerms, { products }: WarningFacts): number =>
  Math.min(...bonuses(terms, products).filter((points) => points > 0))

const giveNothing: Check = (terms, { products }) => {
  const all = bonuses(terms, products)
  if (terms.kind !== 'multiplier' || all.length === 0 || all.some((points) => points > 0)) return []
  const most = Math.max(...products.flatMap(({ points }) => points))
  return warning(
    'value',
    `${terms.value} percent of at most ${pointsIn(most)} is not one whole point more: it would give nothing.`,
  )
}

const slabOutOfReach: Check = ({ slabs, ...terms }, { scansPerDay, today, runs }) => {
  const begins = runs || terms.fromDay > today ? terms.fromDay : today
  const days = Math.max(0, daysIn({ fromDay: begins, toDay: terms.toDay }))
  const beyond = slabs?.find(({ from }) => from > scansPerDay * days)
  if (!beyond) return []
  const most = `${count(scansPerDay * days)} scans in ${count(days)} ${days === 1 ? 'day' : 'days'}`
  return warning(
    'slabs',
    `Nobody comes to scan ${count(beyond.from)}: a member has at most ${most}.`,
  )
}

const begun: Check = ({ fromDay }, { today, runs }) =>
  !runs && fromDay < today
    ? warning('fromDay', 'The first day is over: it begins when it is activated.')
    : []

const endsBefore: Check = ({ toDay }, { today }) =>
  toDay < today ? warning('toDay', 'The last day is over: it cannot be activated like this.') : []

const veryLong: Check = (terms) =>
  daysIn(terms) > LONGEST_DAYS
    ? warning('toDay', `It lasts ${count(daysIn(terms))} days: more than a year.`)
    : []

const noCoupons: Check = (terms, { products }) => {
  const without = products.filter(({ points }) => points.length === 0)
  if (terms.productIds.length === 0) {
    return without.length === products.length
      ? warning('productIds', 'No coupon of any product can be scanned in these days.')
      : []
  }
  if (without.length === 0) return []
  const names = without.map(({ name }) => name).join(', ')
  const why = 'no batch of it is printed that has not expired by then'
  return warning('productIds', `No coupon of ${names} can be scanned in these days: ${why}.`)
}

const noMembers: Check = (terms, { emptyDistributors, hasMembers }) => {
  if (terms.distributorIds.length === 0) {
    const field = terms.states.length > 0 ? 'states' : 'memberKinds'
    return hasMembers ? [] : warning(field, 'There is no such member: it would give nothing.')
  }
  if (emptyDistributors.length === 0) return []
  const some = terms.memberKinds.length > 0 || terms.states.length > 0
  const which = some ? 'no member of the selected types and states' : 'no member'
  const verb = emptyDistributors.length === 1 ? 'has' : 'have'
  return warning('distributorIds', `${emptyDistributors.join(', ')} ${verb} ${which}.`)
}

const smallCap: Check = (terms, facts) => {
  const { capPerMember } = terms
  const least = smallest(terms, facts)
  if (capPerMember === null || capPerMember >= least || !Number.isFinite(least)) return []
  return warning(
    'capPerMember',
    `Less than one bonus of ${pointsIn(least)}: a member has ${pointsIn(capPerMember)} once and no more.`,
  )
}

const smallBudget: Check = (terms, facts) => {
  const least = Math.min(smallest(terms, facts), terms.capPerMember ?? Infinity)
  if (Number.isFinite(least) && terms.budget < least) {
    return warning('budget', `Less than one bonus of ${pointsIn(least)}: it would give nothing.`)
  }
  const { simulated } = facts
  if (simulated === null || simulated <= terms.budget) return []
  return warning(
    'budget',
    `The simulation says ${pointsIn(simulated)} for all its days: this budget would be spent before.`,
  )
}

const meet = <T>(one: readonly T[], other: readonly T[]) =>
  one.length === 0 || other.length === 0 || one.some((value) => other.includes(value))

const overlaps = (one: SchemeTerms, other: Neighbour) =>
  one.fromDay <= other.toDay &&
  other.fromDay <= one.toDay &&
  meet(one.memberKinds, other.memberKinds) &&
  meet(one.states, other.states) &&
  meet(one.productIds, other.productIds) &&
  meet(one.distributorIds, other.distributorIds)

const together: Check = (terms, { neighbours, schemeId }) =>
  neighbours
    .filter((other) => other.schemeId !== schemeId && overlaps(terms, other))
    .filter((other) => !other.stacks || !terms.stacks)
    .flatMap((other) => {
      const alone = other.stacks ? 'this one' : `“${other.name}”`
      const first = isBefore(other, terms, schemeId) ? `“${other.name}”` : 'this one'
      return warning(
        'stacks',
        `“${other.name}” is active for some of the same scans and ${alone} is never together with another: ${first} has its turn first.`,
      )
    })

/** By priority, then by age: a draft that has no number yet is the youngest. */
const isBefore = (other: Neighbour, { priority }: SchemeTerms, schemeId: number | null) =>
  other.priority === priority ? other.schemeId < (schemeId ?? Infinity) : other.priority < priority

const CHECKS: readonly Check[] = [
  giveNothing,
  slabOutOfReach,
  begun,
  endsBefore,
  veryLong,
  noCoupons,
  noMembers,
  smallCap,
  smallBudget,
  together,
]
