import type { ChargeKind, RetailerTier } from '../../../../contract/programme/charges.ts'

/** A member that a scan names as the retailer who sold the pack. */
export type RetailerSeen = {
  memberId: number
  /** Whether charges accrue to them now: of kind retailer, and neither blocked nor gone. */
  earns: boolean
  tier: RetailerTier
}

export type ChargeRuleSeen = {
  ruleId: number
  /** Conditions; an empty one means any. */
  productGroups: ReadonlySet<string>
  tiers: ReadonlySet<RetailerTier>
  kind: ChargeKind
  /** For each coupon; null unless the kind is `coupon`. */
  paise: number | null
  /** Of the coupon's points in money, 100 are 1 %; null unless the kind is `percent`. */
  basisPoints: number | null
  /** Calendar days in Asia/Kolkata, both included; no last one means until further notice. */
  fromDay: string
  toDay: string | null
}

/** A credited scan as charges see it. */
export type ChargeableScan = {
  /** Who scanned: nobody earns a charge by their own scan. */
  memberId: number
  productGroup: string
  /** Of the coupon, without bonuses. */
  points: number
  /** Of the recording, in Asia/Kolkata. */
  day: string
}

const WHOLE_BASIS_POINTS = 10_000

/**
 * The charge that a retailer earns by a scan: null where they earn none, no rule fits, or it comes
 * to less than a paisa. Where two rules fit, which the service refuses, the one with the lower id
 * counts: `rules` are in the order of their ids.
 */
export function chargeOf(
  scan: ChargeableScan,
  retailer: RetailerSeen | undefined,
  rules: readonly ChargeRuleSeen[],
  pointValuePaise: number,
): { ruleId: number; paise: number } | null {
  if (!retailer?.earns || retailer.memberId === scan.memberId) return null
  const rule = rules.find((one) => isFor(one, scan, retailer.tier))
  if (!rule) return null
  const paise = paiseOf(rule, scan.points, pointValuePaise)
  return paise > 0 ? { ruleId: rule.ruleId, paise } : null
}

function isFor(rule: ChargeRuleSeen, scan: ChargeableScan, tier: RetailerTier): boolean {
  const { productGroups, tiers, fromDay, toDay } = rule
  return (
    fromDay <= scan.day &&
    (toDay === null || scan.day <= toDay) &&
    (productGroups.size === 0 || productGroups.has(scan.productGroup)) &&
    (tiers.size === 0 || tiers.has(tier))
  )
}

/** Whole paise, rounded down. */
function paiseOf(
  { kind, paise, basisPoints }: ChargeRuleSeen,
  points: number,
  pointValuePaise: number,
): number {
  if (kind === 'coupon') return paise ?? 0
  return Math.floor((points * pointValuePaise * (basisPoints ?? 0)) / WHOLE_BASIS_POINTS)
}
