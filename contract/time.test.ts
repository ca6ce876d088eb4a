import { expect, test } from 'vitest'
import { isoDate } from './time.ts'

test.each(['2026-11-24', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (day) => {
  expect(isoDate.parse(day)).toBe(day)
})

test.each(['0000-01-01', '0000-12-31', '2026-02-30', '2025-02-29', '2026-13-01'])(
  '%s is a day of no calendar',
  (day) => {
    expect(isoDate.safeParse(day).error?.issues[0]?.message).toBe(
      'This day does not exist in the calendar.',
    )
  },
)
