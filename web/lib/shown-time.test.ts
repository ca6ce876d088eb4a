import { expect, test } from 'vitest'
import { nearMoment, shownWords, stateAt } from './shown-time.ts'

/** Friday, 20 November 2026, 14:00 in India. */
const NOW = Date.parse('2026-11-20T08:30:00Z')
const at = (wall: string): string => new Date(`${wall}:00+05:30`).toISOString()

test('the clock tells the state, up to the very moment; switched off is off whenever', () => {
  const state = (from: string, to: string | null, on = true): string =>
    stateAt({ on, from: at(from), to: to && at(to) }, NOW)
  expect(state('2026-11-20T14:00', '2026-11-20T14:01')).toBe('live')
  expect(state('2026-11-20T14:01', null)).toBe('planned')
  expect(state('2026-11-19T14:00', '2026-11-20T14:00')).toBe('ended')
  expect(state('2026-11-19T14:00', null)).toBe('live')
  expect(state('2026-11-19T14:00', null, false)).toBe('off')
})

test.each([
  ['2026-11-20T00:05', 'today, 00:05'],
  ['2026-11-20T23:59', 'today, 23:59'],
  ['2026-11-21T00:00', 'tomorrow, 00:00'],
  ['2026-11-19T23:59', 'yesterday, 23:59'],
  ['2026-11-22T18:00', 'Sunday, 18:00'],
  ['2026-11-26T09:00', 'Thursday, 09:00'],
  // A week on it would be this day's own name.
  ['2026-11-27T09:00', '27 Nov 2026, 09:00'],
  ['2026-11-18T09:00', '18 Nov 2026, 09:00'],
])('%s is said as %s', (wall, words) => {
  expect(nearMoment(at(wall), NOW)).toBe(words)
})

test('only what still matters of the time is said', () => {
  const words = (from: string, to: string | null): string =>
    shownWords({ on: true, from: at(from), to: to && at(to) }, NOW)
  expect(words('2026-11-01T09:00', '2026-11-22T18:00')).toBe('Until Sunday, 18:00')
  expect(words('2026-11-01T09:00', null)).toBe('No end set')
  expect(words('2026-11-21T09:00', '2026-12-03T18:00')).toBe(
    'From tomorrow, 09:00, until 3 Dec 2026, 18:00',
  )
  expect(words('2026-11-21T09:00', null)).toBe('From tomorrow, 09:00, no end set')
  expect(words('2026-11-01T09:00', '2026-11-19T18:00')).toBe('Ended yesterday, 18:00')
})
