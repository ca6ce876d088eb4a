import { z } from 'zod'
import { comparison } from '../../../../contract/insight/dashboard.ts'
import type { Days } from '../../../../contract/insight/dashboard-rows.ts'
import { addDays, dayOf, isoDate } from '../../../../contract/time.ts'
import { formatAmount, formatDay } from '../../../lib/format.ts'

export type { Days } from '../../../../contract/insight/dashboard-rows.ts'

const lastDays =
  (length: number) =>
  (today: string): Days => ({ from: addDays(today, 1 - length), to: today })
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** Named periods with the days that they are on a day. */
export const PRESETS = [
  { name: 'today', label: 'Today', daysOn: lastDays(1) },
  { name: '7', label: '7 days', daysOn: lastDays(7) },
  { name: '30', label: '30 days', daysOn: lastDays(30) },
  { name: '90', label: '90 days', daysOn: lastDays(90) },
  {
    name: 'month',
    label: 'This month',
    daysOn: (today: string): Days => ({ from: firstOfMonth(today), to: today }),
  },
  {
    name: 'last-month',
    label: 'Last month',
    daysOn: (today: string): Days => {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to }
    },
  },
] as const

/** The period in the address: a name, which moves on with the calendar, or two days; and what it is compared with. */
export const periodSearch = z.object({
  period: z.enum([...PRESETS.map(({ name }) => name), 'custom']).default('30'),
  from: isoDate.optional(),
  to: isoDate.optional(),
  compare: comparison.default('before'),
})
export type PeriodSearch = z.output<typeof periodSearch>

/** The days that a period means now. A custom one without its days is that of 30. */
export function daysOf(
  { period, from, to }: Pick<PeriodSearch, 'period' | 'from' | 'to'>,
  now = new Date(),
): Days {
  const today = dayOf(now)
  if (period === 'custom' && from && to) return { from, to }
  const preset = PRESETS.find(({ name }) => name === period)
  return (preset?.daysOn ?? lastDays(30))(today)
}

export function lengthOf({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** "22 Oct 2026 to 20 Nov 2026", or the one day. */
export function inWords({ from, to }: Days): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

/** What a period is compared with: "the day before", "the 30 days before", "the same days a year before". */
export function comparedInWords(days: Days, { compare }: Pick<PeriodSearch, 'compare'>): string {
  if (compare === 'none') return 'compared with none'
  const length = lengthOf(days)
  const one = length === 1
  if (compare === 'year') return `compared with the same ${one ? 'day' : 'days'} a year before`
  return `compared with the ${one ? 'day' : formatAmount(length, 'day')} before`
}

/** The same day without its year, for an axis. */
export function shortDay(day: string): string {
  return formatDay(day).replace(/ \d+$/, '')
}
