import {
  pendingPaymentsQuery,
  completePaymentsQuery,
  failedPaymentsQuery,
} from './payment-queries.ts'
import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { page } from '../paging.ts'
import { failureClass, paymentMode, provider, PAYMENT_STATES } from './payment-states.ts'
import { checkLine, redemptionKind, redemptionState, verdict } from './redemption-states.ts'
import { taxExplained } from './tax.ts'
import { instant } from '../time.ts'
import { paise } from '../paise.ts'

const tag = 'Payments'
const PENDING = '/dashboard/pending-payment'
const COMPLETE = '/dashboard/complete-payment'
const REINITIATE = '/dashboard/payment-reinitiate'
/** Who sees what a member was paid: the drawer of All Users shows it too. */
export const PAYMENT_PAGES = [PENDING, COMPLETE, REINITIATE, '/dashboard/users'] as const

const redemptionId = z.string().regex(/^\d{1,19}$/, 'A redemption id is a number.')
const paymentId = z.string().regex(/^\d{1,19}$/, 'A payment id is a number.')

/** What money waits for: `ready` is an approved redemption that nobody has sent yet. */

/** Why a payment came to nothing, in words, and what can be done about it. */
const failure = z.object({ code: z.string(), words: z.string(), class: failureClass })

/** One attempt to pay a redemption; in the list of pending ones also a redemption without any. */
export const paymentRow = z.object({
  /** Unique in a list: the payment, or the redemption where there is none yet. */
  rowId: z.string(),
  redemptionId: z.string(),
  redemptionNumber: z.string(),
  redemptionState,
  paymentId: z.string().nullable(),
  number: z.string().nullable(),
  /** The first is 1; 0 where there is none yet. */
  attempt: z.number().int(),
  state: z.enum(['ready', ...PAYMENT_STATES]),
  provider: provider.nullable(),
  mode: paymentMode.nullable(),
  kind: z.enum(['bank', 'upi']),
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  /** What the points are worth. Tax and net amount are fixed when it is sent. */
  grossPaise: paise,
  taxPaise: paise.nullable(),
  netPaise: paise.nullable(),
  /** Masked. */
  destination: z.string().nullable(),
  /** Since when it stands in its state. */
  since: instant,
  sentAt: instant.nullable(),
  processedAt: instant.nullable(),
  reversedAt: instant.nullable(),
  utr: z.string().nullable(),
  providerId: z.string().nullable(),
  /** As the provider calls it. */
  providerState: z.string().nullable(),
  /** When the provider is asked next by itself. */
  nextPollAt: instant.nullable(),
  failure: failure.nullable(),
  bankFileNumber: z.string().nullable(),
  /** Findings about it that wait for a person; each of them stops another attempt. */
  alerts: z.number().int(),
  /** Of the checklist of one that came to nothing, with the lines that are not ok; else null. */
  verdict: verdict.nullable(),
  problems: z.array(checkLine),
  /** Whether I may begin another attempt, and why not. Of failed and reversed ones only. */
  mayReinitiate: z.boolean(),
  whyNot: z.string().nullable(),
  /** Whether I may ask the member for other details, and when that was last done, by whom. */
  mayAskDetails: z.boolean(),
  detailsAsked: z.object({ at: instant, by: z.string() }).nullable(),
})
export type PaymentRow = z.infer<typeof paymentRow>

export const pendingPayments = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/pending',
  access: seeing(PENDING),
  tag,
  summary: 'Money that waits: ready to send, queued, processing, unknown',
  query: pendingPaymentsQuery,
  response: page(paymentRow),
})

export const completePayments = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/complete',
  access: seeing(COMPLETE, '/dashboard/users'),
  tag,
  summary: 'Payments that arrived, with UTR and tax; those that came back again are marked',
  query: completePaymentsQuery,
  response: page(paymentRow),
})

export const failedPayments = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/failed',
  access: seeing(REINITIATE),
  tag,
  summary:
    'Redemptions whose last payment failed, was reversed or declined: why, and what may be done',
  query: failedPaymentsQuery,
  response: page(paymentRow),
})

/** Everything about the money of one redemption. */
export const paymentStory = z.object({
  redemptionId: z.string(),
  redemptionNumber: z.string(),
  redemptionState,
  kind: redemptionKind,
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  points: z.number().int(),
  grossPaise: paise,
  destination: z.string().nullable(),
  /** The attempts, newest first. */
  attempts: z.array(
    paymentRow.extend({
      idempotencyKey: z.string().nullable(),
      initiatedBy: z.string().nullable(),
      reason: z.string().nullable(),
      decidedBy: z.string().nullable(),
      /** Whether I may decide about a proposed one, and why not. */
      mayDecide: z.boolean(),
      events: z.array(
        z.object({ at: instant, by: z.string(), what: z.string(), note: z.string().nullable() }),
      ),
    }),
  ),
  tax: taxExplained.nullable(),
  /** Evaluated while nothing is on its way. */
  checklist: z.array(checkLine),
  verdict: verdict.nullable(),
  mayGiveUp: z.boolean(),
})
export type PaymentStory = z.infer<typeof paymentStory>
export type PaymentAttempt = PaymentStory['attempts'][number]

