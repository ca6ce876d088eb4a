import type { SchemeTerms } from '../../../../contract/programme/schemes.ts'
import type { ScanPlayed } from './simulation-play.ts'

type Given = { scan: ScanPlayed; points: number }

/**
 * What a scheme alone gives for scans, said as plainly as can be: each scan looks back at all before
 * it. Slow, and with none of the code it is compared with.
 */
export function givenBy(terms: SchemeTerms, scans: readonly ScanPlayed[], budget: number): Given[] {
  const counted = scans.filter((scan) => isFor(terms, scan))
  const given: Given[] = []
  for (const [index, scan] of counted.entries()) {
    const own = (one: ScanPlayed) => one.memberId === scan.memberId
    const nth = counted.slice(0, index + 1).filter(own).length
    const had = total(given.filter((one) => own(one.scan)))
    const room = (terms.capPerMember ?? Infinity) - had
    const left = budget - total(given)
    const points = Math.min(wanted(terms, scan.points, nth), room, left)
    if (points > 0) given.push({ scan, points })
  }
  return given
}

/** The day of the first scan that had less than an endless budget would have given it. */
export function firstDayWithout(terms: SchemeTerms, scans: readonly ScanPlayed[]): number | null {
  for (let count = 1; count <= scans.length; count++) {
    const some = scans.slice(0, count)
    const endless = total(givenBy(terms, some, Infinity))
    if (total(givenBy(terms, some, terms.budget)) < endless) return some.at(-1)?.day ?? null
  }
  return null
}

export const total = (given: readonly Given[]): number =>
  given.reduce((sum, { points }) => sum + points, 0)

function isFor(terms: SchemeTerms, scan: ScanPlayed): boolean {
  const any = (list: readonly unknown[], value: unknown) =>
    list.length === 0 || list.includes(value)
  return (
    any(terms.memberKinds, scan.kind) &&
    any(terms.states, scan.state) &&
    any(terms.productIds, scan.productId) &&
    any(terms.distributorIds, scan.distributorId)
  )
}

function wanted({ kind, value, slabs }: SchemeTerms, points: number, nth: number): number {
  if (kind === 'fixed') return value ?? 0
  if (kind === 'multiplier') return Math.floor(points * ((value ?? 100) / 100) + 1e-9) - points
  let bonus = 0
  for (const step of slabs ?? []) if (nth >= step.from) bonus = step.points
  return bonus
}
