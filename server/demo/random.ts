/** A sequence of numbers that is the same in every run (mulberry32): the demo is always the same. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number
  below(limit: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  /** Picks by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      throw new RangeError('Nothing to pick from.')
    },
  }
}
