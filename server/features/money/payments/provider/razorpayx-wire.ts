import { z } from 'zod'
import { FAILURE_CODES } from '../../../../../contract/money/payment-states.ts'
import { withoutNumbers } from './provider-labels.ts'
import type { PayoutRequest, Sent, PayoutUpdate } from './provider.ts'

// What RazorpayX writes and reads: razorpay.com/docs/api/x, as published in April 2026.

/** Each state of a payout in their words, and in ours. Beyond `processed` only `reversed` follows. */
export const RAZORPAYX_STATES = {
  pending: 'processing',
  queued: 'processing',
  scheduled: 'processing',
  processing: 'processing',
  processed: 'processed',
  reversed: 'reversed',
  cancelled: 'failed',
  rejected: 'failed',
  failed: 'failed',
} as const satisfies Record<string, PayoutUpdate['state']>

/** Where they may give no reason, because a person of ours did it over there. */
const REASON_OF_STATE: Record<string, string> = {
  cancelled: 'payout_cancelled',
  rejected: 'payout_rejected',
}

const stateName = z.enum(Object.keys(RAZORPAYX_STATES) as (keyof typeof RAZORPAYX_STATES)[])
const someText = z.string().nullish()
const payout = z.object({
  id: z.string().regex(/^pout_\w{1,60}$/),
  entity: z.literal('payout'),
  amount: z.number().int().positive(),
  currency: z.literal('INR'),
  status: stateName,
  reference_id: someText,
  utr: someText,
  status_details: z.object({ reason: someText, description: someText }).nullish(),
  // Deprecated, and still sent: status_details may be null where these speak.
  failure_reason: someText,
  error: z.object({ reason: someText, description: someText }).nullish(),
})
export const payoutList = z.object({
  entity: z.literal('collection'),
  items: z.array(payout.extend({ status: z.string() })),
})
export const balanceList = z.object({
  entity: z.literal('collection'),
  items: z.array(
    z.object({
      account_number: z.string(),
      available_amount: z.number().int(),
      refreshed_at: z.number().int().positive(),
    }),
  ),
})
const errorBody = z.object({
  error: z.object({
    code: z.string(),
    description: z.string(),
    source: someText,
    reason: someText,
    field: someText,
  }),
})
const notice = z.object({
  entity: z.literal('event'),
  event: z.string().max(100),
  payload: z.object({ payout: z.object({ entity: z.unknown() }).optional() }).optional(),
})

/** A payout as it stands in an answer; null where it is none, or in a state that is unknown here. */
export function updateOf(json: unknown): PayoutUpdate | null {
  const parsed = payout.safeParse(json)
  if (!parsed.success) return null
  const { id, amount, status, reference_id, utr, status_details, failure_reason, error } =
    parsed.data
  const state = RAZORPAYX_STATES[status]
  const failed = state === 'failed' || state === 'reversed'
  const reason = status_details?.reason ?? error?.reason ?? REASON_OF_STATE[status] ?? null
  const words = status_details?.description ?? error?.description ?? failure_reason ?? null
  return {
    providerId: id,
    number: reference_id || null,
    state,
    providerState: status,
    amountPaise: amount,
    utr: utr?.trim() || null,
    reason: failed ? reason : null,
    reasonText: failed && words !== null ? withoutNumbers(words) : null,
  }
}

