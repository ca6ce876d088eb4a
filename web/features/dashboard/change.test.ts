import { describe, expect, it } from 'vitest'
import { changeOf } from './change.ts'
import { beforeInWords, daysOf, inWords, periodSearch } from './period.ts'

describe('a change against the period before', () => {
  it.each([
    [{ value: 120, before: 100 }, 'up', '20% more than 100'],
    [{ value: 75, before: 100 }, 'down', '25% less than 100'],
    [{ value: 0, before: 12345 }, 'down', '100% less than 12,345'],
    [{ value: 10_001, before: 10_000 }, 'up', 'Under 1% more than 10,000'],
    [{ value: 1500, before: 100 }, 'up', '15 times 100'],
    [{ value: 5, before: 0 }, 'up', 'None before'],
    [{ value: 7, before: 7 }, 'same', 'As many as before'],
    [{ value: 0, before: 0 }, 'same', 'As many as before'],
  ])('%j', (figure, direction, words) => {
    expect(changeOf(figure)).toEqual({ direction, words })
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
    [{ period: 'custom', from: '2026-01-01', to: '2026-01-31' }, '2026-01-01', '2026-01-31'],
    [{ period: 'custom', from: '2026-01-01' }, '2026-10-23', '2026-11-21'],
  ])('%j', (search, from, to) => {
    expect(daysOf(periodSearch.parse(search), now)).toEqual({ from, to })
  })

  it('is told in words', () => {
    expect(inWords({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov 2026')
    expect(inWords({ from: '2026-11-01', to: '2026-11-20' })).toBe('1 Nov 2026 to 20 Nov 2026')
    expect(beforeInWords({ from: '2026-11-20', to: '2026-11-20' })).toBe('the day before')
    expect(beforeInWords({ from: '2026-11-14', to: '2026-11-20' })).toBe('the 7 days before')
  })
})
