import { dayOf } from '../../../../contract/time.ts'
import { rememberingOf, type Beliefs } from './beliefs.ts'
import { decide } from './decide.ts'
import type { Plan } from './plan.ts'
import {
  applyPlan,
  readAccounts,
  readCoupons,
  readSignals,
  readProgress,
} from './scan-engine.queries.ts'
import type { ScanItem, ScanOutcome, ScanRules, World } from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

export type BatchSettings = {
  rules: (at: Date) => ScanRules
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
  { rules, slots, now }: BatchSettings,
  again: boolean,
): Promise<ScanOutcome[]> {
  const at = now()
  const day = dayOf(at)
  const limits = rules(at)
  const { pointValuePaise } = limits
  slot.leases.askAgain()
  const world = await lookUp(slot, beliefs, items, { at, day, limits, pointValuePaise, again })
  let plan = decide(items, world)
  // Each time round one scheme more is known to be dry, so this comes to an end.
  while (plan.missing.size > 0 && !(await slot.leases.refill(plan.missing, slots, at))) {
    plan = decide(items, world)
  }
  const seal = slot.seals.next(plan.transfers, at)
  const available = await applyPlan(slot, plan, { at, day, limits, seal })
  slot.seals.written(seal)
  slot.leases.spend(plan.spends)
  return withBalances(plan, available)
}

type Now = Pick<World, 'at' | 'day' | 'limits' | 'pointValuePaise'> & { again: boolean }

async function lookUp(
  slot: WriterSlot,
  beliefs: Beliefs,
  items: readonly ScanItem[],
  { again, ...now }: Now,
): Promise<World> {
  const { at, day } = now
  const { remembering } = beliefs
  const [coupons, accounts, signals, progress, charging, { batches, schemes }] =
    await slot.together(() =>
      Promise.all([
        readCoupons(slot, items),
        readAccounts(slot, items, day),
        readSignals(slot, items, { day, all: again }),
        readProgress(slot, items, remembering),
        beliefs.charges.of(slot, items),
        beliefs.of(slot, items),
      ]),
    )
  const unread = rememberingOf(schemes).filter((id) => !remembering.includes(id))
  const late = await readProgress(slot, items, unread)
  return {
    ...now,
    ...charging,
    coupons: new Map(coupons.map((coupon) => [coupon.codeKey, coupon])),
    accounts: new Map(accounts.map((account) => [account.memberId, account])),
    signals: new Map(signals.map(({ key, count }) => [key, count])),
    progress: new Map([...progress, ...late]),
    batches,
    schemes,
    leases: slot.leases.unspent,
    dry: slot.leases.dry,
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
