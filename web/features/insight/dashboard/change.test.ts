import { describe, expect, it } from 'vitest'
import { formatPaise } from '../../../../contract/money.ts'
import { changeOf } from './change.ts'
import { comparedInWords, daysOf, inWords, periodSearch } from './period.ts'

describe('a change against the period before', () => {
  it.each([
    [{ value: 120, before: 100 }, 'up', '20 % more than 100'],
    [{ value: 75, before: 100 }, 'down', '25 % less than 100'],
    [{ value: 0, before: 12345 }, 'down', '100 % less than 12,345'],
    [{ value: 10_001, before: 10_000 }, 'up', 'Under 1 % more than 10,000'],
    [{ value: 1500, before: 100 }, 'up', '15 times 100'],
    [{ value: 5, before: 0 }, 'up', 'None before'],
    [{ value: 7, before: 7 }, 'same', 'The same as before'],
    [{ value: 0, before: 0 }, 'same', 'The same as before'],
    [{ value: 9, before: 3 }, 'up', '6 more than 3'],
    [{ value: 300, before: 19 }, 'up', '281 more than 19'],
    [{ value: 18, before: 19 }, 'down', '1 less than 19'],
    [{ value: 25, before: 20 }, 'up', '25 % more than 20'],
  ])('%j', (figure, direction, words) => {
    expect(changeOf(figure)).toEqual({ direction, words })
  })

  it('tells of money in rupees, and no percentage of a few of them', () => {
    const money = { format: formatPaise, few: 100_000 }
    expect(changeOf({ value: 90_000, before: 30_000 }, money)?.words).toBe(
      '₹600.00 more than ₹300.00',
    )
    expect(changeOf({ value: 300_000, before: 200_000 }, money)?.words).toBe(
      '50 % more than ₹2,000.00',
    )
  })

  it('is not told where there is none', () => {
    expect(changeOf({ value: 5, before: null })).toBeNull()
  })
})

describe('the period of an address', () => {
  const now = new Date('2026-11-20T19:00:00Z')
  it.each([
    [{}, '2026-10-23', '2026-11-21'],
    [{ period: 'today' }, '2026-11-21', '2026-11-21'],
    [{ period: '7' }, '2026-11-15', '2026-11-21'],
    [{ period: '90' }, '2026-08-24', '2026-11-21'],
    [{ period: 'month' }, '2026-11-01', '2026-11-21'],
    [{ period: 'last-month' }, '2026-10-01', '2026-10-31'],
    [{ period: 'custom', from: '2026-01-01', to: '2026-01-31' }, '2026-01-01', '2026-01-31'],
    [{ period: 'custom', from: '2026-01-01' }, '2026-10-23', '2026-11-21'],
  ])('%j', (search, from, to) => {
    expect(daysOf(periodSearch.parse(search), now)).toEqual({ from, to })
  })

  it('is told in words', () => {
    expect(inWords({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov 2026')
    expect(inWords({ from: '2026-11-01', to: '2026-11-20' })).toBe('1 Nov 2026 to 20 Nov 2026')
    const before = periodSearch.parse({})
    const year = periodSearch.parse({ compare: 'year' })
    const day = { from: '2026-11-20', to: '2026-11-20' }
    const week = { from: '2026-11-14', to: '2026-11-20' }
    expect(comparedInWords(day, before)).toBe('compared with the day before')
    expect(comparedInWords(week, before)).toBe('compared with the 7 days before')
    expect(comparedInWords(day, year)).toBe('compared with the same day a year before')
    expect(comparedInWords(week, year)).toBe('compared with the same days a year before')
  })
})
