import { describe, expect, test } from 'vitest'
import { plantShifts, shiftAt, shiftSpan, USUAL_SHIFTS, workEnd } from './shifts.ts'

const at = (day: string, clock: string) => new Date(`2026-11-${day}T${clock}:00+05:30`)
const HALF_PAST = {
  ...USUAL_SHIFTS,
  A: { from: '05:30', to: '13:30' },
  B: { from: '15:00', to: '21:00' },
  C: { from: '20:30', to: '04:30' },
}

test('a shift runs past midnight where it ends before it begins', () => {
  expect(shiftSpan(USUAL_SHIFTS, '2026-11-24', 'C')).toEqual({
    from: at('24', '22:00'),
    to: at('25', '06:00'),
  })
  expect(shiftSpan(HALF_PAST, '2026-11-24', 'A')).toEqual({
    from: at('24', '05:30'),
    to: at('24', '13:30'),
  })
})

test.each([
  ['25', '05:59', '2026-11-24', 'C'],
  ['25', '06:00', '2026-11-25', 'A'],
  ['25', '14:00', '2026-11-25', 'B'],
  ['25', '21:59', '2026-11-25', 'B'],
  ['25', '22:00', '2026-11-25', 'C'],
])('on the %sth at %s the usual shift is that of %s, %s', (day, clock, of, shift) => {
  expect(shiftAt(USUAL_SHIFTS, at(day, clock))).toEqual({ day: of, shift })
})

test('of two that overlap it is the later one, and between two the one before', () => {
  expect(shiftAt(HALF_PAST, at('25', '20:45'))).toEqual({ day: '2026-11-25', shift: 'C' })
  expect(shiftAt(HALF_PAST, at('25', '14:00'))).toEqual({ day: '2026-11-25', shift: 'A' })
  expect(shiftAt(HALF_PAST, at('25', '05:00'))).toEqual({ day: '2026-11-24', shift: 'C' })
})

describe('the work ends', () => {
  test.each([
    ['with the own shift that runs', 'G', '10:00', '18:00'],
    ['with the own shift that begins soon', 'A', '04:00', '14:00'],
    ['with the shift of the clock for who comes out of turn', 'A', '15:00', '22:00'],
    ['with the shift of the clock when the own one is far ahead', 'A', '03:59', '06:00'],
  ] as const)('%s', (_what, own, from, to) => {
    expect(workEnd(USUAL_SHIFTS, own, at('25', from))).toEqual(at('25', to))
  })

  test('after midnight with the night shift that began the day before', () => {
    expect(workEnd(USUAL_SHIFTS, 'C', at('25', '00:30'))).toEqual(at('25', '06:00'))
    expect(workEnd(USUAL_SHIFTS, 'C', at('25', '23:59'))).toEqual(at('26', '06:00'))
  })

  test('never between shifts', () => {
    expect(workEnd(HALF_PAST, 'C', at('25', '14:00'))).toBeNull()
  })
})

test('shifts of no hours and of more than sixteen are refused', () => {
  const parse = (A: object) => plantShifts.safeParse({ ...USUAL_SHIFTS, A }).success
  expect(parse({ from: '06:00', to: '07:00' })).toBe(true)
  expect(parse({ from: '06:00', to: '06:59' })).toBe(false)
  expect(parse({ from: '06:00', to: '22:00' })).toBe(true)
  expect(parse({ from: '06:00', to: '22:01' })).toBe(false)
})
