import { sql } from 'kysely'
import type { SchemeTerms } from '../../../../contract/programme/schemes.ts'
import { dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { lastDayOf } from './scheme-terms.ts'
import type { Neighbour, ProductSeen } from './warnings.ts'

/** Batches whose coupons exist: they can be active or become it. */
const MADE = ['generated', 'printed', 'closed'] as const

/** The products of a condition (all where it is empty) and what their coupons give that day or later. */
export async function productsSeen(
  db: Db | Tx,
  productIds: readonly number[],
  usableAt: Date,
): Promise<ProductSeen[]> {
  const points = db
    .selectFrom('coupon_batch as b')
    .select(sql<number[]>`coalesce(array_agg(distinct b.points), '{}')`.as('points'))
    .where('b.product_id', '=', sql.ref<number>('p.product_id'))
    .where('b.status', 'in', MADE)
    .where('b.expires_at', '>', usableAt)
  let query = db
    .selectFrom('product as p')
    .select(['p.product_id as productId', 'p.name', points.$asScalar().$notNull().as('points')])
    .orderBy('p.product_id')
  if (productIds.length > 0) query = query.where('p.product_id', 'in', productIds)
  return query.execute()
}

type Whom = Pick<SchemeTerms, 'memberKinds' | 'states' | 'distributorIds'>

function members(db: Db | Tx, { memberKinds, states }: Whom) {
  let query = db
    .selectFrom('member as m')
    .select(sql`1`.as('one'))
    .where('m.status', '=', 0)
  if (memberKinds.length > 0) query = query.where('m.kind', 'in', memberKinds)
  if (states.length > 0) query = query.where('m.state', 'in', states)
  return query
}

/** Whether anybody may have the scheme, and the chosen distributors of whom nobody does. */
export async function membersSeen(
  db: Db | Tx,
  whom: Whom,
): Promise<{ hasMembers: boolean; emptyDistributors: string[] }> {
  if (whom.distributorIds.length === 0) {
    const found = await members(db, whom).limit(1).executeTakeFirst()
    return { hasMembers: found !== undefined, emptyDistributors: [] }
  }
  const rows = await db
    .selectFrom('distributor as d')
    .select('d.name')
    .where('d.distributor_id', 'in', whom.distributorIds)
    .where(({ not, exists }) =>
      not(
        exists(
          members(db, whom).where('m.distributor_id', '=', sql.ref<number>('d.distributor_id')),
        ),
      ),
    )
    .orderBy('d.distributor_id')
    .execute()
  const emptyDistributors = rows.map(({ name }) => name)
  return { hasMembers: rows.length < whom.distributorIds.length, emptyDistributors }
}

/** Active schemes whose days meet these. */
export async function neighboursOf(
  db: Db | Tx,
  { fromDay, toDay }: Pick<SchemeTerms, 'fromDay' | 'toDay'>,
): Promise<Neighbour[]> {
  const rows = await db
    .selectFrom('scheme')
    .select([
      'scheme_id as schemeId',
      'name',
      'from_at as fromAt',
      'to_at as toAt',
      'member_kinds as memberKinds',
      'states',
      'product_ids as productIds',
      'distributor_ids as distributorIds',
      'priority',
      'stacks',
    ])
    .where('status', '=', 'active')
    .where('from_at', '<', endOfDay(toDay))
    .where('to_at', '>', startOfDay(fromDay))
    .orderBy('priority')
    .orderBy('scheme_id')
    .limit(50)
    .execute()
  return rows.map(({ fromAt, toAt, ...row }) => ({
    ...row,
    fromDay: dayOf(fromAt),
    toDay: lastDayOf(toAt),
  }))
}
