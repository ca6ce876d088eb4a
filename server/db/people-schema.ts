import type { ColumnType, Generated } from 'kysely'
import type {
  FieldState,
  KycOutcome,
  KycField,
  KycState,
} from '../../contract/people/kyc-states.ts'
import type { KycAction } from '../../contract/people/kyc.ts'
import type { ConsentPurpose, MemberKind } from '../../contract/people/members.ts'
import type { PointsFileCause, PointsFileState } from '../../contract/ledger/points-files.ts'
import type { RefusalReason } from '../../contract/reasons.ts'
import type { RedemptionKind, RedemptionState } from '../../contract/money/redemption-states.ts'
import type { Role } from '../../contract/roles.ts'
import type { AdjustmentState } from '../../contract/desk/users.ts'
import type { Bytes, Id, Json } from './column-types.ts'

/** Why a field was refused, with the words that were used. */
type Reason = ColumnType<RefusalReason | null, string | null, string | null>

/** The people side: consent, adjustments, sealed values, KYC, redemptions. */
export type PeopleTables = {
  member_points: {
    member_id: number
    available: Generated<Id>
    name_key: string
    kind: MemberKind
    state: number
    distributor_id: number | null
    kyc_state: KycState
    status: number
    joined_at: Date
  }
  member_consent: {
    consent_id: Generated<Id>
    member_id: number
    purpose: ConsentPurpose
    version: string
    given_at: Date
    withdrawn_at: Date | null
  }
  member_belonging: {
    belonging_id: Generated<Id>
    member_id: number
    from_day: string
    to_day: string | null
    distributor_id: number | null
    retailer_id: number | null
    set_by: number | null
    set_at: Date
  }
  member_enrolment: {
    member_id: number
    enrolled_at: Date
    staff_id: number
    upload_id: Id | null
  }
  member_change: {
    change_id: Id
    member_id: number
    name: string
    latin_name: string | null
    kind: MemberKind
    reason: string
    state: Generated<'proposed' | 'approved' | 'rejected'>
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
  mobile_change: {
    member_id: number
    mobile: string
    code_hash: Bytes
    tries: Generated<number>
    reason: string
    asked_by: number
    expires_at: Date
  }
  points_adjustment: {
    adjustment_id: Id
    member_id: number
    points: Id | number
    reason: string
    cause: Generated<'request' | 'erasure'>
    state: AdjustmentState
    requested_by: number
    requested_at: Date
    decided_by: number | null
    decided_at: Date | null
    decision_note: string | null
    idempotency_key: string
    body_hash: Bytes
  }
  points_file: {
    points_file_id: Id
    upload_id: Id
    cause: PointsFileCause
    state: PointsFileState
    members: Generated<number>
    given: Generated<Id | number>
    taken: Generated<Id | number>
    credited: Generated<number>
    short: Generated<number>
    makers: number[]
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    note: string | null
    credited_at: Date | null
  }
  points_file_row: {
    points_file_id: Id
    member_id: number
    points: Id | number
    reason: string | null
    opening: boolean
    state: Generated<'waiting' | 'credited' | 'short'>
  }
  data_key: {
    key_id: Generated<number>
    purpose: 'seal' | 'digest'
    created_at: Date
    retired_at: Date | null
  }
  data_key_secret: { key_id: number; wrapped: Bytes }
  kyc_document: {
    document_id: string
    member_id: number
    field: string
    pages: number
    sizes: Json
    bytes: number
    sealed_key: Bytes
    digest: Bytes
    uploaded_at: Date
    attached_at: Date | null
    key_id: Generated<number>
  }
  kyc: {
    member_id: number
    state: Exclude<KycState, 'none'>
    round: Generated<number>
    version: Generated<number>
    submitted_at: Date
    decided_at: Date | null
    decided_by: number | null
    locked_by: number | null
    locked_until: Date | null
    opened_at: Date | null
  }
  kyc_submission: {
    member_id: number
    round: number
    key_digest: Bytes
    body_digest: Bytes
    at: Date
  }
  kyc_field: {
    member_id: number
    field: KycField
    state: FieldState
    round: number
    sealed: Bytes | null
    digest: Bytes | null
    mask: string
    document_id: string | null
    submitted_at: Date
    reason: Reason
    note: string | null
    decided_by: number | null
    decided_at: Date | null
  }
  kyc_event: {
    event_id: Generated<Id>
    member_id: number
    at: Date
    action: KycAction
    staff_id: number | null
    round: number
    field: KycField | null
    decision: KycOutcome | null
    reason: Reason
    note: string | null
    submitted_at: Date | null
    opened_at: Date | null
    accepted: KycField[] | null
    refused: Json | null
  }
  kyc_revocation: {
    revocation_id: Generated<number>
    member_id: number
    version: number
    reason: string
    state: Generated<'proposed' | 'approved' | 'rejected' | 'withdrawn'>
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    decision_note: string | null
  }
  gift: {
    version: Generated<number>
    gift_id: Generated<number>
    code: string
    name: string
    points: number
    value_paise: Id | number
    stock: Generated<number>
    active: Generated<boolean>
    text: Generated<string>
    media_id: number | null
  }
  redemption: {
    redemption_id: Id
    number: string
    member_id: number
    kind: RedemptionKind
    state: RedemptionState
    points: number
    point_value_paise: number
    amount_paise: Id | number
    benefit_paise: Id | number
    gift_id: number | null
    quantity: Generated<number>
    destination: string | null
    destination_digest: Bytes | null
    approvals_needed: number
    requested_at: Date
    requested_by: number | null
    approved_at: Date | null
    changed_at: Date
    reject_reason: string | null
    reject_reason_hi: Generated<string | null>
    key_digest: Bytes
    body_digest: Bytes
  }
  redemption_event: {
    event_id: Generated<Id>
    redemption_id: Id
    at: Date
    staff_id: number | null
    role: Role | null
    action: string
    state: RedemptionState
    note: string | null
  }
  redemption_address: {
    address_id: string
    redemption_id: Id
    member_id: number
    sealed: Bytes
    set_at: Date
    set_by: number | null
    key_id: Generated<number>
  }
  tax_rule: {
    from_day: string
    section: string
    payment_code: string | null
    form: string
    threshold_paise: Id | number
    rate_bps: number
    rate_no_pan_bps: number
  }
}
