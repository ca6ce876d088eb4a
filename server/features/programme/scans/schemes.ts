import type { Slab } from '../../../../contract/programme/schemes.ts'
import type { SchemeMemberChange, SchemeSpend } from './plan.ts'
import {
  bonusPoints,
  fits,
  remembersMembers,
  slabAround,
  withinCap,
  type SchemeSeen,
} from './scheme-bonus.service.ts'
import {
  progressKey,
  type BatchSeen,
  type ScanItem,
  type SchemeProgress,
  type World,
} from './world.ts'

export type Bonus = { schemeId: number; points: number }
export type Bonuses = {
  bonuses: Bonus[]
  /** Schemes with slabs that count this scan, also where it had no bonus. */
  countedIn: number[]
}

/** A member's progress in a scheme: as it was seen, and how the batch changes it. */
type MemberProgress = { seen: SchemeProgress; change: SchemeMemberChange }

const NOTHING_YET: SchemeProgress = { scans: 0, points: 0 }
const ANY_SCANS = 2_147_483_647
const ANY_POINTS = Number.MAX_SAFE_INTEGER

type Seen = Pick<World, 'leases' | 'dry' | 'progress'>

/** What a batch of scans takes of the leased budgets, and what its members have of schemes by it. */
export class SchemeTakings {
  /** Points by scheme that the batch takes beyond the lease: it may only be applied once they are leased. */
  readonly missing = new Map<number, number>()
  readonly #seen: Seen
  readonly #spent = new Map<number, SchemeSpend>()
  readonly #progress = new Map<string, MemberProgress>()

  constructor(seen: Seen) {
    this.#seen = seen
  }

  /**
   * Takes a bonus of the scheme's lease and says how much of it there is: the whole, as long as more
   * can be leased; what the lease still holds, where the budget is spent; nothing or the whole, where
   * somebody holds the scheme and nobody knows.
   */
  take(schemeId: number, wanted: number): number {
    const spend = this.#spent.get(schemeId) ?? { scheme_id: schemeId, points: 0, bonuses: 0 }
    const left = Math.max(0, (this.#seen.leases.get(schemeId) ?? 0) - spend.points)
    const dry = this.#seen.dry.get(schemeId)
    const taken = left >= wanted || !dry ? wanted : dry === 'spent' ? left : 0
    if (taken === 0) return 0
    if (taken > left) {
      this.missing.set(schemeId, (this.missing.get(schemeId) ?? 0) + taken - left)
    }
    spend.points += taken
    spend.bonuses++
    this.#spent.set(schemeId, spend)
    return taken
  }

  progressOf(memberId: number, schemeId: number): MemberProgress {
    const key = progressKey(memberId, schemeId)
    const known = this.#progress.get(key)
    if (known) return known
    const change = {
      member_id: memberId,
      scheme_id: schemeId,
      scans: 0,
      points: 0,
      scans_least: 0,
      scans_most: ANY_SCANS,
      points_least: 0,
      points_most: ANY_POINTS,
    }
    const progress = { seen: this.#seen.progress.get(key) ?? NOTHING_YET, change }
    this.#progress.set(key, progress)
    return progress
  }

  spends(): SchemeSpend[] {
    return [...this.#spent.values()]
  }

  /** In the order in which every batch takes them, so that two wait for each other and never in a ring. */
  progress(): SchemeMemberChange[] {
    return [...this.#progress.values()]
      .map(({ change }) => change)
      .filter(({ scans, points }) => scans > 0 || points > 0)
      .toSorted((a, b) => a.member_id - b.member_id || a.scheme_id - b.scheme_id)
  }
}

/**
 * The bonuses of one credited scan, in order of priority. Each scheme counts from the coupon's own
 * points. One that does not stack gives alone: it has no turn where something was given before it, and
 * once it gave something nobody after it has. A scheme that gives nothing (its slab has not begun, the
 * member's cap is reached, the budget is spent) leaves the turn to the next.
 */
export function takeBonuses(
  world: World,
  item: ScanItem,
  batch: BatchSeen,
  takings: SchemeTakings,
): Bonuses {
  const bonuses: Bonus[] = []
  const countedIn: number[] = []
  const { kind, state, distributorId } = item
  const facts = { kind, state, distributorId, productId: batch.productId }
  for (const scheme of world.schemes) {
    if (!fits(scheme, facts, world.at)) continue
    const { schemeId, stacks } = scheme
    if (!stacks && bonuses.length > 0) continue
    if (scheme.kind === 'slab') countedIn.push(schemeId)
    const points = takeOne(scheme, item.memberId, batch.points, takings)
    if (points === 0) continue
    bonuses.push({ schemeId, points })
    if (!stacks) break
  }
  return { bonuses, countedIn }
}

function takeOne(
  scheme: SchemeSeen,
  memberId: number,
  couponPoints: number,
  takings: SchemeTakings,
): number {
  const { schemeId } = scheme
  if (!remembersMembers(scheme)) {
    const bonus = bonusPoints(scheme, couponPoints, 1)
    return bonus === 0 ? 0 : takings.take(schemeId, bonus)
  }
  const progress = takings.progressOf(memberId, schemeId)
  const bonus =
    scheme.kind === 'slab'
      ? countInSlabs(scheme.slabs ?? [], progress)
      : bonusPoints(scheme, couponPoints, 1)
  const wanted = cutToCap(scheme, bonus, progress)
  const points = wanted === 0 ? 0 : takings.take(schemeId, wanted)
  progress.change.points += points
  return points
}

/** Counts the scan and gives its bonus: right while it lies in this slab. */
function countInSlabs(slabs: readonly Slab[], { seen, change }: MemberProgress): number {
  change.scans++
  const { points, from, before } = slabAround(slabs, seen.scans + change.scans)
  change.scans_least = Math.max(change.scans_least, from - change.scans)
  change.scans_most = Math.min(change.scans_most, before - 1 - change.scans)
  return points
}

/** A whole bonus is right while the cap has room for it, one that was cut with this progress only. */
function cutToCap(scheme: SchemeSeen, bonus: number, { seen, change }: MemberProgress): number {
  const { capPerMember } = scheme
  if (capPerMember === null || bonus === 0) return bonus
  const wanted = withinCap(scheme, bonus, seen.points + change.points)
  if (wanted < bonus) change.points_least = Math.max(change.points_least, seen.points)
  const most = wanted === 0 ? ANY_POINTS : capPerMember - change.points - wanted
  change.points_most = Math.min(change.points_most, most)
  return wanted
}
