import { addDays, dayOf, TIME_ZONE } from '../../contract/time.ts'
import { formatMoment, formatTime, formatWord } from './format.ts'

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, weekday: 'long' })
/** A weekday alone names a day this far ahead. */
const WEEK = 6

/** When something is shown: switched on, from a moment, to a moment where it ends. */
export type ShownTime = { on: boolean; from: string; to: string | null }
export type ShownState = 'live' | 'planned' | 'ended' | 'off'

/** The state at a moment, as the server tells it too: off by hand, the others by the clock. */
export function stateAt({ on, from, to }: ShownTime, now: number): ShownState {
  if (!on) return 'off'
  if (to !== null && Date.parse(to) <= now) return 'ended'
  return Date.parse(from) > now ? 'planned' : 'live'
}

/** A moment near now as people say it: "today, 18:00", "Sunday, 18:00"; else "3 Dec 2026, 18:00". */
export function nearMoment(at: string, now: number): string {
  const [day, today] = [dayOf(new Date(at)), dayOf(new Date(now))]
  const time = formatTime(at)
  if (day === today) return `today, ${time}`
  if (day === addDays(today, 1)) return `tomorrow, ${time}`
  if (day === addDays(today, -1)) return `yesterday, ${time}`
  if (day > today && day <= addDays(today, WEEK)) return `${WEEKDAY.format(new Date(at))}, ${time}`
  return formatMoment(at)
}

/** From when to when, as far as it still matters: "Until Sunday, 18:00", "Ended yesterday, 18:00". */
export function shownWords(time: ShownTime, now: number): string {
  const from = `from ${nearMoment(time.from, now)}`
  const to = time.to === null ? 'no end set' : `until ${nearMoment(time.to, now)}`
  const ended = time.to !== null && Date.parse(time.to) <= now
  if (ended && time.to !== null) return `Ended ${nearMoment(time.to, now)}`
  const begun = Date.parse(time.from) <= now
  return formatWord(begun ? to : `${from}, ${to}`)
}
