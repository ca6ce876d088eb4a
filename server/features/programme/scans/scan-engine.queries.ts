import { binaryArray, int4, int8, text, uuid } from '../../../lib/pg-binary.ts'
import { signalKeysOf } from './flags.ts'
import type { Plan } from './plan.ts'
import type { LedgerSeal } from './slot-seals.ts'
import {
  progressKey,
  type AccountSeen,
  type CouponSeen,
  type ScanItem,
  type ScanLimits,
  type SchemeProgress,
} from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

/** All rows as one JSON text: the driver takes longer for a row than the database for finding it. */
const COUPONS = `select json_agg(json_build_array(code_key, serial, status, scanned_at, scanned_by,
    scanned_points)) as found
  from coupon where code_key = any($1::uuid[])`
/** Counters of an earlier day count as 0; those of a day that a faster clock began count. */
const ACCOUNTS = `select json_agg(json_build_array(member_id, blocked,
    case when day >= $2::date then scans_today else 0 end,
    case when day >= $2::date then wrong_today else 0 end,
    last_scan_at, last_lat, last_lng,
    case when day >= $2::date then devices else '{}' end,
    case when day >= $2::date then known_devices else known_devices || devices end)) as found
  from member_account where member_id = any($1::int[])`
const SIGNALS = `select key, count from scan_signal where day = $2::date and key = any($1::text[])`
const SIGNALS_ABOVE = `${SIGNALS} and above`
const PROGRESS = `select json_agg(json_build_array(member_id, scheme_id, scans, points)) as found
  from scheme_member where member_id = any($1::int[]) and scheme_id = any($2::int[])`
/** The seal is written by the statement that writes what it seals: both or neither. */
const APPLY = `with sealed as (
  insert into ledger_seal (slot, number, at, ids, digests, hash, mac)
  select $3::smallint, $19::bigint, $1::timestamptz, $20::bigint[], $21::bytea, $22::bytea,
    $23::bytea where $19::bigint > 0)
  select apply_scans($1::timestamptz, $2::date, $3::smallint, $4::int, $5::int,
  $6::uuid[], $7::coupon_win[], $8::scan_attempt[], $9::int[], $10::account_change[],
  $11::transfer_draft[], $12::day_count[], $13::batch_scans[], $14::scheme_spend[],
  $15::signal_change[], $16::scheme_member_change[], $17::charge_draft[],
  $18::charge_count[]) as available`

type CouponFound = [
  codeKey: string,
  serial: number,
  status: number,
  scannedAt: string | null,
  scannedBy: number | null,
  scannedPoints: number | null,
]
type AccountFound = [
  memberId: number,
  blocked: boolean,
  scansToday: number,
  wrongToday: number,
  lastScanAt: string | null,
  lastLat: number | null,
  lastLng: number | null,
  devices: string[],
  knownDevices: string[],
]
type ProgressFound = [memberId: number, schemeId: number, scans: number, points: number]

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

export async function readCoupons(
  slot: WriterSlot,
  items: readonly ScanItem[],
): Promise<CouponSeen[]> {
  const codeKeys = distinct(items.map((item) => item.codeKey))
  const values = [binaryArray(uuid, codeKeys)]
  const query = { name: 'scan-coupons', text: COUPONS, values }
  const [row] = await slot.query<{ found: CouponFound[] | null }>(query)
  return (row?.found ?? []).map(
    ([codeKey, serial, status, scannedAt, scannedBy, scannedPoints]) => ({
      codeKey,
      serial,
      status,
      scannedAt: scannedAt === null ? null : new Date(scannedAt),
      scannedBy,
      scannedPoints,
    }),
  )
}

