import { failureOf } from '../../contract/money/payment-states.ts'

type Mode = 'IMPS' | 'NEFT' | 'RTGS' | 'UPI'
const BANK: readonly Mode[] = ['IMPS', 'NEFT', 'RTGS']
const ANY: readonly Mode[] = ['IMPS', 'NEFT', 'RTGS', 'UPI']

/** Reasons by which the world outside lets a payout fail: whose they are, and what modes know them. */
const REASONS: Record<string, { source: string; modes: readonly Mode[] }> = {
  beneficiary_bank_offline: { source: 'beneficiary_bank', modes: ANY },
  beneficiary_bank_failure: { source: 'beneficiary_bank', modes: ANY },
  beneficiary_bank_rejected: { source: 'beneficiary_bank', modes: ANY },
  beneficiary_bank_technical_error: { source: 'beneficiary_bank', modes: ANY },
  beneficiary_psp_offline: { source: 'beneficiary_bank', modes: ['UPI'] },
  beneficiary_vpa_invalid: { source: 'business', modes: ['UPI'] },
  bank_account_closed: { source: 'beneficiary_bank', modes: ANY },
  bank_account_frozen: { source: 'beneficiary_bank', modes: ANY },
  bank_account_invalid: { source: 'beneficiary_bank', modes: BANK },
  bank_account_dormant: { source: 'beneficiary_bank', modes: ANY },
  beneficiary_account_dormant: { source: 'beneficiary_bank', modes: ANY },
  beneficiary_account_invalid: { source: 'business', modes: BANK },
  nre_bank_account: { source: 'beneficiary_bank', modes: BANK },
  invalid_ifsc_code: { source: 'beneficiary_bank', modes: BANK },
  imps_not_allowed: { source: 'beneficiary_bank', modes: ['IMPS'] },
  amount_limit_exhausted: { source: 'business', modes: BANK },
  amount_limit_exhausted_neft: { source: 'business', modes: ['NEFT'] },
  transaction_limit_exceeded: { source: 'beneficiary_bank', modes: ANY },
  partner_bank_offline: { source: 'gateway', modes: ANY },
  npci_error: { source: 'gateway', modes: ['IMPS', 'UPI'] },
  npci_beneficiary_timeout: { source: 'beneficiary_bank', modes: ['IMPS', 'UPI'] },
  gateway_down: { source: 'gateway', modes: ANY },
  gateway_timeout: { source: 'gateway', modes: ANY },
  gateway_technical_error: { source: 'gateway', modes: ANY },
  server_error: { source: 'internal', modes: ANY },
  server_error_temporary: { source: 'internal', modes: ANY },
  insufficient_funds: { source: 'business', modes: ANY },
}

/** Every reason that a payout of this mode can fail for. */
export function reasonsFor(mode: string): string[] {
  return Object.keys(REASONS).filter((name) => REASONS[name]?.modes.some((one) => one === mode))
}

const UNCHANGED: Record<string, { source: string; description: string }> = {
  payout_processed: {
    source: 'beneficiary_bank',
    description: 'The payout is processed and the money is in the account.',
  },
  payout_bank_processing: {
    source: 'gateway',
    description: 'The partner bank is processing the payout.',
  },
  pending_approval: { source: 'business', description: 'The payout waits for approval.' },
  low_balance: { source: 'business', description: 'The payout waits for balance in the account.' },
}

export type Details = { source: string; reason: string; description: string }

/** What stands under `status_details` for a reason. */
export function detailsOf(reason: string): Details {
  const state = UNCHANGED[reason]
  if (state) return { reason, ...state }
  const source = REASONS[reason]?.source ?? 'business'
  return { reason, source, description: failureOf(reason).words }
}
