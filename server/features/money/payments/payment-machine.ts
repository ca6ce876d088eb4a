import {
  PAYMENT_MACHINE,
  type PaymentAction,
  type PaymentState,
} from '../../../../contract/money/payment-states.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { PayoutUpdate } from './provider/provider.ts'

const STANDS: Record<PaymentState, string> = {
  proposed: 'waits for its approval',
  declined: 'was declined already',
  queued: 'is queued already',
  processing: 'is on its way',
  unknown: 'waits until it is known what became of it',
  processed: 'has arrived already',
  failed: 'has failed already',
  reversed: 'came back already',
}

const DONE: Record<PaymentAction, string> = {
  approve: 'approved',
  decline: 'declined',
  send: 'sent',
  lose: 'marked as unknown',
  find: 'marked as found',
  process: 'marked as paid',
  fail: 'marked as failed',
  reverse: 'marked as reversed',
}

type Numbered = { number: string; state: PaymentState }

/** Where a payment stands, as a sentence begins: "PY100001 has arrived already". */
export const paymentStatusLine = ({ number, state }: Numbered) => `${number} ${STANDS[state]}`

/** Where an action leads a payment, or 409 in words when the machine has no such step from there. */
export function nextPaymentState(payment: Numbered, action: PaymentAction): PaymentState {
  const { from, to } = PAYMENT_MACHINE[action]
  if (from.includes(payment.state)) return to
  throw new AppError('conflict', `${paymentStatusLine(payment)}: it cannot be ${DONE[action]}.`)
}

/** States in which nothing of a payment moves any more, but for its coming back. */
export const isOver = (state: PaymentState) =>
  state === 'declined' || state === 'processed' || state === 'failed' || state === 'reversed'

type Steps = readonly PaymentAction[] | 'contradiction'
const NEVER_SENT: Record<PayoutUpdate['state'], Steps> = {
  processing: 'contradiction',
  processed: 'contradiction',
  failed: 'contradiction',
  reversed: 'contradiction',
}
const STEPS: Record<PaymentState, Record<PayoutUpdate['state'], Steps>> = {
  proposed: NEVER_SENT,
  declined: NEVER_SENT,
  queued: NEVER_SENT,
  processing: {
    processing: [],
    processed: ['process'],
    failed: ['fail'],
    reversed: ['process', 'reverse'],
  },
  unknown: {
    processing: ['find'],
    processed: ['process'],
    failed: ['fail'],
    reversed: ['process', 'reverse'],
  },
  processed: {
    processing: [],
    processed: [],
    failed: 'contradiction',
    reversed: ['reverse'],
  },
  failed: {
    processing: [],
    processed: 'contradiction',
    failed: [],
    reversed: 'contradiction',
  },
  reversed: { processing: [], processed: [], failed: [], reversed: [] },
}

/**
 * What a payment learns when it is told of a state: the steps to take, none where it is older news.
 * Of one that failed without the provider's word, by a person or by ourselves, any life is a
 * contradiction: money may have left that nobody here counts on.
 */
export function stepsTowards(
  { state, isKnownToProvider }: { state: PaymentState; isKnownToProvider: boolean },
  told: PayoutUpdate['state'],
): Steps {
  if (state === 'failed' && !isKnownToProvider && told !== 'failed') return 'contradiction'
  return STEPS[state][told]
}
