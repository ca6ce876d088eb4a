import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../../contract/time.ts'
import { cutsOn, expiringLots, firstLivingDay, lastUsableDay, pointsOver } from './expiry-days.ts'

test.each([
  ['2026-08-31', 6, '2027-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-08-30', 6, '2027-02-28'],
  ['2026-08-28', 6, '2027-02-28'],
  ['2026-08-27', 6, '2027-02-27'],
  ['2026-01-15', 24, '2028-01-15'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-11-30', 1, '2026-12-30'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-12-01', 1, '2027-01-01'],
])('what was earned on %s can be used for %i months to the end of %s', (earned, months, last) => {
  expect(lastUsableDay(earned, months)).toBe(last)
})

test.each([
  ['2027-02-28', 6, '2026-08-28'],
  ['2027-03-01', 6, '2026-09-01'],
  ['2026-03-31', 1, '2026-03-01'],
  ['2026-03-29', 1, '2026-03-01'],
  ['2028-03-29', 1, '2028-02-29'],
  ['2027-01-01', 12, '2026-01-01'],
  ['2026-12-31', 1, '2026-12-01'],
])('on %s, after %i months, points live from %s on', (today, months, first) => {
  expect(firstLivingDay(today, months)).toBe(first)
})

test('a day’s points live exactly to the last usable day, whatever the day and the months', () => {
  const days = fc.integer({ min: 0, max: 4000 }).map((index) => addDays('2024-01-01', index))
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 240 }), (today, months) => {
      const first = firstLivingDay(today, months)
      expect(lastUsableDay(first, months) >= today).toBe(true)
      expect(lastUsableDay(addDays(first, -1), months) < today).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

const holding = {
  available: 100,
  days: [
    { day: '2026-01-10', earned: 30, returned: 0 },
    { day: '2026-02-10', earned: 40, returned: 0 },
    { day: '2026-03-10', earned: 10, returned: 25 },
  ],
}

test('what is left of old points is what is available beyond what was earned since', () => {
  const over = (today: string, months = 1) => pointsOver(holding, { today, months })
  // 20 are older than all that is told here; each lot goes in the night after its last day.
  expect(over('2026-02-10')).toBe(20)
  expect(over('2026-02-11')).toBe(50)
  // From 10 April on nothing is young, but 25 came back within 30 days of 9 April.
  expect(over('2026-04-09')).toBe(75)
  expect(over('2026-04-10')).toBe(90)
  expect(over('2026-04-11')).toBe(100)
  expect(over('2026-04-11', 0)).toBe(0)
  expect(pointsOver({ ...holding, available: 0 }, { today: '2026-04-11', months: 1 })).toBe(0)
})

test('what came back is kept for 30 days', () => {
  expect(cutsOn('2026-04-09', 1).returnedFrom).toBe('2026-03-10')
  const old = { available: 60, days: [{ day: '2026-03-10', earned: 0, returned: 25 }] }
  const over = (today: string) => pointsOver(old, { today, months: 1 })
  expect([over('2026-03-20'), over('2026-04-09'), over('2026-04-10')]).toEqual([35, 35, 60])
})

test('lots are told by their last day; what is over already can be used today', () => {
  expect(expiringLots(holding, { today: '2026-02-12', months: 1, within: 60 })).toEqual([
    { lastDay: '2026-02-12', points: 50 },
    { lastDay: '2026-03-10', points: 25 },
    { lastDay: '2026-04-09', points: 15 },
    { lastDay: '2026-04-10', points: 10 },
  ])
})
