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

/**
 * Look up, decide, apply: each caller's outcome, all committed together. `again` when the same batch
 * was refused before, because the world was not as its lookup saw it or took it to be.
 */
export async function applyBatch(
  slot: WriterSlot,
  beliefs: Beliefs,
  items: readonly ScanItem[],
  { limits, slots, now }: BatchSettings,
  again: boolean,
): Promise<ScanOutcome[]> {
  const at = now()
  const day = dayOf(at)
  const world = await lookUp(slot, beliefs, items, { at, day, limits, again })
  let plan = decide(items, world)
  if (plan.missing.size > 0 && (await slot.leases.refill(plan.missing, world.schemes, slots))) {
    plan = decide(items, world)
  }
  const available = await applyPlan(slot, plan, { at, day, limits })
  slot.leases.spend(plan.spends)
  return withBalances(plan, available)
}

async function lookUp(
  slot: WriterSlot,
  beliefs: Beliefs,
  items: readonly ScanItem[],
  { at, day, limits, again }: { at: Date; day: string; limits: ScanLimits; again: boolean },
): Promise<World> {
  const [coupons, accounts, signals, { batches, schemes }] = await slot.together(() =>
    Promise.all([
      readCoupons(slot, items),
      readAccounts(slot, items, day),
      readSignals(slot, items, { day, all: again }),
      beliefs.of(slot, items),
    ]),
  )
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

function withBalances(plan: Plan, available: readonly number[]): ScanOutcome[] {
  const balances = new Map(plan.accounts.map(({ member_id }, i) => [member_id, available[i] ?? 0]))
  for (const { outcome, memberId, availableBehind } of plan.credits) {
    outcome.balance = (balances.get(memberId) ?? 0) - availableBehind
  }
  return plan.outcomes
}
