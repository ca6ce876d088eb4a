import { formatPaise } from '../../../../contract/money.ts'
import { percent } from './tax-labels.ts'
import type { Benefit, Tax } from './taxed-benefit.ts'

/** How a tax was found, in one sentence. */
export function taxWords(tax: Omit<Tax, 'words'>, benefit: Benefit, tense: 'will be' | 'was') {
  const { rule, memberKind, before } = benefit
  if (!rule) return 'No tax: no rule of tax on benefits is in force.'
  if (tax.basePaise > 0) return taxedWords(tax, { ...benefit, rule }, tense)
  const [total, threshold] = [formatPaise(tax.totalPaise), formatPaise(rule.thresholdPaise)]
  if (tax.totalPaise <= rule.thresholdPaise) {
    return `No tax: with this one the year's total is ${total}, and up to ${threshold} is free (${rule.section}).`
  }
  if (before.taxedPaise >= tax.totalPaise) {
    return `No tax: of this year ${formatPaise(before.taxedPaise)} were taxed already, and with this one its total is ${total} (${rule.section}).`
  }
  return `No tax: a ${memberKind} is not in business.`
}

type InForce = Benefit & { rule: NonNullable<Benefit['rule']> }

function taxedWords(
  { taxPaise, basePaise, rateBps, totalPaise }: Omit<Tax, 'words'>,
  { hasPan, inKind, rule: { thresholdPaise, section } }: InForce,
  tense: 'will be' | 'was',
): string {
  const [tax, base] = [formatPaise(taxPaise), formatPaise(basePaise)]
  const rate = `${percent(rateBps)}${hasPan ? '' : ', the rate without PAN,'}`
  const total = basePaise === totalPaise ? '' : `, ${formatPaise(totalPaise)},`
  const why = `as this year's total${total} passes ${formatPaise(thresholdPaise)} (${section})`
  return inKind
    ? `${tax} ${tense} paid on top of the gift: ${rate} grossed up on ${base}, ${why}.`
    : `${tax} ${tense} deducted: ${rate} of ${base}, ${why}.`
}
