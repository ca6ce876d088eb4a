import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RETAILER_TIERS } from '../../../../contract/programme/charges.ts'
import { addDays } from '../../../../contract/time.ts'
import { clashDay, firstClash, type Fit } from './charge-clash.ts'

const GROUPS = ['Putty', 'Mortar', 'Roofing']
const DAYS = Array.from({ length: 12 }, (_, index) => addDays('2026-02-24', index))

const aRule = fc
  .record({
    productGroups: fc.subarray(GROUPS),
    tiers: fc.subarray([...RETAILER_TIERS]),
    from: fc.nat({ max: 9 }),
    length: fc.option(fc.nat({ max: 4 })),
  })
  .map(({ from, length, ...rule }): Fit => ({
    ...rule,
    fromDay: DAYS[from] ?? '',
    toDay: length === null ? null : addDays(DAYS[from] ?? '', length),
  }))

const fits = (rule: Fit, group: string, tier: Fit['tiers'][number], day: string) =>
  (rule.productGroups.length === 0 || rule.productGroups.includes(group)) &&
  (rule.tiers.length === 0 || rule.tiers.includes(tier)) &&
  rule.fromDay <= day &&
  (rule.toDay === null || day <= rule.toDay)

/** Tries every scan there could be in these days. */
function firstDayOfBoth(one: Fit, other: Fit): string | null {
  const both = DAYS.find((day) =>
    GROUPS.some((group) =>
      RETAILER_TIERS.some((tier) => fits(one, group, tier, day) && fits(other, group, tier, day)),
    ),
  )
  return both ?? null
}

test('two rules clash from the first day on which some scan fits both', () => {
  fc.assert(
    fc.property(aRule, aRule, (one, other) => {
      expect(clashDay(one, other)).toBe(firstDayOfBoth(one, other))
      expect(clashDay(other, one)).toBe(clashDay(one, other))
    }),
    { numRuns: 2000 },
  )
})

test('of several the one that clashes first is told', () => {
  const rule = (fromDay: string, toDay: string | null): Fit => ({
    productGroups: [],
    tiers: [],
    fromDay,
    toDay,
  })
  const later = rule('2026-06-01', null)
  const sooner = rule('2026-04-01', '2026-04-30')
  const never = rule('2026-01-01', '2026-01-31')
  expect(firstClash(rule('2026-02-01', null), [never, later, sooner])).toEqual({
    day: '2026-04-01',
    rule: sooner,
  })
  expect(firstClash(rule('2026-02-01', '2026-03-31'), [never, later, sooner])).toBeNull()
})
