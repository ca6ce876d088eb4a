import type { Figures } from '../../../../contract/money/settlements.ts'
import { startOfDay } from '../../../../contract/time.ts'
import type { Moved } from './test-support.ts'

/** The same figures, reckoned member by member from lists: slow and plain, for the test. */
export type History = {
  moves: { member: number; at: Date; move: Moved }[]
  assigned: { member: number; at: Date; distributor: number | null }[]
  charges: { member: number; dueAt: Date | null; paise: number }[]
  members: number[]
}

const own = (account: string) => account === 'available' || account === 'held'
const empty = (): Figures => ({
  members: 0,
  opening: 0,
  moved: 0,
  brought: 0,
  earned: 0,
  bonus: 0,
  reversed: 0,
  redeemed: 0,
  returned: 0,
  expired: 0,
  adjusted: 0,
  available: 0,
  held: 0,
  charges: 0,
  chargePaise: 0,
})

function balances(history: History, member: number, before: Date) {
  const has = { available: 0, held: 0 }
  for (const { at, move, ...row } of history.moves) {
    if (row.member !== member || at >= before) continue
    if (move.credit === 'available' || move.credit === 'held') has[move.credit] += move.points
    if (move.debit === 'available' || move.debit === 'held') has[move.debit] -= move.points
  }
  return has
}

/** Undefined before anything is known of them. */
function distributorBefore(history: History, member: number, before: Date): number | undefined {
  const last = history.assigned
    .filter((row) => row.member === member && row.at < before)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .at(-1)
  return last && (last.distributor ?? 0)
}

function count(figures: Figures, { debit, credit, kind, points }: Moved): void {
  const pair = `${own(debit) ? 'member' : debit} ${own(credit) ? 'member' : credit}`
  if (pair === 'issuance member') figures[kind === 'scheme_bonus' ? 'bonus' : 'earned'] += points
  if (pair === 'member issuance') figures.reversed += points
  if (pair === 'member redeemed') figures.redeemed += points
  if (pair === 'redeemed member') figures.returned += points
  if (pair === 'member expired') figures.expired += points
  if (pair === 'opening member') figures.brought += points
  if (pair === 'member opening') figures.brought -= points
  if (pair === 'adjustment member') figures.adjusted += points
  if (pair === 'member adjustment') figures.adjusted -= points
}

const crosses = ({ debit, credit }: Moved) => own(debit) !== own(credit)

/** The figures of each distributor that has any member or anything to settle. */
export function modelOf(history: History, start: Date, end: Date): Map<number, Figures> {
  const all = new Map<number, Figures>()
  const figuresOf = (distributor: number) => {
    const figures = all.get(distributor) ?? empty()
    all.set(distributor, figures)
    return figures
  }
  for (const member of history.members) {
    const known = distributorBefore(history, member, end)
    const [was, now] = [distributorBefore(history, member, start) ?? 0, known ?? 0]
    const before = balances(history, member, start)
    const opening = before.available + before.held
    const after = balances(history, member, end)
    const within = ({ at }: { at: Date }) => at >= start && at < end
    const moves = history.moves.filter(
      (row) => row.member === member && within(row) && crosses(row.move),
    )
    const charges = history.charges.filter(
      ({ dueAt, ...row }) => row.member === member && dueAt !== null && within({ at: dueAt }),
    )
    const counts = moves.length > 0 || charges.length > 0 || after.available + after.held !== 0
    if (was !== now && opening !== 0) {
      figuresOf(was).opening += opening
      figuresOf(was).moved -= opening
    }
    if (known === undefined && !counts) continue
    const figures = figuresOf(now)
    if (counts) figures.members += 1
    if (was === now) figures.opening += opening
    else figures.moved += opening
    for (const { move } of moves) count(figures, move)
    figures.available += after.available
    figures.held += after.held
    figures.charges += charges.length
    for (const { paise } of charges) figures.chargePaise += paise
  }
  return all
}

/** Points that a member can use for the first time: those of a held scan from its release on. */
const isLot = ({ debit, credit, kind }: Moved) =>
  credit === 'available' &&
  (debit === 'issuance' ||
    debit === 'adjustment' ||
    debit === 'opening' ||
    kind === 'scan_released')

const BOUNDS = [0, 3, 6, 12, 24]

/** Takes what each member has from their lots, the newest first: the oldest went first. */
export function modelAges(history: History, month: string, end: Date): number[] {
  const ends = new Date(`${month}T00:00:00Z`)
  ends.setUTCMonth(ends.getUTCMonth() + 1)
  const since = BOUNDS.map((months) => {
    const at = new Date(ends)
    at.setUTCMonth(at.getUTCMonth() - months)
    return startOfDay(at.toISOString().slice(0, 10))
  })
  const buckets = BOUNDS.map(() => 0)
  for (const member of history.members) {
    let left = balances(history, member, end).available
    // Spent just before the end from what was recorded just after it: the youngest there is.
    if (left < 0) {
      buckets[0] = (buckets[0] ?? 0) + left
      continue
    }
    const lots = history.moves
      .filter(({ move, ...row }) => row.member === member && row.at < end && isLot(move))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    for (const { at, move } of lots) {
      const taken = Math.min(left, move.points)
      const bucket = since.findLastIndex((from, index) => index === 0 || at < from)
      buckets[bucket] = (buckets[bucket] ?? 0) + taken
      left -= taken
    }
    buckets[4] = (buckets[4] ?? 0) + left
  }
  return buckets
}
