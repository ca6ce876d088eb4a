import { TIME_ZONE } from './time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

function partsOf(at: Date): Record<string, string> {
  return Object.fromEntries(PARTS.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** A moment on the programme's calendar: "20 Nov 2026, 14:05". Takes ISO text or a date. */
export function formatMoment(at: string | Date): string {
  return `${formatDayOf(at)}, ${formatTime(at)}`
}

/** The time of day of a moment: "14:05". */
export function formatTime(at: string | Date): string {
  const { hour, minute } = partsOf(new Date(at))
  return `${hour}:${minute}`
}

/** The day of a moment: "20 Nov 2026". */
export function formatDayOf(at: string | Date): string {
  const { day, month, year } = partsOf(new Date(at))
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** A calendar day, `2026-11-20`: "20 Nov 2026". */
export function formatDay(isoDay: string): string {
  const [year = '', month = '', day = ''] = isoDay.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** A whole number with Indian grouping: "12,34,567". */
export function formatNumber(value: number): string {
  return WHOLE.format(value)
}

/** A word with its first letter in upper case: "Mason". */
export function formatWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Days from one on, to the other or without an end: "From 20 Nov 2026", "20 Nov 2026 – 3 Dec 2026". */
export function formatSpan({ fromDay, toDay }: { fromDay: string; toDay: string | null }): string {
  if (toDay === null) return `From ${formatDay(fromDay)}`
  return fromDay === toDay ? formatDay(fromDay) : `${formatDay(fromDay)} – ${formatDay(toDay)}`
}
