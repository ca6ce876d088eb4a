import type { MemberKind } from '../../../../contract/people/members.ts'
import type { SchemeKind, Slab } from '../../../../contract/programme/schemes.ts'

/** The rules of schemes, pure: the engine gives bonuses by them and a simulation reckons by them. */

export type SchemeSeen = {
  schemeId: number
  kind: SchemeKind
  /** Percent of a `multiplier`, points of a `fixed` bonus; null for slabs. */
  value: number | null
  /** From low to high; null unless the kind is `slab`. */
  slabs: readonly Slab[] | null
  fromAt: Date
  toAt: Date
  /** Conditions; an empty one means any. */
  memberKinds: ReadonlySet<MemberKind>
  states: ReadonlySet<number>
  productIds: ReadonlySet<number>
  distributorIds: ReadonlySet<number>
  stacks: boolean
  /** Bonus points of one member in all; null: as many as the budget holds. */
  capPerMember: number | null
  /** Points that may be spent in all: the budget and what reversals gave back. */
  budget: number
}

/** What a scheme's conditions ask about a scan: the member as they are, the coupon's product. */
export type SchemeFacts = {
  kind: MemberKind
  state: number
  productId: number
  distributorId: number | null
}

/** Whether a scan of these facts, recorded at that moment, is one that the scheme is for. */
export function fits(
  scheme: SchemeSeen,
  { kind, state, productId, distributorId }: SchemeFacts,
  at: Date,
): boolean {
  const { memberKinds, states, productIds, distributorIds } = scheme
  return (
    scheme.fromAt <= at &&
    at < scheme.toAt &&
    (memberKinds.size === 0 || memberKinds.has(kind)) &&
    (states.size === 0 || states.has(state)) &&
    (productIds.size === 0 || productIds.has(productId)) &&
    (distributorIds.size === 0 || (distributorId !== null && distributorIds.has(distributorId)))
  )
}

/**
 * Bonus points on a coupon, before the member's cap and the budget: whole points, rounded down, never
 * below 0. `nth` is which of the member's scans that the scheme counts this one is, from 1.
 */
export function bonusPoints(
  { kind, value, slabs }: Pick<SchemeSeen, 'kind' | 'value' | 'slabs'>,
  couponPoints: number,
  nth: number,
): number {
  if (kind === 'slab') return slabAround(slabs ?? [], nth).points
  if (value === null) return 0
  if (kind === 'fixed') return value
  return Math.max(0, Math.floor((couponPoints * (value - 100)) / 100))
}

/** What a member's nth scan has of slabs, and the nths about it that have the same: from, and before. */
export function slabAround(
  slabs: readonly Slab[],
  nth: number,
): { points: number; from: number; before: number } {
  const around = { points: 0, from: 0, before: Infinity }
  for (const { from, points } of slabs) {
    if (from > nth) return { ...around, before: from }
    around.points = points
    around.from = from
  }
  return around
}

/** A bonus cut to what the member's cap leaves after the points they had of the scheme. */
export function withinCap(
  { capPerMember }: Pick<SchemeSeen, 'capPerMember'>,
  bonus: number,
  hadPoints: number,
): number {
  return capPerMember === null ? bonus : Math.max(0, Math.min(bonus, capPerMember - hadPoints))
}

/** Whether it matters to the scheme what the member had of it before. */
export function remembersMembers({ kind, capPerMember }: SchemeSeen): boolean {
  return kind === 'slab' || capPerMember !== null
}
