import { createHmac } from 'node:crypto'
import type { EventRow, Store } from './store.ts'

const ANSWER_MS = 5000
const AT_ONCE = 16
const LONGEST_WAIT_MS = 60_000
const DAY_MS = 86_400_000

/** Events of one payout go out in their order, but for those that are ordered otherwise. */
const READY = `delivered_at is null and withheld = 0 and at > ? and (in_order = 0 or not exists (
  select 1 from event earlier where earlier.payout_id = event.payout_id and earlier.seq < event.seq
    and earlier.delivered_at is null and earlier.withheld = 0 and earlier.in_order = 1))`

/** Takes events to our address: signed, at least once, again and again for a day until it is thanked. */
export class Courier {
  readonly #store: Store
  readonly #secret: string
  readonly #retryMs: number
  readonly #back: () => void
  readonly #ends = new AbortController()
  #under = 0

  /** `back` is called when a delivery is over, and others may be ready. */
  constructor(
    store: Store,
    settings: { webhookSecret: string; retryMs: number },
    back: () => void,
  ) {
    this.#store = store
    this.#secret = settings.webhookSecret
    this.#retryMs = settings.retryMs
    this.#back = back
    // What was on its way when this process was killed goes again at once.
    store.run('update event set due_at = ? where delivered_at is null and tries > 0', Date.now())
  }

  url(): string | null {
    return this.#store.setting('webhook') || null
  }

  /** Sends what is due, as far as hands reach. */
  deliver(now: number): void {
    const url = this.url()
    const free = AT_ONCE - this.#under
    if (url === null || free <= 0) return
    const due = this.#store.all<EventRow>(
      `select * from event where ${READY} and due_at <= ? order by due_at, seq limit ?`,
      now - DAY_MS,
      now,
      free,
    )
    for (const event of due) {
      const wait = Math.min(this.#retryMs * 2 ** event.tries, LONGEST_WAIT_MS)
      // Written before it goes: a delivery that a kill cuts off is made again.
      this.#store.run(
        'update event set tries = tries + 1, due_at = ? where seq = ?',
        now + ANSWER_MS + wait,
        event.seq,
      )
      this.#under += 1
      void this.#take(url, event, wait)
    }
  }

  nextAt(now: number): number {
    if (this.url() === null || this.#under >= AT_ONCE) return Infinity
    const next = this.#store.one<{ at: number | null }>(
      `select min(due_at) as at from event where ${READY}`,
      now - DAY_MS,
    )
    return next?.at ?? Infinity
  }

  stop(): void {
    this.#ends.abort()
  }

  async #take(url: string, { seq, event_id, body }: EventRow, wait: number): Promise<void> {
    const signature = createHmac('sha256', this.#secret).update(body).digest('hex')
    const status = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'HIL payout simulator',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': event_id,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([this.#ends.signal, AbortSignal.timeout(ANSWER_MS)]),
    }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.status
      },
      () => 0,
    )
    if (this.#ends.signal.aborted) return
    const now = Date.now()
    if (status >= 200 && status < 300) {
      this.#store.run(
        'update event set answered = ?, delivered_at = ? where seq = ?',
        status,
        now,
        seq,
      )
    } else {
      this.#store.run(
        'update event set answered = ?, due_at = ? where seq = ?',
        status,
        now + wait,
        seq,
      )
    }
    this.#under -= 1
    this.#back()
  }
}
