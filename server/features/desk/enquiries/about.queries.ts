import { SCAN_RESULTS, scanResult, type ScanResult } from '../../../../contract/programme/scans.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

export async function hasScan(tx: Tx, memberId: number, scanId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('scan')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '=', scanId)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasRedemption(
  tx: Tx,
  memberId: number,
  redemptionId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('redemption')
    .select('redemption_id')
    .where('redemption_id', '=', redemptionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

const RESULTS = new Map<number, ScanResult>(
  scanResult.options.map((result) => [SCAN_RESULTS[result], result]),
)

/** The scan that an enquiry names. */
export async function scanOf(db: Db, memberId: number, scanId: string) {
  const row = await db
    .selectFrom('scan as s')
    .leftJoin('product as p', 'p.product_id', 's.product_id')
    .select([
      's.recorded_at as at',
      's.result',
      's.points',
      's.batch_id as batchId',
      's.serial',
      's.review',
      'p.name as product',
    ])
    .where('s.member_id', '=', memberId)
    .where('s.id', '=', scanId)
    .executeTakeFirst()
  return row && { ...row, result: RESULTS.get(row.result) ?? 'unknown' }
}
export type FoundScan = NonNullable<Awaited<ReturnType<typeof scanOf>>>

/** The redemption that an enquiry names. */
export async function redemptionOf(db: Db, redemptionId: string) {
  return db
    .selectFrom('redemption as r')
    .leftJoin('gift as g', 'g.gift_id', 'r.gift_id')
    .select((select) => [
      'r.number',
      'r.kind',
      'r.state',
      'r.points',
      number(select.ref('r.amount_paise')).as('amountPaise'),
      'g.name as gift',
      'r.quantity',
    ])
    .where('r.redemption_id', '=', redemptionId)
    .executeTakeFirst()
}
export type FoundRedemption = NonNullable<Awaited<ReturnType<typeof redemptionOf>>>

/** The last payment of a redemption. */
export async function paymentOf(db: Db, redemptionId: string) {
  return db
    .selectFrom('payment')
    .select((select) => [
      'payment_id as paymentId',
      'number',
      'state',
      number(select.fn.coalesce('net_paise', 'gross_paise')).as('paise'),
      'utr',
      'failure_code as failureCode',
    ])
    .where('redemption_id', '=', redemptionId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
export type FoundPayment = NonNullable<Awaited<ReturnType<typeof paymentOf>>>
