import { expect, test } from 'vitest'
import { cellInWords } from './cell-words.ts'

test.each([
  [null, 'money', ''],
  [220, 'money', '₹220.00'],
  [123456.75, 'money', '₹1,23,456.75'],
  [1.15, 'money', '₹1.15'],
  [-90, 'money', '-₹90.00'],
  [1234567, 'integer', '12,34,567'],
  [1.25, 'decimal', '1.25'],
  ['2026-11-20', 'date', '20 Nov 2026'],
  ['2026-11-20 14:05:00', 'datetime', '20 Nov 2026, 14:05'],
  ['0042', 'text', '0042'],
])('%s as %s', (value, type, words) => {
  expect(cellInWords(value, type)).toBe(words)
})
