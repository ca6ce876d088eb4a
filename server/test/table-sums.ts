import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type TableSums = Record<string, string>

/**
 * For each table how many rows it has and a sum over all that stands in them: equal before and after
 * says that nothing was written.
 */
export async function tableSums(db: Db): Promise<TableSums> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg_toast%'`.execute(db)
  const sums = tables.map(
    ({ schema, name }) => sql`select ${`${schema}.${name}`} as "table",
      count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
      from ${sql.id(schema, name)} t`,
  )
  const { rows } = await sql<{ table: string; sum: string }>`
    ${sql.join(sums, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ table, sum }) => [table, sum]))
}

/** Where the job queue of any process notes when it last looked after itself, whatever was asked of us. */
const BY_ITSELF = 'pgboss.version'

/** The tables in which something was written in between, but for those that may. */
export function writtenBetween(
  before: TableSums,
  after: TableSums,
  but: readonly string[] = [],
): string[] {
  const mayChange = new Set([BY_ITSELF, ...but])
  return Object.keys(after).filter(
    (table) => after[table] !== before[table] && !mayChange.has(table),
  )
}
