import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertAddsUp, explained, type TaxFound } from './tax-lines.ts'
import { NOTHING_YET, taxOf, withBenefit } from './tax-rules.ts'

const rule = {
  section: 'Section 393',
  form: 'Form 140',
  paymentCode: '1031',
  thresholdPaise: 2_000_000,
  rateBps: 1000,
  rateNoPanBps: 2000,
}
const FOUND: TaxFound = {
  taken: true,
  section: rule.section,
  form: rule.form,
  paymentCode: rule.paymentCode,
  financialYear: 2026,
  rateBps: 1000,
  withPan: true,
  valuePaise: 600_000,
  basePaise: 2_100_000,
  taxPaise: 210_000,
  words: 'So it is.',
  inKind: false,
  thresholdPaise: 2_000_000,
  beforePaise: 1_500_000,
}
const shown = (changed: Partial<TaxFound>) =>
  explained({ ...FOUND, ...changed }).lines.map(({ kind, label, paise }) => [kind, label, paise])

test('the payment that passes the threshold bears the whole year', () => {
  expect(shown({})).toEqual([
    ['item', 'Given before it in 2026-27', 1_500_000],
    ['item', 'This one', 600_000],
    ['sum', 'Total of 2026-27', 2_100_000],
    ['share', '10 % of it', 210_000],
    ['item', 'This one', 600_000],
    ['item', 'Tax deducted', -210_000],
    ['sum', 'To the member', 390_000],
  ])
})

test('a gift after it bears its own, on top', () => {
  const changed = { inKind: true, beforePaise: 3_000_000, valuePaise: 90_000, basePaise: 90_000 }
  expect(shown({ ...changed, rateBps: 2000, withPan: false, taxPaise: 22_500 })).toEqual([
    ['item', 'Given before it in 2026-27', 3_000_000],
    ['item', 'This one', 90_000],
    ['sum', 'Total of 2026-27', 3_090_000],
    ['item', 'Total of the year', 3_090_000],
    ['item', 'Bore its tax before', -3_000_000],
    ['sum', 'Taxed now', 90_000],
    ['share', '20 % of it, grossed up, the rate without PAN', 22_500],
    ['item', 'Cost of the gift', 90_000],
    ['item', 'Tax on top', 22_500],
    ['sum', 'Cost in all', 112_500],
  ])
})

test('what is not taken yet follows what is on its way', () => {
  expect(shown({ taken: false })[0]?.[1]).toBe('Given or on its way before it in 2026-27')
})

test('what is free says up to where', () => {
  const lines = shown({ beforePaise: 0, basePaise: 0, rateBps: 0, taxPaise: 0 })
  expect(lines).toContainEqual(['note', 'Free up to', 2_000_000])
  expect(lines.at(-1)).toEqual(['sum', 'To the member', 600_000])
})

test('a paisa that was carried over is said', () => {
  expect(shown({ taxPaise: 210_001 })).toContainEqual([
    'share',
    '10 % of it, rounded over the year',
    210_001,
  ])
})

test('lines that do not add up are never told', () => {
  const right = explained(FOUND)
  const change = (index: number, paise: number) => ({
    ...right,
    lines: right.lines.map((one, at) => (at === index ? { ...one, paise } : one)),
  })
  for (const index of right.lines.keys()) {
    const told = change(index, (right.lines[index]?.paise ?? 0) + 1)
    expect(() => assertAddsUp(told, false)).toThrow('do not add up')
  }
  const wrong = [
    { ...right, netPaise: 1 },
    { ...right, taxPaise: 1 },
    { ...right, basePaise: 1 },
    { ...right, lines: right.lines.slice(0, -1) },
    { ...right, lines: right.lines.slice(0, 4) },
  ]
  for (const told of wrong) expect(() => assertAddsUp(told, false)).toThrow('do not add up')
  expect(() => assertAddsUp(right, true)).toThrow('do not add up')
})

test('the lines of whatever is found add up', () => {
  const benefit = fc.record({
    valuePaise: fc.integer({ min: 1, max: 3_000_000 }),
    hasPan: fc.boolean(),
    inKind: fc.boolean(),
    rule: fc.constantFrom(rule, rule, rule, null),
  })
  fc.assert(
    fc.property(fc.array(benefit, { maxLength: 12 }), (benefits) => {
      let before = NOTHING_YET
      for (const given of benefits) {
        const one = { ...given, memberKind: 'mason' as const, before }
        const { totalPaise: _, ...tax } = taxOf(one)
        const { valuePaise, inKind, hasPan } = given
        const year = { beforePaise: before.valuePaise, withPan: hasPan }
        const told = explained({ ...FOUND, ...tax, ...year, valuePaise, inKind })
        expect(told.lines.at(-1)?.paise).toBe(inKind ? valuePaise + tax.taxPaise : told.netPaise)
        before = withBenefit(before, one, { ...tax, totalPaise: 0 })
      }
    }),
    { numRuns: 300 },
  )
})
