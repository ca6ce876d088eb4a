import { expect, test } from 'vitest'
import { formatPaise } from './money.ts'

test.each([
  [123456700, '₹12,34,567.00'],
  [5, '₹0.05'],
  [0, '₹0.00'],
  [-215000, '-₹2,150.00'],
])('%i paise read %s', (paise, words) => {
  expect(formatPaise(paise)).toBe(words)
})
