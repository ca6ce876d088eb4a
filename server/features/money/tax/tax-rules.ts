import type { MemberKind } from '../../../../contract/people/members.ts'
import { taxWords } from './tax-words.ts'
import type { Benefit, Tax, TaxRule, Taken, YearSoFar } from './taxed-benefit.ts'

/** Only a benefit received in business is taxed: a home owner who scans would not be. */
const IN_BUSINESS: Record<MemberKind, boolean> = {
  retailer: true,
  contractor: true,
  mason: true,
  painter: true,
}

export const NOTHING_YET: YearSoFar = { valuePaise: 0, taxedPaise: 0, taken: [] }

/**
 * The tax that one benefit bears, and why. It is rounded over the year, not by itself: what one rate
 * comes to on all it was taken of, less what was taken at it before.
 */
export function taxOf(benefit: Benefit, tense: 'will be' | 'was' = 'will be'): Tax {
  const { rule, valuePaise, before, hasPan, inKind, memberKind } = benefit
  const totalPaise = before.valuePaise + valuePaise
  const isFree = !rule || !IN_BUSINESS[memberKind] || totalPaise <= rule.thresholdPaise
  const basePaise = isFree ? 0 : Math.max(0, totalPaise - before.taxedPaise)
  const rateBps = basePaise === 0 ? 0 : rateFor(rule, hasPan)
  const same = takenAt(before, { rateBps, grossedUp: inKind })
  const due = shareOf(same.basePaise + basePaise, { rateBps, grossedUp: inKind })
  const found = { taxPaise: Math.max(0, due - same.taxPaise), basePaise, rateBps, totalPaise }
  return { ...found, words: taxWords(found, benefit, tense) }
}

const rateFor = (rule: TaxRule | null, hasPan: boolean) =>
  (hasPan ? rule?.rateBps : rule?.rateNoPanBps) ?? 0

function takenAt({ taken }: YearSoFar, { rateBps, grossedUp }: Rate): Taken {
  const same = taken.find((one) => one.rateBps === rateBps && one.grossedUp === grossedUp)
  return same ?? { rateBps, grossedUp, basePaise: 0, taxPaise: 0 }
}

type Rate = { rateBps: number; grossedUp: boolean }

/**
 * What a rate comes to, to the nearest paisa; grossed up, the rate of value and tax together. By whole
 * numbers, as the product can pass 2^53.
 */
export function shareOf(basePaise: number, { rateBps, grossedUp }: Rate): number {
  const [base, rate, whole] = [
    BigInt(basePaise),
    BigInt(rateBps),
    grossedUp ? 10_000 - rateBps : 10_000,
  ]
  const divisor = BigInt(whole)
  return Number((base * rate * 2n + divisor) / (divisor * 2n))
}

/** The year after a benefit was given and bore its tax. */
export function withBenefit(
  before: YearSoFar,
  { valuePaise, inKind }: Pick<Benefit, 'valuePaise' | 'inKind'>,
  { basePaise, taxPaise, rateBps }: Tax,
): YearSoFar {
  const rate = { rateBps, grossedUp: inKind }
  const same = takenAt(before, rate)
  const others = before.taken.filter((one) => one.rateBps !== rateBps || one.grossedUp !== inKind)
  const sum = {
    ...rate,
    basePaise: same.basePaise + basePaise,
    taxPaise: same.taxPaise + taxPaise,
  }
  return {
    valuePaise: before.valuePaise + valuePaise,
    taxedPaise: before.taxedPaise + basePaise,
    taken: basePaise > 0 ? [...others, sum] : before.taken,
  }
}

/**
 * How much of a benefit given outside its tax covers: the whole value where at least the rate was
 * deducted, else in proportion. Never more than its value, whatever else that tax was meant for.
 */
export function coveredBy(
  { valuePaise, taxPaise, hasPan }: { valuePaise: number; taxPaise: number; hasPan: boolean },
  rule: TaxRule | null,
): { basePaise: number; rateBps: number } {
  const rateBps = rateFor(rule, hasPan)
  if (taxPaise === 0 || rateBps === 0) return { basePaise: 0, rateBps: 0 }
  const whole = shareOf(valuePaise, { rateBps, grossedUp: false })
  if (taxPaise >= whole) return { basePaise: valuePaise, rateBps }
  return { basePaise: Number((BigInt(taxPaise) * 10_000n) / BigInt(rateBps)), rateBps }
}
