import { z } from 'zod'

/** Ways in which money leaves: RazorpayX over HTTP, or a file that a person gives to the bank. */
export const PROVIDERS = ['razorpayx', 'bank-file'] as const
export const provider = z.enum(PROVIDERS, { error: 'Payments go by razorpayx or bank-file.' })
export type Provider = z.infer<typeof provider>
export const PROVIDER_NAMES: Record<Provider, string> = {
  razorpayx: 'RazorpayX',
  'bank-file': 'Bank file',
}

/** How the bank moves it. IMPS is at once and up to ₹5,00,000; larger amounts go by NEFT. */
export const PAYMENT_MODES = ['IMPS', 'NEFT', 'UPI'] as const
export const paymentMode = z.enum(PAYMENT_MODES, { error: 'There is no such way of payment.' })
export type PaymentMode = z.infer<typeof paymentMode>

export const PAYMENT_STATES = [
  'proposed',
  'declined',
  'queued',
  'processing',
  'unknown',
  'processed',
  'failed',
  'reversed',
] as const
export const paymentState = z.enum(PAYMENT_STATES, {
  error: 'There is no such state of a payment.',
})
export type PaymentState = z.infer<typeof paymentState>

export const PAYMENT_ACTIONS = [
  'approve',
  'decline',
  'send',
  'lose',
  'find',
  'process',
  'fail',
  'reverse',
] as const
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number]

/**
 * The state machine of a payment, which is one attempt at one redemption. `proposed` waits for
 * another approver, because the money would go elsewhere than before. `send` is written down before
 * anything leaves; `lose` says that no answer came, `find` that the provider has it after all.
 * Nothing leads back: a payment that is over stays so, and another try is another payment.
 */
export const PAYMENT_MACHINE: Record<
  PaymentAction,
  { from: readonly PaymentState[]; to: PaymentState }
> = {
  approve: { from: ['proposed'], to: 'queued' },
  decline: { from: ['proposed'], to: 'declined' },
  send: { from: ['queued'], to: 'processing' },
  lose: { from: ['processing'], to: 'unknown' },
  find: { from: ['unknown'], to: 'processing' },
  process: { from: ['processing', 'unknown'], to: 'processed' },
  fail: { from: ['queued', 'processing', 'unknown'], to: 'failed' },
  reverse: { from: ['processed'], to: 'reversed' },
}

/** States in which the money may still move: another attempt must wait for the end of these. */
export const OPEN_PAYMENT_STATES = [
  'proposed',
  'queued',
  'processing',
  'unknown',
] as const satisfies readonly PaymentState[]

export const PAYMENT_STATE_NAMES: Record<PaymentState, string> = {
  proposed: 'Waits for approval',
  declined: 'Declined',
  queued: 'Queued',
  processing: 'Processing',
  unknown: 'Unknown',
  processed: 'Paid',
  failed: 'Failed',
  reversed: 'Reversed',
}

/** What a person can do about a payment that came to nothing. */
export const FAILURE_CLASSES = ['fix', 'again', 'wait'] as const
export const failureClass = z.enum(FAILURE_CLASSES, { error: 'There is no such class.' })
export type FailureClass = z.infer<typeof failureClass>
export const FAILURE_CLASS_NAMES: Record<FailureClass, string> = {
  fix: 'Fix the details',
  again: 'Try again',
  wait: 'Wait',
}

/**
 * What a reason says of the account or address itself. `wrong`: no payment can arrive there, so it is
 * never paid again. `blocked`: not until the member has given it again and it was accepted.
 */
export type DestinationFault = 'wrong' | 'blocked'
type Failure = { words: string; class: FailureClass; destination?: DestinationFault }
/**
 * Why a payment came to nothing, by the provider's reason or one of ours. Names and meaning of
 * RazorpayX's: its documentation of `status_details.reason`.
 */
