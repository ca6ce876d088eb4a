import { sql } from 'kysely'
import { batchLetters } from '../../../../contract/programme/code.ts'
import type { BatchListQuery, BatchRow } from '../../../../contract/programme/batches.ts'
import { dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'
import { isLate } from '../../../db/waiting.ts'
import { batchesNamed } from './batch-name.ts'
import { batchBy } from '../../platform/permissions/index.ts'

/** Ids from outside may be larger than the column's type: compared as int they match nothing. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::int[])`

const batches = (db: Db | Tx) => db.selectFrom('coupon_batch as b').selectAll('b')

function batchRows(db: Db | Tx, found = batches(db)) {
  return db
    .selectFrom(found.as('b'))
    .innerJoin('plant', 'plant.plant_id', 'b.plant_id')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('staff', 'staff.staff_id', 'b.requested_by')
    .leftJoin('batch_count', 'batch_count.batch_id', 'b.batch_id')
    .select((select) => [
      'b.batch_id as batchId',
      'b.plant_id as plantId',
      'plant.name as plantName',
      'b.product_id as productId',
      'product.name as productName',
      'product.gtin',
      'b.quantity',
      'b.generated',
      'b.points',
      'b.expires_at as expiresAt',
      'b.status',
      'b.requested_at as requestedAt',
      'b.requested_by as requestedById',
      'staff.name as requestedBy',
      'b.approvals_needed as approvalsNeeded',
      'b.qr_form as qrForm',
      'b.sent_to_state as sentToState',
      'b.carton_size as cartonSize',
      'b.note',
      'b.failure',
      select
        .selectFrom('batch_event as e')
        .select((e) => number(e.fn.countAll()).as('approvals'))
        .whereRef('e.batch_id', '=', 'b.batch_id')
        .where('e.action', '=', 'approve')
        .$asScalar()
        .as('approvals'),
      select.fn.coalesce('batch_count.printed', sql<number>`0`).as('printed'),
      select.fn.coalesce('batch_count.activated', sql<number>`0`).as('activated'),
      select.fn.coalesce('batch_count.deactivated', sql<number>`0`).as('deactivated'),
      select.fn.coalesce('batch_count.blocked', sql<number>`0`).as('blocked'),
      select
        .selectFrom('rollup_batch as r')
        .select((r) => number(r.fn.coalesce(r.fn.sum('r.scanned'), sql`0`)).as('scanned'))
        .whereRef('r.batch_id', '=', 'b.batch_id')
        .$asScalar()
        .as('scanned'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof batchRows>['executeTakeFirstOrThrow']>>

/** A batch as the contract has it. `activated` of the table counts scanned coupons as well. */
function toRow(found: Found): BatchRow {
  const { printed, activated, deactivated, blocked, expiresAt, requestedAt, ...batch } = found
  const scanned = found.scanned ?? 0
  return {
    ...batch,
    letters: batchLetters(batch.batchId),
    approvals: batch.approvals ?? 0,
    expiresOn: dayOf(new Date(expiresAt.getTime() - 1)),
    requestedAt: requestedAt.toISOString(),
    counts: { printed, active: activated - scanned, deactivated, scanned, blocked },
  }
}

const requestedAt = {
  column: 'b.requested_at',
  type: 'timestamptz',
  of: (row: Found) => row.requestedAt,
} as const
const batchId = { column: 'b.batch_id', type: 'int', of: (row: Found) => row.batchId } as const
const quantity = { column: 'b.quantity', type: 'int', of: (row: Found) => row.quantity } as const

const ORDERS: Record<BatchListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [requestedAt, batchId] },
  oldest: { name: 'oldest', direction: 'asc', key: [requestedAt, batchId] },
  largest: { name: 'largest', direction: 'desc', key: [quantity, batchId] },
}

export async function listBatches(db: Db, filters: BatchListQuery) {
  let query = batches(db)
  if (filters.q) query = query.where('b.batch_id', '=', anyOf(batchesNamed(filters.q)))
  if (filters.status) query = query.where('b.status', 'in', filters.status)
  if (filters.plant) query = query.where('b.plant_id', '=', anyOf(filters.plant))
  if (filters.product) query = query.where('b.product_id', '=', anyOf(filters.product))
  if (filters.late) query = query.where(isLate('b.requested_at', 'batch'))
  if (filters.approver !== undefined) query = query.where(batchBy(filters.approver))
  if (filters.from) query = query.where('b.requested_at', '>=', startOfDay(filters.from))
  if (filters.to) query = query.where('b.requested_at', '<', endOfDay(filters.to))
  const join = (found: typeof query) => batchRows(db, found)
  const page = await joinedPage(db, query, join, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

export async function batchById(db: Db | Tx, batchId: number) {
  const found = await batchRows(db).where('b.batch_id', '=', batchId).executeTakeFirst()
  return found ? { ...toRow(found), ...detailOf(found) } : undefined
}

function detailOf(found: Found) {
  const { qrForm, gtin, sentToState, cartonSize, note, requestedById, failure } = found
  return { qrForm, gtin, sentToState, cartonSize, note, requestedById, failure }
}
