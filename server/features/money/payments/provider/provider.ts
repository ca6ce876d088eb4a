import type { PaymentMode } from '../../../../../contract/money/payment-states.ts'

/** What goes out, whole. It is sealed before the first try, so that every try of it is the same. */
export type PayoutRequest = {
  /** One key for one payment, until it is over. */
  idempotencyKey: string
  /** The payment's number: the provider's `reference_id`, by which it is found again. */
  number: string
  amountPaise: number
  mode: PaymentMode
  beneficiary:
    | { kind: 'bank'; name: string; account: string; ifsc: string }
    | { kind: 'upi'; name: string; address: string }
  /** Whom the provider keeps it under. */
  contact: { reference: string; name: string }
}

/** The status of one payout as its provider reports it. */
export type PayoutUpdate = {
  providerId: string
  /** Our number, where the provider tells it. */
  number: string | null
  /** In our words; `providerState` is the provider's. */
  state: 'processing' | 'processed' | 'failed' | 'reversed'
  providerState: string
  amountPaise: number
  utr: string | null
  /** Why it failed or was reversed: the provider's code, and its sentence. */
  reason: string | null
  reasonText: string | null
}

/**
 * What came of sending. `refused`: the provider answered that it did nothing and will not. `later`:
 * it certainly did nothing, and may do it later (too many requests, nobody listens). `lost`:
 * nobody knows, because the answer did not come or was no answer.
 */
export type Sent =
  | { kind: 'answered'; update: PayoutUpdate }
  | { kind: 'refused'; reason: string; text: string }
  | { kind: 'later'; why: string; waitMs: number }
  | { kind: 'lost'; why: string }

/** What a look-up came to. `none`: the provider answers that it has no such payout. */
export type LookedUp =
  | { kind: 'answered'; update: PayoutUpdate }
  | { kind: 'none' }
  | { kind: 'lost'; why: string }

/** An event that a provider sent by itself; `update` is null where it is about no payout. */
export type Notice = { eventId: string; event: string; update: PayoutUpdate | null }

export type Balance = { paise: number; asOf: Date } | { problem: string }

/** A provider that is called over HTTP. Nothing here throws for what the other side does. */
export type PayoutProvider = {
  send(request: PayoutRequest, signal?: AbortSignal): Promise<Sent>
  /** By the provider's id where it is known, else by our number. */
  lookUp(payment: { providerId: string | null; number: string }): Promise<LookedUp>
  balance(): Promise<Balance>
  /** The event of a request's raw body, or null where its signature is not the provider's. */
  readNotice(raw: Buffer, headers: Record<string, string | string[] | undefined>): Notice | null
}
