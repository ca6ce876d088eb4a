import { type Accounts, low, REDEMPTION_SLOT } from './accounts.ts'
import { chance } from './chance.ts'
import type { CopyRows } from './copy-rows.ts'
import type { Sizes } from './sizes.ts'

export const REDEMPTION_COLUMNS = [
  'id',
  'member_id',
  'points',
  'asked_at',
  'ended_at',
  'state',
  'kind',
]
/** From the request to the end of a payment. */
const TAKES_MS = 6 * 86_400_000
/** How a request ends: up to which draw. What is left is paid. */
const ENDS: [string, number][] = [
  ['rejected', 0.03],
  ['cancelled', 0.05],
  ['failed', 0.06],
  ['reversed', 0.07],
]
/** Where one stands that has not ended. */
const OPEN: [string, number][] = [
  ['requested', 0.4],
  ['approved', 0.7],
  ['payment_pending', 1],
]
const KINDS: [string, number][] = [
  ['bank', 0.55],
  ['upi', 0.85],
  ['gift', 1],
]

type Asked = { at: number; counter: number; memberId: number; points: number }

const drawn = (from: readonly [string, number][], draw: number) =>
  from.find(([, upTo]) => draw < upTo)?.[0]

/** Members ask for their points when they have enough; what they asked for is settled days later. */
export class Redemptions {
  readonly #accounts: Accounts
  readonly #rows: CopyRows
  readonly #random = chance(42)
  readonly #first: number
  #waiting: Asked[] = []
  #next = 0

  constructor({ now }: Sizes, accounts: Accounts, rows: CopyRows) {
    this.#accounts = accounts
    this.#rows = rows
    this.#first = now.getTime()
  }

  /** Whoever has reached what they were saving for asks for it, in tens. */
  consider(memberId: number, at: number): void {
    const left = this.#accounts.available[memberId] ?? 0
    if (left < 200 + (memberId % 20) * 20) return
    const points = Math.floor(left / 10) * 10
    const ref = { at, low: low(REDEMPTION_SLOT, 0) }
    this.#accounts.move({ kind: 'redemption_hold', memberId, points, ref })
    this.#waiting.push({ at, counter: 0, memberId, points })
  }

  settle(at: number): void {
    for (;;) {
      const asked = this.#waiting[this.#next]
      if (asked === undefined || asked.at > at - TAKES_MS || at >= this.#first) return
      this.#next++
      this.#end(asked, at)
      if (this.#next < 100_000) continue
      this.#waiting = this.#waiting.slice(this.#next)
      this.#next = 0
    }
  }

  /** Those that are under way when the history ends. */
  finish(): void {
    for (const asked of this.#waiting.slice(this.#next)) {
      this.#write(asked, drawn(OPEN, this.#random()) ?? 'requested', null)
    }
  }

  #end(asked: Asked, at: number): void {
    const state = drawn(ENDS, this.#random()) ?? 'paid'
    const { memberId, points } = asked
    const given = { memberId, points, ref: { at: asked.at, low: low(REDEMPTION_SLOT, 0) } }
    if (state === 'rejected' || state === 'cancelled') {
      this.#accounts.move({ kind: 'redemption_released', ...given })
    } else if (state !== 'failed') {
      const seq = this.#accounts.move({ kind: 'redemption_paid', ...given })
      if (state === 'reversed') {
        this.#accounts.move({ kind: 'payment_reversed', ...given, reverses: seq })
      }
    }
    this.#write(asked, state, at)
  }

  #write({ at, memberId, points }: Asked, state: string, endedAt: number | null): void {
    const rows = this.#rows
    const kind = drawn(KINDS, this.#random()) ?? 'bank'
    // A gift does not come back through a bank.
    const of = kind === 'gift' && (state === 'reversed' || state === 'failed') ? 'upi' : kind
    rows.row()
    rows.id(at, low(REDEMPTION_SLOT, 0))
    rows.int4(memberId)
    rows.int4(points)
    rows.at(at)
    if (endedAt === null) rows.none()
    else rows.at(endedAt)
    rows.text(state)
    rows.text(of)
  }
}
