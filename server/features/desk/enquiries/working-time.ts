import { isAlwaysOpen, minutesOf } from '../../../../contract/platform/rule-calendar.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'

const MINUTE_MS = 60_000

/** The rules that say which time of the helpdesk counts. */
export type Calendar = Pick<Rules, 'workingHours' | 'holidays'>
type Stretch = { opens: number; closes: number }

/** The working time of a day, in milliseconds since 1970; null on a day without any. */
function stretchOf(day: string, { workingHours, holidays }: Calendar): Stretch | null {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (!workingHours.days.some((one) => one === weekday)) return null
  if (holidays.some((holiday) => holiday.day === day)) return null
  const midnight = startOfDay(day).getTime()
  return {
    opens: midnight + minutesOf(workingHours.opens) * MINUTE_MS,
    closes: midnight + minutesOf(workingHours.closes) * MINUTE_MS,
  }
}

const countsAll = ({ workingHours, holidays }: Calendar) =>
  isAlwaysOpen(workingHours) && holidays.length === 0

/** The moment at which so much working time has passed; time that is over already counts as it is. */
export function afterWorking(at: Date, ms: number, calendar: Calendar): Date {
  if (ms <= 0 || countsAll(calendar)) return new Date(at.getTime() + ms)
  let left = ms
  for (let day = dayOf(at); ; day = addDays(day, 1)) {
    const stretch = stretchOf(day, calendar)
    if (!stretch) continue
    const from = Math.max(stretch.opens, at.getTime())
    if (stretch.closes - from >= left) return new Date(from + left)
    left -= Math.max(0, stretch.closes - from)
  }
}

/** The working time between two moments; what lies before the first counts as it is, below zero. */
export function workingBetween(from: Date, to: Date, calendar: Calendar): number {
  if (to <= from || countsAll(calendar)) return to.getTime() - from.getTime()
  let sum = 0
  for (let day = dayOf(from); day <= dayOf(to); day = addDays(day, 1)) {
    const stretch = stretchOf(day, calendar)
    if (!stretch) continue
    const [begin, end] = [
      Math.max(stretch.opens, from.getTime()),
      Math.min(stretch.closes, to.getTime()),
    ]
    sum += Math.max(0, end - begin)
  }
  return sum
}
