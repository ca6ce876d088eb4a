/**
 * A change of one counter. It may be applied only where the counter is at most `at_most` before;
 * `above` when it was found to have passed its limit.
 */
export type SignalChange = { key: string; add: number; at_most: number; above: boolean }

const ANY_COUNT = 2_147_483_647

/**
 * The day's counters while a batch is decided: what the lookup saw and what the batch adds. Each
 * verdict "not too many" is kept as the highest count under which it still holds, so that two
 * batches at once cannot both slip under a limit; "too many" stays true, as counts only grow.
 */
export class Signals {
  readonly #seen: ReadonlyMap<string, number>
  readonly #changes = new Map<string, SignalChange>()

  constructor(seen: ReadonlyMap<string, number>) {
    this.#seen = seen
  }

  count(key: string): number {
    return (this.#seen.get(key) ?? 0) + (this.#changes.get(key)?.add ?? 0)
  }

  /** Adds one to a counter; whether that brings it above the limit. */
  addAbove(key: string, limit: number): boolean {
    const change = this.#add(key)
    if (this.count(key) > limit) {
      change.above = true
      return true
    }
    change.at_most = Math.min(change.at_most, limit - change.add)
    return false
  }

  changes(): SignalChange[] {
    return [...this.#changes.values()]
  }

  #add(key: string): SignalChange {
    const change = this.#changes.get(key) ?? { key, add: 0, at_most: ANY_COUNT, above: false }
    change.add++
    this.#changes.set(key, change)
    return change
  }
}
