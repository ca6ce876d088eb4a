import type { ChargeTerms } from '../../../../contract/programme/charges.ts'

/** What decides which scans a rule fits. */
export type Fit = Pick<ChargeTerms, 'productGroups' | 'tiers' | 'fromDay' | 'toDay'>

/** An empty set is every group, or every tier. */
const meet = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((item) => other.includes(item))

const isOver = ({ toDay }: Fit, day: string) => toDay !== null && toDay < day

/**
 * The first day on which one scan could fit both rules; null where none could: their groups, their
 * tiers or their days do not meet.
 */
export function clashDay(one: Fit, other: Fit): string | null {
  if (!meet(one.productGroups, other.productGroups) || !meet(one.tiers, other.tiers)) return null
  const day = one.fromDay > other.fromDay ? one.fromDay : other.fromDay
  return isOver(one, day) || isOver(other, day) ? null : day
}

/** The rule that these terms clash with first, and from which day on; null where there is none. */
export function firstClash<T extends Fit>(
  terms: Fit,
  rules: readonly T[],
): { day: string; rule: T } | null {
  const clashes = rules.flatMap((rule) => {
    const day = clashDay(terms, rule)
    return day === null ? [] : { day, rule }
  })
  return clashes.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))[0] ?? null
}
