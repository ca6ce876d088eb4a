import { readBatches, readSchemes } from './scan-engine.queries.ts'
import type { BatchSeen, ScanItem, SchemeSeen } from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

const BELIEVED_MS = 1_000

/** Batches and schemes change rarely: what was read of them is believed for one second. */
export class Beliefs {
  #until = 0
  #batches = new Map<number, BatchSeen>()
  #schemes: readonly SchemeSeen[] = []

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
