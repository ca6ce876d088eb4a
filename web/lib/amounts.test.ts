import { expect, test } from 'vitest'
import { hundredthsOf, typedOf } from './amounts.ts'

test.each([
  ['2', 200],
  ['2.5', 250],
  ['2.', 200],
  [' 1,000.00 ', 100_000],
  // 1.15 × 100 and 4.35 × 100 are no whole numbers in floating point.
  ['1.15', 115],
  ['4.35', 435],
  ['0.07', 7],
  ['', null],
  ['.5', null],
  ['2.555', null],
  ['-2', null],
  ['two', null],
  ['1e3', null],
])('"%s" is %s hundredths', (typed, hundredths) => {
  expect(hundredthsOf(typed)).toBe(hundredths)
})

test('hundredths are typed as they were read', () => {
  for (const hundredths of [1, 7, 115, 250, 435, 100_000])
    expect(hundredthsOf(typedOf(hundredths))).toBe(hundredths)
  expect(typedOf(null)).toBe('')
})
