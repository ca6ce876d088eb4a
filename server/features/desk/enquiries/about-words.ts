import { formatPaise } from '../../../../contract/money.ts'
import { failureOf, PAYMENT_STATE_NAMES } from '../../../../contract/money/payment-states.ts'
import { REDEMPTION_STATE_NAMES } from '../../../../contract/money/redemption-states.ts'
import { REVIEWS, type ScanResult } from '../../../../contract/programme/scans.ts'
import type { FoundPayment, FoundRedemption, FoundScan } from './about.queries.ts'

const RESULTS: Record<ScanResult, string> = {
  credited: 'Credited',
  already_yours: 'Scanned before by the same member',
  already_scanned: 'Scanned before by somebody else',
  not_active: 'Coupon not active',
  blocked: 'Coupon blocked',
  expired: 'Coupon expired',
  unknown: 'Not a coupon of ours',
  not_eligible: 'Member not eligible',
  limit_reached: 'Over the limit of a day',
}
const REVIEWED: Record<(typeof REVIEWS)[number], string> = {
  waiting: 'held until it is reviewed',
  released: 'released by a review',
  reversed: 'reversed by a review',
  flagged: 'flagged after it was credited',
}

const points = (count: number) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'point' : 'points'}`

/** A scan in words, such as "Credited 40 points, Wall putty 20 kg, batch 6 no. 12". */
export function scanWords({
  result,
  points: credited,
  product,
  batchId,
  serial,
  review,
}: FoundScan) {
  const state = review === null ? undefined : REVIEWS[review]
  const parts = [
    result === 'credited' ? `Credited ${points(credited)}` : RESULTS[result],
    state && REVIEWED[state],
    product,
    batchId !== null && serial !== null && `batch ${batchId} no. ${serial}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** A redemption in words, such as "Paid: 500 points to the bank account, ₹500.00". */
export function redemptionWords(found: FoundRedemption): string {
  const { kind, state, amountPaise, gift, quantity } = found
  const what =
    kind === 'gift'
      ? `${quantity} × ${gift ?? 'gift'}`
      : `to ${kind === 'bank' ? 'the bank account' : 'the UPI address'}, ${formatPaise(amountPaise)}`
  const between = kind === 'gift' ? ' for ' : ' '
  return `${REDEMPTION_STATE_NAMES[state]}: ${points(found.points)}${between}${what}`
}

/** A payment in words: where it stands, how much, its UTR or why it came to nothing. */
export function paymentWords({ state, paise, utr, failureCode }: FoundPayment): string {
  const why =
    state === 'failed' || state === 'reversed' ? failureOf(failureCode ?? 'returned') : null
  const parts = [PAYMENT_STATE_NAMES[state], formatPaise(paise), utr && `UTR ${utr}`]
  return `${parts.filter(Boolean).join(', ')}${why ? `. ${why.words}` : ''}`
}
