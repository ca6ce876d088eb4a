import { readBatches, readChargeRules, readRetailers, readSchemes } from './beliefs.queries.ts'
import type { ChargeRuleSeen, RetailerSeen } from './charges.ts'
import { remembersMembers } from './scheme-bonus.service.ts'
import type { BatchSeen, ScanItem, SchemeSeen } from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

const BELIEVED_MS = 1_000

/** Batches and schemes change rarely: what was read of them is believed for one second. */
export class Beliefs {
  readonly charges = new ChargeBeliefs()
  #until = 0
  #batches = new Map<number, BatchSeen>()
  #schemes: readonly SchemeSeen[] = []

  /** Ids of the schemes, as they are believed now, in which it matters what a member had. */
  get remembering(): readonly number[] {
    return rememberingOf(this.#schemes)
  }

  /** Has everything read again at the next batch. */
  forget(): void {
    this.#until = 0
  }

  async of(
    slot: WriterSlot,
    items: readonly ScanItem[],
  ): Promise<{ batches: ReadonlyMap<number, BatchSeen>; schemes: readonly SchemeSeen[] }> {
    const now = performance.now()
    const stale = now >= this.#until
    const batches = stale ? new Map<number, BatchSeen>() : this.#batches
    const asked = new Set(items.map((item) => item.batchId).filter((id) => !batches.has(id)))
    const [rows, schemes] = await Promise.all([
      readBatches(slot, [...asked]),
      stale ? readSchemes(slot) : this.#schemes,
    ])
    for (const batch of rows) batches.set(batch.batchId, batch)
    if (stale) {
      this.#batches = batches
      this.#schemes = schemes
      this.#until = now + BELIEVED_MS
    }
    return { batches, schemes }
  }
}

export function rememberingOf(schemes: readonly SchemeSeen[]): number[] {
  return schemes.filter(remembersMembers).map(({ schemeId }) => schemeId)
}

type Charging = {
  retailers: ReadonlyMap<number, RetailerSeen>
  chargeRules: readonly ChargeRuleSeen[]
}
const NO_CHARGING: Charging = { retailers: new Map(), chargeRules: [] }

/** Retailers and the rules of their charges, believed as long; read only where a scan names a retailer. */
class ChargeBeliefs {
  #until = 0
  /** Null: there is no such member. */
  #retailers = new Map<number, RetailerSeen | null>()
  #rules: readonly ChargeRuleSeen[] = []

  async of(slot: WriterSlot, items: readonly ScanItem[]): Promise<Charging> {
    const named = new Set(items.flatMap(({ retailerId }) => retailerId ?? []))
    if (named.size === 0) return NO_CHARGING
    const now = performance.now()
    const stale = now >= this.#until
    const known = stale ? new Map<number, RetailerSeen | null>() : this.#retailers
    const asked = [...named].filter((id) => !known.has(id))
    const [rows, chargeRules] = await Promise.all([
      asked.length > 0 ? readRetailers(slot, asked) : [],
      stale ? readChargeRules(slot) : this.#rules,
    ])
    for (const id of asked) known.set(id, null)
    for (const row of rows) known.set(row.memberId, row)
    if (stale) {
      this.#retailers = known
      this.#rules = chargeRules
      this.#until = now + BELIEVED_MS
    }
    const retailers = [...named].flatMap((id) => known.get(id) ?? [])
    return { retailers: new Map(retailers.map((one) => [one.memberId, one])), chargeRules }
  }
}
