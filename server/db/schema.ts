import type { Generated, GeneratedAlways } from 'kysely'
import type { MemberKind } from '../../contract/people/members.ts'
import type { RetailerTier } from '../../contract/programme/charges.ts'
import type { PrintFormat, PrintOf } from '../../contract/programme/batch-print.ts'
import type { BatchStatus } from '../../contract/programme/batches.ts'
import type { CouponAction } from '../../contract/programme/coupons.ts'
import type { KycState } from '../../contract/people/kyc-states.ts'
import type { AccessTables } from './access-schema.ts'
import type { ChainTables } from './chain-schema.ts'
import type { Bytes, Id, Json } from './column-types.ts'
import type { DataAccessTables } from './data-access-schema.ts'
import type { DeskTables } from './desk-schema.ts'
import type { EnquiryTables } from './enquiry-schema.ts'
import type { ListsTables } from './lists-schema.ts'
import type { LoyaltyTables } from './loyalty-schema.ts'
import type { MessageTables } from './messages-schema.ts'
import type { MasterTables } from './masters-schema.ts'
import type { PaymentTables } from './payments-schema.ts'
import type { PeopleTables } from './people-schema.ts'
import type { PlantTables } from './plant-schema.ts'
import type { FraudTables } from './fraud-schema.ts'
import type { RulesTables } from './rules-schema.ts'
import type { SetupTables } from './setup-schema.ts'

/**
 * The tables as Kysely sees them; the truth is in migrations/. `bigint` arrives as a string, so ids
 * stay exact: a count or a sum is cast in its query with `number()` of database.ts.
 */
export type Database = PeopleTables &
  PaymentTables &
  LoyaltyTables &
  EnquiryTables &
  DeskTables &
  ListsTables &
  MasterTables &
  RulesTables &
  AccessTables &
  ChainTables &
  MessageTables &
  FraudTables &
  DataAccessTables &
  SetupTables &
  PlantTables & {
    setting: { name: string; value: Json; changed_at: Date }
    distributor: {
      version: Generated<number>
      distributor_id: Generated<number>
      code: string
      name: string
      state: number
      city: string
      territory: string | null
      contact_name: string | null
      mobile: string | null
      email: string | null
      address: string | null
      pincode: string | null
      added_at: Date | null
      left_at: Date | null
      left_reason: string | null
    }
    member: {
      version: Generated<number>
      member_id: Generated<number>
      code: string
      mobile: string
      name: string
      kind: MemberKind
      state: number
      city: string
      language: Generated<'en' | 'hi'>
      distributor_id: number | null
      latin_name: string | null
      pincode: string | null
      joined_at: Date
      blocked_reason: string | null
      left_at: Date | null
      erased_at: Date | null
      kyc_state: Generated<KycState>
      tier: Generated<RetailerTier>
      status: GeneratedAlways<number>
    }
    outbox: {
      outbox_id: Generated<Id>
      channel: string
      recipient: string
      subject: string | null
      body: string
      created_at: Date
    }
    audit: {
      seq: Id
      at: Date
      staff_id: number | null
      role: string | null
      action: string
      subject: string
      subject_id: string
      before: Json | null
      after: Json | null
      reason: string | null
      request_id: string | null
      hash: Bytes
    }
    audit_head: { one: Generated<boolean>; seq: Id; hash: Bytes; signature: Bytes }
    coupon_batch: {
      batch_id: number
      plant_id: number
      product_id: number
      quantity: number
      points: number
      expires_at: Date
      qr_form: Generated<'url' | 'gs1'>
      sent_to_state: number | null
      carton_size: number | null
      note: string | null
      status: BatchStatus
      approvals_needed: number
      generated: Generated<number>
      failure: string | null
      sealed_key: Bytes
      requested_by: number
      requested_at: Date
    }
    print_again: {
      again_id: Generated<number>
      batch_id: number
      what: PrintOf
      from_number: number
      to_number: number
      reason: string
      state: Generated<'proposed' | 'approved' | 'rejected' | 'withdrawn'>
      proposed_by: number
      proposed_at: Date
      decided_by: number | null
      decided_at: Date | null
      decision_note: string | null
    }
    print_taking: {
      taking_id: Generated<number>
      batch_id: number
      what: PrintOf
      from_number: number
      to_number: number
      format: PrintFormat
      taken_by: number | null
      taken_at: Date
      alone_coupons: number | null
      again_id: number | null
    }
    batch_event: {
      batch_id: number
      event_id: Generated<Id>
      at: Date
      staff_id: number | null
      action: string
      note: string | null
    }
    coupon_change: {
      change_id: Generated<Id>
      batch_id: number
      plant_id: number
      from_serial: number
      to_serial: number
      action: CouponAction
      changed: number
      reason: string | null
      staff_id: number
      device: string | null
      at: Date
      occurred_at: Date
    }
    batch_count: {
      batch_id: number
      printed: Generated<number>
      activated: Generated<number>
      deactivated: Generated<number>
      blocked: Generated<number>
    }
    rollup_day: {
      day: string
      result: number
      state: number
      plant_id: number
      product_id: number
      slot: number
      attempts: Id
      points: Id
    }
    rollup_batch: { batch_id: number; slot: number; scanned: Id }
    scan_signal: { key: string; day: string; count: number; above: Generated<boolean> }
    coupon: {
      code_key: string
      activated_at: Date | null
      scanned_at: Date | null
      batch_id: number
      serial: number
      scanned_by: number | null
      scanned_points: number | null
      status: Generated<number>
    }
    scan: {
      id: Id
      code_key: string
      occurred_at: Date
      recorded_at: Date
      reviewed_at: Date | null
      member_id: number
      retailer_id: number | null
      batch_id: number | null
      serial: number | null
      points: number
      product_id: number | null
      reviewed_by: number | null
      lat: number | null
      lng: number | null
      result: number
      state: number
      plant_id: number | null
      review: number | null
      flags: string[] | null
      device: string | null
      review_reason: string | null
      counted_in: Generated<number[] | null>
      clock_ahead_s: Generated<number | null>
    }
    member_account: {
      member_id: number
      seq: Generated<number>
      available: Generated<Id>
      held: Generated<Id>
      last_scan_at: Date | null
      day: Generated<string>
      scans_today: Generated<number>
      wrong_today: Generated<number>
      last_lat: number | null
      last_lng: number | null
      blocked: Generated<boolean>
      devices: Generated<string[]>
      known_devices: Generated<string[]>
    }
    transfer: {
      member_id: number
      seq: number
      id: Id
      ref: Id
      points: Id | number
      available_after: Id | number
      held_after: Id | number
      occurred_at: Date
      recorded_at: Date
      reverses: number | null
      scheme_id: number | null
      debit: number
      credit: number
      kind: number
      idempotency_key: string | null
    }
    report_download: {
      report_download_id: Generated<Id>
      staff_id: number
      report_type: string
      filters: Json
      requested_at: Date
      finished_at: Date | null
      rows: Id | number | null
      failed: Generated<boolean>
    }
  }
