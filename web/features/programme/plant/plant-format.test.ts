import { describe, expect, test } from 'vitest'
import { dayIn, dayOfMomentIn, formatRun, momentIn, readNumber } from './plant-format.ts'

describe('dates of the worker section', () => {
  test('a moment stands in Asia/Kolkata, its month in the language', () => {
    expect(momentIn('en', '2026-11-20T20:35:00Z')).toBe('21 Nov 2026, 02:05')
    expect(momentIn('hi', '2026-11-20T20:35:00Z')).toBe('21 नवंबर 2026, 02:05')
    expect(dayOfMomentIn('hi', '2026-01-31T18:30:00Z')).toBe('1 फ़रवरी 2026')
  })
  test('every month has its Hindi name', () => {
    const months = Array.from({ length: 12 }, (_, month) =>
      dayIn('hi', `2026-${String(month + 1).padStart(2, '0')}-05`),
    )
    expect(months.filter((text) => /[a-z]/i.test(text))).toEqual([])
    expect(new Set(months).size).toBe(12)
  })
})

describe('numbers as workers type them', () => {
  test.each([
    ['1200', 1200],
    [' 1,200 ', 1200],
    ['१२००', 1200],
    ['१०,0०', 1000],
    ['0', 0],
    ['', null],
    ['12a', null],
    ['-5', null],
    ['1.5', null],
    ['1234567890', null],
  ])('%j', (typed, value) => {
    expect(readNumber(typed)).toBe(value)
  })
  test('a run, and one alone', () => {
    expect([formatRun(101, 100_000), formatRun(7, 7)]).toEqual(['101 – 1,00,000', '7'])
  })
})
