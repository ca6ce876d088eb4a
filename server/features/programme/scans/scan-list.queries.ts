import { sql, type NotNull, type SqlBool } from 'kysely'
import {
  REVIEWS,
  SCAN_RESULTS,
  scanFlag,
  scanResult,
  type ScanListQuery,
  type ScanResult,
} from '../../../../contract/programme/scans.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { isOneOf, type IdRange } from '../../../db/id-range.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'
import { isLate } from '../../../db/waiting.ts'
import { belongedAtScan } from '../../people/distributors/index.ts'
import { belongsTo } from '../../ledger/points/index.ts'
import { firstOf, firstScansOf } from './first-scan.queries.ts'
import { scansOnCode, type CreditedScan } from './code-attempts.queries.ts'

/** What a search narrowed the list to. */
export type Sought = {
  memberId?: number
  code?: { codeKey: string; credited: CreditedScan | null }
  scanId?: string
}

const RESULTS = new Map<number, ScanResult>(
  scanResult.options.map((result) => [SCAN_RESULTS[result], result]),
)

export const scanTable = (db: Db | Tx) => db.selectFrom('scan as s')

export const scans = (from: ReturnType<typeof scanTable>) =>
  from.select([
    's.id',
    's.code_key',
    's.recorded_at',
    's.occurred_at',
    's.result',
    's.points',
    's.flags',
    's.review',
    's.member_id',
    's.state',
    's.batch_id',
    's.serial',
    's.product_id',
    's.plant_id',
    's.lat',
    's.lng',
    's.device',
    's.retailer_id',
    's.reviewed_by',
    's.reviewed_at',
    's.review_reason',
  ])

export function withNames(db: Db | Tx, found: ReturnType<typeof scans>) {
  return (
    db
      .selectFrom(found.as('s'))
      .leftJoin('member', 'member.member_id', 's.member_id')
      .leftJoin('product', 'product.product_id', 's.product_id')
      .leftJoin('plant', 'plant.plant_id', 's.plant_id')
      .select([
        's.id as scanId',
        's.code_key as codeKey',
        's.recorded_at as recordedAt',
        's.occurred_at as occurredAt',
        's.result',
        's.points',
        's.flags',
        's.review',
        's.member_id as memberId',
        'member.code as memberCode',
        'member.name as memberName',
        'member.kind as memberKind',
        'member.mobile',
        's.state',
        's.batch_id as batchId',
        's.serial',
        'product.name as productName',
        'plant.name as plantName',
        's.lat',
        's.lng',
        's.device',
      ])
      // A scan is recorded for a member who is signed in, and members are never deleted.
      .$narrowType<{
        memberCode: NotNull
        memberName: NotNull
        memberKind: NotNull
        mobile: NotNull
      }>()
  )
}
type Found = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const scanFlags = scanFlag.array()

/** Rows as the contract has them, in their order, with who was first. */
export async function toRows<T extends Found>(db: Db | Tx, found: readonly T[]) {
  const firsts = await firstScansOf(db, found)
  return found.map((row) => toRow(row, firsts))
}

function toRow<T extends Found>(
  { result, flags, review, codeKey, ...row }: T,
  firsts: Awaited<ReturnType<typeof firstScansOf>>,
) {
  const name = RESULTS.get(result)
  if (!name) throw new Error(`Scan ${row.scanId} has the unknown result ${result}.`)
  return {
    ...row,
    first: firstOf(firsts, { result, codeKey }),
    result: name,
    flags: scanFlags.parse(flags ?? []),
    review: review === null ? null : (REVIEWS[review] ?? null),
    recordedAt: row.recordedAt.toISOString(),
    occurredAt: row.occurredAt.toISOString(),
  }
}

const key = [
  { column: 's.id', type: 'bigint', of: (row: Found) => row.scanId },
  { column: 's.member_id', type: 'int', of: (row: Found) => row.memberId },
] as const
const ORDERS: Record<ScanListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

/** Of so many batches the scans are found by their batch. */
const FEW_BATCHES = 60

/**
 * The batches of a product, as far as they are few: there is no index of scans by product, and of a
 * rare one, or one that the plant never made, all scans would be read. Null where they are many.
 */
async function fewBatchesOf(
  db: Db,
  { product, plant }: Pick<ScanListQuery, 'product' | 'plant'>,
): Promise<number[] | null> {
  if (!product) return null
  let query = db
    .selectFrom('coupon_batch as b')
    .select('b.batch_id as batchId')
    .where(isOneOf('b.product_id', product))
  if (plant) query = query.where(isOneOf('b.plant_id', plant))
  const found = await query.limit(FEW_BATCHES + 1).execute()
  return found.length > FEW_BATCHES ? null : found.map(({ batchId }) => batchId)
}

