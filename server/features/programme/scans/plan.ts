import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import type { SignalChange } from './signals.ts'
import type { ScanOutcome } from './world.ts'

/**
 * The rows of a plan are named as apply_scans (0005_scan_engine.sql) reads them; row-types.ts tells how they
 * get there. What is undefined arrives as null.
 */
export type CouponWin = { code_key: string; member_id: number; points: number }
export type ScanRow = {
  member_id: number
  id: string
  code_key: string
  result: number
  points: number
  state: number
  /** Left out when it is the moment of recording. */
  occurred_at?: Date
  batch_id?: number
  serial?: number
  plant_id?: number
  product_id?: number
  retailer_id?: number
  review?: number
  flags?: ScanFlag[]
  lat?: number
  lng?: number
  device?: string
  /** By how much the phone's clock was ahead; left out below a minute. */
  clock_ahead_s?: number
  /** Schemes with slabs that count it: a reversal takes it back there. */
  counted_in?: number[]
}
export type AccountChange = {
  member_id: number
  available: number
  held: number
  transfers: number
  credited: number
  wrong: number
  /** Wrong codes of this batch before its last credited scan: that one was not locked out. */
  wrong_before_credit: number
  place_at?: Date
  lat?: number
  lng?: number
  /** Devices on which the member is new today. */
  devices?: string[]
}
/** A ledger row; `…_behind` is how far it lies behind the account as the whole batch leaves it. */
export type TransferRow = {
  member_id: number
  id: string
  ref: string
  kind: number
  credit: number
  points: number
  scheme_id?: number
  occurred_at?: Date
  seq_behind: number
  available_behind: number
  held_behind: number
}
export type DayCount = {
  result: number
  state: number
  plant_id: number
  product_id: number
  attempts: number
  points: number
}

export type BatchScans = { batch_id: number; scanned: number }
export type SchemeSpend = { scheme_id: number; points: number; bonuses: number }
/**
 * What a batch adds to a member's progress in a scheme. It may be applied only where the progress
 * before is within these bounds: there each of its bonuses comes to the same.
 */
export type SchemeMemberChange = {
  member_id: number
  scheme_id: number
  scans: number
  points: number
  scans_least: number
  scans_most: number
  points_least: number
  points_most: number
}
export type ChargeDraft = {
  retailer_id: number
  scan_id: string
  member_id: number
  rule_id: number
  product_id: number
  points: number
  paise: number
  /** Waits with its scan for a review, and is not in the counts until then. */
  held: boolean
}
/** Charges that are due, by rule. */
export type ChargeCount = { rule_id: number; charges: number; paise: number }

/** All that one batch of scans changes, and what each caller is told. */
export type Plan = {
  outcomes: ScanOutcome[]
  /** Outcomes whose balance is the account's after the batch, less what came later in it. */
  credits: { outcome: ScanOutcome; memberId: number; availableBehind: number }[]
  coupons: CouponWin[]
  scans: ScanRow[]
  accounts: AccountChange[]
  transfers: TransferRow[]
  days: DayCount[]
  batches: BatchScans[]
  spends: SchemeSpend[]
  signals: SignalChange[]
  progress: SchemeMemberChange[]
  charges: ChargeDraft[]
  chargeCounts: ChargeCount[]
  /** Bonus points by scheme beyond the slot's lease: only with these leased may the plan be applied. */
  missing: ReadonlyMap<number, number>
}
