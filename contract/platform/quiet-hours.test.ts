import { expect, test } from 'vitest'
import { promotionWaitMs } from './quiet-hours.ts'

const HOURS = { from: 10, to: 21 }
const MINUTE = 60_000

test.each([
  ['2026-11-26T09:59:00+05:30', 1],
  ['2026-11-26T10:00:00+05:30', 0],
  ['2026-11-26T20:59:59.999+05:30', 0],
  ['2026-11-26T21:00:00+05:30', 13 * 60],
  ['2026-11-26T23:30:00+05:30', 10 * 60 + 30],
  ['2026-11-27T00:00:00+05:30', 10 * 60],
  // Of the clock of another country only the moment counts.
  ['2026-11-26T23:00:00-05:00', 30],
])('promotion asked for at %s waits %s minutes', (at, minutes) => {
  expect(promotionWaitMs(new Date(at), HOURS)).toBe(minutes * MINUTE)
})
