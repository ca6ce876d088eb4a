import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** What a kind of file makes: a row of a table, with rows of other tables that belong to it alone. */
export type Made = {
  table: string
  id: string
  /** SQL for its short name, a code, of the row `m`. */
  named: string
  /** Deleted with it, in this order; each has its number in a column of the same name. */
  own: readonly string[]
  /** What hangs on it, by the table that names it. */
  words: Readonly<Record<string, string>>
  /** What hangs on it that no column of its name tells: a condition on the row `m`. */
  also?: readonly { condition: string; words: string }[]
  /** Whether the row `m` is not as it was made, where its version alone does not tell. */
  changed?: string
}

export type Hanging = { code: string; words: string }

const SHOWN = 3

/** The rows that something hangs on, the first few by their number, with what that is. */
export async function hangingOn(
  tx: Tx,
  made: Made,
  ids: readonly number[],
): Promise<readonly Hanging[]> {
  const { table, id, named, words } = made
  const changed = { condition: made.changed ?? 'm.version > 0', words: 'changed since' }
  const conditions = [...(made.also ?? []), changed]
  for (const { name, column } of await namingColumns(tx, made)) {
    conditions.push({
      condition: `exists (select from "${name}" n where n."${column}" = m."${id}")`,
      words: words[name] ?? 'other records',
    })
  }
  for (const { condition, words: told } of conditions) {
    const { rows } = await sql<{ code: string }>`
      select ${sql.raw(named)} as code from ${sql.table(table)} m
      where ${sql.ref(`m.${id}`)} = any(${ids}::int[]) and (${sql.raw(condition)})
      order by ${sql.ref(`m.${id}`)} limit ${SHOWN}`.execute(tx)
    if (rows.length > 0) return rows.map(({ code }) => ({ code, words: told }))
  }
  return []
}

/**
 * The columns that may name what was made: every foreign key, and every column called like its number, as the tables
 * that grow without end have none.
 */
async function namingColumns(tx: Tx, { table, id, own }: Made) {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as "column"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> ${table}
      and (a.attname = ${id} and not c.relname = any(${own}::text[])
        or exists (select from pg_constraint k
          where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = ${table}::regclass
            and k.conkey = array[a.attnum] and not (c.relname = any(${own}::text[]) and a.attname = ${id})))
    order by 1, 2`.execute(tx)
  return rows
}

/** Holds what was made to the end of the transaction; gives those that are still there. */
export async function lockMade(tx: Tx, { table, id }: Made, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(id)} as id from ${sql.table(table)}
    where ${sql.ref(id)} = any(${ids}::int[]) order by 1 for update`.execute(tx)
  return rows.map((row) => row.id)
}

export async function deleteMade(
  tx: Tx,
  { table, id, own }: Made,
  ids: readonly number[],
): Promise<void> {
  for (const name of [...own, table]) {
    await sql`delete from ${sql.table(name)} where ${sql.ref(id)} = any(${ids}::int[])`.execute(tx)
  }
}
