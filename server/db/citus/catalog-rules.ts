import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { DISTRIBUTED, DISTRIBUTED_TABLES, DROPPED_TRIGGERS, isDistributed } from './shape.ts'

type Fact = { table: string; name: string; columns: string[] }
const TABLES = sql.raw(`array['${DISTRIBUTED_TABLES.join("','")}']`)
const OURS = sql`n.nspname = current_schema() and c.relname = any(${TABLES})`

/**
 * What stands in the way of distributing the tables as shape.ts has it, a sentence each, by what the
 * database itself says of them: every unique key has to contain the column, no foreign key may begin or
 * end there, no trigger may hang on them, and no value may be drawn from a sequence.
 */
export async function catalogFaults(db: Db | Tx): Promise<string[]> {
  const present = await named(
    db,
    sql`select c.relname as table from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'r'`,
  )
  const there = new Set(present.map(({ table }) => table))
  return [
    ...DISTRIBUTED_TABLES.filter((table) => !there.has(table)).map(
      (table) => `There is no table ${table}.`,
    ),
    ...(await keyFaults(db)),
    ...(await foreignKeyFaults(db)),
    ...(await triggerFaults(db)),
    ...(await sequenceFaults(db)),
  ]
}

async function named(db: Db | Tx, query: ReturnType<typeof sql>): Promise<Fact[]> {
  const { rows } = await query.execute(db)
  return rows as Fact[]
}

async function keyFaults(db: Db | Tx): Promise<string[]> {
  const keys = await named(
    db,
    sql`select c.relname as table, i.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and x.indisunique`,
  )
  return keys.flatMap(({ table, name, columns }) =>
    isDistributed(table) && !columns.includes(DISTRIBUTED[table].by)
      ? [`The unique key ${name} of ${table} lacks its column ${DISTRIBUTED[table].by}.`]
      : [],
  )
}

async function foreignKeyFaults(db: Db | Tx): Promise<string[]> {
  const links = await named(
    db,
    sql`select f.conrelid::regclass::text as table, f.conname as name,
      array[f.confrelid::regclass::text] as columns
    from pg_constraint f
    where f.contype = 'f' and f.conparentid = 0 and exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.oid in (f.conrelid, f.confrelid) and ${OURS})`,
  )
  return links.map(
    ({ table, name, columns }) =>
      `The foreign key ${name} leads from ${table} to ${columns.join()}, and one of them is distributed.`,
  )
}

async function triggerFaults(db: Db | Tx): Promise<string[]> {
  const triggers = await named(
    db,
    sql`select c.relname as table, t.tgname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and not t.tgisinternal`,
  )
  const dropped = new Set(DROPPED_TRIGGERS.map(({ name }): string => name))
  return triggers
    .filter(({ name }) => !dropped.has(name))
    .map(({ table, name }) => `The trigger ${name} hangs on the distributed table ${table}.`)
}

async function sequenceFaults(db: Db | Tx): Promise<string[]> {
  const drawn = await named(
    db,
    sql`select c.relname as table, a.attname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OURS} and a.attnum > 0 and not a.attisdropped
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`,
  )
  return drawn.map(
    ({ table, name }) =>
      `${table}.${name} is drawn from a sequence: ids come from the application.`,
  )
}
