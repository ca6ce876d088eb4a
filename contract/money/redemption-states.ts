import { z } from 'zod'

/** How a member takes points: to the bank account, to the UPI address, or as a gift. */
export const REDEMPTION_KINDS = ['bank', 'upi', 'gift'] as const
export const redemptionKind = z.enum(REDEMPTION_KINDS, {
  error: 'Points are redeemed to bank, upi or gift.',
})
export type RedemptionKind = z.infer<typeof redemptionKind>
export const REDEMPTION_KIND_NAMES: Record<RedemptionKind, string> = {
  bank: 'Bank account',
  upi: 'UPI',
  gift: 'Gift',
}

export const REDEMPTION_STATES = [
  'requested',
  'approved',
  'rejected',
  'cancelled',
  'payment_pending',
  'paid',
  'failed',
  'reversed',
] as const
export const redemptionState = z.enum(REDEMPTION_STATES, {
  error: 'There is no such state of a redemption.',
})
export type RedemptionState = z.infer<typeof redemptionState>

export const REDEMPTION_ACTIONS = [
  'approve',
  'reject',
  'cancel',
  'queue',
  'pay',
  'fail',
  'reverse',
  'give_up',
] as const
export type RedemptionAction = (typeof REDEMPTION_ACTIONS)[number]

/**
 * The state machine of a redemption. `approve` is the approval that completes the number needed,
 * `cancel` is the member's before a decision, `give_up` is staff's after a payment that failed. For
 * a gift `queue` is the parcel made ready and `pay` its delivery.
 * Points: held from the request on; back at reject, cancel and give_up; redeemed at pay; held again at reverse.
 */
export const REDEMPTION_MACHINE: Record<
  RedemptionAction,
  { from: readonly RedemptionState[]; to: RedemptionState }
> = {
  approve: { from: ['requested'], to: 'approved' },
  reject: { from: ['requested'], to: 'rejected' },
  cancel: { from: ['requested'], to: 'cancelled' },
  queue: { from: ['approved', 'failed', 'reversed'], to: 'payment_pending' },
  pay: { from: ['payment_pending'], to: 'paid' },
  fail: { from: ['payment_pending'], to: 'failed' },
  reverse: { from: ['paid'], to: 'reversed' },
  give_up: { from: ['approved', 'failed', 'reversed'], to: 'cancelled' },
}

export const REDEMPTION_STATE_NAMES: Record<RedemptionState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  payment_pending: 'Payment pending',
  paid: 'Paid',
  failed: 'Payment failed',
  reversed: 'Payment reversed',
}

/** What is asked for: the gift and how many, or where the money goes. */
export function wantedInWords({
  kind,
  giftName,
  quantity,
  destination,
}: {
  kind: RedemptionKind
  giftName: string | null
  quantity: number
  destination: string | null
}): string {
  if (kind !== 'gift') return destination ?? REDEMPTION_KIND_NAMES[kind]
  return severalOf(quantity, giftName ?? REDEMPTION_KIND_NAMES.gift)
}

/** "2 × Steel casserole". */
export const severalOf = (quantity: number, name: string): string =>
  quantity > 1 ? `${quantity} × ${name}` : name

/** One line of *can this be paid?*: `ok`, `warn` (may be approved knowingly), `stop` (may not). */
export const checkLine = z.object({
  key: z.enum([
    'member',
    'kyc',
    'destination',
    'last_payment',
    'pan',
    'duplicates',
    'limits',
    'points',
    'stock',
    'address',
    'tax',
  ]),
  label: z.string(),
  state: z.enum(['ok', 'warn', 'stop']),
  reason: z.string(),
})
export type CheckLine = z.infer<typeof checkLine>
export const VERDICTS = ['green', 'amber', 'red'] as const
/** Of all lines: green when each is ok, red when one stops. */
export const verdict = z.enum(VERDICTS, { error: 'A checklist is green, amber or red.' })
export type Verdict = z.infer<typeof verdict>
export const VERDICT_NAMES: Record<Verdict, string> = {
  green: 'Can be paid',
  amber: 'Needs review',
  red: 'Cannot be paid',
}
