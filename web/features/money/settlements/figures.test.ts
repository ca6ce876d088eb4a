import { expect, test } from 'vitest'
import { ageInWords, change, rupees, signed } from './figures.ts'

test('numbers carry a real minus, and nothing is no minus nothing', () => {
  expect([1_23_456, -1234, 0, -0].map(signed)).toEqual(['1,23,456', '−1,234', '0', '0'])
  expect([1_23_456, -1234, 0, -0].map(change)).toEqual(['+1,23,456', '−1,234', '0', '0'])
  expect([123_456_700, -450].map(rupees)).toEqual(['₹12,34,567.00', '−₹4.50'])
})

test('ages are told in words', () => {
  expect(ageInWords({ from: 0, to: 3 })).toBe('Under 3 months')
  expect(ageInWords({ from: 3, to: 6 })).toBe('3 to 6 months')
  expect(ageInWords({ from: 24, to: null })).toBe('24 months and more')
})
