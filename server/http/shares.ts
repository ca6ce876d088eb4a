/**
 * Counts what each of many takes of something that all share: `take` refuses where the whole is gone
 * or one has their share, so that nobody's slowness is another's refusal.
 */
export class Shares {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #taken = new Map<string, number>()
  #total = 0

  constructor({ most, mostOfOne }: { most: number; mostOfOne: number }) {
    this.#most = most
    this.#mostOfOne = mostOfOne
  }

  /** Why `amount` more cannot be had; null when it was taken. `most`: a lower end of the whole for this one. */
  take(key: string, amount = 1, most = this.#most): 'all' | 'own' | null {
    const own = (this.#taken.get(key) ?? 0) + amount
    if (this.#total + amount > most) return 'all'
    if (own > this.#mostOfOne) return 'own'
    this.#total += amount
    this.#taken.set(key, own)
    return null
  }

  giveBack(key: string, amount = 1): void {
    const left = (this.#taken.get(key) ?? 0) - amount
    this.#total -= amount
    if (left > 0) this.#taken.set(key, left)
    else this.#taken.delete(key)
  }

  get total(): number {
    return this.#total
  }
}
