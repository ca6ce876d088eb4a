import { sql, type Expression, type SqlBool } from 'kysely'
import type { Page } from '../../../../contract/paging.ts'
import {
  packUnit,
  type ProductFields,
  type ProductListQuery,
  type ProductRow,
} from '../../../../contract/programme/products.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage } from '../../../db/keyset.ts'
import {
  byCode,
  hasStatus,
  holds,
  nameKeyOf,
  ordersOf,
  statusOf,
} from '../../people/masters/index.ts'
import { pointsOn } from '../../people/catalogue/index.ts'

type Next = ProductRow['next']

/** The next change whose day has not come. */
const nextAfter = (day: string) => sql<Next>`(select jsonb_build_object(
    'fromDay', to_char(c.from_day, 'YYYY-MM-DD'), 'points', c.points)
  from product_points c where c.product_id = p.product_id and c.state = 'approved'
    and c.from_day > ${day}::date
  order by c.from_day, c.change_id limit 1)`

const waiting = sql<number>`(select count(*)::int from product_points c
  where c.product_id = p.product_id and c.state = 'proposed')`

function productsOf(db: Db | Tx, day: string) {
  return db
    .selectFrom('product as p')
    .select([
      'p.product_id as productId',
      'p.code',
      'p.name',
      'p.name_hi as nameHi',
      'p.product_group as group',
      'p.brand',
      sql<number | null>`p.pack_size::float8`.as('packSize'),
      'p.pack_unit as packUnit',
      'p.gtin',
      sql<number | null>`p.mrp_paise::float8`.as('mrpPaise'),
      'p.added_at as addedAt',
      'p.left_at as leftAt',
      'p.left_reason as leftReason',
      'p.media_id as mediaId',
      'p.points as firstPoints',
      pointsOn('p', day).as('points'),
      nextAfter(day).as('next'),
      waiting.as('waiting'),
      sql<number>`(select count(*)::int from coupon_batch b where b.product_id = p.product_id)`.as(
        'batches',
      ),
      nameKeyOf('p').as('nameKey'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof productsOf>['executeTakeFirstOrThrow']>>

const ORDERS = {
  ...ordersOf<Found>('p', { column: 'product_id', of: ({ productId }) => productId }),
  code: byCode<Found>('p'),
}

function toRow(found: Found): ProductRow {
  const {
    addedAt,
    leftAt,
    packUnit: unit,
    leftReason: _reason,
    mediaId: _media,
    firstPoints: _points,
    nameKey: _key,
    ...row
  } = found
  return {
    ...row,
    packUnit: packUnit.nullable().parse(unit),
    status: statusOf(leftAt),
    addedAt: addedAt?.toISOString() ?? null,
  }
}

export async function productPage(
  db: Db,
  filters: ProductListQuery,
  day: string,
): Promise<Page<ProductRow>> {
  const query = productsOf(db, day).where((where) => where.and(conditionsOf(filters, day)))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

function conditionsOf(filters: ProductListQuery, day: string): Expression<SqlBool>[] {
  const { q, group, status, points } = filters
  const conditions: Expression<SqlBool>[] = hasStatus('p', status)
  if (q) conditions.push(holds(['p.code', 'p.name', 'p.name_hi', 'p.brand', 'p.gtin'], q))
  if (group) conditions.push(sql<SqlBool>`p.product_group = any(${group}::text[])`)
  if (points === 'waiting') conditions.push(sql<SqlBool>`${waiting} > 0`)
  if (points === 'planned') conditions.push(sql<SqlBool>`${nextAfter(day)} is not null`)
  return conditions
}

export async function productById(db: Db | Tx, productId: number, day: string) {
  const found = await productsOf(db, day)
    .select('p.version')
    .select(
      sql<boolean>`exists (select from coupon_batch b where b.product_id = p.product_id)
        or exists (select from scheme s where p.product_id = any(s.product_ids))`.as('used'),
    )
    .where(isOneOf('p.product_id', [productId]))
    .executeTakeFirst()
  if (!found) return undefined
  const { used, version, ...row } = found
  const { leftReason, mediaId, firstPoints } = row
  return { ...toRow(row), leftReason, mediaId, firstPoints, used, version }
}

/** What people enter of a product, which stays as it is until the transaction ends. */
export async function lockProduct(tx: Tx, productId: number): Promise<ProductFields | undefined> {
  const found = await tx
    .selectFrom('product')
    .select([
      'code',
      'name',
      'name_hi as nameHi',
      'product_group as group',
      'brand',
      sql<number | null>`pack_size::float8`.as('packSize'),
      'pack_unit as packUnit',
      'gtin',
      sql<number | null>`mrp_paise::float8`.as('mrpPaise'),
      'media_id as mediaId',
    ])
    .where(isOneOf('product_id', [productId]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && { ...found, packUnit: packUnit.nullable().parse(found.packUnit) }
}

const columnsOf = (fields: ProductFields) => ({
  code: fields.code,
  name: fields.name,
  name_hi: fields.nameHi,
  product_group: fields.group,
  brand: fields.brand,
  pack_size: fields.packSize,
  pack_unit: fields.packUnit,
  gtin: fields.gtin,
  mrp_paise: fields.mrpPaise,
  media_id: fields.mediaId,
})

export type NewProduct = ProductFields & { points: number }

/** Adds products; gives their ids by code. Fails where a code or GTIN is taken. */
export async function insertProducts(
  tx: Tx,
  products: readonly NewProduct[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('product')
    .values(
      products.map(({ points, ...fields }) => ({ ...columnsOf(fields), points, added_at: at })),
    )
    .returning(['product_id', 'code'])
    .execute()
  return new Map(rows.map((row) => [row.code, row.product_id]))
}

export async function updateProduct(
  tx: Tx,
  productId: number,
  fields: ProductFields,
): Promise<void> {
  await tx
    .updateTable('product')
    .set(columnsOf(fields))
    .where('product_id', '=', productId)
    .execute()
}

/** What is known of the products that have one of these codes or GTINs, with their points of a day. */
export async function knownProducts(
  db: Db | Tx,
  { codes, gtins, day }: { codes: readonly string[]; gtins: readonly string[]; day: string },
) {
  const query = db
    .selectFrom('product as p')
    .select([
      'p.product_id as productId',
      'p.code',
      'p.name',
      'p.name_hi as nameHi',
      'p.product_group as group',
      'p.brand',
      sql<number | null>`p.pack_size::float8`.as('packSize'),
      'p.pack_unit as packUnit',
      'p.gtin',
      sql<number | null>`p.mrp_paise::float8`.as('mrpPaise'),
      'p.media_id as mediaId',
      sql<boolean>`p.left_at is not null`.as('deactivated'),
      pointsOn('p', day).as('points'),
    ])
    .where(sql<boolean>`(upper(p.code) = any(${codes}::text[]) or p.gtin = any(${gtins}::text[]))`)
    .orderBy('p.product_id')
  const rows = await (db.isTransaction ? query.forNoKeyUpdate() : query).execute()
  return rows.map((row) => ({ ...row, packUnit: packUnit.nullable().parse(row.packUnit) }))
}

/** Products that have one of these codes, however they are written, or one of these GTINs. */
export async function productsLike(
  db: Db | Tx,
  { codes, gtins }: { codes: readonly string[]; gtins: readonly string[] },
) {
  return db
    .selectFrom('product')
    .select(['product_id as productId', 'code', 'name', 'gtin'])
    .where(sql<boolean>`(upper(code) = any(${codes}::text[]) or gtin = any(${gtins}::text[]))`)
    .execute()
}

/** A product to be chosen for something new, held as it stands until the transaction ends. */
export async function holdProducts(tx: Tx, productIds: readonly number[]) {
  return tx
    .selectFrom('product')
    .select(['product_id as productId', 'code', 'name', 'gtin', 'left_at as leftAt'])
    .where('product_id', '=', sql<number>`any(${productIds}::int[])`)
    .orderBy('product_id')
    .forShare()
    .execute()
}

export async function isInScheme(tx: Tx, productId: number): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from scheme where ${productId}::int = any(product_ids)) as named`.execute(
    tx,
  )
  return rows[0]?.named ?? false
}
