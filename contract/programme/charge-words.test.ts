import { expect, test } from 'vitest'
import { chargeWords } from './charge-words.ts'
import { chargeTerms, type ChargeTerms } from './charges.ts'

const rule: ChargeTerms = {
  productGroups: ['Putty'],
  tiers: ['gold'],
  kind: 'coupon',
  paise: 200,
  basisPoints: null,
  fromDay: '2026-11-01',
  toDay: null,
  note: null,
}
const percent = { kind: 'percent' as const, paise: null, basisPoints: 250 }

test.each<[string, Partial<ChargeTerms>]>([
  ['₹2.00 a coupon for Putty, gold retailers, from 1 Nov 2026 on', {}],
  [
    '₹1,234.50 a coupon for all products, all retailers, from 1 Nov 2026 on',
    { paise: 123_450, productGroups: [], tiers: [] },
  ],
  [
    '2.5 % of the coupon’s points for Putty and Mortar, silver and gold retailers, from 1 Nov 2026 to 31 Jan 2027',
    {
      ...percent,
      productGroups: ['Putty', 'Mortar'],
      tiers: ['silver', 'gold'],
      toDay: '2027-01-31',
    },
  ],
  [
    '0.01 % of the coupon’s points for Putty, Mortar and Roofing, gold retailers, on 1 Nov 2026',
    {
      ...percent,
      basisPoints: 1,
      productGroups: ['Putty', 'Mortar', 'Roofing'],
      toDay: '2026-11-01',
    },
  ],
])('%s', (words, changed) => {
  expect(chargeWords({ ...rule, ...changed })).toBe(words)
})

test.each<[Partial<ChargeTerms>, string, string]>([
  [{ toDay: '2026-10-31' }, 'toDay', 'The last day must not be before the first.'],
  [{ paise: null }, 'paise', 'Enter the amount.'],
  [{ kind: 'percent' }, 'basisPoints', 'Enter the percentage.'],
  [{ ...percent, paise: 5 }, 'paise', 'A rule of a percentage has no amount.'],
  [{ basisPoints: 5 }, 'basisPoints', 'A rule per coupon has no percentage.'],
])('%j is wrong at %s', (changed, field, message) => {
  const { error } = chargeTerms.safeParse({ ...rule, ...changed })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toContainEqual([
    field,
    message,
  ])
})
