import type { FailureCode } from '../../contract/money/payment-states.ts'

/** What became of one attempt: hours are counted from its sending. */
export type Ending =
  | { paid: true }
  | { failed: FailureCode }
  | { reversed: FailureCode; afterHours: number }

/** A redemption of money with its attempts; hours are counted back from now. */
export type PaidCase = {
  memberId: number
  hoursAgo: number
  kind: 'bank' | 'upi'
  points: number
  ending: Ending
  again?: { hoursAgo: number; reason: string; ending: Ending }
}

const PAID: Ending = { paid: true }
const paid = (
  memberId: number,
  hoursAgo: number,
  kind: 'bank' | 'upi',
  points: number,
): PaidCase => ({ memberId, hoursAgo, kind, points, ending: PAID })

/**
 * Payments by RazorpayX. The first member passes the year's threshold with the third; the third and
 * the one without PAN have it behind them through what they were given outside.
 */
export const PAID_CASES: readonly PaidCase[] = [
  paid(1, 400, 'bank', 9_000),
  paid(1, 300, 'bank', 9_000),
  paid(1, 150, 'bank', 5_000),
  paid(3, 420, 'bank', 4_000),
  paid(25, 610, 'bank', 900),
  paid(2, 380, 'upi', 1_500),
  paid(15, 340, 'bank', 2_400),
  paid(8, 700, 'upi', 800),
  paid(9, 650, 'bank', 1_100),
  paid(11, 900, 'bank', 700),
  paid(13, 820, 'upi', 650),
  paid(16, 1_100, 'bank', 900),
  {
    memberId: 6,
    hoursAgo: 480,
    kind: 'bank',
    points: 1_500,
    ending: { failed: 'beneficiary_bank_offline' },
    again: { hoursAgo: 455, reason: 'The bank is back since this morning', ending: PAID },
  },
  {
    memberId: 4,
    hoursAgo: 330,
    kind: 'upi',
    points: 1_200,
    ending: { failed: 'beneficiary_vpa_invalid' },
  },
  {
    memberId: 10,
    hoursAgo: 190,
    kind: 'bank',
    points: 900,
    ending: { failed: 'gateway_timeout' },
    again: {
      hoursAgo: 168,
      reason: 'The network had a bad night',
      ending: { failed: 'bank_account_dormant' },
    },
  },
  {
    memberId: 12,
    hoursAgo: 130,
    kind: 'upi',
    points: 600,
    ending: { failed: 'beneficiary_psp_offline' },
  },
  {
    memberId: 7,
    hoursAgo: 290,
    kind: 'bank',
    points: 1_000,
    ending: { reversed: 'bank_account_closed', afterHours: 76 },
  },
]

/** Members whose money went to the bank in a file; the second file waits for the bank's answer. */
export const FILED = [
  { hoursAgo: 240, answeredHoursAgo: 214, of: [14, 15, 16], returned: 16, points: 750 },
  { hoursAgo: 27, answeredHoursAgo: null, of: [9, 11, 13], returned: null, points: 850 },
] as const

/** Given outside the programme's own payments this year: member, days ago, rupees, tax on it. */
export const OUTSIDE = [
  {
    memberId: 3,
    daysAgo: 60,
    rupees: 18_000,
    tax: 0,
    what: 'Dealers’ meet in Goa, travel and stay',
  },
  { memberId: 25, daysAgo: 75, rupees: 20_500, tax: 4_100, what: 'Training tour with family' },
  { memberId: 14, daysAgo: 64, rupees: 6_000, tax: 0, what: 'Wall clock and festival hamper' },
] as const

type GiftEnding = 'delivered' | 'on its way' | 'returned' | 'restocked'
export type GiftCase = {
  memberId: number
  hoursAgo: number
  gift: 'G-TROWEL' | 'G-DRILL' | 'G-HELMET' | 'G-COOKER' | 'G-PHONE'
  ending?: GiftEnding
}
export const GIFT_CASES: readonly GiftCase[] = [
  { memberId: 6, hoursAgo: 360, gift: 'G-HELMET', ending: 'delivered' },
  { memberId: 3, hoursAgo: 310, gift: 'G-COOKER', ending: 'delivered' },
  { memberId: 15, hoursAgo: 260, gift: 'G-TROWEL', ending: 'restocked' },
  { memberId: 13, hoursAgo: 170, gift: 'G-COOKER', ending: 'returned' },
  { memberId: 8, hoursAgo: 90, gift: 'G-DRILL', ending: 'on its way' },
  { memberId: 11, hoursAgo: 66, gift: 'G-HELMET', ending: 'on its way' },
  { memberId: 2, hoursAgo: 40, gift: 'G-DRILL' },
  { memberId: 7, hoursAgo: 32, gift: 'G-TROWEL' },
]

/** Sent as the demo begins: the payout simulator shows with them what can happen to a payment. */
export const SENT_NOW: readonly { memberId: number; kind: 'bank' | 'upi'; points: number }[] = [
  1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1,
].map((memberId, index) => ({
  memberId,
  kind: index % 3 === 2 ? 'upi' : 'bank',
  points: 210 + 10 * index,
}))
