import type { Sizes } from './sizes.ts'

const DAY_MS = 86_400_000

type Counted = { attempts: number; points: number }
type Scan = {
  /** Milliseconds since 1970, as the clocks of India stand. */
  at: number
  result: number
  state: number
  plantId: number
  productId: number
  points: number
}

/** What the rollups say: scans by day, result, state, plant and product; bonuses by scheme and day. */
export class DayCounts {
  readonly #scans = new Map<number, Counted>()
  readonly #bonuses = new Map<number, Counted>()
  readonly #products: number

  constructor({ products }: Sizes) {
    this.#products = products + 1
  }

  add({ at, result, state, plantId, productId, points }: Scan): void {
    const day = Math.floor(at / DAY_MS)
    const key = (((day * 16 + result) * 64 + state) * 16 + plantId) * this.#products + productId
    count(this.#scans, key, points)
  }

  addBonus(schemeId: number, at: number, points: number): void {
    count(this.#bonuses, schemeId * 100_000 + Math.floor(at / DAY_MS), points)
  }

  *scans() {
    for (const [key, counted] of this.#scans) {
      const rest = Math.floor(key / this.#products)
      const [plantId, state] = [rest % 16, Math.floor(rest / 16) % 64]
      const [result, day] = [Math.floor(rest / 1024) % 16, Math.floor(rest / 16_384)]
      yield { day, result, state, plantId, productId: key % this.#products, ...counted }
    }
  }

  *bonuses() {
    for (const [key, { attempts, points }] of this.#bonuses) {
      const [schemeId, day] = [Math.floor(key / 100_000), key % 100_000]
      yield { schemeId, day, bonuses: attempts, points }
    }
  }
}

function count(counts: Map<number, Counted>, key: number, points: number): void {
  const counted = counts.get(key)
  if (counted === undefined) {
    counts.set(key, { attempts: 1, points })
    return
  }
  counted.attempts++
  counted.points += points
}
