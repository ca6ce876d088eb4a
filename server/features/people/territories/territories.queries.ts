import { sql, type Expression, type SqlBool } from 'kysely'
import type { Page } from '../../../../contract/paging.ts'
import type {
  TerritoryFields,
  TerritoryListQuery,
  TerritoryRow,
} from '../../../../contract/people/territories.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage } from '../../../db/keyset.ts'
import { byCode, hasStatus, holds, nameKeyOf, ordersOf, statusOf } from '../masters/index.ts'

function territoriesOf(db: Db | Tx) {
  return db
    .selectFrom('territory as t')
    .select([
      't.territory_id as territoryId',
      't.code',
      't.name',
      't.states',
      't.pin_prefixes as pinPrefixes',
      't.added_at as addedAt',
      't.left_at as leftAt',
      't.left_reason as leftReason',
      sql<number>`(select count(*)::int from distributor d where d.territory = t.name)`.as(
        'distributors',
      ),
      nameKeyOf('t').as('nameKey'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof territoriesOf>['executeTakeFirstOrThrow']>>

const ORDERS = {
  ...ordersOf<Found>('t', { column: 'territory_id', of: ({ territoryId }) => territoryId }),
  code: byCode<Found>('t'),
}

function toRow({
  addedAt,
  leftAt,
  leftReason: _reason,
  nameKey: _key,
  ...row
}: Found): TerritoryRow {
  return { ...row, status: statusOf(leftAt), addedAt: addedAt?.toISOString() ?? null }
}

export async function territoryPage(
  db: Db,
  filters: TerritoryListQuery,
): Promise<Page<TerritoryRow>> {
  const { q, region, status } = filters
  const conditions: Expression<SqlBool>[] = hasStatus('t', status)
  if (q) conditions.push(holds(['t.code', 't.name'], q))
  if (region) conditions.push(sql<SqlBool>`t.states && cast(${region} as smallint[])`)
  const query = territoriesOf(db).where((where) => where.and(conditions))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

export async function territoryById(db: Db | Tx, territoryId: number) {
  const found = await territoriesOf(db)
    .select('t.version')
    .where(isOneOf('t.territory_id', [territoryId]))
    .executeTakeFirst()
  if (!found) return undefined
  const { version, ...row } = found
  return { ...toRow(row), leftReason: row.leftReason, version }
}

/** What people enter of a territory, which stays as it is until the transaction ends. */
export async function lockTerritory(
  tx: Tx,
  territoryId: number,
): Promise<TerritoryFields | undefined> {
  return tx
    .selectFrom('territory')
    .select(['code', 'name', 'states', 'pin_prefixes as pinPrefixes'])
    .where(isOneOf('territory_id', [territoryId]))
    .forUpdate()
    .executeTakeFirst()
}

/** Two people adding the same name take turns: their names may differ by capital letters alone. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`lock table territory in share row exclusive mode`.execute(tx)
}

/** Territories that have this code or this name, however they are written. */
export async function territoriesLike(
  db: Db | Tx,
  { code, name }: Pick<TerritoryFields, 'code' | 'name'>,
) {
  return db
    .selectFrom('territory')
    .select(['territory_id as territoryId', 'code', 'name'])
    .where(sql<boolean>`(upper(code) = ${code} or lower(name) = lower(cast(${name} as text)))`)
    .execute()
}

const columnsOf = ({ pinPrefixes, ...fields }: TerritoryFields) => ({
  ...fields,
  pin_prefixes: pinPrefixes,
})

export async function insertTerritory(tx: Tx, fields: TerritoryFields, at: Date): Promise<number> {
  const { territoryId } = await tx
    .insertInto('territory')
    .values({ ...columnsOf(fields), added_at: at })
    .returning('territory_id as territoryId')
    .executeTakeFirstOrThrow()
  return territoryId
}

export async function updateTerritory(
  tx: Tx,
  territoryId: number,
  fields: TerritoryFields,
): Promise<void> {
  await tx
    .updateTable('territory')
    .set(columnsOf(fields))
    .where('territory_id', '=', territoryId)
    .execute()
}

/** Territories by name, however it is written; held as they stand while a transaction lasts. */
export async function territoriesNamed(db: Db | Tx, names: readonly string[]) {
  const query = db
    .selectFrom('territory')
    .select(['name', 'left_at as leftAt'])
    .where(
      sql`lower(name)`,
      '=',
      sql<string>`any(select lower(one) from unnest(${names}::text[]) one)`,
    )
    .orderBy('territory_id')
  return (db.isTransaction ? query.forShare() : query).execute()
}
