import { sql } from 'kysely'
import type { Span } from '../../../../contract/people/shifts.ts'
import { number, type Db } from '../../../db/database.ts'
import type { Line } from './delivery.queries.ts'

const MOVES = ['activate', 'deactivate'] as const

/** What each worker of a plant did in each hour of a span; hour 0 begins with it. */
export async function hoursOf(db: Db, plantId: number, { from, to }: Span) {
  return db
    .selectFrom('coupon_change')
    .select((select) => [
      sql<number>`floor(extract(epoch from occurred_at - ${from}) / 3600)::int`.as('hour'),
      'staff_id as staffId',
      number(sql`coalesce(sum(changed) filter (where action = 'activate'), 0)`).as('activated'),
      number(sql`coalesce(sum(changed) filter (where action = 'deactivate'), 0)`).as('deactivated'),
      select.fn.max('occurred_at').as('last'),
    ])
    .where('plant_id', '=', plantId)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .where('action', 'in', MOVES)
    .groupBy(['hour', 'staff_id'])
    .execute()
}

/** The lots that a plant worked on in a span, the last one first, with their coupons as they are now. */
export async function lotsOf(db: Db, plantId: number, { from, to }: Span, limit: number) {
  const worked = db
    .selectFrom('coupon_change')
    .select((select) => [
      'batch_id',
      number(sql`coalesce(sum(changed) filter (where action = 'activate'), 0)`).as('activated'),
      number(sql`coalesce(sum(changed) filter (where action = 'deactivate'), 0)`).as('deactivated'),
      select.fn.max('occurred_at').as('last'),
      select.fn.max('change_id').as('last_change'),
    ])
    .where('plant_id', '=', plantId)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .where('action', 'in', MOVES)
    .groupBy('batch_id')
    .orderBy('last', 'desc')
    .orderBy('last_change', 'desc')
    .limit(limit)
  return db
    .selectFrom(worked.as('w'))
    .innerJoin('coupon_batch as b', 'b.batch_id', 'w.batch_id')
    .innerJoin('product', 'product.product_id', 'b.product_id')
    .innerJoin('batch_count as c', 'c.batch_id', 'w.batch_id')
    .select((select) => [
      'w.batch_id as batchId',
      'product.name as productName',
      'b.quantity',
      'w.activated',
      'w.deactivated',
      'c.printed',
      'c.activated as everActivated',
      'c.deactivated as off',
      'c.blocked',
      select
        .selectFrom('rollup_batch as r')
        .select((r) => number(r.fn.coalesce(r.fn.sum('r.scanned'), sql`0`)).as('scanned'))
        .whereRef('r.batch_id', '=', 'w.batch_id')
        .$asScalar()
        .as('scanned'),
    ])
    .orderBy('w.last', 'desc')
    .orderBy('w.last_change', 'desc')
    .execute()
}

/** What one worker did last in a span. */
export async function actsOf(
  db: Db,
  { staffId, plantId }: Line,
  { from, to }: Span,
  limit: number,
) {
  return db
    .selectFrom('coupon_change')
    .select([
      'occurred_at as at',
      'action',
      'batch_id as batchId',
      'from_serial as fromSerial',
      'to_serial as toSerial',
      'changed',
      'reason',
    ])
    .where('staff_id', '=', staffId)
    .where('plant_id', '=', plantId)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .where('action', 'in', MOVES)
    .orderBy('occurred_at', 'desc')
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute()
}
