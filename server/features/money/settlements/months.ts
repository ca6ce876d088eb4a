import { dayOf, startOfDay } from '../../../../contract/time.ts'
import { firstIdAt } from '../../../lib/ids.ts'

/** What was begun before a month's end is written within this time. */
const GRACE_MS = 15 * 60_000
/** Ids run ahead of the moment of recording where a clock was set back: by less than this. */
const SLACK_MS = 86_400_000

/** The month of a moment in Asia/Kolkata, by its first day. */
export const monthOf = (at: Date): string => `${dayOf(at).slice(0, 8)}01`

export function monthAfter(month: string, months = 1): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
export const monthBefore = (month: string): string => monthAfter(month, -1)

/** The moment it ends: the next one begins. */
export const endOfMonth = (month: string): Date => startOfDay(monthAfter(month))

/** Whether a month is over for so long that nothing is recorded in it any more. */
export function isOver(month: string, now: Date): boolean {
  return now.getTime() >= endOfMonth(month).getTime() + GRACE_MS
}

export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month)
  return months
}

/** A time as SQL texts: its moments, and the ids of what was recorded in it and around it. */
export type Span = {
  start: string
  end: string
  idsFrom: string
  idsBefore: string
  /** Of what was recorded about its end. */
  endIdsFrom: string
}

const moment = (at: Date) => `timestamptz '${at.toISOString()}'`
/** The first id of a moment, and so many milliseconds more. */
const idNear = (at: Date, slack: number) => firstIdAt(new Date(at.getTime() + slack))
const idAt = (at: Date, slack: number) => `${idNear(at, slack)}::bigint`

export function spanOf(start: Date, end: Date): Span {
  return {
    start: moment(start),
    end: moment(end),
    idsFrom: idAt(start, -SLACK_MS),
    idsBefore: idAt(end, SLACK_MS),
    endIdsFrom: idAt(end, -SLACK_MS),
  }
}

export const spanOfMonth = (month: string): Span => spanOf(startOfDay(month), endOfMonth(month))

/** The same as the first five parameters of a statement: what `valuesOfMonth` gives. */
export const SPAN_OF_VALUES: Span = {
  start: '$1::timestamptz',
  end: '$2::timestamptz',
  idsFrom: '$3::bigint',
  idsBefore: '$4::bigint',
  endIdsFrom: '$5::bigint',
}

export function valuesOfMonth(month: string): string[] {
  const [start, end] = [startOfDay(month), endOfMonth(month)]
  return [
    start.toISOString(),
    end.toISOString(),
    idNear(start, -SLACK_MS),
    idNear(end, SLACK_MS),
    idNear(end, -SLACK_MS),
  ]
}

/** The same of a column of months: for queries that go through all of them. */
export function spanOfColumn(month: string): Span {
  const start = `((${month})::timestamp at time zone 'Asia/Kolkata')`
  const end = endOfMonthColumn(month)
  const epoch = Date.UTC(2025, 0, 1)
  const id = (at: string, slack: number) =>
    `(greatest((extract(epoch from ${at}) * 1000)::bigint - ${epoch - slack}, 0) << 22)`
  return {
    start,
    end,
    idsFrom: id(start, -SLACK_MS),
    idsBefore: id(end, SLACK_MS),
    endIdsFrom: id(end, -SLACK_MS),
  }
}

export const endOfMonthColumn = (month: string): string =>
  `((${month} + interval '1 month')::timestamp at time zone 'Asia/Kolkata')`