const FAILURES = {
  beneficiary_bank_offline: { words: 'The member’s bank is offline.', class: 'wait' },
  beneficiary_bank_failure: { words: 'The member’s bank could not take it.', class: 'wait' },
  beneficiary_bank_rejected: { words: 'The member’s bank refused it.', class: 'fix' },
  beneficiary_bank_technical_error: {
    words: 'The member’s bank had a technical error.',
    class: 'wait',
  },
  beneficiary_psp_offline: { words: 'The member’s UPI app is offline.', class: 'wait' },
  beneficiary_vpa_invalid: {
    words: 'There is no such UPI address.',
    class: 'fix',
    destination: 'wrong',
  },
  bank_account_closed: { words: 'The bank account is closed.', class: 'fix', destination: 'wrong' },
  bank_account_frozen: {
    words: 'The bank account is frozen.',
    class: 'fix',
    destination: 'blocked',
  },
  bank_account_invalid: {
    words: 'There is no such bank account.',
    class: 'fix',
    destination: 'wrong',
  },
  bank_account_dormant: {
    words: 'The bank account is dormant.',
    class: 'fix',
    destination: 'blocked',
  },
  beneficiary_account_dormant: {
    words: 'The bank account is dormant.',
    class: 'fix',
    destination: 'blocked',
  },
  beneficiary_account_invalid: {
    words: 'There is no such bank account.',
    class: 'fix',
    destination: 'wrong',
  },
  nre_bank_account: {
    words: 'It is an NRE account, which cannot receive this.',
    class: 'fix',
    destination: 'wrong',
  },
  invalid_ifsc_code: { words: 'There is no such IFSC.', class: 'fix', destination: 'blocked' },
  imps_not_allowed: { words: 'The account’s branch takes no IMPS.', class: 'fix' },
  amount_limit_exhausted: { words: 'The account has reached its limit for today.', class: 'wait' },
  amount_limit_exhausted_neft: { words: 'Our NEFT limit for now is reached.', class: 'wait' },
  transaction_limit_exceeded: {
    words: 'The bank’s limit for one payment is passed.',
    class: 'fix',
  },
  partner_bank_offline: { words: 'Our bank is offline.', class: 'wait' },
  npci_error: { words: 'The UPI network had an error.', class: 'again' },
  npci_beneficiary_timeout: { words: 'The member’s bank did not answer in time.', class: 'wait' },
  gateway_down: { words: 'Our bank’s systems are down.', class: 'wait' },
  gateway_timeout: { words: 'The bank network did not answer in time.', class: 'again' },
  gateway_technical_error: { words: 'The bank network had an error.', class: 'again' },
  server_error: { words: 'The provider had an error.', class: 'again' },
  server_error_temporary: { words: 'The provider had an error for a moment.', class: 'again' },
  low_balance: { words: 'Our account did not hold enough.', class: 'wait' },
  insufficient_funds: { words: 'Our account did not hold enough.', class: 'wait' },
  payout_cancelled: { words: 'It was cancelled at the provider.', class: 'again' },
  payout_rejected: { words: 'It was rejected at the provider.', class: 'again' },
  refused: { words: 'The provider refused the request.', class: 'fix' },
  checklist: { words: 'It could not be paid when its turn came.', class: 'fix' },
  returned: { words: 'The bank returned it.', class: 'fix' },
  settled: { words: 'A person found that it was not paid.', class: 'again' },
  other: { words: 'The provider gave no reason that is known here.', class: 'again' },
} as const satisfies Record<string, Failure>
export type FailureCode = keyof typeof FAILURES
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[]

/** Words and class of a reason as a provider wrote it; of one unknown here what can be said. */
export function failureOf(code: string): Failure & { code: FailureCode } {
  const known = FAILURE_CODES.find((name) => name === code) ?? 'other'
  return { code: known, ...FAILURES[known] }
}

/** Reasons that say so of the account or address. */
export const faultsOf = (fault: DestinationFault): FailureCode[] =>
  FAILURE_CODES.filter((code) => failureOf(code).destination === fault)

/** Not about the account or address, so that other details change nothing. */
const OTHER_CAUSES: ReadonlySet<FailureCode> = new Set(['checklist', 'transaction_limit_exceeded'])

/** Whether other details of the member can help. */
export const wantsDetails = (code: FailureCode): boolean =>
  failureOf(code).class === 'fix' && !OTHER_CAUSES.has(code)

/** A gift's way: handed over, delivered, or come back and given out again or put back into stock. */
export const PARCEL_STATES = [
  'to_dispatch',
  'dispatched',
  'delivered',
  'returned',
  'restocked',
] as const
export const parcelState = z.enum(PARCEL_STATES, { error: 'There is no such state of a parcel.' })
export type ParcelState = z.infer<typeof parcelState>
export const PARCEL_STATE_NAMES: Record<ParcelState, string> = {
  to_dispatch: 'To dispatch',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  returned: 'Returned',
  restocked: 'Back in stock',
}

export const PAYMENT_KIND_NAMES: Record<'bank' | 'upi', string> = {
  bank: 'Bank account',
  upi: 'UPI',
}

/** What a row of the lists says: of a payment, or of a redemption that has none yet. */
export const rowStateName = (state: PaymentState | 'ready'): string =>
  state === 'ready' ? 'Ready to send' : PAYMENT_STATE_NAMES[state]
