import { formatPaise } from '../../../../contract/money.ts'
import {
  failureOf,
  PROVIDER_NAMES,
  type FailureCode,
} from '../../../../contract/money/payment-states.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { raiseAlert, type Finding } from './alert.service.ts'
import { lookBackAt } from './asking-times.ts'
import { stepsWhenTold } from './payment-machine.ts'
import {
  endPaid,
  endUnpaid,
  lockedPayment,
  stepPayment,
  tellEvent,
  type Locked,
  type LockedPayment,
  type Source,
} from './payment-step.service.ts'
import { codeInWords } from './bank-reasons.ts'
import * as queries from './payments.queries.ts'
import type { Told } from './provider.ts'

/** What is said of one payment; a bank that answers by file has no id of its own for it. */
export type Heard = Omit<Told, 'providerId'> & { providerId: string | null }
/** What the member is to be told, once it is committed. */
export type News = 'paid' | 'failed' | 'reversed'
export type Applied = { outcome: 'applied' | 'known' | 'disagrees'; news: News | null }
/** Who said it, and when it was heard. */
export type Hearing = { source: Source; at: Date }

type Applying = Pick<Context, 'keys' | 'config'>
const DISAGREES: Applied = { outcome: 'disagrees', news: null }

/**
 * The one way a payment learns what became of it, whoever tells: an answer, a question, a webhook, a
 * bank's file. In any order and however often: what is known already changes nothing, nothing leads
 * back, and what cannot be true of our books is put before a person instead of being applied.
 */
export async function applyTold(
  tx: Tx,
  context: Applying,
  locked: Locked,
  heard: Heard,
  hearing: Hearing,
): Promise<Applied> {
  const { payment } = locked
  const steps = stepsWhenTold(
    { state: payment.state, isKnownToProvider: payment.providerId !== null },
    heard.state,
  )
  const doubt = await doubtAbout(tx, payment, heard, steps === 'contradiction')
  if (doubt !== null || steps === 'contradiction') {
    if (doubt !== null) await putBeforePerson(tx, context, locked, heard, hearing, doubt)
    return DISAGREES
  }
  const learned = learnedOf(payment, heard, steps.length > 0)
  if (steps.length === 0) return learn(tx, context, payment, heard, hearing, learned)
  let at: Locked = locked
  let news: News | null = null
  for (const action of steps) {
    if (action === 'find') {
      const nextAsk = askAgainAt(context, hearing.at)
      const changes = { ...learned, next_ask_at: nextAsk, asks: 0 }
      await stepPayment(tx, payment, { action, ...hearing, note: saidBy(payment, heard), changes })
    } else if (action === 'process') {
      // Its UTR may come later: until then it is asked for.
      const ask =
        heard.utr === null ? askAgainAt(context, hearing.at) : lookBackAt(hearing.at, hearing.at)
      const isAsked = payment.provider === 'razorpayx' && heard.state === 'processed'
      const changes = { ...learned, next_ask_at: isAsked ? ask : null, asks: 0 }
      at = await endPaid(tx, context, at, { ...hearing, changes })
      news = 'paid'
    } else if (action === 'fail' || action === 'reverse') {
      at = await endUnpaid(tx, context, at, action, {
        ...hearing,
        ...failureIn(payment, heard, action),
        changes: learned,
      })
      news = action === 'fail' ? 'failed' : 'reversed'
    }
  }
  return { outcome: 'applied', news }
}

/** The first time to ask after something was heard. */
function askAgainAt({ config }: Applying, at: Date): Date {
  return new Date(at.getTime() + config.PAYOUT_ASK_SECONDS * 1000)
}

