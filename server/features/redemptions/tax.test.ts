import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxOf, type Benefit } from './tax.ts'

const rule = {
  section: 'Section 393 of the Income-tax Act 2025',
  thresholdPaise: 2_000_000,
  rateBps: 1000,
  rateNoPanBps: 2000,
}
const NOTHING = { valuePaise: 0, taxedPaise: 0 }
const benefit = (changed: Partial<Benefit>): Benefit => ({
  rule,
  memberKind: 'mason',
  hasPan: true,
  inKind: false,
  valuePaise: 150_000,
  before: NOTHING,
  ...changed,
})

describe('tax on benefits', () => {
  test.each([
    ['a total at the threshold is free', { valuePaise: 2_000_000 }, 0],
    ['a paisa past it is taxed whole', { valuePaise: 2_000_001 }, 200_000],
    [
      'the one that passes it bears the whole year',
      { before: { valuePaise: 2_000_000, taxedPaise: 0 } },
      215_000,
    ],
    [
      'the next one bears its own',
      { before: { valuePaise: 2_150_000, taxedPaise: 2_150_000 } },
      15_000,
    ],
    ['without PAN the rate is another', { valuePaise: 3_000_000, hasPan: false }, 600_000],
    ['a gift is grossed up', { valuePaise: 9_000_000, inKind: true }, 1_000_000],
    ['and without PAN as well', { valuePaise: 8_000_000, inKind: true, hasPan: false }, 2_000_000],
    ['it is rounded to the nearest paisa', { valuePaise: 2_000_005 }, 200_001],
    ['without a rule there is none', { valuePaise: 9_000_000, rule: null }, 0],
  ])('%s', (_, changed, taxPaise) => {
    expect(taxOf(benefit(changed))).toMatchObject({ taxPaise })
  })

  test.each([
    [
      { before: { valuePaise: 2_000_000, taxedPaise: 0 } },
      "₹2,150.00 will be deducted: 10 % of ₹21,500.00, as this year's total passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
    ],
    [
      { before: { valuePaise: 4_000_000, taxedPaise: 4_000_000 } },
      "₹150.00 will be deducted: 10 % of ₹1,500.00, as this year's total, ₹41,500.00, passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
    ],
    [
      { valuePaise: 3_000_000, hasPan: false, inKind: true },
      "₹7,500.00 will be paid on top of the gift: 20 %, the rate without PAN, grossed up on ₹30,000.00, as this year's total passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
    ],
    [
      { before: { valuePaise: 800_000, taxedPaise: 0 } },
      "No tax: with this one the year's total is ₹9,500.00, and up to ₹20,000.00 is free (Section 393 of the Income-tax Act 2025).",
    ],
  ])('is told in words that add up', (changed, words) => {
    expect(taxOf(benefit(changed)).words).toBe(words)
  })

  test('in whatever pieces and order a year is paid, its tax is that of its total', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 1_500_000 }), { maxLength: 30 }),
        (values) => {
          let before = NOTHING
          let tax = 0
          for (const valuePaise of values) {
            const found = taxOf(benefit({ valuePaise, before }))
            tax += found.taxPaise
            const taxedPaise = before.taxedPaise + found.basePaise
            before = { valuePaise: found.totalPaise, taxedPaise }
          }
          const total = values.reduce((sum, value) => sum + value, 0)
          expect(before.taxedPaise).toBe(total > rule.thresholdPaise ? total : 0)
          // Each payment is rounded on its own.
          expect(Math.abs(tax - before.taxedPaise / 10)).toBeLessThanOrEqual(values.length / 2)
        },
      ),
      { numRuns: 500 },
    )
  })
})
