import { expect, test } from 'vitest'
import { momentOfWall, UNFINISHED, wallOf } from './wall-time.ts'

test('a day and a time are read on the programme’s calendar, wherever the browser is', () => {
  expect(momentOfWall('2026-11-20T18:00')).toBe('2026-11-20T12:30:00.000Z')
  expect(momentOfWall('2026-11-20T02:15')).toBe('2026-11-19T20:45:00.000Z')
  expect(wallOf('2026-11-19T20:45:59.000Z')).toBe('2026-11-20T02:15')
  expect(wallOf(new Date('2026-12-31T18:30:00Z'))).toBe('2027-01-01T00:00')
})

test('what is no day or no time is none', () => {
  for (const text of ['', UNFINISHED, '2026-11-20', '2026-02-30T10:00', '2026-11-20T25:00'])
    expect(momentOfWall(text), text).toBeNull()
})
