import { z } from 'zod'
import { addDays, dayOf, startOfDay } from '../time.ts'

const LABELS = { A: 'A', B: 'B', C: 'C', G: 'General' } as const
export type Shift = keyof typeof LABELS
export const SHIFTS = Object.keys(LABELS) as [Shift, ...Shift[]]
export const SHIFT_LABELS: Record<Shift, string> = LABELS
export const shift = z.enum(SHIFTS, { error: 'A shift is A, B, C or G (general).' })

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const LONGEST_HOURS = 16

/** By the clock of Asia/Kolkata. */
export type Hours = { from: string; to: string }
/** When the shifts of a plant begin and end. */
export type PlantShifts = Record<Shift, Hours>

const minuteOf = (clock: string) =>
  Number(clock.slice(0, 2)) * HOUR_MINUTES + Number(clock.slice(3))

/** One that does not end after it begins ends on the next day. */
function minutesOf({ from, to }: Hours): { begins: number; ends: number } {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  return { begins, ends: ends > begins ? ends : ends + DAY_MINUTES }
}

const clock = z
  .string({ error: 'Enter a time.' })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time is written like 06:00.')
const hours = z.strictObject({ from: clock, to: clock }).refine(
  (entered) => {
    const { begins, ends } = minutesOf(entered)
    return ends - begins >= HOUR_MINUTES && ends - begins <= LONGEST_HOURS * HOUR_MINUTES
  },
  { message: `A shift lasts 1 to ${LONGEST_HOURS} hours.`, path: ['to'] },
)
export const plantShifts = z.strictObject({ A: hours, B: hours, C: hours, G: hours })

/** Of a plant that says nothing else. */
export const USUAL_SHIFTS: PlantShifts = {
  A: { from: '06:00', to: '14:00' },
  B: { from: '14:00', to: '22:00' },
  C: { from: '22:00', to: '06:00' },
  G: { from: '09:00', to: '18:00' },
}

export type Span = { from: Date; to: Date }

/** When a shift of a day begins and ends; the day is the one it begins on. */
export function shiftSpan(times: PlantShifts, day: string, name: Shift): Span {
  const midnight = startOfDay(day).getTime()
  const { begins, ends } = minutesOf(times[name])
  return {
    from: new Date(midnight + begins * MINUTE_MS),
    to: new Date(midnight + ends * MINUTE_MS),
  }
}

/**
 * The shift of the clock that a moment falls in: A, B or C, with the day it began on. Where two overlap, the later one;
 * between two, the one before.
 */
export function shiftAt(times: PlantShifts, at: Date): { day: string; shift: Shift } {
  const today = dayOf(at)
  const begun = [addDays(today, -1), today]
    .flatMap((day) =>
      (['A', 'B', 'C'] as const).map((name) => ({
        day,
        shift: name,
        ...shiftSpan(times, day, name),
      })),
    )
    .filter(({ from }) => from <= at)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime())
  const found = begun.findLast(({ to }) => at < to) ?? begun.at(-1)
  if (!found) throw new Error('No shift has begun by today.')
  return { day: found.day, shift: found.shift }
}

/** Who comes a little early comes for the shift ahead. */
const EARLY_MINUTES = 120

/**
 * When the work ends of somebody who begins it now: with the worker's own shift, where it runs or begins within two
 * hours, else with the shift of the clock; null between shifts.
 */
export function workEnd(times: PlantShifts, own: Shift, at: Date): Date | null {
  const today = dayOf(at)
  const early = new Date(at.getTime() + EARLY_MINUTES * MINUTE_MS)
  const mine = [addDays(today, -1), today, addDays(today, 1)]
    .map((day) => shiftSpan(times, day, own))
    .find(({ from, to }) => from <= early && at < to)
  if (mine) return mine.to
  const running = shiftAt(times, at)
  const { to } = shiftSpan(times, running.day, running.shift)
  return at < to ? to : null
}

/** The shifts of a plant as people read them: "A 06:00–14:00, B 14:00–22:00, …". */
export const shiftsInWords = (times: PlantShifts): string =>
  SHIFTS.map((name) => `${LABELS[name]} ${times[name].from}–${times[name].to}`).join(', ')
