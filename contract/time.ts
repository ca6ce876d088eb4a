import { z } from 'zod'

/** The programme's calendar: Asia/Kolkata, UTC+5:30 without daylight saving. */
export const TIME_ZONE = 'Asia/Kolkata'
const IST_MINUTES = 330
const DAY_MS = 86_400_000

/** A calendar day, `2026-11-20`, that exists. */
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the date as YYYY-MM-DD.')
  .refine((text) => {
    const date = new Date(`${text}T00:00:00Z`)
    // PostgreSQL has no year 0.
    return text > '0001' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  }, 'This day does not exist in the calendar.')

/** A moment, as JSON carries it. */
export const instant = z.iso.datetime({ offset: true })

/** The calendar day of a moment in Asia/Kolkata. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + IST_MINUTES * 60_000).toISOString().slice(0, 10)
}

/** The moment a day begins in Asia/Kolkata. */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - IST_MINUTES * 60_000)
}

/** The moment a day ends: the beginning of the next. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS)
}

/** A day some days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
