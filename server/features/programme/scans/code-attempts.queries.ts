import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { firstIdAt } from '../../../lib/ids.ts'

export type CreditedScan = { memberId: number; scanId: string }

/** The scan that won a coupon; null when nobody has it. */
export async function creditOn(db: Db | Tx, codeKey: string): Promise<CreditedScan | null> {
  const coupon = await db
    .selectFrom('coupon')
    .select(['code_key as codeKey', 'scanned_by as memberId', 'scanned_at as scannedAt'])
    .where('code_key', '=', codeKey)
    .executeTakeFirst()
  return coupon ? creditOf(db, coupon) : null
}

/** The same of a coupon that was read: no index by code holds it, but its member and its moment do. */
export async function creditOf(
  db: Db | Tx,
  coupon: { codeKey: string; memberId: number | null; scannedAt: Date | null },
): Promise<CreditedScan | null> {
  const { codeKey, memberId, scannedAt } = coupon
  if (memberId === null || scannedAt === null) return null
  const scan = await db
    .selectFrom('scan')
    .select(['member_id as memberId', 'id as scanId'])
    .where('member_id', '=', memberId)
    // Of that millisecond, or later where the clock had stepped back.
    .where('id', '>=', firstIdAt(scannedAt))
    .where('code_key', '=', codeKey)
    .where('result', '=', SCAN_RESULTS.credited)
    .where('review', 'is distinct from', REVIEWS.indexOf('reversed'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return scan ?? null
}

/** The scans on one code as `s`: the refused, the reversed and the credited one, each by its index. */
export function scansOnCode(db: Db | Tx, codeKey: string, credit: CreditedScan | null) {
  const scans = () => db.selectFrom('scan').selectAll()
  const onCode = () => scans().where('code_key', '=', codeKey)
  const refusedOrReversed = onCode()
    .where('result', '<>', SCAN_RESULTS.credited)
    .unionAll(onCode().where('review', '=', REVIEWS.indexOf('reversed')))
  const all = credit
    ? refusedOrReversed.unionAll(
        scans().where('member_id', '=', credit.memberId).where('id', '=', credit.scanId),
      )
    : refusedOrReversed
  return db.selectFrom(all.as('s'))
}
