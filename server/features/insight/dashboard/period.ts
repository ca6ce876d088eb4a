import type { Comparison } from '../../../../contract/insight/dashboard.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { invalidField } from '../../../lib/app-error.ts'

const USUAL_DAYS = 30
const MOST_DAYS = 400
/** Ids hold no earlier moment, and no scan is made in a later one. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2099-12-31'
const DAY_MS = 86_400_000

/** Calendar days of Asia/Kolkata, both ends included. */
export type Period = { from: string; to: string }

export function daysOf({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/**
 * The period that a request means: 30 days up to today where nothing is said. Throws 400 in words
 * for more than 400 days and for days that are out of the programme's calendar.
 */
export function readPeriod(given: Partial<Period>, now: Date): Period {
  const to = given.to ?? dayOf(now)
  if (to < FIRST_DAY || to > LAST_DAY) {
    throw invalidField('to', 'Choose a last day between 2000 and 2099.')
  }
  const from = given.from ?? addDays(to, 1 - USUAL_DAYS)
  if (from < FIRST_DAY) throw invalidField('from', 'Choose a first day from 2000 on.')
  if (from > to) throw invalidField('from', 'The first day must not be after the last.')
  if (daysOf({ from, to }) > MOST_DAYS) {
    throw invalidField('from', `Choose at most ${MOST_DAYS} days at once.`)
  }
  return { from, to }
}

/** The period of equal length that ends the day before. */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -daysOf(period)), to: addDays(period.from, -1) }
}

/** The same day a year before; of 29 February the 28th. */
function yearBefore(day: string): string {
  const rest = day.slice(4)
  return `${Number(day.slice(0, 4)) - 1}${rest === '-02-29' ? '-02-28' : rest}`
}

/** What a period is compared with; null where with nothing. */
export function comparedWith(period: Period, comparison: Comparison): Period | null {
  if (comparison === 'none') return null
  if (comparison === 'before') return periodBefore(period)
  return { from: yearBefore(period.from), to: yearBefore(period.to) }
}

export function everyDay(period: Period): string[] {
  return Array.from({ length: daysOf(period) }, (_, index) => addDays(period.from, index))
}
