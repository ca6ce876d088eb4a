import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTHING_YET, coveredBy, shareOf, taxOf, withBenefit } from './tax-rules.ts'
import type { Benefit } from './taxed-benefit.ts'

const rule = {
  section: 'Section 393 of the Income-tax Act 2025',
  form: 'Form 140',
  paymentCode: null,
  thresholdPaise: 2_000_000,
  rateBps: 1000,
  rateNoPanBps: 2000,
}
/** A year of which some was taxed at the usual rate. */
const year = (valuePaise: number, taxedPaise: number) => ({
  valuePaise,
  taxedPaise,
  taken: [{ rateBps: 1000, grossedUp: false, basePaise: taxedPaise, taxPaise: taxedPaise / 10 }],
})
const benefit = (changed: Partial<Benefit>): Benefit => ({
  rule,
  memberKind: 'mason',
  hasPan: true,
  inKind: false,
  valuePaise: 150_000,
  before: NOTHING_YET,
  ...changed,
})

describe('tax on benefits', () => {
  test.each([
    ['a total at the threshold is free', { valuePaise: 2_000_000 }, 0],
    ['a paisa past it is taxed whole', { valuePaise: 2_000_001 }, 200_000],
    ['the one that passes it bears the whole year', { before: year(2_000_000, 0) }, 215_000],
    ['the next one bears its own', { before: year(2_150_000, 2_150_000) }, 15_000],
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
      { before: year(2_000_000, 0) },
      "₹2,150.00 will be deducted: 10 % of ₹21,500.00, as this year's total passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
    ],
    [
      { before: year(4_000_000, 4_000_000) },
      "₹150.00 will be deducted: 10 % of ₹1,500.00, as this year's total, ₹41,500.00, passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
    ],
    [
      { valuePaise: 3_000_000, hasPan: false, inKind: true },
      "₹7,500.00 will be paid on top of the gift: 20 %, the rate without PAN, grossed up on ₹30,000.00, as this year's total passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
    ],
    [
      { before: year(800_000, 0) },
      "No tax: with this one the year's total is ₹9,500.00, and up to ₹20,000.00 is free (Section 393 of the Income-tax Act 2025).",
    ],
  ])('is told in words that add up', (changed, words) => {
    expect(taxOf(benefit(changed)).words).toBe(words)
  })

  test('what was taxed beyond the total is made good by what follows', () => {
    const before = year(1_000_000, 2_500_000)
    const second = taxOf(benefit({ valuePaise: 1_200_000, before }))
    expect(second).toMatchObject({ taxPaise: 0, basePaise: 0, totalPaise: 2_200_000 })
    expect(second.words).toBe(
      'No tax: of this year ₹25,000.00 were taxed already, and with this one its total is ₹22,000.00 (Section 393 of the Income-tax Act 2025).',
    )
    expect(taxOf(benefit({ valuePaise: 1_600_000, before }))).toMatchObject({
      basePaise: 100_000,
      taxPaise: 10_000,
    })
  })

  const values = fc.array(fc.integer({ min: 1, max: 1_500_000 }), { maxLength: 30 })
  test.each([
    ['money with PAN', { hasPan: true, inKind: false }, 1000],
    ['money without PAN', { hasPan: false, inKind: false }, 2000],
    ['gifts with PAN', { hasPan: true, inKind: true }, 1000],
    ['gifts without PAN', { hasPan: false, inKind: true }, 2000],
  ])(
    'in whatever pieces and order a year is given, its tax is that of its total: %s',
    (_, way, rateBps) => {
      fc.assert(
        fc.property(values, (given) => {
          let before = NOTHING_YET
          let tax = 0
          for (const valuePaise of given) {
            const one = benefit({ ...way, valuePaise, before })
            const found = taxOf(one)
            tax += found.taxPaise
            before = withBenefit(before, one, found)
          }
          const total = given.reduce((sum, value) => sum + value, 0)
          const base = total > rule.thresholdPaise ? total : 0
          expect(before.taxedPaise).toBe(base)
          expect(tax).toBe(shareOf(base, { rateBps, grossedUp: way.inKind }))
        }),
        { numRuns: 300 },
      )
    },
  )
})

describe('tax that was deducted outside', () => {
  const covered = (taxPaise: number, hasPan = true) =>
    coveredBy({ valuePaise: 1_000_000, taxPaise, hasPan }, rule)
  test.each([
    ['none covers nothing', 0, true, 0],
    ['the rate covers the whole value', 100_000, true, 1_000_000],
    ['half of the rate covers half', 50_000, true, 500_000],
    ['more than the rate covers no more than the value', 250_000, true, 1_000_000],
    ['without PAN the higher rate is needed', 100_000, false, 500_000],
    ['a paisa covers ten', 1, true, 10],
  ])('%s', (_, taxPaise, hasPan, basePaise) => {
    expect(covered(taxPaise, hasPan).basePaise).toBe(basePaise)
  })

  test('at the rounded rate covers the whole value', () => {
    const whole = coveredBy({ valuePaise: 1_005, taxPaise: 101, hasPan: true }, rule)
    expect(whole.basePaise).toBe(1_005)
    expect(coveredBy({ valuePaise: 1_005, taxPaise: 100, hasPan: true }, rule).basePaise).toBe(
      1_000,
    )
  })
})
