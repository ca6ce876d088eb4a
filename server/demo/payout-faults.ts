/** The number of the first payment that is sent as the demo begins; sixteen are. */
export const FIRST_SENT_NOW = 'PY100026'
const nth = (index: number) => `PY${Number(FIRST_SENT_NOW.slice(2)) + index}`

/** Each kind of failure once, on those that are sent as the demo begins. */
const SHOWN = [
  { fault: 'slow', reference: nth(0), seconds: 8 },
  { fault: 'fail', reference: nth(0), as: 'failed', reasons: ['beneficiary_bank_offline'] },
  { fault: 'refused', reference: nth(1) },
  { fault: 'too_many', reference: nth(2), seconds: 3 },
  { fault: 'fail', reference: nth(2), as: 'rejected' },
  { fault: 'lost_before', reference: nth(3) },
  { fault: 'fail', reference: nth(3), as: 'reversed', reasons: ['bank_account_closed'] },
  { fault: 'error_before', reference: nth(4), status: 503 },
  { fault: 'lost_after', reference: nth(5) },
  { fault: 'ask_error', reference: nth(5) },
  { fault: 'cut_after', reference: nth(6) },
  { fault: 'error_after', reference: nth(7), status: 502 },
  { fault: 'ask_hidden', reference: nth(7), seconds: 20 },
  { fault: 'reverse', reference: nth(8), days: 3, reasons: ['beneficiary_bank_rejected'] },
  { fault: 'low_balance', reference: nth(9), seconds: 25 },
  { fault: 'delay', reference: nth(10), seconds: 60 },
  { fault: 'fail', reference: nth(11), as: 'cancelled' },
  { fault: 'duplicate', reference: nth(12) },
  { fault: 'shuffle', reference: nth(13) },
  { fault: 'withhold', reference: nth(14) },
] as const

/**
 * What goes wrong at the demo's payout provider: simulator/payouts/rules.ts says what each means.
 * Of all payouts about 60 % arrive and stay; some of these after a lost answer, a wait or a repeat.
 */
export const DEMO_FAULTS = {
  seed: 2952,
  rules: [
    ...SHOWN,
    { fault: 'refused', share: 0.05 },
    { fault: 'lost_before', share: 0.04 },
    { fault: 'lost_after', share: 0.05 },
    { fault: 'cut_after', share: 0.02 },
    { fault: 'error_after', share: 0.03, status: 502 },
    { fault: 'error_before', share: 0.02, status: 503 },
    { fault: 'too_many', share: 0.04, seconds: 2 },
    { fault: 'slow', share: 0.04, seconds: 8 },
    { fault: 'ask_error', share: 0.1 },
    { fault: 'fail', share: 0.12, as: 'failed' },
    { fault: 'fail', share: 0.09, as: 'reversed' },
    { fault: 'fail', share: 0.03, as: 'rejected' },
    { fault: 'fail', share: 0.02, as: 'cancelled' },
    { fault: 'reverse', share: 0.09, days: 3, reasons: ['beneficiary_bank_rejected'] },
    { fault: 'low_balance', share: 0.05, seconds: 25 },
    { fault: 'delay', share: 0.06, seconds: 60 },
    { fault: 'duplicate', share: 0.15 },
    { fault: 'shuffle', share: 0.15 },
    { fault: 'withhold', share: 0.06 },
  ],
} as const
