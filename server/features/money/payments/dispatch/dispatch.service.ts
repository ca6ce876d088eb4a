import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../../../context.ts'
import { transaction } from '../../../../db/database.ts'
import { openAlerts } from '../reconcile/alert.service.ts'
import { isKeyKept } from './poll-schedule.ts'
import { afterTry, claimNext } from './queue.service.ts'
import { lockedPayment, tellEvent } from '../payment-step.service.ts'
import * as queries from '../payments.queries.ts'
import type { PayoutProvider, PayoutRequest, Sent } from '../provider/provider.ts'
import { openRequest } from './sealed-request.ts'
import { applySent, isPassing, putOff, waitsFor } from './outcome.service.ts'
import { tellPayee } from '../tell-payee.ts'

export type Sending = Pick<
  Context,
  'db' | 'keys' | 'config' | 'now' | 'vault' | 'channels' | 'log' | 'rules'
>
export type RateLimit = {
  /** Waits for the next place in the rate limit of the provider. */
  turn(): Promise<void>
  /** Ends waits at a stop: what is not known then is asked for after the next start. */
  signal: AbortSignal
  /** Ends requests, some time after that. */
  cut: AbortSignal
}
/** What was taken, and when by the clock of this process: before it was written down. */
export type Try = { request: PayoutRequest; at: number }
export type Taken = Try & { paymentId: string }

const SHORTEST_WAIT_MS = 50
const LONGEST_WAIT_MS = 60_000
const LOW_BALANCE_WAIT_MS = 60_000

/** A payment whose claim failed for a fault of ours: it is left alone for a while. */
type Stuck = { stuck: string; cause: unknown }

/**
 * Takes the next payment from the queue, in a transaction that ends before anything leaves. `none`
 * when none waits; `failed` when it could not be paid, which is told and done.
 */
export async function takeNext(
  context: Sending,
  skip: readonly string[] = [],
): Promise<Taken | Stuck | 'failed' | 'none'> {
  const at = performance.now()
  const candidates: string[] = []
  const claim = await transaction(context.db, (tx) =>
    claimNext(tx, context, { skip, found: (paymentId) => candidates.push(paymentId) }),
  ).catch((cause: unknown): Stuck => {
    const stuck = candidates.at(-1)
    if (stuck === undefined) throw cause
    return { stuck, cause }
  })
  if (claim === null) return 'none'
  if ('stuck' in claim) return claim
  if (claim.kind === 'sent') return { paymentId: claim.paymentId, request: claim.request, at }
  tellPayee(context, claim.redemptionId, 'failed')
  return 'failed'
}

/**
 * Sends a payment that was taken and writes down what came of it. While the provider certainly did
 * nothing and may do it later, the very same request is tried again. The first try is the caller's turn.
 */
export async function deliver(
  context: Sending,
  provider: PayoutProvider,
  { paymentId, request, at }: Taken,
  { turn, signal, cut }: RateLimit,
): Promise<void> {
  let taken: Try | null = { request, at }
  for (let tries = 0; taken !== null; tries++) {
    const sent = await sendInTime(context, provider, taken, cut)
    if (sent.kind !== 'later' && !isPassing(sent)) return applySent(context, paymentId, sent)
    const update = sent.kind === 'later' ? sent.waitMs : LOW_BALANCE_WAIT_MS
    const waitMs = Math.min(Math.max(update * 2 ** tries, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
    const until = new Date(context.now().getTime() + waitMs)
    await putOff(context, paymentId, afterTry(context, until), tries === 0 ? waitsFor(sent) : null)
    const waited = await delay(waitMs, true, { signal }).catch(() => false)
    if (!waited) return
    await turn()
    if (signal.aborted) return
    taken = await takeAgain(context, paymentId, 'processing')
  }
}

/**
 * Sends what was taken just now. A process that stood still since then no longer knows whether it may:
 * after twice the time that an answer takes, somebody else may have settled it.
 */
export async function sendInTime(
  { config }: Pick<Context, 'config'>,
  provider: PayoutProvider,
  { request, at }: Try,
  cut: AbortSignal,
): Promise<Sent> {
  if (performance.now() - at > config.PAYOUT_TIMEOUT_SECONDS * 1000) {
    return { kind: 'lost', why: 'The server stood still before it could be sent.' }
  }
  return provider.send(request, cut)
}

/**
 * The very same request once more, its try written down before it leaves; null where somebody has
 * told meanwhile what became of it, a finding waits for a person, or the key is no longer kept.
 */
export async function takeAgain(
  context: Sending,
  paymentId: string,
  from: 'processing' | 'unknown',
): Promise<Try | null> {
  const began = performance.now()
  return transaction(context.db, async (tx) => {
    const { payment, redemption } = await lockedPayment(tx, paymentId)
    const { sealed, state, providerId, tries } = payment
    if (state !== from || providerId !== null || !sealed) return null
    const at = context.now()
    if (!isKeyKept(payment, at)) return null
    if ((await openAlerts(tx, redemption.redemptionId)) > 0) return null
    const changes = { tried_at: at, tries: tries + 1, next_poll_at: afterTry(context, at) }
    await queries.updatePayment(tx, paymentId, changes)
    if (from === 'unknown' || tries === 1) {
      await tellEvent(tx, payment, { at, source: 'sender', action: 'resend' })
    }
    return { request: await openRequest(context.vault, paymentId, sealed), at: began }
  })
}
