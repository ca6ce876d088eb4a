import { sql } from 'kysely'
import { cannedAnswer } from '../../../../contract/desk/enquiries.ts'
import { packUnit } from '../../../../contract/programme/products.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { pointsOn } from '../../people/catalogue/index.ts'
import type {
  CannedItem,
  GroupItem,
  PlantItem,
  ProductItem,
  TerritoryItem,
} from './programme-file.ts'

const isActive = sql<boolean>`left_at is null`.as('active')

/** Each with its number here, which the file does not carry. */
export type Known<T> = { id: number; item: T }

const known = <T extends { id: number }>({ id, ...item }: T) => ({ id, item })

export async function groups(db: Db | Tx): Promise<Known<GroupItem>[]> {
  const rows = await db
    .selectFrom('product_group')
    .select(['group_id as id', 'name', isActive])
    .orderBy('name')
    .execute()
  return rows.map(known)
}

export async function territories(db: Db | Tx): Promise<Known<TerritoryItem>[]> {
  const rows = await db
    .selectFrom('territory')
    .select([
      'territory_id as id',
      'code',
      'name',
      'states',
      'pin_prefixes as pinPrefixes',
      isActive,
    ])
    .orderBy('code')
    .execute()
  return rows.map(known)
}

export async function plants(db: Db | Tx): Promise<Known<PlantItem>[]> {
  const rows = await db
    .selectFrom('plant')
    .select([
      'plant_id as id',
      'code',
      'name',
      'state',
      'city',
      'address',
      'pincode',
      'gstin',
      'lines',
      'shifts',
      isActive,
    ])
    .orderBy('code')
    .execute()
  return rows.map(known)
}

/** With the points of `day`. */
export async function products(
  db: Db | Tx,
  day: string,
): Promise<(Known<ProductItem> & { mediaId: number | null })[]> {
  const rows = await db
    .selectFrom('product as p')
    .select([
      'p.product_id as id',
      'p.media_id as mediaId',
      'p.code',
      'p.name',
      'p.name_hi as nameHi',
      'p.product_group as group',
      'p.brand',
      sql<number | null>`p.pack_size::float8`.as('packSize'),
      'p.pack_unit as packUnit',
      'p.gtin',
      sql<number | null>`p.mrp_paise::float8`.as('mrpPaise'),
      pointsOn('p', day).as('points'),
      isActive,
    ])
    .orderBy('p.code')
    .execute()
  return rows.map(({ id, mediaId, ...row }) => ({
    id,
    mediaId,
    item: { ...row, packUnit: packUnit.nullable().parse(row.packUnit) },
  }))
}

export async function cannedAnswers(db: Db | Tx): Promise<Known<CannedItem>[]> {
  const rows = await db
    .selectFrom('canned_answer')
    .select(['canned_id as id', 'title', 'category', 'en', 'hi'])
    .orderBy('title')
    .execute()
  const { category } = cannedAnswer.shape
  return rows.map((row) => known({ ...row, category: category.parse(row.category) }))
}

/** Of two imports at once the second waits, and then compares with what the first has left. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('programme-import'))`.execute(tx)
}

export async function staffNamed(db: Db | Tx, email: string) {
  return db
    .selectFrom('staff')
    .select(['staff_id as staffId', 'name', 'email', 'role', 'disabled_at as disabledAt'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
}
