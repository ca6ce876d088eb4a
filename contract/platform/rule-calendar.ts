import { z } from 'zod'
import { plainText } from '../india.ts'
import { counted, type TableRule } from './rule.ts'
import { isoDate } from '../time.ts'

/** 0 is Sunday, as `Date` counts. The week is shown from Monday on. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const MOST_HOLIDAYS = 200

/** Minutes since midnight of `HH:MM`. */
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * HOUR_MINUTES + Number(time.slice(3))

const time = z
  .string({ error: 'Enter a time.' })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time such as 09:30.')

const workingHours = z
  .strictObject(
    {
      days: z
        .array(z.union(WEEK.map((day) => z.literal(day))), { error: 'Choose the working days.' })
        .min(1, 'Choose at least one working day.')
        .refine((days) => new Set(days).size === days.length, 'A day is named twice.')
        .overwrite((days) => WEEK.filter((day) => days.includes(day))),
      opens: time,
      /** `24:00` is the end of the day. */
      closes: time,
    },
    { error: 'These are no working hours: say days, opens and closes.' },
  )
  .refine(({ opens, closes }) => minutesOf(closes) - minutesOf(opens) >= HOUR_MINUTES, {
    path: ['closes'],
    error: 'The helpdesk closes at least an hour after it opens, on the same day.',
  })
export type WorkingHours = z.output<typeof workingHours>

const holidays = z
  .array(z.strictObject({ day: isoDate, name: plainText('The name', 60, 2) }), {
    error: 'This is no list of holidays.',
  })
  .max(MOST_HOLIDAYS, `At most ${MOST_HOLIDAYS} holidays: remove those that are over.`)
  .check(({ value, issues }) => {
    value.forEach(({ day }, index) => {
      if (value.findIndex((other) => other.day === day) === index) return
      const message = 'This day stands here already.'
      issues.push({ code: 'custom', input: value, path: [index, 'day'], message })
    })
  })
  .overwrite((days) => days.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
export type Holidays = z.output<typeof holidays>

const isAllDay = ({ opens, closes }: WorkingHours) =>
  minutesOf(closes) - minutesOf(opens) === DAY_MINUTES
/** Whether every hour of every day is a working hour. */
export const isAlwaysOpen = (hours: WorkingHours) =>
  isAllDay(hours) && hours.days.length === WEEK.length

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })
function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return `${WEEKDAYS[date.getUTCDay()]?.slice(0, 3)}, ${DAY.format(date)}`
}

const daysWords = ({ days }: WorkingHours) =>
  days.length === WEEK.length ? 'every day' : `on ${days.map((day) => WEEKDAYS[day]).join(', ')}`
const timesWords = (hours: WorkingHours) =>
  isAllDay(hours) ? 'around the clock' : `from ${hours.opens} to ${hours.closes}`

const HOURS: TableRule<WorkingHours> = {
  group: 'Helpdesk',
  label: 'Working hours',
  kind: 'hours',
  schema: workingHours,
  // As it was before there was this rule: every hour counts.
  start: { days: [...WEEK], opens: '00:00', closes: '24:00' },
  does: 'Deadlines of enquiries count these hours only, in the time of India. Enquiries that are there keep their deadlines.',
  says: (value) => `The helpdesk works ${daysWords(value)}, ${timesWords(value)}.`,
  partsOf: (value) => [
    { key: 'days', words: `Days: ${daysWords(value)}` },
    { key: 'times', words: `Hours: ${timesWords(value)}` },
  ],
  twoPeople: false,
  setting: null,
}

const HOLIDAYS: TableRule<Holidays> = {
  group: 'Helpdesk',
  label: 'Holidays',
  kind: 'holidays',
  schema: holidays,
  start: [],
  does: 'On these days no hour counts for the deadlines of enquiries. Enquiries that are there keep their deadlines.',
  says: (value) =>
    value.length === 0
      ? 'There are no holidays.'
      : `${counted(value.length, 'holiday', 'holidays')}.`,
  partsOf: (value) =>
    value.map(({ day, name }) => ({ key: day, words: `${formatDay(day)}: ${name}` })),
  twoPeople: false,
  setting: null,
}

export const CALENDAR_RULES = { workingHours: HOURS, holidays: HOLIDAYS }