export async function readAccounts(
  slot: WriterSlot,
  items: readonly ScanItem[],
  day: string,
): Promise<AccountSeen[]> {
  const members = distinct(items.map((item) => item.memberId))
  const values = [binaryArray(int4, members), day]
  const query = { name: 'scan-accounts', text: ACCOUNTS, values }
  const [row] = await slot.query<{ found: AccountFound[] | null }>(query)
  return (row?.found ?? []).map(
    ([
      memberId,
      blocked,
      scansToday,
      wrongToday,
      lastScanAt,
      lastLat,
      lastLng,
      devices,
      knownDevices,
    ]) => ({
      memberId,
      blocked,
      scansToday,
      wrongToday,
      lastScanAt: lastScanAt === null ? null : new Date(lastScanAt),
      lastLat,
      lastLng,
      devices,
      knownDevices,
    }),
  )
}

/**
 * The day's counters that the items may add to. At first only those that passed their limit: the
 * others are taken to have room, and where apply_scans finds that one had not, `all` are read.
 */
export async function readSignals(
  slot: WriterSlot,
  items: readonly ScanItem[],
  { day, all }: { day: string; all: boolean },
): Promise<{ key: string; count: number }[]> {
  const keys = distinct(items.flatMap(signalKeysOf))
  if (keys.length === 0) return []
  const values = [binaryArray(text, keys), day]
  return slot.query(
    all
      ? { name: 'scan-signals', text: SIGNALS, values }
      : { name: 'scan-signals-above', text: SIGNALS_ABOVE, values },
  )
}

/** What the items' members had of the schemes, by progressKey; nothing is asked where there is none. */
export async function readProgress(
  slot: WriterSlot,
  items: readonly ScanItem[],
  schemeIds: readonly number[],
): Promise<[key: string, progress: SchemeProgress][]> {
  if (schemeIds.length === 0) return []
  const members = distinct(items.map((item) => item.memberId))
  const values = [binaryArray(int4, members), binaryArray(int4, schemeIds)]
  const query = { name: 'scan-progress', text: PROGRESS, values }
  const [row] = await slot.query<{ found: ProgressFound[] | null }>(query)
  return (row?.found ?? []).map(([memberId, schemeId, scans, points]) => [
    progressKey(memberId, schemeId),
    { scans, points },
  ])
}

/** For a batch that wrote nothing to the ledger. */
const NOT_SEALED = ['0', null, null, null, null]
type Apply = { at: Date; day: string; limits: ScanLimits; seal: LedgerSeal | null }

/**
 * One call, one transaction; the points that the accounts of the plan have available after it, in
 * their order. SC001 when the world has moved, SC002 when the books of that moment are closed.
 */
export async function applyPlan(
  slot: WriterSlot,
  plan: Plan,
  { at, day, limits, seal }: Apply,
): Promise<number[]> {
  const { coupons, accounts } = plan
  const types = slot.rowTypes
  const codeKeys = coupons.map((row) => row.code_key)
  const members = accounts.map((row) => row.member_id)
  const values = [
    at.toISOString(),
    day,
    slot.number,
    limits.scansPerDay,
    limits.wrongCodesPerDay,
    binaryArray(uuid, codeKeys),
    binaryArray(types.coupon_win, coupons),
    binaryArray(types.scan_attempt, plan.scans),
    binaryArray(int4, members),
    binaryArray(types.account_change, accounts),
    binaryArray(types.transfer_draft, plan.transfers),
    binaryArray(types.day_count, plan.days),
    binaryArray(types.batch_scans, plan.batches),
    binaryArray(types.scheme_spend, plan.spends),
    binaryArray(types.signal_change, plan.signals),
    binaryArray(types.scheme_member_change, plan.progress),
    binaryArray(types.charge_draft, plan.charges),
    binaryArray(types.charge_count, plan.chargeCounts),
    ...(seal
      ? [seal.number, binaryArray(int8, seal.ids), seal.digests, seal.hash, seal.mac]
      : NOT_SEALED),
  ]
  const [row] = await slot.query<{ available: string[] | null }>({
    name: 'scan-apply',
    text: APPLY,
    values,
  })
  return (row?.available ?? []).map(Number)
}
