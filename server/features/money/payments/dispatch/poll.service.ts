import { PROVIDER_NAMES } from '../../../../../contract/money/payment-states.ts'
import type { PaymentStory } from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import type { StaffCaller } from '../../../../http/caller.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { raiseAlert } from '../reconcile/alert.service.ts'
import { recordStatus, type FinalStatus } from '../reconcile/record-status.service.ts'
import { isKeyKept, lookBackAt } from './poll-schedule.ts'
import { paymentStatusLine } from '../payment-machine.ts'
import { lockedPayment, stepPayment, tellEvent, type Locked } from '../payment-step.service.ts'
import * as queries from '../payments.queries.ts'
import { noAnswer, notSetUp } from '../provider/provider-labels.ts'
import type { LookedUp, PayoutProvider } from '../provider/provider.ts'
import {
  applyRefusedAgain,
  applySent,
  isPassing,
  learning,
  pauseMs,
  putOff,
  waitsFor,
} from './outcome.service.ts'
import {
  sendInTime,
  takeAgain,
  type RateLimit,
  type Sending,
  type Try,
} from './dispatch.service.ts'
import { paymentStory } from '../lists/story.service.ts'

/** A paid payment is polled so often for a UTR that does not come. */
const MOST_ASKS_FOR_UTR = 10

type Question = { providerId: string | null; number: string }

/**
 * Polls the provider about a payment that is due, and does what follows: records its status, and where
 * the provider has nothing of a lost try, sends the very same request again with the same key.
 */
export async function pollDue(
  context: Sending,
  provider: PayoutProvider,
  paymentId: string,
  limit: RateLimit,
): Promise<void> {
  const question = await transaction(context.db, (tx) => takeQuestion(tx, context, paymentId))
  if (!question) return
  await limit.turn()
  if (limit.signal.aborted) return
  const asked = await provider.lookUp(question)
  if (asked.kind === 'lost') return
  await learning(context, paymentId, (tx, locked) => recordAnswer(tx, context, locked, asked))
  if (asked.kind !== 'none' || question.providerId !== null) return
  await limit.turn()
  if (limit.signal.aborted) return
  const taken = await takeAgain(context, paymentId, 'unknown')
  if (taken) await sendAgain(context, provider, { paymentId, taken, question }, limit)
}

/**
 * Puts the next question off first, so that a payment whose question fails cannot hold up the others.
 * A claim that nobody answered, because its process ended, is unknown from here on.
 */
async function takeQuestion(tx: Tx, context: Sending, paymentId: string): Promise<Question | null> {
  const { payment } = await lockedPayment(tx, paymentId)
  const { state, providerId, number, nextPollAt } = payment
  const at = context.now()
  if (nextPollAt === null || nextPollAt > at) return null
  const polls = payment.polls + 1
  const soon = new Date(at.getTime() + pauseMs(context, polls))
  const isSettled = payment.utr !== null || polls >= MOST_ASKS_FOR_UTR
  const next =
    payment.processedAt !== null && isSettled ? lookBackAt(payment.processedAt, at) : soon
  const changes = { next_poll_at: next, polls }
  if (state === 'processing' && providerId === null) {
    const note = 'Nobody wrote down an answer.'
    await stepPayment(tx, payment, { action: 'lose', at, source: 'sender', note, changes })
  } else await queries.updatePayment(tx, paymentId, changes)
  return { providerId, number }
}

async function recordAnswer(
  tx: Tx,
  context: Sending,
  locked: Locked,
  asked: Exclude<LookedUp, { kind: 'lost' }>,
): Promise<FinalStatus | null> {
  const at = context.now()
  if (asked.kind === 'answered') {
    return (await recordStatus(tx, context, locked, asked.update, { source: 'provider', at }))
      .finalStatus
  }
  const { payment } = locked
  const { provider, providerId, number } = payment
  const who = PROVIDER_NAMES[provider]
  if (providerId !== null) {
    const words = `${who} says that it has no payout ${providerId}, which it gave for ${number} before.`
    await raiseAlert(tx, { kind: 'contradiction', at, words, payment, provider, providerId })
  } else if (payment.state === 'unknown') {
    const old = isKeyKept(payment, at)
      ? ''
      : ' It is too old to be sent again under its key: settle it by the bank statement.'
    const note = `${who} has no payout ${number}.${old}`
    await tellEvent(tx, payment, { at, source: 'provider', action: 'ask', note })
  }
  return null
}

type Again = { paymentId: string; taken: Try; question: Question }

async function sendAgain(
  context: Sending,
  provider: PayoutProvider,
  { paymentId, taken, question }: Again,
  { turn, cut }: RateLimit,
): Promise<void> {
  const sent = await sendInTime(context, provider, taken, cut)
  if (sent.kind === 'later' || isPassing(sent)) {
    const waitMs = sent.kind === 'later' ? sent.waitMs : 0
    const pause = Math.max(waitMs, pauseMs(context, 0))
    const until = new Date(context.now().getTime() + pause)
    return putOff(context, paymentId, until, waitsFor(sent))
  }
  if (sent.kind === 'lost') {
    return putOff(context, paymentId, new Date(context.now().getTime() + pauseMs(context, 1)))
  }
  if (sent.kind === 'answered') return applySent(context, paymentId, sent)
  await turn()
  const asked = await provider.lookUp(question)
  await applyRefusedAgain(context, paymentId, sent, asked)
}

/**
 * Asks now, because a person wants to know. Where the provider does not answer, that is said and nothing
 * is changed; where it has nothing of a lost try, the sender sends the same again at once.
 */
export async function pollProvider(
  context: Context,
  caller: StaffCaller,
  paymentId: string,
): Promise<PaymentStory> {
  const { question, redemptionId } = await transaction(context.db, async (tx) => {
    const { payment } = await lockedPayment(tx, paymentId)
    refuseUnlessAsked(context, payment)
    const { providerId, number, redemptionId } = payment
    return { question: { providerId, number }, redemptionId }
  })
  const { payouts } = context
  if (!payouts) throw notSetUp()
  const asked = await payouts.lookUp(question)
  if (asked.kind === 'lost') throw noAnswer(asked.why)
  await learning(context, paymentId, async (tx, locked) => {
    const { payment } = locked
    const event = { at: context.now(), source: 'staff', action: 'ask' } as const
    await tellEvent(tx, payment, { ...event, staffId: caller.staffId })
    const finalStatus = await recordAnswer(tx, context, locked, asked)
    if (asked.kind === 'none' && payment.state === 'unknown' && payment.providerId === null) {
      const polls = Math.max(payment.polls, 1)
      await queries.updatePayment(tx, paymentId, { next_poll_at: context.now(), polls })
    }
    return finalStatus
  })
  return paymentStory(context, caller, redemptionId)
}

function refuseUnlessAsked(context: Context, payment: Locked['payment']): void {
  const { provider, state, number, providerId, triedAt } = payment
  const refuse = (message: string) => new AppError('conflict', message)
  if (provider === 'bank-file') {
    throw refuse(`${number} went by bank file: the bank answers with a file.`)
  }
  if (!context.payouts) throw notSetUp()
  if (state !== 'processing' && state !== 'unknown' && state !== 'processed') {
    throw refuse(`${paymentStatusLine(payment)}: there is nothing to ask.`)
  }
  const young = context.now().getTime() - 2 * context.config.PAYOUT_TIMEOUT_SECONDS * 1000
  if (state === 'processing' && providerId === null && triedAt && triedAt.getTime() > young) {
    throw refuse(`${number} was sent a moment ago: its answer may still come.`)
  }
}
