import { SCAN_RESULTS, type ScanRow } from '../../../../contract/programme/scans.ts'
import type { Db, Tx } from '../../../db/database.ts'

type Refused = { result: number; codeKey: string }
const TAKEN: ReadonlySet<number> = new Set([
  SCAN_RESULTS.already_yours,
  SCAN_RESULTS.already_scanned,
])

/** Who has the coupons of scans that came too late, by code; one that is free again has no entry. */
export async function firstScansOf(
  db: Db | Tx,
  scans: readonly Refused[],
): Promise<Map<string, NonNullable<ScanRow['first']>>> {
  const codeKeys = scans.filter(({ result }) => TAKEN.has(result)).map(({ codeKey }) => codeKey)
  if (codeKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('coupon as c')
    .innerJoin('member as m', 'm.member_id', 'c.scanned_by')
    .select([
      'c.code_key as codeKey',
      'c.scanned_at as at',
      'm.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
    ])
    .where('c.code_key', 'in', [...new Set(codeKeys)])
    .where('c.scanned_at', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ codeKey, at, ...first }) =>
      at === null ? [] : [[codeKey, { ...first, at: at.toISOString() }] as const],
    ),
  )
}

/** Of one of them: null for what was refused for another reason or not at all. */
export const firstOf = (
  firsts: ReadonlyMap<string, NonNullable<ScanRow['first']>>,
  { result, codeKey }: Refused,
): ScanRow['first'] => (TAKEN.has(result) ? (firsts.get(codeKey) ?? null) : null)