/** The event of a webhook's body: its name, and the payout it is about. */
export function eventOf(raw: Buffer): { event: string; update: PayoutUpdate | null } {
  const parsed = notice.safeParse(jsonOf(raw.toString('utf8')))
  if (!parsed.success) return { event: 'unreadable', update: null }
  const { event, payload } = parsed.data
  return { event, update: payload?.payout === undefined ? null : updateOf(payload.payout.entity) }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parts of the request that come from our set-up, never from a member. */
const OURS = new Set([
  'account_number',
  'purpose',
  'currency',
  'narration',
  'notes',
  'reference_id',
  'queue_if_low_balance',
  'X-Payout-Idempotency',
])
/** Answers that say nothing of whether an earlier try under the same key did something. */
const UNDECIDED = [408, 409, 425]
const SET_UP_WAIT_MS = 60_000
const FUNDS_WAIT_MS = 300_000

/**
 * What a 4xx says of a payout that was sent. A member's payment fails only by what is wrong with its
 * own details; what is wrong with us waits until somebody mends it.
 */
export function refusalOf(status: number, json: unknown): Sent {
  const parsed = errorBody.safeParse(json)
  if (status === 401 || status === 403) return setUp(`It does not accept our key (${status}).`)
  if (!parsed.success)
    return { kind: 'lost', why: `RazorpayX answered ${status} without a reason.` }
  const { code, description, source, reason, field } = parsed.data.error
  const text = withoutNumbers(description)
  if (/different request body/i.test(description)) {
    return { kind: 'lost', why: 'RazorpayX has another request under the same key.' }
  }
  if (UNDECIDED.includes(status) || source === 'internal' || !code.startsWith('BAD_REQUEST')) {
    return { kind: 'lost', why: `RazorpayX answered ${status}: ${text}` }
  }
  if (reason === 'insufficient_funds') {
    return { kind: 'later', why: 'Our RazorpayX account holds too little.', waitMs: FUNDS_WAIT_MS }
  }
  const isSetUp =
    code === 'BAD_REQUEST_AUTHENTICATION_ERROR' ||
    reason === 'authentication_failed' ||
    /\bIP\b.*not allowed|URL was not found/i.test(description) ||
    OURS.has(field ?? '')
  if (isSetUp) return setUp(text)
  const known = FAILURE_CODES.find((failure) => failure === reason)
  return { kind: 'refused', reason: known ?? 'refused', text }
}

function setUp(why: string): Sent {
  return { kind: 'later', why: `RazorpayX is not set up right: ${why}`, waitMs: SET_UP_WAIT_MS }
}

/** That a 4xx means: there is no payout of this id. */
export function saysNoSuchPayout(json: unknown): boolean {
  const parsed = errorBody.safeParse(json)
  return parsed.success && /id provided does not exist/i.test(parsed.data.error.description)
}

/**
 * The body of a payout, the same for the same request: RazorpayX refuses a key that comes again with
 * another body. Limits of each part: docs of the composite API.
 */
export function payoutBody(request: PayoutRequest, account: string): string {
  const { beneficiary, contact } = request
  const spoken = cleanName(contact.name, 50)
  const person = {
    name: spoken.length >= 3 ? spoken : `Member ${contact.reference}`.slice(0, 50),
    type: 'customer',
    reference_id: contact.reference.slice(0, 40),
  }
  const destination =
    beneficiary.kind === 'upi'
      ? { account_type: 'vpa', vpa: { address: beneficiary.address } }
      : {
          account_type: 'bank_account',
          bank_account: {
            name: holderName(beneficiary.name, contact.reference),
            ifsc: beneficiary.ifsc,
            account_number: beneficiary.account,
          },
        }
  return JSON.stringify({
    account_number: account,
    amount: request.amountPaise,
    currency: 'INR',
    mode: request.mode,
    purpose: 'payout',
    fund_account: { ...destination, contact: person },
    queue_if_low_balance: true,
    reference_id: request.number,
    narration: narrationOf(request.number),
    notes: { payment: request.number },
  })
}

/** At most 30 letters, digits and spaces; banks cut it after nine, so our number comes first. */
export function narrationOf(number: string): string {
  return `${number.replace(/[^A-Za-z0-9]/g, '')} HIL reward`.slice(0, 30).trim()
}

/** Four characters at least: a shorter name is followed by the member's code. */
function holderName(name: string, reference: string): string {
  const clean = cleanName(name, 120)
  return clean.length >= 4 ? clean : `${clean} ${reference}`.trim()
}

function cleanName(name: string, most: number): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll("'", '’')
    .replace(/[^A-Za-z0-9 ’\-_/().]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
}
