import type {
  LookedUp,
  Balance,
  Notice,
  PayoutProvider,
  PayoutRequest,
  Sent,
  PayoutUpdate,
} from './provider.ts'

type Kept = { request: PayoutRequest; update: PayoutUpdate }
/** What happens to one request: an answer instead of the usual one, or `lost` after it acted. */
export type Fault = Sent | 'lost after' | ((request: PayoutRequest) => Promise<Sent>)

let made = 0

/**
 * A provider in the memory of a test. It keeps one payout for each idempotency key, as a real one
 * does, and counts what it was asked: a number with two payouts was paid twice.
 */
export class FakeProvider implements PayoutProvider {
  readonly sent: PayoutRequest[] = []
  readonly asked: string[] = []
  readonly kept = new Map<string, Kept>()
  /** For the next requests, in their order. */
  faults: Fault[] = []
  /** For the next questions, in their order. */
  lookUpFaults: LookedUp[] = []
  reported: Balance = { paise: 1_000_000, asOf: new Date(0) }

  async send(request: PayoutRequest): Promise<Sent> {
    this.sent.push(request)
    const fault = this.faults.shift()
    if (typeof fault === 'function') return fault(request)
    if (typeof fault === 'object') return fault
    const update = this.act(request)
    return fault === 'lost after'
      ? { kind: 'lost', why: 'No answer.' }
      : { kind: 'answered', update }
  }

  /** Makes the payout of a request, once for its key. */
  act(request: PayoutRequest): PayoutUpdate {
    const before = this.kept.get(request.idempotencyKey)
    if (before) return before.update
    const update: PayoutUpdate = {
      providerId: `pout_${++made}`,
      number: request.number,
      state: 'processing',
      providerState: 'processing',
      amountPaise: request.amountPaise,
      utr: null,
      reason: null,
      reasonText: null,
    }
    this.kept.set(request.idempotencyKey, { request, update })
    return update
  }

  async lookUp({
    providerId,
    number,
  }: {
    providerId: string | null
    number: string
  }): Promise<LookedUp> {
    this.asked.push(number)
    const fault = this.lookUpFaults.shift()
    if (fault) return fault
    const found = [...this.kept.values()].find(({ update }) =>
      providerId === null ? update.number === number : update.providerId === providerId,
    )
    return found ? { kind: 'answered', update: found.update } : { kind: 'none' }
  }

  async balance(): Promise<Balance> {
    return this.reported
  }

  readNotice(raw: Buffer, headers: Record<string, string | string[] | undefined>): Notice | null {
    if (headers['x-signature'] !== 'right') return null
    return JSON.parse(raw.toString('utf8'))
  }

  /** What becomes of a payout, by its number; gives what is told of it from then on. */
  move(
    number: string,
    change: Partial<PayoutUpdate> & { state: PayoutUpdate['state'] },
  ): PayoutUpdate {
    const kept = [...this.kept.values()].find(({ update }) => update.number === number)
    if (!kept) throw new Error(`There is no payout ${number}.`)
    kept.update = { ...kept.update, providerState: change.state, ...change }
    return kept.update
  }

  /** Payouts of a number: more than one is money paid twice. */
  countOf(number: string): number {
    return [...this.kept.values()].filter(({ update }) => update.number === number).length
  }
}

/** An event about a payout. */
export const notice = (update: PayoutUpdate, eventId: string = `evt_${++made}`): Notice => ({
  eventId,
  event: `payout.${update.providerState}`,
  update,
})
