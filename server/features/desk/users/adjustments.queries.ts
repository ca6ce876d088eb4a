import type { z } from 'zod'
import type {
  Adjustment,
  AdjustmentState,
  listAdjustments,
} from '../../../../contract/desk/users.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { IdRange } from '../../../db/id-range.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { sealRow } from '../../platform/chain/index.ts'
import { adjustmentBy } from '../../platform/permissions/index.ts'

export type AdjustmentQuery = z.output<NonNullable<typeof listAdjustments.query>>

/** As many of the newest as the page of a member shows. */
const SHOWN = 50

function adjustmentRows(db: Db | Tx) {
  return db
    .selectFrom('points_adjustment as p')
    .innerJoin('member as m', 'm.member_id', 'p.member_id')
    .innerJoin('staff as maker', 'maker.staff_id', 'p.requested_by')
    .leftJoin('staff as checker', 'checker.staff_id', 'p.decided_by')
    .select((select) => [
      'p.adjustment_id as adjustmentId',
      'p.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      number(select.ref('p.points')).as('points'),
      'p.reason',
      'p.state',
      'maker.name as requestedBy',
      'p.requested_by as requestedById',
      'p.requested_at as requestedAt',
      'checker.name as decidedBy',
      'p.decided_at as decidedAt',
      'p.decision_note as decisionNote',
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof adjustmentRows>['executeTakeFirstOrThrow']>>

function toRow({ requestedAt, decidedAt, ...row }: Found): Adjustment {
  return {
    ...row,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

const key = [
  { column: 'p.adjustment_id', type: 'bigint', of: (row: Found) => row.adjustmentId },
] as const
const ORDERS: Record<AdjustmentQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

export async function adjustmentPage(db: Db, filters: AdjustmentQuery, ids: IdRange) {
  let query = adjustmentRows(db)
  if (ids.from) query = query.where('p.adjustment_id', '>=', ids.from)
  if (ids.before) query = query.where('p.adjustment_id', '<', ids.before)
  if (filters.status) query = query.where('p.state', 'in', filters.status)
  if (filters.member !== undefined) query = query.where('p.member_id', '=', filters.member)
  if (filters.approver !== undefined) query = query.where(adjustmentBy(filters.approver))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

/** A member's adjustments, newest first. */
export async function adjustmentsOf(db: Db | Tx, memberId: number): Promise<Adjustment[]> {
  const rows = await adjustmentRows(db)
    .where('p.member_id', '=', memberId)
    .orderBy('p.adjustment_id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(toRow)
}

export async function adjustmentById(
  db: Db | Tx,
  adjustmentId: string,
): Promise<Adjustment | undefined> {
  const row = await adjustmentRows(db)
    .where('p.adjustment_id', '=', adjustmentId)
    .executeTakeFirst()
  return row && toRow(row)
}

/** The adjustment and its lock: who decides about it comes here first. */
export async function lockAdjustment(tx: Tx, adjustmentId: string) {
  return tx
    .selectFrom('points_adjustment')
    .select((select) => [
      'member_id as memberId',
      number(select.ref('points')).as('points'),
      'state',
      'requested_by as requestedBy',
    ])
    .where('adjustment_id', '=', adjustmentId)
    .forUpdate()
    .executeTakeFirst()
}

/** What a person asked for under a key of theirs. */
export async function adjustmentOfKey(tx: Tx, staffId: number, idempotencyKey: string) {
  return tx
    .selectFrom('points_adjustment')
    .select(['adjustment_id as adjustmentId', 'body_hash as bodyHash'])
    .where('requested_by', '=', staffId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type NewAdjustment = {
  adjustmentId: string
  memberId: number
  points: number
  reason: string
  staffId: number
  at: Date
  idempotencyKey: string
  bodyHash: Buffer
}

/** Whether it was written: not where the person has used the key, or the id is taken. */
export async function insertAdjustment(tx: Tx, row: NewAdjustment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('points_adjustment')
    .values({
      adjustment_id: row.adjustmentId,
      member_id: row.memberId,
      points: row.points,
      reason: row.reason,
      state: 'requested',
      requested_by: row.staffId,
      requested_at: row.at,
      decided_by: null,
      decided_at: null,
      decision_note: null,
      idempotency_key: row.idempotencyKey,
      body_hash: row.bodyHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  sealRow(tx, 'points_adjustment', row.adjustmentId)
  return true
}

/** An adjustment that an erasure makes and decides by itself. */
export async function insertErasure(tx: Tx, row: NewAdjustment): Promise<void> {
  await tx
    .insertInto('points_adjustment')
    .values({
      adjustment_id: row.adjustmentId,
      member_id: row.memberId,
      points: row.points,
      reason: row.reason,
      cause: 'erasure',
      state: 'approved',
      requested_by: row.staffId,
      requested_at: row.at,
      decided_by: row.staffId,
      decided_at: row.at,
      decision_note: 'The points lapse with the erasure of the personal data.',
      idempotency_key: row.idempotencyKey,
      body_hash: row.bodyHash,
    })
    .execute()
  sealRow(tx, 'points_adjustment', row.adjustmentId)
}

/** Whether the decision was the first, and not the maker's own. */
export async function decideAdjustment(
  tx: Tx,
  decision: {
    adjustmentId: string
    state: Exclude<AdjustmentState, 'requested'>
    staffId: number
    at: Date
    note: string | undefined
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('points_adjustment')
    .set({
      state: decision.state,
      decided_by: decision.staffId,
      decided_at: decision.at,
      decision_note: decision.note || null,
    })
    .where('adjustment_id', '=', decision.adjustmentId)
    .where('state', '=', 'requested')
    .where('requested_by', '<>', decision.staffId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  sealRow(tx, 'points_adjustment', decision.adjustmentId)
  return true
}
