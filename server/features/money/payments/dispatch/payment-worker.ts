import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Context } from '../../../../context.ts'
import { connectionSettings } from '../../../../db/database.ts'
import { pollDue } from './poll.service.ts'
import { dueToPoll } from './queue.queries.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { PayoutProvider } from '../provider/provider.ts'
import { deliver, takeNext, type RateLimit } from './dispatch.service.ts'

export type PaymentWorker = { stop(): Promise<void> }

/** The advisory lock that one process of all holds: it sends and polls, so the rate limit is that of all. */
const LOCK = [4_712, 1] as const
/** How often another process looks whether the one that sends is gone. */
const POLL_MS = 2_000
const IDLE_MS = 400
/**
 * A failure of ours is logged, and its payment is left alone for a while: at first a short one, for a
 * database that is away is soon back, and twice as long each time. Who is well again for as long as
 * the longest of these rests starts over.
 */
const FIRST_REST_MS = 2_000
const LONGEST_REST_MS = 60_000
/**
 * Payments at work at once: a slow provider slows the others down instead of piling up. Questions have
 * places of their own, so that they go on while payments wait for money in the account.
 */
const MOST_SENDING = 16
const MOST_ASKING = 8
const DUE_AT_ONCE = 50
/** At a stop, answers that are on their way have so long. */
const DRAIN_MS = 5_000
const LONGEST_END_MS = DRAIN_MS + 1_500

type State = {
  context: Context
  provider: PayoutProvider
  limit: RateLimit
  stopping: AbortSignal
  sending: Map<string, Promise<void>>
  asking: Map<string, Promise<void>>
  resting: Map<string, Rest>
}
type Rest = { until: number; ms: number }

/**
 * Sends what is queued and asks about what is due, until it is stopped. Of any number of processes one
 * works at a time; whatever it is doing when it dies is found again by the next one.
 */
export function startPaymentWorker(context: Context, provider: PayoutProvider): PaymentWorker {
  const stopping = new AbortController()
  const cutting = new AbortController()
  const turn = makeRateLimit(context.config.PAYOUTS_PER_SECOND, stopping.signal)
  const state: State = {
    context,
    provider,
    limit: { turn, signal: stopping.signal, cut: cutting.signal },
    stopping: stopping.signal,
    sending: new Map(),
    asking: new Map(),
    resting: new Map(),
  }
  const ended = lead(state)
  return {
    async stop() {
      stopping.abort()
      const cut = setTimeout(() => cutting.abort(), DRAIN_MS)
      await ended
      clearTimeout(cut)
    },
  }
}

const sleep = (ms: number, signal: AbortSignal) =>
  delay(ms, undefined, { signal, ref: false }).catch(() => {})

/** Waits until this process is the one that works, works, and begins again when it no longer is. */
async function lead(state: State): Promise<void> {
  const { context, stopping } = state
  while (!stopping.aborted) {
    const client = await becomeLeader(context).catch((error: unknown) => {
      context.log.warn({ err: error }, 'payments: no connection to lead by')
      return null
    })
    if (!client) {
      await sleep(POLL_MS, stopping)
      continue
    }
    let leads = true
    client.on('end', () => (leads = false))
    await work(state, () => leads)
    const underWay = [...state.sending.values(), ...state.asking.values()]
    const patience = delay(LONGEST_END_MS, undefined, { ref: false })
    await Promise.race([Promise.allSettled(underWay), patience])
    await client.end().catch(() => {})
  }
}

/** A connection that holds the lock as long as it lives; null where another process holds it. */
async function becomeLeader({ connection }: Context): Promise<pg.Client | null> {
  const client = new pg.Client({
    ...connectionSettings(connection),
    application_name: 'hil-payer',
    keepAlive: true,
  })
  // Without a listener the end of a connection would end the process.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1, $2) as mine',
    [...LOCK],
  )
  if (rows[0]?.mine) return client
  await client.end()
  return null
}

async function work(state: State, leads: () => boolean): Promise<void> {
  const { stopping, limit } = state
  while (leads() && !stopping.aborted) {
    const asked = await guarded(state, 'questions', () => beginPolling(state))
    await limit.turn()
    if (!leads() || stopping.aborted) return
    const sent = await guarded(state, 'queue', () => beginSending(state))
    if (!asked && !sent) await sleep(IDLE_MS, stopping)
  }
}

/** A database that is away for a moment ends nothing. */
async function guarded(
  { context }: State,
  what: string,
  act: () => Promise<boolean>,
): Promise<boolean> {
  return act().catch((error: unknown) => {
    context.log.error({ err: error, what }, 'payments: not looked through')
    return false
  })
}

function rest({ resting }: State, paymentId: string): void {
  const before = resting.get(paymentId)?.ms ?? FIRST_REST_MS / 2
  const ms = Math.min(2 * before, LONGEST_REST_MS)
  resting.set(paymentId, { until: performance.now() + ms, ms })
}

/** Those that are to be left alone now. */
function restingNow({ resting }: State): string[] {
  const now = performance.now()
  for (const [id, { until }] of resting) if (until + LONGEST_REST_MS < now) resting.delete(id)
  return [...resting].filter(([, { until }]) => until > now).map(([id]) => id)
}

function begin(
  state: State,
  underWay: Map<string, Promise<void>>,
  paymentId: string,
  act: Promise<void>,
): void {
  const done = act
    .catch((error: unknown) => {
      state.context.log.error({ err: error, paymentId }, 'payment not handled')
      rest(state, paymentId)
    })
    .finally(() => underWay.delete(paymentId))
  underWay.set(paymentId, done)
}

async function beginSending(state: State): Promise<boolean> {
  const { context, provider, limit, sending } = state
  if (sending.size >= MOST_SENDING) return false
  const taken = await takeNext(context, restingNow(state))
  if (taken === 'none') return false
  if (taken === 'failed') return true
  if ('stuck' in taken) {
    context.log.error({ err: taken.cause, paymentId: taken.stuck }, 'payment not claimed')
    rest(state, taken.stuck)
    return true
  }
  begin(state, sending, taken.paymentId, deliver(context, provider, taken, limit))
  return true
}

async function beginPolling(state: State): Promise<boolean> {
  const { context, provider, limit, sending, asking } = state
  if (asking.size >= MOST_ASKING) return false
  const due = await dueToPoll(context.db, context.now(), DUE_AT_ONCE)
  const left = new Set(restingNow(state))
  const next = due.find((id) => !asking.has(id) && !sending.has(id) && !left.has(id))
  if (next === undefined) return false
  begin(state, asking, next, pollDue(context, provider, next, limit))
  return true
}
