import { expect, test } from 'vitest'
import { code128 } from './code128.ts'

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

test('each character is eleven modules, and a stop of thirteen ends it', () => {
  const every = Array.from({ length: 95 }, (_, value) => String.fromCharCode(32 + value))
  const coded = new Set(
    every.map((letter) => {
      const widths = code128(letter)
      // Start, letter, check and stop.
      expect(sum(widths), letter).toBe(3 * 11 + 13)
      expect(widths).toHaveLength(3 * 6 + 7)
      return widths.slice(6, 12).join('')
    }),
  )
  expect(coded.size).toBe(every.length)
})

test('the check character is the weighted sum by 103', () => {
  // R 50, D 36, 1 17: 104 + 50 + 2 × 36 + 3 × 17 = 277, by 103 leaves 71, which is 122114.
  expect(code128('RD1').slice(24, 30).join('')).toBe('122114')
})

test('what is not printable ASCII is refused', () => {
  for (const text of ['₹', 'é', '\n', '😀']) expect(() => code128(text)).toThrow('printable ASCII')
})
