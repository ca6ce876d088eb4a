import { sql, type Expression, type SqlBool } from 'kysely'
import type { Page } from '../../../../contract/paging.ts'
import type { PlantFields, PlantListQuery, PlantRow } from '../../../../contract/people/plants.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage } from '../../../db/keyset.ts'
import { byCode, hasStatus, holds, nameKeyOf, ordersOf, statusOf } from '../masters/index.ts'

const nameKey = nameKeyOf('p')

function plantsOf(db: Db | Tx) {
  return db.selectFrom('plant as p').select([
    'p.plant_id as plantId',
    'p.code',
    'p.name',
    'p.state',
    'p.city',
    'p.address',
    'p.pincode',
    'p.gstin',
    'p.lines',
    'p.shifts',
    'p.added_at as addedAt',
    'p.left_at as leftAt',
    'p.left_reason as leftReason',
    sql<number>`(select count(*)::int from staff s
        where s.plant_id = p.plant_id and s.role = 'worker' and s.disabled_at is null)`.as(
      'workers',
    ),
    sql<number>`(select count(*)::int from coupon_batch b where b.plant_id = p.plant_id)`.as(
      'batches',
    ),
    nameKey.as('nameKey'),
  ])
}
type Found = Awaited<ReturnType<ReturnType<typeof plantsOf>['executeTakeFirstOrThrow']>>

const ORDERS = {
  ...ordersOf<Found>('p', { column: 'plant_id', of: ({ plantId }) => plantId }),
  code: byCode<Found>('p'),
}

function toRow({ addedAt, leftAt, leftReason: _reason, nameKey: _key, ...row }: Found): PlantRow {
  return { ...row, status: statusOf(leftAt), addedAt: addedAt?.toISOString() ?? null }
}

export async function plantPage(db: Db, filters: PlantListQuery): Promise<Page<PlantRow>> {
  const { q, region, status } = filters
  const conditions: Expression<SqlBool>[] = hasStatus('p', status)
  if (q) conditions.push(holds(['p.code', 'p.name', 'p.city', 'p.gstin'], q))
  if (region) conditions.push(isOneOf('p.state', region))
  const query = plantsOf(db).where((where) => where.and(conditions))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

export async function plantById(db: Db | Tx, plantId: number) {
  const found = await plantsOf(db)
    .select('p.version')
    .select(
      sql<boolean>`exists (select from staff s where s.plant_id = p.plant_id)
        or exists (select from coupon_batch b where b.plant_id = p.plant_id)
        or exists (select from plant_scan s where s.plant_id = p.plant_id)`.as('used'),
    )
    .where(isOneOf('p.plant_id', [plantId]))
    .executeTakeFirst()
  if (!found) return undefined
  const { used, version, ...row } = found
  return { ...toRow(row), leftReason: row.leftReason, used, version }
}

const fields = [
  'code',
  'name',
  'state',
  'city',
  'address',
  'pincode',
  'gstin',
  'lines',
  'shifts',
] as const

/** What people enter of a plant, which stays as it is until the transaction ends. */
export async function lockPlant(tx: Tx, plantId: number): Promise<PlantFields | undefined> {
  return tx
    .selectFrom('plant')
    .select([...fields])
    .where(isOneOf('plant_id', [plantId]))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertPlant(tx: Tx, plant: PlantFields, at: Date): Promise<number> {
  const { plantId } = await tx
    .insertInto('plant')
    .values({ ...plant, added_at: at })
    .returning('plant_id as plantId')
    .executeTakeFirstOrThrow()
  return plantId
}

export async function updatePlant(tx: Tx, plantId: number, plant: PlantFields): Promise<void> {
  await tx.updateTable('plant').set(plant).where('plant_id', '=', plantId).execute()
}

/** Plants that have this code, however it is written. */
export async function plantsWithCode(db: Db | Tx, code: string) {
  return db
    .selectFrom('plant')
    .select(['plant_id as plantId', 'name'])
    .where(sql`upper(code)`, '=', code)
    .execute()
}

/** A plant to be chosen for something new, held as it stands until the transaction ends. */
export async function holdPlant(tx: Tx, plantId: number) {
  return tx
    .selectFrom('plant')
    .select(['plant_id as plantId', 'code', 'name', 'left_at as leftAt'])
    .where(isOneOf('plant_id', [plantId]))
    .forShare()
    .executeTakeFirst()
}
