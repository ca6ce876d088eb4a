import type { BatchSeen, ScanItem, SchemeSeen, World } from './world.ts'

export type Bonus = { schemeId: number; points: number }

/** What a batch of scans spends of the leased budgets, and what it would have spent beyond them. */
export type SchemeSpending = { spent: Map<number, number>; missing: Map<number, number> }

export function noSpending(): SchemeSpending {
  return { spent: new Map(), missing: new Map() }
}

/** Bonus points of a scheme on a coupon of `points`: whole points, rounded down, never below 0. */
function bonusPoints({ kind, value }: SchemeSeen, points: number): number {
  if (kind === 'fixed') return value
  return Math.max(0, Math.floor((points * (value - 100)) / 100))
}

function fits(scheme: SchemeSeen, item: ScanItem, batch: BatchSeen, at: number): boolean {
  return (
    scheme.fromAt.getTime() <= at &&
    at < scheme.toAt.getTime() &&
    (scheme.memberKind === null || scheme.memberKind === item.kind) &&
    (scheme.state === null || scheme.state === item.state) &&
    (scheme.productId === null || scheme.productId === batch.productId)
  )
}

/**
 * The bonuses of one credited scan, in order of priority. Each scheme counts from the coupon's own
 * points. One that does not stack ends the chain once it gave something; one whose leased budget
 * does not hold the whole bonus gives nothing, and the next has its turn.
 */
export function takeBonuses(
  world: World,
  item: ScanItem,
  batch: BatchSeen,
  { spent, missing }: SchemeSpending,
): Bonus[] {
  const bonuses: Bonus[] = []
  for (const scheme of world.schemes) {
    if (!fits(scheme, item, batch, world.at.getTime())) continue
    const points = bonusPoints(scheme, batch.points)
    if (points === 0) continue
    const { schemeId } = scheme
    const before = spent.get(schemeId) ?? 0
    if (before + points > (world.leases.get(schemeId) ?? 0)) {
      missing.set(schemeId, (missing.get(schemeId) ?? 0) + points)
      continue
    }
    spent.set(schemeId, before + points)
    bonuses.push({ schemeId, points })
    if (!scheme.stacks) break
  }
  return bonuses
}
