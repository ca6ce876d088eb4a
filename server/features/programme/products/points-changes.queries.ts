import { sql } from 'kysely'
import type { PointsChangeState } from '../../../../contract/programme/products.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { pointsOn } from '../../people/catalogue/index.ts'

/** As many as the page of a product shows. */
const SHOWN = 100

/** Changes of a product's points, the newest day first. */
export async function changesOf(db: Db | Tx, productId: number) {
  const rows = await db
    .selectFrom('product_points as c')
    .innerJoin('staff as s', 's.staff_id', 'c.proposed_by')
    .leftJoin('staff as d', 'd.staff_id', 'c.decided_by')
    .select([
      'c.change_id as changeId',
      'c.from_day as fromDay',
      'c.points',
      'c.state',
      'c.reason',
      's.name as proposedBy',
      'c.proposed_by as proposedById',
      'c.proposed_at as proposedAt',
      'd.name as decidedBy',
      'c.decided_at as decidedAt',
    ])
    .where('c.product_id', '=', productId)
    .orderBy('c.from_day', 'desc')
    .orderBy('c.change_id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ proposedAt, decidedAt, ...row }) => ({
    ...row,
    proposedAt: proposedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

export async function pointsOnDay(db: Db | Tx, productId: number, day: string): Promise<number> {
  const { points } = await db
    .selectFrom('product as p')
    .select(pointsOn('p', day).as('points'))
    .where('p.product_id', '=', productId)
    .executeTakeFirstOrThrow()
  return points
}

/** The fewest points of a product that are approved for any day of these two and between. */
export async function fewestPoints(
  tx: Tx,
  productId: number,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select min(points)::int as points from (
      select ${pointsOn('p', from)} as points from product p where p.product_id = ${productId}
      union all
      select points from product_points where product_id = ${productId} and state = 'approved'
        and from_day > ${from}::date and from_day <= ${to}::date) held`.execute(tx)
  return rows[0]?.points ?? 0
}

/** Changes for a day that are planned or wait. */
export async function openOn(tx: Tx, productId: number, { day, today }: Record<string, string>) {
  return tx
    .selectFrom('product_points')
    .select(['change_id as changeId', 'state'])
    .where('product_id', '=', productId)
    .where(
      sql<boolean>`(from_day = ${day}::date and (state = 'proposed'
        or (state = 'approved' and from_day > ${today}::date)))`,
    )
    .executeTakeFirst()
}

type NewChange = {
  productId: number
  fromDay: string
  points: number
  reason: string
  by: number
  at: Date
  approved: boolean
}

export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const { changeId } = await tx
    .insertInto('product_points')
    .values({
      product_id: change.productId,
      from_day: change.fromDay,
      points: change.points,
      state: change.approved ? 'approved' : 'proposed',
      reason: change.reason,
      proposed_by: change.by,
      proposed_at: change.at,
      decided_by: change.approved ? change.by : null,
      decided_at: change.approved ? change.at : null,
    })
    .returning('change_id as changeId')
    .executeTakeFirstOrThrow()
  return changeId
}

/** A change, locked; its product is locked before. */
export async function lockChange(tx: Tx, productId: number, changeId: number) {
  return tx
    .selectFrom('product_points')
    .select([
      'change_id as changeId',
      'from_day as fromDay',
      'points',
      'state',
      'proposed_by as proposedBy',
    ])
    .where('product_id', '=', productId)
    .where(isOneOf('change_id', [changeId]))
    .forUpdate()
    .executeTakeFirst()
}

export async function decide(
  tx: Tx,
  changeId: number,
  decided: { state: PointsChangeState; by: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('product_points')
    .set({ state: decided.state, decided_by: decided.by, decided_at: decided.at })
    .where('change_id', '=', changeId)
    .execute()
}

export async function deleteChanges(tx: Tx, productId: number): Promise<void> {
  await tx.deleteFrom('product_points').where('product_id', '=', productId).execute()
}
