import type { FieldState, KycOutcome, KycState } from '../../../contract/kyc-states.ts'

/** As the pages of KYC say it. */
export const KYC_WORDS: Record<KycState, string> = {
  none: 'Nothing sent',
  pending: 'Waiting',
  resubmit: 'Asked again',
  approved: 'Approved',
  rejected: 'Rejected',
}

export const DECISION_WORDS: Record<KycOutcome, string> = {
  approve: KYC_WORDS.approved,
  resubmit: KYC_WORDS.resubmit,
  reject: KYC_WORDS.rejected,
  revoke: 'Revoked',
}

export const FIELD_WORDS: Record<FieldState, string> = {
  pending: 'Waiting',
  accepted: 'Accepted',
  refused: 'Refused',
}