function failureIn(
  { provider }: LockedPayment,
  { reason, reasonText }: Heard,
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
function learnedOf(payment: LockedPayment, heard: Heard, leadsOn: boolean): Learned {
  const isNews = payment.providerState !== heard.providerState
  return {
    ...(payment.providerId === null && heard.providerId && { provider_id: heard.providerId }),
    ...(isNews && (leadsOn || !isOlder(payment, heard)) && { provider_state: heard.providerState }),
    ...(payment.utr === null && heard.utr && { utr: heard.utr }),
  }
}

/** Of a payment that is further than what is told, the provider's state stays that of the later news. */
function isOlder({ state }: LockedPayment, { state: told }: Heard): boolean {
  if (state === 'processing' || state === 'unknown') return false
  return state !== told
}

/** Nothing moves, but an id, a UTR or the provider's own state may be new. */
async function learn(
  tx: Tx,
  context: Applying,
  payment: LockedPayment,
  heard: Heard,
  { source, at }: Hearing,
  learned: Learned,
): Promise<Applied> {
  if (Object.keys(learned).length === 0) return { outcome: 'known', news: null }
  const isOpen = payment.state === 'processing'
  await queries.updatePayment(tx, payment.paymentId, {
    ...learned,
    ...(learned.utr && payment.processedAt && { next_ask_at: lookBackAt(payment.processedAt, at) }),
    ...(isOpen && { next_ask_at: askAgainAt(context, at), asks: 0 }),
  })
  const action = learned.utr ? 'utr' : 'told'
  const note = learned.utr ?? saidBy(payment, heard)
  await tellEvent(tx, payment, { at, source, action, note })
  return { outcome: 'applied', news: null }
}

const saidBy = ({ provider }: LockedPayment, { providerState }: Heard) =>
  `${PROVIDER_NAMES[provider]}: ${providerState}`

type Doubt = Pick<Finding, 'kind' | 'words'>

/** Why what is told cannot be true of this payment; null where it can. */
async function doubtAbout(
  tx: Tx,
  payment: LockedPayment,
  heard: Heard,
  contradicts: boolean,
): Promise<Doubt | null> {
  const { number, netPaise, providerId, utr, state } = payment
  const who = PROVIDER_NAMES[payment.provider]
  if (providerId !== null && heard.providerId !== null && providerId !== heard.providerId) {
    const words = `${who} has two payouts for ${number}: ${providerId} and ${heard.providerId}, which is ${heard.providerState}. It may have paid twice.`
    return { kind: 'contradiction', words }
  }
  if (heard.number !== null && heard.number !== number) {
    const words = `${who} calls ${heard.providerId ?? ''} ${heard.number}; here it is ${number}.`
    return { kind: 'contradiction', words }
  }
  if (contradicts) {
    const words = `${who} says of ${number}: ${heard.providerState}${heard.utr ? `, UTR ${heard.utr}` : ''}. Here it is recorded as ${state}.`
    return { kind: 'contradiction', words }
  }
  if (netPaise !== null && heard.amountPaise !== netPaise) {
    const [told, sent] = [formatPaise(heard.amountPaise), formatPaise(netPaise)]
    const words = `${who} says that ${number} is ${told} (${heard.providerState}); ${sent} was sent.`
    return { kind: 'amount_differs', words }
  }
  if (heard.utr === null) return null
  if (utr !== null && utr !== heard.utr) {
    const words = `${who} gives the UTR ${heard.utr} for ${number}, which has ${utr}.`
    return { kind: 'contradiction', words }
  }
  const other = utr === null && (await queries.otherWithUtr(tx, heard.utr, payment.paymentId))
  if (!other) return null
  const words = `${who} gives the UTR ${heard.utr} for ${number}; it stands on ${other.number}.`
  return { kind: 'utr_twice', words }
}

async function putBeforePerson(
  tx: Tx,
  context: Applying,
  { redemption, payment }: Locked,
  heard: Heard,
  { source, at }: Hearing,
  doubt: Doubt,
): Promise<void> {
  const { provider } = payment
  const finding = { ...doubt, at, payment, provider, providerId: heard.providerId }
  const isNew = await raiseAlert(tx, finding)
  if (isNew) await tellEvent(tx, payment, { at, source, action: 'alert', note: doubt.words })
  const queuedId = await queries.queuedOf(tx, redemption.redemptionId)
  if (queuedId === null) return
  // Another attempt waits to leave while money of this one may have arrived: it must not follow.
  const text = `${payment.number} may have been paid after all: see what was found about it.`
  const queued = await lockedPayment(tx, queuedId)
  await endUnpaid(tx, context, queued, 'fail', { source, at, code: 'checklist', text })
}
