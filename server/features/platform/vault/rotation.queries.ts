import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { SealedColumn } from './sealed-columns.ts'

export type SealedValue = { key: string[]; sealed: Buffer }

/**
 * The next values that are sealed by one of these keys, locked. Rows that somebody else has locked are
 * left for another time: nobody waits for whom, so no writer can be caught in a deadlock with us.
 */
export async function lockPiece(
  tx: Tx,
  { table, column, key }: SealedColumn,
  keyIds: readonly number[],
  limit: number,
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    select array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}] as key,
      ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where key_id = any(${keyIds}::int[])
    order by key_id, ${sql.join(key.map(({ name }) => sql.ref(name)))}
    limit ${limit}
    for no key update skip locked`.execute(tx)
  return rows
}

/** Puts each value in the place of the one it was made of, where that still stands; gives how many. */
export async function replacePiece(
  tx: Tx,
  { table, column, key }: SealedColumn,
  piece: readonly { before: SealedValue; sealed: Buffer }[],
): Promise<number> {
  const values = key.map((_, index) => piece.map(({ before }) => before.key[index]))
  const names = key.map((_, index) => sql.ref(`k${index}`))
  const isRow = key.map(
    ({ name, type }, index) =>
      sql`t.${sql.ref(name)} = v.${sql.ref(`k${index}`)}::${sql.raw(type)}`,
  )
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = v.sealed
    from unnest(${sql.join(values.map((list) => sql`${list}::text[]`))},
      ${piece.map(({ before }) => before.sealed)}::bytea[],
      ${piece.map(({ sealed }) => sealed)}::bytea[])
      as v (${sql.join(names)}, before, sealed)
    where ${sql.join(isRow, sql` and `)} and t.${sql.ref(column)} = v.before`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** How many values of a column each key seals. */
export async function countByKey(
  db: Db,
  { table, column }: SealedColumn,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ keyId: number; values: number }>`
    select key_id as "keyId", count(*)::int as values from ${sql.table(table)}
    where ${sql.ref(column)} is not null group by key_id`.execute(db)
  return new Map(rows.map(({ keyId, values }) => [keyId, values]))
}

export async function anyLeft(
  db: Db,
  { table }: SealedColumn,
  keyIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select 1 from ${sql.table(table)} where key_id = any(${keyIds}::int[])) as left
    `.execute(db)
  return rows[0]?.left === true
}

/** Deletes keys for good. The database refuses while a value that they seal is there or on its way. */
export async function deleteSecrets(tx: Tx, keyIds: readonly number[], at: Date): Promise<void> {
  await tx.deleteFrom('data_key_secret').where('key_id', 'in', keyIds).execute()
  await tx.updateTable('data_key').set({ retired_at: at }).where('key_id', 'in', keyIds).execute()
}

export type KeyRow = {
  keyId: number
  purpose: 'seal' | 'digest'
  createdAt: Date
  retiredAt: Date | null
}

export function allKeys(db: Db): Promise<KeyRow[]> {
  return db
    .selectFrom('data_key')
    .select(['key_id as keyId', 'purpose', 'created_at as createdAt', 'retired_at as retiredAt'])
    .orderBy('key_id')
    .execute()
}

/** Connections of running servers to this database; a command's own are named otherwise. */
export async function countServers(tx: Tx, own: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'hil%'
      and application_name <> ${own}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Nobody makes a batch, writes an audit row or takes part in a start until this transaction ends. */
export async function lockWhatMasterKeySealed(tx: Tx): Promise<void> {
  await sql`lock table setting, coupon_batch, audit_head, data_key, data_key_secret
    in share row exclusive mode`.execute(tx)
}
