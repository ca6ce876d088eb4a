/**
 * What goes wrong at the demo's payout provider: simulator/payouts/rules.ts says what each means.
 * Of all payouts about 60 % arrive and stay; some of these after a lost answer, a wait or a repeat.
 */
export const DEMO_FAULTS = {
  seed: 2952,
  rules: [
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
