import { sql, type Expression, type SqlBool } from 'kysely'
import type { Page } from '../../../../contract/paging.ts'
import type { GroupListQuery, GroupRow } from '../../../../contract/programme/product-groups.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage } from '../../../db/keyset.ts'
import { hasStatus, holds, nameKeyOf, ordersOf, statusOf } from '../../people/masters/index.ts'

function groupsOf(db: Db | Tx) {
  return db
    .selectFrom('product_group as g')
    .select([
      'g.group_id as groupId',
      'g.name',
      'g.added_at as addedAt',
      'g.left_at as leftAt',
      'g.left_reason as leftReason',
      sql<number>`(select count(*)::int from product p where p.product_group = g.name)`.as(
        'products',
      ),
      sql<number>`(select count(*)::int from charge_rule r where g.name = any(r.product_groups))`.as(
        'rules',
      ),
      nameKeyOf('g').as('nameKey'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>

const ORDERS = ordersOf<Found>('g', { column: 'group_id', of: ({ groupId }) => groupId })

function toRow({ addedAt, leftAt, leftReason: _reason, nameKey: _key, ...row }: Found): GroupRow {
  return { ...row, status: statusOf(leftAt), addedAt: addedAt?.toISOString() ?? null }
}

export async function groupPage(db: Db, filters: GroupListQuery): Promise<Page<GroupRow>> {
  const conditions: Expression<SqlBool>[] = hasStatus('g', filters.status)
  if (filters.q) conditions.push(holds(['g.name'], filters.q))
  const query = groupsOf(db).where((where) => where.and(conditions))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

export async function groupById(db: Db | Tx, groupId: number) {
  const found = await groupsOf(db)
    .select('g.version')
    .where(isOneOf('g.group_id', [groupId]))
    .executeTakeFirst()
  if (!found) return undefined
  const { version, ...row } = found
  return { ...toRow(row), leftReason: row.leftReason, version }
}

/** Its name, which stays until the transaction ends; who would newly name it waits. */
export async function lockGroup(tx: Tx, groupId: number) {
  return tx
    .selectFrom('product_group')
    .select(['name'])
    .where(isOneOf('group_id', [groupId]))
    .forUpdate()
    .executeTakeFirst()
}

/** Two people adding the same name take turns: their names may differ by capital letters alone. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`lock table product_group in share row exclusive mode`.execute(tx)
}

export async function groupsLike(db: Db | Tx, name: string) {
  return db
    .selectFrom('product_group')
    .select(['group_id as groupId', 'name'])
    .where(sql`lower(name)`, '=', sql<string>`lower(cast(${name} as text))`)
    .execute()
}

export async function insertGroup(tx: Tx, name: string, at: Date): Promise<number> {
  const { groupId } = await tx
    .insertInto('product_group')
    .values({ name, added_at: at })
    .returning('group_id as groupId')
    .executeTakeFirstOrThrow()
  return groupId
}

export async function renameGroup(tx: Tx, groupId: number, name: string): Promise<void> {
  await tx.updateTable('product_group').set({ name }).where('group_id', '=', groupId).execute()
}

export async function rulesNaming(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from charge_rule where ${name} = any(product_groups)`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Groups by name, however it is written; held as they stand while a transaction lasts. */
export async function groupsLikeAny(db: Db | Tx, names: readonly string[]) {
  const query = db
    .selectFrom('product_group')
    .select(['name', 'left_at as leftAt'])
    .where(
      sql`lower(name)`,
      '=',
      sql<string>`any(select lower(one) from unnest(${names}::text[]) one)`,
    )
    .orderBy('group_id')
  return (db.isTransaction ? query.forShare() : query).execute()
}

/** Groups by name, held as they stand while a transaction lasts. */
export async function groupsNamed(db: Db | Tx, names: readonly string[]) {
  const query = db
    .selectFrom('product_group')
    .select(['name', 'left_at as leftAt'])
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .orderBy('group_id')
  return (db.isTransaction ? query.forShare() : query).execute()
}
