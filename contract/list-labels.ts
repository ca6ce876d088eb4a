import type { BannerState } from './banners.ts'
import type { BatchStatus } from './batches.ts'
import type { Charge, ChargeRule } from './charges.ts'
import type { DisputeOutcome, DisputeState } from './disputes.ts'
import type { EnquiryState } from './enquiries.ts'
import type { KycAction } from './kyc.ts'
import type { KycOutcome, KycState } from './kyc-states.ts'
import type { MediaKind } from './media.ts'
import type { Channel, DeliveryState, NotificationState } from './notifications.ts'
import type { ErrorRow, UploadState } from './onboarding.ts'
import type { Account, TransferKind } from './points.ts'
import type { RedemptionKind, Verdict } from './redemption-states.ts'
import type { REVIEWS, ScanResult } from './scans.ts'
import type { SchemeKind, SchemeStatus } from './schemes.ts'
import type { MemberStanding } from './users.ts'
import type { WorkerStanding } from './workers.ts'

/*
 * What states are called in a file: the words of the pages. A test of the web holds the two together.
 */
export const SCAN_RESULT_NAMES: Record<ScanResult, string> = {
  credited: 'Credited',
  already_yours: 'Already theirs',
  already_scanned: 'Already scanned',
  not_active: 'Not active',
  blocked: 'Blocked',
  expired: 'Expired',
  unknown: 'Unknown code',
  not_eligible: 'Not eligible',
  limit_reached: 'Limit reached',
}
export const REVIEW_NAMES: Record<(typeof REVIEWS)[number], string> = {
  waiting: 'Held',
  released: 'Released',
  reversed: 'Reversed',
  flagged: 'Flagged later',
}
export const TRANSFER_NAMES: Record<TransferKind, string> = {
  scan: 'Scan',
  scheme_bonus: 'Scheme bonus',
  scan_held: 'Scan, held',
  scan_released: 'Released',
  redemption_hold: 'Redemption asked',
  redemption_paid: 'Redemption paid',
  redemption_released: 'Redemption given up',
  reversal: 'Reversal',
  opening: 'Opening points',
  adjustment: 'Adjustment',
  expiry: 'Expiry',
}
export const ACCOUNT_NAMES: Record<Account, string> = {
  issuance: 'Issuance',
  redeemed: 'Redeemed',
  expired: 'Expired',
  adjustment: 'Adjustment',
  opening: 'Opening',
  available: 'Available',
  held: 'Held',
}
export const BATCH_NAMES: Record<BatchStatus, string> = {
  requested: 'Requested',
  approved: 'Generating',
  generated: 'Generated',
  printed: 'Printed',
  closed: 'Closed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  blocked: 'Blocked',
}
export const SCHEME_STATUS_NAMES: Record<SchemeStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
}
export const SCHEME_KIND_NAMES: Record<SchemeKind, string> = {
  multiplier: 'Multiplier',
  fixed: 'Fixed bonus',
  slab: 'Slabs',
}
export const RULE_NAMES: Record<ChargeRule['status'], string> = {
  coming: 'Coming',
  running: 'Running',
  ended: 'Ended',
}
export const CHARGE_NAMES: Record<Charge['state'], string> = {
  held: 'Held',
  due: 'Due',
  reversed: 'Taken back',
}
export const REDEMPTION_KIND_NAMES: Record<RedemptionKind, string> = {
  bank: 'Bank account',
  upi: 'UPI',
  gift: 'Gift',
}
export const VERDICT_NAMES: Record<Verdict, string> = {
  green: 'Can be paid',
  amber: 'Look first',
  red: 'Cannot be paid',
}
export const KYC_STATE_NAMES: Record<KycState, string> = {
  none: 'Nothing sent',
  pending: 'Waiting',
  resubmit: 'Asked again',
  approved: 'Approved',
  rejected: 'Rejected',
}
export const KYC_DECISION_NAMES: Record<KycOutcome, string> = {
  approve: 'Approved',
  resubmit: 'Asked again',
  reject: 'Rejected',
  revoke: 'Revoked',
}
export const KYC_ACTION_NAMES: Record<KycAction, string> = {
  submitted: 'Submitted',
  resubmitted: 'Sent again',
  opened: 'Opened',
  field_accepted: 'Field accepted',
  field_refused: 'Field refused',
  decided: 'Decided',
  revealed: 'Value revealed',
}
export const ENQUIRY_NAMES: Record<EnquiryState, string> = {
  open: 'Open',
  in_progress: 'In progress',
  waiting: 'Waiting',
  resolved: 'Resolved',
  closed: 'Closed',
}
export const DISPUTE_NAMES: Record<DisputeState, string> = {
  open: 'Open',
  proposed: 'Proposed',
  moved: 'Moved',
  kept: 'Kept',
}
export const OUTCOME_NAMES: Record<DisputeOutcome, string> = {
  move: 'Move the points',
  keep: 'Keep the points',
}
export const MEMBER_STANDING_NAMES: Record<MemberStanding, string> = {
  active: 'Active',
  blocked: 'Blocked',
  erased: 'Erased',
}
export const STANDING_NAMES: Record<WorkerStanding, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
}
export const UPLOAD_NAMES: Record<UploadState, string> = {
  reading: 'Being read',
  refused: 'Cannot be read',
  ready: 'Waits to be applied',
  applying: 'Being applied',
  stopped: 'Stopped half way',
  applied: 'Applied',
  discarded: 'Discarded',
  taken_back: 'Taken back',
}
export const ERROR_NAMES: Record<ErrorRow['state'], string> = {
  open: 'Open',
  corrected: 'Corrected',
  dismissed: 'Dismissed',
}
export const MEDIA_NAMES: Record<MediaKind, string> = {
  image: 'Image',
  video: 'Video',
  document: 'Document',
}
export const BANNER_NAMES: Record<BannerState, string> = {
  live: 'Live',
  planned: 'Planned',
  ended: 'Ended',
  off: 'Off',
}
export const NOTIFICATION_NAMES: Record<NotificationState, string> = {
  draft: 'Draft',
  proposed: 'Waits for approval',
  scheduled: 'Scheduled',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
}
export const CHANNEL_NAMES: Record<Channel, string> = {
  inbox: 'App inbox',
  webhook: 'SMS or push',
}
export const DELIVERY_NAMES: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  sending: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Unknown',
}
