import { formatPaise } from '../../../../../contract/money.ts'
import {
  failureOf,
  PROVIDER_NAMES,
  type FailureCode,
} from '../../../../../contract/money/payment-states.ts'
import type { Context } from '../../../../context.ts'
import type { Tx } from '../../../../db/database.ts'
import { raiseAlert, type Finding } from './alert.service.ts'
import { lookBackAt } from '../dispatch/poll-schedule.ts'
import { stepsTowards } from '../payment-machine.ts'
import {
  endPaid,
  endUnpaid,
  lockedPayment,
  stepPayment,
  tellEvent,
  type Locked,
  type LockedPayment,
  type Source,
} from '../payment-step.service.ts'
import { codeInWords } from '../bank-file/bank-reasons.ts'
import * as queries from '../payments.queries.ts'
import type { PayoutUpdate } from '../provider/provider.ts'

/** The status of one payment as somebody reports it; a bank that answers by file has no id of its own for it. */
export type StatusUpdate = Omit<PayoutUpdate, 'providerId'> & { providerId: string | null }
/** What the member is to be told, once it is committed. */
export type FinalStatus = 'paid' | 'failed' | 'reversed'
export type Recorded = {
  outcome: 'applied' | 'known' | 'disagrees'
  finalStatus: FinalStatus | null
}
/** Who reported it, and when. */
export type UpdateSource = { source: Source; at: Date }

type Applying = Pick<Context, 'keys' | 'config'>
const DISAGREES: Recorded = { outcome: 'disagrees', finalStatus: null }

/**
 * The one way a payment learns its status, whoever reports it: an answer, a poll, a webhook, a bank's
 * file. In any order and however often: what is known already changes nothing, nothing leads back, and
 * what contradicts our books is put before a person instead of being recorded.
 */
export async function recordStatus(
  tx: Tx,
  context: Applying,
  locked: Locked,
  update: StatusUpdate,
  from: UpdateSource,
): Promise<Recorded> {
  const { payment } = locked
  const steps = stepsTowards(
    { state: payment.state, isKnownToProvider: payment.providerId !== null },
    update.state,
  )
  const discrepancy = await discrepancyWith(tx, payment, update, steps === 'contradiction')
  if (discrepancy !== null || steps === 'contradiction') {
    if (discrepancy !== null) await putBeforePerson(tx, context, locked, update, from, discrepancy)
    return DISAGREES
  }
  const learned = learnedOf(payment, update, steps.length > 0)
  if (steps.length === 0) return learn(tx, context, payment, update, from, learned)
  let at: Locked = locked
  let finalStatus: FinalStatus | null = null
  for (const action of steps) {
    if (action === 'find') {
      const nextPoll = pollAgainAt(context, from.at)
      const changes = { ...learned, next_poll_at: nextPoll, polls: 0 }
      await stepPayment(tx, payment, { action, ...from, note: saidBy(payment, update), changes })
    } else if (action === 'process') {
      // Its UTR may come later: until then it is asked for.
      const ask = update.utr === null ? pollAgainAt(context, from.at) : lookBackAt(from.at, from.at)
      const isAsked = payment.provider === 'razorpayx' && update.state === 'processed'
      const changes = { ...learned, next_poll_at: isAsked ? ask : null, polls: 0 }
      at = await endPaid(tx, context, at, { ...from, changes })
      finalStatus = 'paid'
    } else if (action === 'fail' || action === 'reverse') {
      at = await endUnpaid(tx, context, at, action, {
        ...from,
        ...failureIn(payment, update, action),
        changes: learned,
      })
      finalStatus = action === 'fail' ? 'failed' : 'reversed'
    }
  }
  return { outcome: 'applied', finalStatus }
}

/** When to poll first after an update. */
function pollAgainAt({ config }: Applying, at: Date): Date {
  return new Date(at.getTime() + config.PAYOUT_POLL_SECONDS * 1000)
}

function failureIn(
  { provider }: LockedPayment,
  { reason, reasonText }: StatusUpdate,
  action: 'fail' | 'reverse',
): { code: FailureCode; text: string | null } {
  const isFile = provider === 'bank-file'
  const unnamed = action === 'reverse' || isFile ? 'returned' : 'other'
  const inWords = isFile ? codeInWords(reasonText ?? '') : null
  const { code } = failureOf(reason ?? inWords ?? unnamed)
  const text = [reason, reasonText].filter(Boolean).join(': ')
  return { code, text: text || null }
}

type Learned = { provider_id?: string; provider_state?: string; utr?: string }

