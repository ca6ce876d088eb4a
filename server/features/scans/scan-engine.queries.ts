import { signalKeysOf } from './flags.ts'
import type { Plan } from './plan.ts'
import type {
  AccountSeen,
  BatchSeen,
  CouponSeen,
  ScanItem,
  ScanLimits,
  SchemeSeen,
} from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

const COUPONS = `select code_key as "codeKey", serial, status, scanned_at as "scannedAt",
    scanned_by as "scannedBy", scanned_points as "scannedPoints"
  from coupon where code_key = any($1::uuid[])`
/** Counters of an earlier day count as 0; those of a day that a faster clock began count. */
const ACCOUNTS = `select member_id as "memberId", blocked,
    case when day >= $2::date then scans_today else 0 end as "scansToday",
    case when day >= $2::date then wrong_today else 0 end as "wrongToday",
    last_scan_at as "lastScanAt", last_lat as "lastLat", last_lng as "lastLng"
  from member_account where member_id = any($1::int[])`
const SIGNALS = `select key, count from scan_signal where day = $2::date and key = any($1::text[])`
const BATCHES = `select batch_id as "batchId", plant_id as "plantId", product_id as "productId", points,
    expires_at as "expiresAt", sent_to_state as "sentToState", status
  from coupon_batch where batch_id = any($1::int[])`
const SCHEMES = `select scheme_id as "schemeId", kind, value, from_at as "fromAt", to_at as "toAt",
    member_kind as "memberKind", state, product_id as "productId", stacks,
    (budget + returned)::float8 as budget
  from scheme where status = 'active' order by priority, scheme_id`
const APPLY = `select apply_scans($1::timestamptz, $2::date, $3::smallint, $4::int, $5::int,
  $6::uuid[], $7::int[], $8::int[], $9::json, $10::int[], $11::json, $12::json, $13::json, $14::json,
  $15::json, $16::text[], $17::int[], $18::int[]) as after`

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

export function readCoupons(slot: WriterSlot, items: readonly ScanItem[]): Promise<CouponSeen[]> {
  const values = [distinct(items.map((item) => item.codeKey))]
  return slot.query({ name: 'scan-coupons', text: COUPONS, values })
}

export function readAccounts(
  slot: WriterSlot,
  items: readonly ScanItem[],
  day: string,
): Promise<AccountSeen[]> {
  const values = [distinct(items.map((item) => item.memberId)), day]
  return slot.query({ name: 'scan-accounts', text: ACCOUNTS, values })
}

export async function readSignals(
  slot: WriterSlot,
  items: readonly ScanItem[],
  day: string,
): Promise<{ key: string; count: number }[]> {
  const keys = distinct(items.flatMap(signalKeysOf))
  if (keys.length === 0) return []
  return slot.query({ name: 'scan-signals', text: SIGNALS, values: [keys, day] })
}

export async function readBatches(
  slot: WriterSlot,
  batchIds: readonly number[],
): Promise<BatchSeen[]> {
  if (batchIds.length === 0) return []
  return slot.query({ name: 'scan-batches', text: BATCHES, values: [batchIds] })
}

export function readSchemes(slot: WriterSlot): Promise<SchemeSeen[]> {
  return slot.query({ name: 'scan-schemes', text: SCHEMES })
}

function rowsAsJson(rows: readonly object[]): string | null {
  return rows.length > 0 ? JSON.stringify(rows) : null
}

export type AccountAfter = { member_id: number; available: number }

/** One call, one transaction; the accounts as it leaves them. SC001 when the world has moved. */
export async function applyPlan(
  slot: WriterSlot,
  plan: Plan,
  { at, day, limits }: { at: Date; day: string; limits: ScanLimits },
): Promise<AccountAfter[]> {
  const { scansPerDay, wrongCodesPerDay } = limits
  const { coupons, accounts, transfers, days, batches, spends, signals } = plan
  const values = [
    at.toISOString(),
    day,
    slot.number,
    scansPerDay,
    wrongCodesPerDay,
    coupons.map((row) => row.code_key),
    coupons.map((row) => row.member_id),
    coupons.map((row) => row.points),
    JSON.stringify(plan.scans),
    accounts.map((row) => row.member_id),
    ...[accounts, transfers, days, batches, spends].map(rowsAsJson),
    signals.map((row) => row.key),
    signals.map((row) => row.add),
    signals.map((row) => row.at_most),
  ]
  const rows = await slot.query<{ after: AccountAfter[] | null }>({
    name: 'scan-apply',
    text: APPLY,
    values,
  })
  return rows[0]?.after ?? []
}
