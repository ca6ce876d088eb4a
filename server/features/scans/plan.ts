import type { ScanFlag } from '../../../contract/scans.ts'
import type { SignalChange } from './signals.ts'
import type { ScanOutcome } from './world.ts'

/**
 * The rows of a plan are named as apply_scans (migrations/0005) reads them; row-types.ts tells how they
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
export type SchemeSpend = { scheme_id: number; points: number }

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
  /** Bonus points by scheme that the slot's lease did not hold. */
  missing: ReadonlyMap<number, number>
}