/** What there is to know besides the state; what is known stays. */
function learnedOf(payment: LockedPayment, update: StatusUpdate, leadsOn: boolean): Learned {
  const isNew = payment.providerState !== update.providerState
  return {
    ...(payment.providerId === null && update.providerId && { provider_id: update.providerId }),
    ...(isNew &&
      (leadsOn || !isOlder(payment, update)) && { provider_state: update.providerState }),
    ...(payment.utr === null && update.utr && { utr: update.utr }),
  }
}

/** Of a payment that is further than an update, the provider's state stays that of the later one. */
function isOlder({ state }: LockedPayment, { state: told }: StatusUpdate): boolean {
  if (state === 'processing' || state === 'unknown') return false
  return state !== told
}

/** Nothing moves, but an id, a UTR or the provider's own state may be new. */
async function learn(
  tx: Tx,
  context: Applying,
  payment: LockedPayment,
  update: StatusUpdate,
  { source, at }: UpdateSource,
  learned: Learned,
): Promise<Recorded> {
  if (Object.keys(learned).length === 0) return { outcome: 'known', finalStatus: null }
  const isOpen = payment.state === 'processing'
  await queries.updatePayment(tx, payment.paymentId, {
    ...learned,
    ...(learned.utr &&
      payment.processedAt && { next_poll_at: lookBackAt(payment.processedAt, at) }),
    ...(isOpen && { next_poll_at: pollAgainAt(context, at), polls: 0 }),
  })
  const action = learned.utr ? 'utr' : 'told'
  const note = learned.utr ?? saidBy(payment, update)
  await tellEvent(tx, payment, { at, source, action, note })
  return { outcome: 'applied', finalStatus: null }
}

const saidBy = ({ provider }: LockedPayment, { providerState }: StatusUpdate) =>
  `${PROVIDER_NAMES[provider]}: ${providerState}`

type Discrepancy = Pick<Finding, 'kind' | 'words'>

/** How an update contradicts what is known of this payment; null where it does not. */
async function discrepancyWith(
  tx: Tx,
  payment: LockedPayment,
  update: StatusUpdate,
  contradicts: boolean,
): Promise<Discrepancy | null> {
  const { number, netPaise, providerId, utr, state } = payment
  const who = PROVIDER_NAMES[payment.provider]
  if (providerId !== null && update.providerId !== null && providerId !== update.providerId) {
    const words = `${who} has two payouts for ${number}: ${providerId} and ${update.providerId}, which is ${update.providerState}. It may have paid twice.`
    return { kind: 'contradiction', words }
  }
  if (update.number !== null && update.number !== number) {
    const words = `${who} calls ${update.providerId ?? ''} ${update.number}; here it is ${number}.`
    return { kind: 'contradiction', words }
  }
  if (contradicts) {
    const words = `${who} says of ${number}: ${update.providerState}${update.utr ? `, UTR ${update.utr}` : ''}. Here it is recorded as ${state}.`
    return { kind: 'contradiction', words }
  }
  if (netPaise !== null && update.amountPaise !== netPaise) {
    const [told, sent] = [formatPaise(update.amountPaise), formatPaise(netPaise)]
    const words = `${who} says that ${number} is ${told} (${update.providerState}); ${sent} was sent.`
    return { kind: 'amount_differs', words }
  }
  if (update.utr === null) return null
  if (utr !== null && utr !== update.utr) {
    const words = `${who} gives the UTR ${update.utr} for ${number}, which has ${utr}.`
    return { kind: 'contradiction', words }
  }
  const other = utr === null && (await queries.otherWithUtr(tx, update.utr, payment.paymentId))
  if (!other) return null
  const words = `${who} gives the UTR ${update.utr} for ${number}; it stands on ${other.number}.`
  return { kind: 'utr_twice', words }
}

async function putBeforePerson(
  tx: Tx,
  context: Applying,
  { redemption, payment }: Locked,
  update: StatusUpdate,
  { source, at }: UpdateSource,
  discrepancy: Discrepancy,
): Promise<void> {
  const { provider } = payment
  const finding = { ...discrepancy, at, payment, provider, providerId: update.providerId }
  const isNew = await raiseAlert(tx, finding)
  if (isNew) await tellEvent(tx, payment, { at, source, action: 'alert', note: discrepancy.words })
  const queuedId = await queries.queuedOf(tx, redemption.redemptionId)
  if (queuedId === null) return
  // Another attempt waits to leave while money of this one may have arrived: it must not follow.
  const text = `${payment.number} may have been paid after all: see what was found about it.`
  const queued = await lockedPayment(tx, queuedId)
  await endUnpaid(tx, context, queued, 'fail', { source, at, code: 'checklist', text })
}
