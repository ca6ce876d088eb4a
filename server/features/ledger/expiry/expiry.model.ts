import { addDays } from '../../../../contract/time.ts'

type Lot = { day: string; size: number; left: number }

/**
 * Points in lots, as the rules have them in plain words: what is earned on a day is a lot, points are
 * taken from the oldest lot that has some left, what comes back from a redemption goes into the lots
 * that were emptied last. Slow and simple on purpose: the product must agree with it.
 */
export class LotQueue {
  readonly #months: number
  #lots: Lot[] = []
  #returns: { day: string; points: number }[] = []

  constructor(months: number) {
    this.#months = months
  }

  get available(): number {
    return this.#lots.reduce((sum, { left }) => sum + left, 0)
  }

  earn(day: string, points: number): void {
    this.#lots.push({ day, size: points, left: points })
  }

  take(points: number): boolean {
    if (points > this.available) return false
    let wanted = points
    for (const lot of this.#lots) {
      const taken = Math.min(lot.left, wanted)
      lot.left -= taken
      wanted -= taken
    }
    return true
  }

  giveBack(day: string, points: number): void {
    let over = points
    for (const lot of this.#lots.toReversed()) {
      const room = Math.min(lot.size - lot.left, over)
      lot.left += room
      over -= room
    }
    this.#returns.push({ day, points })
  }

  /** The night's run on a day: what it takes. */
  expire(today: string): number {
    const old = this.#lots.filter(({ day }) => this.#lastDay(day) < today)
    const left = old.reduce((sum, lot) => sum + lot.left, 0)
    const kept = this.#returns
      .filter(({ day }) => addDays(day, 30) >= today)
      .reduce((sum, { points }) => sum + points, 0)
    const points = Math.max(0, Math.min(left, this.available - kept))
    this.take(points)
    return points
  }

  /** What the nights to come would take if nothing else happened, by the day before each. */
  forecast(today: string, days: number): { lastDay: string; points: number }[] {
    const copy = new LotQueue(this.#months)
    copy.#lots = this.#lots.map((lot) => ({ ...lot }))
    copy.#returns = [...this.#returns]
    return Array.from({ length: days + 1 }, (_, ahead) => ({
      lastDay: addDays(today, ahead),
      points: copy.expire(addDays(today, ahead + 1)),
    })).filter(({ points }) => points > 0)
  }

  /** Counts the months on the calendar, and back where the month is too short. */
  #lastDay(day: string): string {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    for (let tried = date; ; tried--) {
      const last = new Date(Date.UTC(year, month - 1 + this.#months, tried))
      if (last.getUTCDate() === tried) return last.toISOString().slice(0, 10)
    }
  }
}
