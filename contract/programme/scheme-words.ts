import { stateName } from '../india.ts'
import type { SchemeTerms } from './schemes.ts'

/** Names that terms do not carry. */
export type SchemeNames = {
  product: (productId: number) => string
  distributor: (distributorId: number) => string
}

const count = (value: number) => value.toLocaleString('en-IN')
const pointsIn = (value: number) => `${count(value)} ${value === 1 ? 'point' : 'points'}`
const DAY = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayInWords = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep')

/** Names in a row, "a, b and c"; of more than `most` the rest is counted. */
export function listed(names: readonly string[], { most = 4, last = 'and' } = {}): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names
  const rest = names.length - shown.length
  const all = rest > 0 ? [...shown, `${rest} more`] : shown
  if (all.length < 2) return all.join('')
  return `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`
}

function gives({ kind, value, slabs }: SchemeTerms, of: string): string {
  if (kind === 'multiplier') return `gives ${(value ?? 100) - 100} % more points for each scan${of}`
  if (kind === 'fixed') return `gives ${pointsIn(value ?? 0)} more for each scan${of}`
  const steps = (slabs ?? []).map(
    ({ from, points }) => `${pointsIn(points)} more from scan ${count(from)} on`,
  )
  return `gives for each scan${of}, counted for each member, ${listed(steps, { most: 10 })}`
}

/**
 * The rule of a scheme as one or two sentences, such as "From 1 Dec 2026 to 31 Dec 2026 gives 50 %
 * more points for each scan of Wall Putty 40 kg, to masons in Maharashtra. At most 500 points a
 * member and 2,00,000 in all; stacks with others."
 */
export function schemeSentence(terms: SchemeTerms, names: SchemeNames): string {
  const of = terms.productIds.length > 0 ? ` of ${listed(terms.productIds.map(names.product))}` : ''
  const to = terms.memberKinds.length > 0 ? listed(terms.memberKinds.map((kind) => `${kind}s`)) : ''
  const where = terms.states.length > 0 ? ` in ${listed(terms.states.map(stateName))}` : ''
  const under =
    terms.distributorIds.length > 0
      ? ` of ${listed(terms.distributorIds.map(names.distributor))}`
      : ''
  const whom = to || where || under ? `, to ${to || 'members'}${where}${under}` : ''
  const cap = terms.capPerMember === null ? '' : `${pointsIn(terms.capPerMember)} a member and `
  const days = `From ${dayInWords(terms.fromDay)} to ${dayInWords(terms.toDay)}`
  const together = terms.stacks ? 'stacks with others' : 'never together with another scheme'
  return `${days} ${gives(terms, of)}${whom}. At most ${cap}${pointsIn(terms.budget)} in all; ${together}.`
}
