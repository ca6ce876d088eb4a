import { z } from 'zod'
import { addDays, dayOf, isoDate } from '../../../contract/time.ts'
import { formatAmount, formatDay } from '../../lib/format.ts'

/** Calendar days of the programme, both ends included. */
export type Days = { from: string; to: string }

export const PRESETS = [
  { name: 'today', label: 'Today', days: 1 },
  { name: '7', label: '7 days', days: 7 },
  { name: '30', label: '30 days', days: 30 },
  { name: '90', label: '90 days', days: 90 },
] as const

/** The period in the address: a name, which moves on with the calendar, or two days. */
export const periodSearch = z.object({
  period: z.enum(['today', '7', '30', '90', 'custom']).default('30'),
  from: isoDate.optional(),
  to: isoDate.optional(),
})
export type PeriodSearch = z.output<typeof periodSearch>

/** The days that a period means now. A custom one without its days is that of 30. */
export function daysOf({ period, from, to }: PeriodSearch, now = new Date()): Days {
  const today = dayOf(now)
  if (period === 'custom' && from && to) return { from, to }
  const length = PRESETS.find(({ name }) => name === period)?.days ?? 30
  return { from: addDays(today, 1 - length), to: today }
}

export function lengthOf({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** "22 Oct 2026 to 20 Nov 2026", or the one day. */
export function inWords({ from, to }: Days): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

/** What a period is compared with: "the day before", "the 30 days before". */
export function beforeInWords(days: Days): string {
  const length = lengthOf(days)
  return length === 1 ? 'the day before' : `the ${formatAmount(length, 'day')} before`
}

/** The same day without its year, for an axis. */
export function shortDay(day: string): string {
  return formatDay(day).replace(/ \d+$/, '')
}
