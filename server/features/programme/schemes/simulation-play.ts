import type { MemberKind } from '../../../../contract/people/members.ts'
import { bonusPoints, fits, withinCap, type SchemeFacts, type SchemeSeen } from '../scans/index.ts'

/** A credited scan: the facts that schemes ask for, the coupon's own points and the day of recording. */
export type ScanPlayed = SchemeFacts & { memberId: number; points: number; day: number }

type Tally = { bonuses: number; points: number }
/** What a member had: of an endless budget, and of the budget there is. */
type MemberTally = Tally & { memberId: number; scans: number; within: number }

export type Played = {
  scans: number
  bonuses: number
  points: number
  withinBudget: number
  /** The day on which a bonus found too little budget; null when there was enough for all. */
  spentOn: number | null
  days: ReadonlyMap<number, Tally>
  states: ReadonlyMap<number, number>
  products: ReadonlyMap<number, number>
  memberKinds: ReadonlyMap<MemberKind, number>
  members: ReadonlyMap<number, MemberTally>
}

/**
 * Plays scans, in the order of their recording, with one scheme by the rules of the scan engine: which
 * scans it counts, its bonus, the member's cap, and the budget, of which the last bonus takes what is
 * left. The scheme is alone, so that no other ends its chain or is ended by it, and its days are not
 * asked: it is as though they were the days of the scans.
 */
export function playWith(scheme: SchemeSeen) {
  const members = new Map<number, MemberTally>()
  const days = new Map<number, Tally>()
  const states = new Map<number, number>()
  const products = new Map<number, number>()
  const memberKinds = new Map<MemberKind, number>()
  const sum = { scans: 0, bonuses: 0, points: 0, withinBudget: 0 }
  let spentOn: number | null = null

  const spend = (member: MemberTally, bonus: number, day: number): void => {
    const wanted = withinCap(scheme, bonus, member.within)
    const points = Math.min(wanted, scheme.budget - sum.withinBudget)
    if (points < wanted) spentOn ??= day
    sum.withinBudget += points
    member.within += points
  }
  const give = (member: MemberTally, points: number, scan: ScanPlayed): void => {
    member.bonuses++
    member.points += points
    sum.bonuses++
    sum.points += points
    const day = days.get(scan.day)
    if (day) {
      day.bonuses++
      day.points += points
    } else days.set(scan.day, { bonuses: 1, points })
    add(states, scan.state, points)
    add(products, scan.productId, points)
    add(memberKinds, scan.kind, points)
  }
  return {
    play(scan: ScanPlayed): void {
      sum.scans++
      if (!fits(scheme, scan, scheme.fromAt)) return
      const member = tallyOf(members, scan.memberId)
      member.scans++
      const bonus = bonusPoints(scheme, scan.points, member.scans)
      spend(member, bonus, scan.day)
      const points = withinCap(scheme, bonus, member.points)
      if (points > 0) give(member, points, scan)
    },
    played: (): Played => ({ ...sum, spentOn, days, states, products, memberKinds, members }),
  }
}

function add<K>(sums: Map<K, number>, key: K, points: number): void {
  sums.set(key, (sums.get(key) ?? 0) + points)
}

function tallyOf(members: Map<number, MemberTally>, memberId: number): MemberTally {
  let tally = members.get(memberId)
  if (!tally) {
    tally = { memberId, scans: 0, bonuses: 0, points: 0, within: 0 }
    members.set(memberId, tally)
  }
  return tally
}

/** The members who had the most, most first, of equal ones the older member first; and how many had any. */
export function topMembers(members: Iterable<MemberTally>, most: number) {
  const before = (a: MemberTally, b: MemberTally) => b.points - a.points || a.memberId - b.memberId
  const top: MemberTally[] = []
  let count = 0
  for (const member of members) {
    if (member.points === 0) continue
    count++
    const last = top[most - 1]
    if (last && before(last, member) < 0) continue
    const place = top.findIndex((other) => before(member, other) < 0)
    top.splice(place < 0 ? top.length : place, 0, member)
    if (top.length > most) top.pop()
  }
  return { count, top }
}
