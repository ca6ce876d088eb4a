import { AppError } from '../../../lib/app-error.ts'

const EACH = 2
const ALL = 4

/** How many files of one sort are made at once in this process. */
export class RunningDownloads {
  readonly #byPerson = new Map<number, number>()
  readonly #what: string
  #all = 0

  constructor(what = 'reports') {
    this.#what = what
  }

  /** Takes a place and gives what frees it; 429 or 503 in words when there is none. */
  take(staffId: number): () => void {
    const own = this.#byPerson.get(staffId) ?? 0
    if (own >= EACH) {
      throw new AppError(
        'too_many',
        `${EACH} of your ${this.#what} are still being made. Wait until one is done.`,
        { retryAfterSeconds: 10 },
      )
    }
    if (this.#all >= ALL) {
      throw new AppError(
        'unavailable',
        `${ALL} ${this.#what} are being made for others. Try again in a few seconds.`,
        { retryAfterSeconds: 10 },
      )
    }
    this.#all++
    this.#byPerson.set(staffId, own + 1)
    let taken = true
    return () => {
      if (!taken) return
      taken = false
      this.#all--
      this.#give(staffId)
    }
  }

  #give(staffId: number): void {
    const left = (this.#byPerson.get(staffId) ?? 1) - 1
    if (left === 0) this.#byPerson.delete(staffId)
    else this.#byPerson.set(staffId, left)
  }
}
