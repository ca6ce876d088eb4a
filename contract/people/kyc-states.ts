import { z } from 'zod'

/** What a member proves, each decided on its own. */
export const KYC_FIELDS = [
  'pan',
  'aadhaar',
  'gstin',
  'bank',
  'upi',
  'shop_photo',
  'selfie',
] as const
export const kycField = z.enum(KYC_FIELDS, { error: 'There is no such KYC field.' })
export type KycField = z.infer<typeof kycField>

export const KYC_FIELD_NAMES: Record<KycField, string> = {
  pan: 'PAN',
  aadhaar: 'Aadhaar',
  gstin: 'GSTIN',
  bank: 'Bank account',
  upi: 'UPI address',
  shop_photo: 'Shop photo',
  selfie: 'Selfie',
}

/** Fields that carry a document: a picture or a PDF. Those of `PROOF` may be sent with their field. */
export const DOCUMENT_FIELDS = ['pan', 'gstin', 'bank', 'shop_photo', 'selfie'] as const
export const documentField = z.enum(DOCUMENT_FIELDS, { error: 'This field takes no document.' })
export type DocumentField = z.infer<typeof documentField>

/** A member's KYC as a whole. `none`: nothing was sent yet. */
export const KYC_STATES = ['none', 'pending', 'resubmit', 'approved', 'rejected'] as const
export const kycState = z.enum(KYC_STATES, { error: 'There is no such KYC state.' })
export type KycState = z.infer<typeof kycState>
export const KYC_STATE_NAMES: Record<KycState, string> = {
  none: 'Nothing sent',
  pending: 'Waiting',
  resubmit: 'Asked again',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** One field: waiting for the reviewer, accepted, or refused with a reason. */
export const FIELD_STATES = ['pending', 'accepted', 'refused'] as const
export const fieldState = z.enum(FIELD_STATES)
export type FieldState = z.infer<typeof fieldState>

export const KYC_DECISIONS = ['approve', 'resubmit', 'reject'] as const
export type KycDecision = (typeof KYC_DECISIONS)[number]

/** How a KYC was decided, or that its approval was revoked later. */
export const KYC_OUTCOMES = [...KYC_DECISIONS, 'revoke'] as const
export type KycOutcome = (typeof KYC_OUTCOMES)[number]
export const KYC_DECISION_NAMES: Record<KycOutcome, string> = {
  approve: 'Approved',
  resubmit: 'Asked again',
  reject: 'Rejected',
  revoke: 'Revoked',
}

/**
 * The state machine of a member's KYC. `submit` is the member's: the first time, after a rejection
 * (everything again), after `resubmit` (the refused fields), or a change of what was accepted.
 * `revoke` takes two people.
 */
export const KYC_MACHINE: Record<
  KycOutcome | 'submit',
  { from: readonly KycState[]; to: KycState }
> = {
  submit: { from: ['none', 'resubmit', 'approved', 'rejected'], to: 'pending' },
  approve: { from: ['pending'], to: 'approved' },
  resubmit: { from: ['pending'], to: 'resubmit' },
  reject: { from: ['pending'], to: 'rejected' },
  revoke: { from: ['approved'], to: 'rejected' },
}
