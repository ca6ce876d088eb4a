import {
  bool,
  composite,
  float4,
  int2,
  int4,
  int4Array,
  int8,
  text,
  textArray,
  timestamptz,
  uuid,
  type BinaryType,
  type Columns,
} from '../../../lib/pg-binary.ts'
import type {
  AccountChange,
  BatchScans,
  ChargeCount,
  ChargeDraft,
  CouponWin,
  DayCount,
  ScanRow,
  SchemeMemberChange,
  SchemeSpend,
  TransferRow,
} from './plan.ts'
import type { SignalChange } from './signals.ts'

/** The types that apply_scans takes its rows in (0005_scan_engine.sql), with the rows of a plan. */
type Rows = {
  scan_attempt: ScanRow
  coupon_win: CouponWin
  account_change: AccountChange
  transfer_draft: TransferRow
  day_count: DayCount
  batch_scans: BatchScans
  scheme_spend: SchemeSpend
  signal_change: SignalChange
  scheme_member_change: SchemeMemberChange
  charge_draft: ChargeDraft
  charge_count: ChargeCount
}
export type RowTypes = { [Name in keyof Rows]: BinaryType<Rows[Name]> }

/** Column by column in the order of the types. */
export const ROW_COLUMNS: { [Name in keyof Rows]: Columns<Rows[Name]> } = {
  scan_attempt: {
    member_id: int4,
    id: int8,
    code_key: uuid,
    result: int2,
    points: int4,
    state: int2,
    occurred_at: timestamptz,
    batch_id: int4,
    serial: int4,
    plant_id: int2,
    product_id: int4,
    retailer_id: int4,
    review: int2,
    flags: textArray,
    lat: float4,
    lng: float4,
    device: text,
    counted_in: int4Array,
    clock_ahead_s: int4,
  },
  coupon_win: { code_key: uuid, member_id: int4, points: int4 },
  account_change: {
    member_id: int4,
    available: int8,
    held: int8,
    transfers: int4,
    credited: int4,
    wrong: int4,
    wrong_before_credit: int4,
    place_at: timestamptz,
    lat: float4,
    lng: float4,
    devices: textArray,
  },
  transfer_draft: {
    member_id: int4,
    id: int8,
    ref: int8,
    kind: int2,
    credit: int2,
    points: int8,
    scheme_id: int4,
    occurred_at: timestamptz,
    seq_behind: int4,
    available_behind: int8,
    held_behind: int8,
  },
  day_count: {
    result: int2,
    state: int2,
    plant_id: int2,
    product_id: int4,
    attempts: int8,
    points: int8,
  },
  batch_scans: { batch_id: int4, scanned: int8 },
  scheme_spend: { scheme_id: int4, points: int8, bonuses: int4 },
  signal_change: { key: text, add: int4, at_most: int4, above: bool },
  scheme_member_change: {
    member_id: int4,
    scheme_id: int4,
    scans: int4,
    points: int8,
    scans_least: int4,
    scans_most: int4,
    points_least: int8,
    points_most: int8,
  },
  charge_draft: {
    retailer_id: int4,
    scan_id: int8,
    member_id: int4,
    rule_id: int4,
    product_id: int4,
    points: int4,
    paise: int8,
    held: bool,
  },
  charge_count: { rule_id: int4, charges: int4, paise: int8 },
}
export const ROW_TYPE_NAMES = Object.keys(ROW_COLUMNS)

/** The types with the oids that this database gave them. */
export function rowTypes(found: readonly { name: string; oid: number }[]): RowTypes {
  const oids = new Map(found.map(({ name, oid }) => [name, oid]))
  const type = <Name extends keyof Rows>(name: Name): BinaryType<Rows[Name]> => {
    const oid = oids.get(name)
    if (oid === undefined) throw new Error(`The database has no type ${name}.`)
    return composite<Rows[Name]>(oid, ROW_COLUMNS[name])
  }
  return {
    scan_attempt: type('scan_attempt'),
    coupon_win: type('coupon_win'),
    account_change: type('account_change'),
    transfer_draft: type('transfer_draft'),
    day_count: type('day_count'),
    batch_scans: type('batch_scans'),
    scheme_spend: type('scheme_spend'),
    signal_change: type('signal_change'),
    scheme_member_change: type('scheme_member_change'),
    charge_draft: type('charge_draft'),
    charge_count: type('charge_count'),
  }
}
