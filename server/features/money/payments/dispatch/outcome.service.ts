import { failureOf } from '../../../../../contract/money/payment-states.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import { recordStatus, type FinalStatus } from '../reconcile/record-status.service.ts'
import {
  endUnpaid,
  lockedPayment,
  stepPayment,
  tellEvent,
  type Locked,
} from '../payment-step.service.ts'
import type { LookedUp, Sent } from '../provider/provider.ts'
import * as queries from '../payments.queries.ts'
import { tellPayee } from '../tell-payee.ts'

type Applying = Pick<Context, 'db' | 'keys' | 'config' | 'now' | 'channels' | 'log'>

const LONGEST_PAUSE_SECONDS = 3600

/** How long a provider is left alone after it was asked so often for nothing. */
export function pauseMs({ config }: Pick<Context, 'config'>, polls: number): number {
  const seconds = config.PAYOUT_POLL_SECONDS * 2 ** Math.min(polls, 12)
  return Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000
}

/** A refusal for want of money is none: the same request is tried again. */
export const isPassing = (sent: Sent) =>
  sent.kind === 'refused' && (sent.reason === 'low_balance' || sent.reason === 'insufficient_funds')

/** Why a request is tried again later. */
export function waitsFor(sent: Sent): string | null {
  if (sent.kind === 'answered') return null
  return sent.kind === 'refused' ? sent.text : sent.why
}

/** Runs in a transaction of its own with the payment locked; the member is told once it is committed. */
export async function learning(
  context: Applying,
  paymentId: string,
  learn: (tx: Tx, locked: Locked) => Promise<FinalStatus | null>,
): Promise<void> {
  const update = await transaction(context.db, async (tx) => {
    const locked = await lockedPayment(tx, paymentId)
    return { finalStatus: await learn(tx, locked), redemptionId: locked.redemption.redemptionId }
  })
  if (update.finalStatus) tellPayee(context, update.redemptionId, update.finalStatus)
}

/**
 * Writes down what came of a try. An answer that was lost makes the payment `unknown`, unless a
 * webhook was faster. A refusal ends it only where no earlier try can have acted.
 */
export async function applySent(
  context: Applying,
  paymentId: string,
  sent: Exclude<Sent, { kind: 'later' }>,
): Promise<void> {
  await learning(context, paymentId, async (tx, locked) => {
    const { payment } = locked
    const at = context.now()
    if (sent.kind === 'answered') {
      return (await recordStatus(tx, context, locked, sent.update, { source: 'provider', at }))
        .finalStatus
    }
    if (sent.kind === 'refused') {
      const isFirst = payment.state === 'processing' && payment.providerId === null
      return isFirst ? refuse(tx, context, locked, sent) : null
    }
    if (payment.state !== 'processing' || payment.providerId !== null) return null
    await stepPayment(tx, payment, {
      action: 'lose',
      at,
      source: 'sender',
      note: sent.why,
      changes: { next_poll_at: new Date(at.getTime() + pauseMs(context, 0)), polls: 0 },
    })
    return null
  })
}

type Refused = Extract<Sent, { kind: 'refused' }>

/** The provider did nothing and will not. */
export async function refuse(
  tx: Tx,
  context: Pick<Context, 'keys' | 'now'>,
  locked: Locked,
  { reason, text }: Refused,
): Promise<FinalStatus> {
  const { code } = failureOf(reason)
  await endUnpaid(tx, context, locked, 'fail', {
    source: 'provider',
    at: context.now(),
    code: code === 'other' ? 'refused' : code,
    text: [reason, text].filter(Boolean).join(': '),
  })
  return 'failed'
}

/**
 * A later try was refused, and the provider has been asked since: only where it has nothing of the
 * earlier ones either has nothing left.
 */
export async function applyRefusedAgain(
  context: Applying,
  paymentId: string,
  refused: Refused,
  asked: LookedUp,
): Promise<void> {
  await learning(context, paymentId, async (tx, locked) => {
    if (asked.kind === 'answered') {
      const from = { source: 'provider' as const, at: context.now() }
      return (await recordStatus(tx, context, locked, asked.update, from)).finalStatus
    }
    const { state, providerId } = locked.payment
    const isOurs = asked.kind === 'none' && state === 'unknown' && providerId === null
    return isOurs ? refuse(tx, context, locked, refused) : null
  })
}

/**
 * Puts the next question off: the very same request is to be tried again by then. With `why` the story
 * says what it waits for.
 */
export async function putOff(
  { db, now }: Pick<Context, 'db' | 'now'>,
  paymentId: string,
  until: Date,
  why: string | null = null,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { payment } = await lockedPayment(tx, paymentId)
    const waits = payment.state === 'processing' || payment.state === 'unknown'
    if (!waits || payment.providerId !== null) return
    await queries.updatePayment(tx, paymentId, { next_poll_at: until })
    if (why === null) return
    await tellEvent(tx, payment, { at: now(), source: 'sender', action: 'wait', note: why })
  })
}
