import { sql } from 'kysely'
import type { SchemeListQuery } from '../../../../contract/programme/schemes.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { schemeBy } from '../../platform/permissions/index.ts'
import type { TermColumns } from './scheme-terms.ts'

function schemeRows(db: Db | Tx) {
  return db
    .selectFrom('scheme as s')
    .leftJoin('staff', 'staff.staff_id', 's.created_by')
    .select((select) => [
      's.scheme_id as schemeId',
      's.name',
      's.kind',
      's.status',
      's.value',
      sql<TermColumns['slabs']>`s.slabs`.as('slabs'),
      's.from_at as fromAt',
      's.to_at as toAt',
      's.member_kinds as memberKinds',
      's.states',
      's.product_ids as productIds',
      's.distributor_ids as distributorIds',
      sql<number | null>`s.cap_per_member::float8`.as('capPerMember'),
      's.priority',
      's.stacks',
      number(select.ref('s.budget')).as('budget'),
      's.note',
      's.version',
      's.created_at as createdAt',
      's.created_by as createdById',
      'staff.name as createdBy',
    ])
}
export type SchemeFound = Awaited<
  ReturnType<ReturnType<typeof schemeRows>['executeTakeFirstOrThrow']>
>

const schemeId = {
  column: 's.scheme_id',
  type: 'int',
  of: (row: SchemeFound) => row.schemeId,
} as const
const toAt = {
  column: 's.to_at',
  type: 'timestamptz',
  of: (row: SchemeFound) => row.toAt,
} as const

const ORDERS: Record<SchemeListQuery['sort'], Order<SchemeFound>> = {
  newest: { name: 'newest', direction: 'desc', key: [schemeId] },
  oldest: { name: 'oldest', direction: 'asc', key: [schemeId] },
  ending: { name: 'ending', direction: 'asc', key: [toAt, schemeId] },
}

const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** A condition that is empty, which means any, or names one of these. */
const meets = (column: string, ids: readonly number[]) =>
  sql<boolean>`(${sql.ref(column)} = '{}' or ${sql.ref(column)}::int[] && ${ids}::int[])`

export async function schemePage(db: Db, filters: SchemeListQuery) {
  let query = schemeRows(db)
  if (filters.q) query = query.where('s.name', 'ilike', `%${literal(filters.q)}%`)
  if (filters.status) query = query.where('s.status', 'in', filters.status)
  if (filters.kind) query = query.where('s.kind', 'in', filters.kind)
  if (filters.product) query = query.where(meets('s.product_ids', filters.product))
  if (filters.region) query = query.where(meets('s.states', filters.region))
  if (filters.approver !== undefined) query = query.where(schemeBy(filters.approver))
  return keysetPage(db, query, ORDERS[filters.sort], filters)
}

export function schemeById(db: Db | Tx, schemeId: number): Promise<SchemeFound | undefined> {
  return schemeRows(db).where('s.scheme_id', '=', schemeId).executeTakeFirst()
}

/** Scans that had a bonus of each scheme, as they were given. */
export async function bonusesOf(
  db: Db | Tx,
  schemeIds: readonly number[],
): Promise<Map<number, number>> {
  if (schemeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rollup_scheme')
    .select((select) => ['scheme_id as schemeId', number(select.fn.sum('bonuses')).as('bonuses')])
    .where('scheme_id', 'in', schemeIds)
    .groupBy('scheme_id')
    .execute()
  return new Map(rows.map(({ schemeId, bonuses }) => [schemeId, bonuses]))
}

export type Names = { products: Map<number, string>; distributors: Map<number, string> }

/** What the products and distributors of conditions are called; one that does not exist is left out. */
export async function namesOf(
  db: Db | Tx,
  { productIds, distributorIds }: { productIds: number[]; distributorIds: number[] },
): Promise<Names> {
  const [products, distributors] = await Promise.all([
    productIds.length === 0
      ? []
      : db
          .selectFrom('product')
          .select(['product_id as id', 'name'])
          .where('product_id', 'in', productIds)
          .execute(),
    distributorIds.length === 0
      ? []
      : db
          .selectFrom('distributor')
          .select(['distributor_id as id', 'name'])
          .where('distributor_id', 'in', distributorIds)
          .execute(),
  ])
  return {
    products: new Map(products.map(({ id, name }) => [id, name])),
    distributors: new Map(distributors.map(({ id, name }) => [id, name])),
  }
}
