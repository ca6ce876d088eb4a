import type {
  Asked,
  Balance,
  Notice,
  PayoutProvider,
  PayoutRequest,
  Sent,
  Told,
} from './provider.ts'

type Kept = { request: PayoutRequest; told: Told }
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
  askFaults: Asked[] = []
  told: Balance = { paise: 1_000_000, asOf: new Date(0) }

  async send(request: PayoutRequest): Promise<Sent> {
    this.sent.push(request)
    const fault = this.faults.shift()
    if (typeof fault === 'function') return fault(request)
    if (typeof fault === 'object') return fault
    const told = this.act(request)
    return fault === 'lost after' ? { kind: 'lost', why: 'No answer.' } : { kind: 'told', told }
  }

  /** Makes the payout of a request, once for its key. */
  act(request: PayoutRequest): Told {
    const before = this.kept.get(request.idempotencyKey)
    if (before) return before.told
    const told: Told = {
      providerId: `pout_${++made}`,
      number: request.number,
      state: 'processing',
      providerState: 'processing',
      amountPaise: request.amountPaise,
      utr: null,
      reason: null,
      reasonText: null,
    }
    this.kept.set(request.idempotencyKey, { request, told })
    return told
  }

  async ask({ providerId, number }: { providerId: string | null; number: string }): Promise<Asked> {
    this.asked.push(number)
    const fault = this.askFaults.shift()
    if (fault) return fault
    const found = [...this.kept.values()].find(({ told }) =>
      providerId === null ? told.number === number : told.providerId === providerId,
    )
    return found ? { kind: 'told', told: found.told } : { kind: 'none' }
  }

  async balance(): Promise<Balance> {
    return this.told
  }

  readNotice(raw: Buffer, headers: Record<string, string | string[] | undefined>): Notice | null {
    if (headers['x-signature'] !== 'right') return null
    return JSON.parse(raw.toString('utf8'))
  }

  /** What becomes of a payout, by its number; gives what is told of it from then on. */
  move(number: string, change: Partial<Told> & { state: Told['state'] }): Told {
    const kept = [...this.kept.values()].find(({ told }) => told.number === number)
    if (!kept) throw new Error(`There is no payout ${number}.`)
    kept.told = { ...kept.told, providerState: change.state, ...change }
    return kept.told
  }

  /** Payouts of a number: more than one is money paid twice. */
  countOf(number: string): number {
    return [...this.kept.values()].filter(({ told }) => told.number === number).length
  }
}

/** An event about a payout. */
export const notice = (told: Told, eventId: string = `evt_${++made}`): Notice => ({
  eventId,
  event: `payout.${told.providerState}`,
  told,
})
