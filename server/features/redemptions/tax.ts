import { formatPaise } from '../../../contract/money.ts'
import type { MemberKind } from '../../../contract/members.ts'

/**
 * Tax on benefits (design/india.md): section 194R, since 1 April 2026 section 393. Nothing while the
 * year's total of a person stays at or under the threshold; what passes it is taxed with everything
 * before it that bore none yet. Money is whole paise, rates are hundredths of a percent.
 */
export type TaxRule = {
  section: string
  thresholdPaise: number
  rateBps: number
  rateNoPanBps: number
}

/** Only who receives the benefit in his business is taxed: a home owner who scans would not be. */
export const IN_BUSINESS: Record<MemberKind, boolean> = {
  retailer: true,
  contractor: true,
  mason: true,
  painter: true,
}

export type Benefit = {
  /** In force on the day of payment; null when no rule is. */
  rule: TaxRule | null
  memberKind: MemberKind
  hasPan: boolean
  /** A gift: the giver pays the tax on top, as there is nothing to deduct it from. */
  inKind: boolean
  valuePaise: number
  /** Of the same person in the same year: what was given before this, and how much of it bore tax. */
  before: { valuePaise: number; taxedPaise: number }
}

export type Tax = {
  taxPaise: number
  /** What the tax is a percentage of. */
  basePaise: number
  rateBps: number
  /** Of the year, with this one. */
  totalPaise: number
  /** How it was found, in words. */
  words: string
}

/** The tax that one benefit bears, and why. Rounded to the nearest paisa. */
export function taxOf(benefit: Benefit): Tax {
  const { rule, valuePaise, before, hasPan, inKind, memberKind } = benefit
  const totalPaise = before.valuePaise + valuePaise
  const free = (words: string) => ({ taxPaise: 0, basePaise: 0, rateBps: 0, totalPaise, words })
  if (!rule) return free('No tax: no rule of tax on benefits is in force.')
  if (!IN_BUSINESS[memberKind]) return free(`No tax: a ${memberKind} is not in business.`)
  if (totalPaise <= rule.thresholdPaise) return free(freeWords(rule, totalPaise))
  const basePaise = totalPaise - before.taxedPaise
  const rateBps = hasPan ? rule.rateBps : rule.rateNoPanBps
  const taxPaise = share(basePaise, rateBps, inKind ? 10_000 - rateBps : 10_000)
  const found = { taxPaise, basePaise, rateBps, totalPaise }
  return { ...found, words: taxedWords(found, rule, benefit) }
}

/** value × rate ÷ whole, to the nearest paisa: by whole numbers, as the product can pass 2^53. */
function share(valuePaise: number, rateBps: number, whole: number): number {
  const [value, rate, divisor] = [BigInt(valuePaise), BigInt(rateBps), BigInt(whole)]
  return Number((value * rate * 2n + divisor) / (divisor * 2n))
}

export const percent = (bps: number) => `${bps / 100} %`

function freeWords({ thresholdPaise, section }: TaxRule, totalPaise: number): string {
  const [total, threshold] = [formatPaise(totalPaise), formatPaise(thresholdPaise)]
  return `No tax: with this one the year's total is ${total}, and up to ${threshold} is free (${section}).`
}

function taxedWords(
  { taxPaise, basePaise, rateBps, totalPaise }: Omit<Tax, 'words'>,
  { thresholdPaise, section }: TaxRule,
  { hasPan, inKind }: Benefit,
): string {
  const [tax, base] = [formatPaise(taxPaise), formatPaise(basePaise)]
  const rate = `${percent(rateBps)}${hasPan ? '' : ', the rate without PAN,'}`
  const total = basePaise === totalPaise ? '' : `, ${formatPaise(totalPaise)},`
  const why = `as this year's total${total} passes ${formatPaise(thresholdPaise)} (${section})`
  return inKind
    ? `${tax} will be paid on top of the gift: ${rate} grossed up on ${base}, ${why}.`
    : `${tax} will be deducted: ${rate} of ${base}, ${why}.`
}
