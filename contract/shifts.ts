import { z } from 'zod'
import { addDays, dayOf, startOfDay } from './time.ts'

/** The shifts of a plant, by the hours of Asia/Kolkata they begin and end at; C ends on the next day. */
export const SHIFTS = {
  A: { label: 'A', from: 6, to: 14 },
  B: { label: 'B', from: 14, to: 22 },
  C: { label: 'C', from: 22, to: 30 },
  G: { label: 'General', from: 9, to: 18 },
} as const
export type Shift = keyof typeof SHIFTS
export const shift = z.enum(Object.keys(SHIFTS) as [Shift, ...Shift[]], {
  error: 'A shift is A, B, C or G (general).',
})

const HOUR_MS = 3_600_000
const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`

/** A shift with its hours: "A, 06:00 to 14:00". */
export function shiftWords(name: Shift): string {
  const { label, from, to } = SHIFTS[name]
  return `${label}, ${clock(from)} to ${clock(to)}`
}
export const SHIFT_NAMES = Object.fromEntries(
  Object.keys(SHIFTS).map((name) => [name, shiftWords(name as Shift)]),
) as Record<Shift, string>

/** When a shift of a day begins and ends; the day is the one it begins on. */
export function shiftTimes(day: string, name: Shift): { from: Date; to: Date } {
  const midnight = startOfDay(day).getTime()
  const { from, to } = SHIFTS[name]
  return { from: new Date(midnight + from * HOUR_MS), to: new Date(midnight + to * HOUR_MS) }
}

/** The shift of the clock that a moment falls in: A, B or C, with the day it began on. */
export function shiftAt(at: Date): { day: string; shift: Shift } {
  const today = dayOf(at)
  const hour = (at.getTime() - startOfDay(today).getTime()) / HOUR_MS
  if (hour < SHIFTS.A.from) return { day: addDays(today, -1), shift: 'C' }
  if (hour < SHIFTS.B.from) return { day: today, shift: 'A' }
  return { day: today, shift: hour < SHIFTS.C.from ? 'B' : 'C' }
}
