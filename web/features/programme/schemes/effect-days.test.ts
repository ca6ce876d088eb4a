import { describe, expect, it } from 'vitest'
import { daysSummary, eachDay } from './effect-days.ts'

const day = (day: string, points: number) => ({ day, points, bonuses: points / 10 })

describe('the days of a scheme', () => {
  it('stand without a gap, so that the chart tells when nothing was given', () => {
    const all = eachDay([day('2026-10-30', 50), day('2026-11-02', 20)])
    expect(all.map(({ day, points }) => `${day} ${points}`)).toEqual([
      '2026-10-30 50',
      '2026-10-31 0',
      '2026-11-01 0',
      '2026-11-02 20',
    ])
  })
  it('are the newest 120', () => {
    const all = eachDay([day('2026-01-01', 50), day('2026-11-02', 20)])
    expect(all).toHaveLength(120)
    expect(all.at(-1)?.day).toBe('2026-11-02')
  })
  it('are none where it never gave', () => expect(eachDay([])).toEqual([]))
  it('are told in words', () => {
    expect(daysSummary([day('2026-10-30', 50), day('2026-10-31', 20)])).toBe(
      '30 Oct 2026 to 31 Oct 2026: 70 points, the most on 30 Oct 2026 with 50.',
    )
  })
})
