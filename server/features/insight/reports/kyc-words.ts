import { KYC_STATE_NAMES, type FieldState } from '../../../../contract/people/kyc-states.ts'

export const FIELD_WORDS: Record<FieldState, string> = {
  pending: KYC_STATE_NAMES.pending,
  accepted: 'Accepted',
  refused: 'Refused',
}