/**
 * Whether no scan can be all of this, where all scans of a result would be read to find that out: only
 * a credited one is flagged and reviewed, and an unknown code has no product and no plant.
 */
function isNone({ result, review, flag, late, product, plant }: ScanListQuery): boolean {
  if (!result) return false
  if ((review ?? flag ?? late) && !result.includes('credited')) return true
  return (product ?? plant) !== undefined && result.every((one) => one === 'unknown')
}

export async function scanPage(db: Db, filters: ScanListQuery, ids: IdRange, sought: Sought) {
  const { code } = sought
  let query = scans(code ? scansOnCode(db, code.codeKey, code.credited) : scanTable(db))
  if (ids.from) query = query.where('s.id', '>=', ids.from)
  if (ids.before) query = query.where('s.id', '<', ids.before)
  if (sought.memberId) query = query.where('s.member_id', '=', sought.memberId)
  if (sought.scanId) query = query.where('s.id', '=', sought.scanId)
  if (filters.result) {
    const { member = sought.memberId, distributor } = filters
    // A member's scans are few, and a distributor's: as a plain column all of the result would be looked
    // up beside them.
    const isFew = member !== undefined || Boolean(distributor)
    query = query.where(
      isOneOf(
        isFew ? sql`+s.result` : 's.result',
        filters.result.map((result) => SCAN_RESULTS[result]),
      ),
    )
  }
  if (isNone(filters)) query = query.where(sql<SqlBool>`false`)
  if (filters.region) query = query.where(isOneOf('s.state', filters.region))
  if (filters.plant) query = query.where(isOneOf('s.plant_id', filters.plant))
  if (filters.product) {
    query = query.where(isOneOf('s.product_id', filters.product))
    const few = await fewBatchesOf(db, filters)
    if (few) query = query.where('s.batch_id', '=', sql<number>`any(${few}::int[])`)
  }
  if (filters.batch !== undefined) query = query.where('s.batch_id', '=', filters.batch)
  if (filters.member !== undefined) query = query.where('s.member_id', '=', filters.member)
  if (filters.review) {
    query = query.where(
      isOneOf(
        's.review',
        filters.review.map((review) => REVIEWS.indexOf(review)),
      ),
    )
  }
  if (filters.distributor !== undefined) query = query.where(belongedAtScan(filters.distributor))
  if (filters.late)
    query = query.where('s.review', '=', 0).where(isLate('s.recorded_at', 'heldScan'))
  if (filters.flag) {
    // Flagged scans are few and each has a review: its index finds them.
    query = query
      .where('s.review', 'is not', null)
      .where(sql<SqlBool>`s.flags && cast(${filters.flag} as text[])`)
  }
  const order = ORDERS[filters.sort]
  const page = await joinedPage(db, query, (found) => withNames(db, found), order, filters)
  return { ...page, items: await toRows(db, page.items) }
}

export async function scanById(db: Db | Tx, memberId: number, scanId: string) {
  const scan = scans(scanTable(db)).where('s.member_id', '=', memberId).where('s.id', '=', scanId)
  const found = await withNames(db, scan)
    .leftJoin('staff', 'staff.staff_id', 's.reviewed_by')
    .select([
      's.retailer_id as retailerId',
      'staff.name as reviewedBy',
      's.reviewed_at as reviewedAt',
      's.review_reason as reviewReason',
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const firsts = await firstScansOf(db, [found])
  const row = toRow(found, firsts)
  return { ...row, reviewedAt: found.reviewedAt?.toISOString() ?? null }
}

/** The points that a scan moved, in the order of the ledger. */
export async function transfersOfScan(db: Db | Tx, memberId: number, scanId: string) {
  return db
    .selectFrom('transfer as t')
    .leftJoin('scheme', 'scheme.scheme_id', 't.scheme_id')
    .select((select) => [
      't.seq',
      't.kind',
      number(select.ref('t.points')).as('points'),
      number(select.ref('t.available_after')).as('availableAfter'),
      number(select.ref('t.held_after')).as('heldAfter'),
      't.recorded_at as recordedAt',
      'scheme.name as schemeName',
    ])
    .where(belongsTo('t', { memberId, ref: scanId }))
    .orderBy('t.seq')
    .execute()
}
