import type { ChargeTerms } from './charges.ts'
import { formatPaise } from '../money.ts'

const DAY = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A calendar day as people write it: `1 Nov 2026`. */
export const chargeDay = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`))

function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** What a rule pays: `₹2.00 a coupon`, or `2.5 % of the coupon's points` of hundredths of a percent. */
export function chargeRate({ kind, paise, basisPoints }: Omit<ChargeTerms, 'note'>): string {
  return kind === 'coupon'
    ? `${formatPaise(paise ?? 0)} a coupon`
    : `${(basisPoints ?? 0) / 100} % of the coupon’s points`
}

/** Which days: `from 1 Nov 2026 on`, `from 1 Nov 2026 to 30 Nov 2026`, `on 1 Nov 2026`. */
function days({ fromDay, toDay }: Pick<ChargeTerms, 'fromDay' | 'toDay'>): string {
  if (toDay === null) return `from ${chargeDay(fromDay)} on`
  if (toDay === fromDay) return `on ${chargeDay(fromDay)}`
  return `from ${chargeDay(fromDay)} to ${chargeDay(toDay)}`
}

/** A rule in words: `₹2.00 a coupon for Putty, gold retailers, from 1 Nov 2026 on`. */
export function chargeWords(terms: Omit<ChargeTerms, 'note'>): string {
  const groups = terms.productGroups.length > 0 ? listed(terms.productGroups) : 'all products'
  const who = terms.tiers.length > 0 ? `${listed(terms.tiers)} retailers` : 'all retailers'
  return `${chargeRate(terms)} for ${groups}, ${who}, ${days(terms)}`
}
