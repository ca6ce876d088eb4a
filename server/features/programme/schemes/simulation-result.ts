import type { SchemeTerms, SimulationResult } from '../../../../contract/programme/schemes.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { daysIn, lastDayOf } from './scheme-terms.ts'
import { topMembers, type Played } from './simulation-play.ts'
import { dayOfNumber } from './simulation-scans.ts'

const TOP_MEMBERS = 50
const DAY_MS = 86_400_000

type Span = { fromAt: Date; toAt: Date }
type Found = Omit<SimulationResult, 'topMembers' | 'products'> & {
  products: { id: number; points: number }[]
  topMembers: { id: number; points: number; bonuses: number }[]
}

const mostFirst = <K extends number>(sums: ReadonlyMap<K, number>) =>
  [...sums]
    .map(([id, points]) => ({ id, points }))
    .toSorted((a, b) => b.points - a.points || a.id - b.id)

/** What was played as the contract has it, but for names. */
export function resultOf(
  played: Played,
  terms: SchemeTerms,
  span: Span,
  pointValuePaise: number,
): Found {
  const { scans, bonuses, points, withinBudget, spentOn, memberKinds } = played
  const { count, top } = topMembers(played.members.values(), TOP_MEMBERS)
  const days = (span.toAt.getTime() - span.fromAt.getTime()) / DAY_MS
  return {
    scans,
    bonuses,
    points,
    withinBudget,
    members: count,
    costPaise: points * pointValuePaise,
    spentOn: spentOn === null ? null : dayOfNumber(spentOn),
    forWholeLife: Math.round((points / days) * daysIn(terms)),
    days: everyDay(played, span),
    states: mostFirst(played.states),
    products: mostFirst(played.products),
    memberKinds: [...memberKinds]
      .map(([kind, sum]) => ({ kind, points: sum }))
      .toSorted((a, b) => b.points - a.points),
    topMembers: top.map(({ memberId, points, bonuses }) => ({ id: memberId, points, bonuses })),
  }
}

/** Days without a bonus too, so that a chart shows them. */
function everyDay({ days }: Played, { fromAt, toAt }: Span): SimulationResult['days'] {
  const given = new Map([...days].map(([day, tally]) => [dayOfNumber(day), tally]))
  const [first, last] = [dayOf(fromAt), lastDayOf(toAt)]
  const all: SimulationResult['days'] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    all.push({ day, ...(given.get(day) ?? { bonuses: 0, points: 0 }) })
  }
  return all
}
