import { dayOf } from '../../../contract/time.ts'
import type { Beliefs } from './beliefs.ts'
import { decide } from './decide.ts'
import type { Plan } from './plan.ts'
import { applyPlan, readAccounts, readCoupons, readSignals } from './scan-engine.queries.ts'
import type { ScanItem, ScanLimits, ScanOutcome, World } from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

export type BatchSettings = {
  limits: ScanLimits
  /** Writer slots of this engine: budgets are leased in pieces that leave some for each. */
  slots: number
  now: () => Date
}

/** Look up, decide, apply: each caller's outcome, all committed together. */
export async function applyBatch(
  slot: WriterSlot,
  beliefs: Beliefs,
  items: readonly ScanItem[],
  { limits, slots, now }: BatchSettings,
): Promise<ScanOutcome[]> {
  const at = now()
  const day = dayOf(at)
  const world = await lookUp(slot, beliefs, items, { at, day, limits })
  let plan = decide(items, world)
  if (plan.missing.size > 0 && (await slot.leases.refill(plan.missing, world.schemes, slots))) {
    plan = decide(items, world)
  }
  const accounts = await applyPlan(slot, plan, { at, day, limits })
  slot.leases.spend(plan.spends)
  return withBalances(plan, accounts)
}

async function lookUp(
  slot: WriterSlot,
  beliefs: Beliefs,
  items: readonly ScanItem[],
  { at, day, limits }: { at: Date; day: string; limits: ScanLimits },
): Promise<World> {
  const [coupons, accounts, signals, { batches, schemes }] = await Promise.all([
    readCoupons(slot, items),
    readAccounts(slot, items, day),
    readSignals(slot, items, day),
    beliefs.of(slot, items),
  ])
  return {
    at,
    limits,
    coupons: new Map(coupons.map((coupon) => [coupon.codeKey, coupon])),
    accounts: new Map(accounts.map((account) => [account.memberId, account])),
    signals: new Map(signals.map(({ key, count }) => [key, count])),
    batches,
    schemes,
    leases: slot.leases.unspent,
    makeId: () => slot.makeId(at.getTime()),
  }
}

function withBalances(
  plan: Plan,
  accounts: readonly { member_id: number; available: number }[],
): ScanOutcome[] {
  const available = new Map(accounts.map((account) => [account.member_id, account.available]))
  for (const { outcome, memberId, availableBehind } of plan.credits) {
    outcome.balance = (available.get(memberId) ?? 0) - availableBehind
  }
  return plan.outcomes
}
