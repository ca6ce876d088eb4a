import { addDays } from '../../../../contract/time.ts'

/** Points that came back from a redemption are not taken for so many days, however old they are. */
const RETURNED_KEPT_DAYS = 30

/** Points of one calendar day of Asia/Kolkata. */
type DayPoints = { day: string; earned: number; returned: number }
/** What a member can use, and what became so: days before the first one that counts may be missing. */
export type Holding = { available: number; days: readonly DayPoints[] }
/** The first days whose points a run of a day leaves alone. */
export type Cuts = { earnedFrom: string; returnedFrom: string }
type ExpiringLot = { lastDay: string; points: number }

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

const dayText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Year and month, from 0, of a day some months later or earlier, with its day of the month. */
function moved(day: string, months: number): { year: number; month: number; date: number } {
  const all = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return { year: Math.floor(all / 12), month: all % 12, date: Number(day.slice(8)) }
}

/**
 * The last day, to its end, on which points earned on `earnedOn` can be used: the same day of the
 * month `months` later, or that month's last where it has no such day. 31 Aug and 6 give 28 or 29 Feb.
 */
export function lastUsableDay(earnedOn: string, months: number): string {
  const { year, month, date } = moved(earnedOn, months)
  return dayText(year, month, Math.min(date, daysIn(year, month)))
}

/** The first day whose points can still be used on `today`: all earned before it are over. */
export function firstLivingDay(today: string, months: number): string {
  const { year, month, date } = moved(today, -months)
  return date <= daysIn(year, month) ? dayText(year, month, date) : dayText(year, month + 1, 1)
}

/** What a run on `today`, in the night after the day before, leaves alone. */
export function cutsOn(today: string, months: number): Cuts {
  return {
    earnedFrom: firstLivingDay(today, months),
    returnedFrom: addDays(today, -RETURNED_KEPT_DAYS),
  }
}

const sumFrom = (days: readonly DayPoints[], first: string, of: 'earned' | 'returned') =>
  days.reduce((sum, one) => (one.day >= first ? sum + one[of] : sum), 0)

/**
 * Points that are over on `today`. Points leave first in first out, so what is left of those earned
 * before a day is what is available beyond all that was earned since; of it, as much stays as came
 * back from redemptions in the last 30 days. 0 months: points never expire.
 */
export function pointsOver(
  { available, days }: Holding,
  { today, months }: { today: string; months: number },
): number {
  if (months === 0) return 0
  const { earnedFrom, returnedFrom } = cutsOn(today, months)
  const kept = Math.max(
    sumFrom(days, earnedFrom, 'earned'),
    sumFrom(days, returnedFrom, 'returned'),
  )
  return Math.max(0, available - kept)
}

/**
 * What expires from `today` to `within` days later if nothing else happens, by the last day on which
 * it can be used. What is over already and still there can be used today.
 */
export function expiringLots(
  holding: Holding,
  { today, months, within }: { today: string; months: number; within: number },
): ExpiringLot[] {
  const lots: ExpiringLot[] = []
  let told = 0
  for (let ahead = 0; ahead <= within; ahead++) {
    const over = pointsOver(holding, { today: addDays(today, ahead + 1), months })
    if (over > told) lots.push({ lastDay: addDays(today, ahead), points: over - told })
    told = over
  }
  return lots
}