export const getPayment = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/of/:redemptionId',
  access: seeing(...PAYMENT_PAGES),
  tag,
  summary: 'The money of one redemption: attempts, tax, checklist, what happened',
  params: z.object({ redemptionId }),
  response: paymentStory,
})

const left = z.array(z.object({ redemptionId: z.string(), number: z.string(), reason: z.string() }))
export const SEND_MAX = 500
const several = z
  .array(redemptionId)
  .min(1, 'Choose at least one.')
  .max(SEND_MAX, `At most ${SEND_MAX} at once.`)

export const sendPayments = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/send',
  access: having('payment.send'),
  tag,
  summary: 'Queue the first payment of approved redemptions; each is checked again',
  body: z.object({
    redemptionIds: several,
    provider,
    /** Gross, of all: what the person has seen and confirmed. */
    totalPaise: paise,
  }),
  response: z.object({ queued: z.array(z.string()), left }),
})

export const reinitiatePayments = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/reinitiate',
  access: having('payment.reinitiate'),
  tag,
  summary:
    'Another attempt at failed and reversed ones; where the destination changed, another approves',
  body: z.object({
    redemptionIds: several,
    provider,
    totalPaise: paise,
    reason: plainText('The reason', 300, 3),
  }),
  response: z.object({ queued: z.array(z.string()), proposed: z.array(z.string()), left }),
})

const deciding = { params: z.object({ paymentId }), tag, response: paymentStory } as const
export const approvePayment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:paymentId/approve',
  access: having('payment.reinitiate'),
  summary: 'Approve an attempt that goes elsewhere than the last; not by whoever proposed it',
  ...deciding,
  body: z.object({ note: plainText('The note', 300).optional() }),
})

export const declinePayment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:paymentId/decline',
  access: having('payment.reinitiate'),
  summary: 'Decline an attempt that was proposed',
  ...deciding,
  body: z.object({ reason: plainText('The reason', 300, 3) }),
})

export const askProvider = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:paymentId/ask',
  access: having('payment.ask'),
  summary: 'Ask the provider now what became of a payment',
  ...deciding,
})

export const settlePayment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:paymentId/settle',
  access: having('payment.settle'),
  summary: 'Settle one whose answer was lost, or of which a finding waits, by what the bank says',
  ...deciding,
  body: z
    .object({
      outcome: z.enum(['processed', 'failed'], { error: 'Paid or not paid.' }),
      utr: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{6,40}$/, 'A UTR has 6 to 40 letters and digits.')
        .optional(),
      reason: plainText('The reason', 300, 3),
    })
    .refine(({ outcome, utr }) => outcome === 'failed' || utr !== undefined, {
      message: 'Enter the UTR from the bank statement.',
      path: ['utr'],
    })
    .refine(({ outcome, utr }) => outcome === 'processed' || utr === undefined, {
      message: 'What was not paid has no UTR.',
      path: ['utr'],
    }),
})

export const giveUpPayment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/of/:redemptionId/give-up',
  access: having('payment.reinitiate'),
  tag,
  summary: 'Give up paying a redemption; the points come back to the member',
  params: z.object({ redemptionId }),
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: paymentStory,
})

export const paymentReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/:paymentId/receipt',
  access: seeing(...PAYMENT_PAGES),
  tag,
  summary: 'The receipt of a payment that arrived, as PDF in the member’s language',
  params: z.object({ paymentId }),
  response: file('application/pdf'),
})

/** What a provider holds and how far it reaches. */
export const providerStatus = z.object({
  provider,
  name: z.string(),
  /** Null where the provider tells none. */
  balancePaise: paise.nullable(),
  asOf: instant.nullable(),
  /** Why there is no balance, in words. */
  problem: z.string().nullable(),
  /** Of what is queued for it, oldest first, as much as the balance covers. */
  waiting: z.object({ count: z.number().int(), paise }),
  covered: z.object({ count: z.number().int(), paise }).nullable(),
})
export type ProviderStatus = z.infer<typeof providerStatus>

export const paymentProviders = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/providers',
  access: seeing(PENDING, REINITIATE),
  tag,
  summary: 'The ways of payment that are set up: balance, what waits for it, what it covers',
  response: z.object({
    providers: z.array(providerStatus),
    /** Approved and sent by nobody yet. */
    ready: z.object({ count: z.number().int(), paise }),
    perSecond: z.number().int(),
  }),
})
