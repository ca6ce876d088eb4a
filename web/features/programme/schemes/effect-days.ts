import { addDays } from '../../../../contract/time.ts'
import { formatAmount, formatDay, formatNumber } from '../../../lib/format.ts'

export type EffectDay = { day: string; bonuses: number; points: number }

/** As many days as can be told apart in a small chart. */
const MOST = 120

/** Every day from the first to the last, oldest first: a day that is not there gave nothing. */
export function eachDay(days: readonly EffectDay[]): EffectDay[] {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return []
  const known = new Map(days.map((one) => [one.day, one]))
  const all: EffectDay[] = []
  for (let day = last; day >= first && all.length < MOST; day = addDays(day, -1)) {
    all.push(known.get(day) ?? { day, bonuses: 0, points: 0 })
  }
  return all.toReversed()
}

/** The same in words: the days, all of it, and the day that gave the most. */
export function daysSummary(days: readonly EffectDay[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'It gave nothing on any day.'
  const points = days.reduce((sum, one) => sum + one.points, 0)
  const most = days.reduce((best, one) => (one.points > best.points ? one : best))
  const range =
    first.day === last.day
      ? formatDay(last.day)
      : `${formatDay(first.day)} to ${formatDay(last.day)}`
  return `${range}: ${formatAmount(points, 'point')}, the most on ${formatDay(most.day)} with ${formatNumber(most.points)}.`
}
