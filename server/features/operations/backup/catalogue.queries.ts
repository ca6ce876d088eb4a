import type pg from 'pg'
import type { Manifest, Table } from './manifest.ts'

/** The queue's tables that are kept, in the order of their foreign keys; the others are its own notes. */
const QUEUE_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

const notOfExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass
    and d.objid = ${oid} and d.deptype = 'e')`

/** Every table whose rows are kept, with the columns that are given and not generated. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       json_agg(json_build_object('name', a.attname,
         'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname not like 'kysely\\_%'
         or n.nspname = 'pgboss' and c.relname = any($1))
       and ${notOfExtension('pg_class', 'c.oid')}
     group by n.nspname, c.relname
     order by n.nspname desc, array_position($1, c.relname::text), c.relname`,
    [QUEUE_TABLES],
  )
  return rows
}

/** Where the numbers stand: read after the rows, so that no row has a number that is yet to come. */
export async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = 'public' and ${notOfExtension('pg_class', 'c.oid')}
     order by 1`,
  )
  const found: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called
       from public.${client.escapeIdentifier(name)}`,
    )
    for (const value of values) found.push({ name, ...value })
  }
  return found
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: made } = await client.query(`select to_regclass('public.kysely_migration') as name`)
  if (made[0]?.name === null) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from public.kysely_migration order by name`,
  )
  return rows.map(({ name }) => name)
}

/** The version of the job queue's schema; null where it was never made. */
export async function queueVersion(client: pg.ClientBase): Promise<number | null> {
  const { rows: made } = await client.query(`select to_regclass('pgboss.version') as name`)
  if (made[0]?.name === null) return null
  const { rows } = await client.query<{ version: number }>(`select version from pgboss.version`)
  return rows[0]?.version ?? null
}

/** The first few things that somebody has made in this database. */
export async function whatIsThere(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
       and ${notOfExtension('pg_class', 'c.oid')}
     order by 1 limit 3`,
  )
  return rows.map(({ name }) => name)
}

export type Aside = { putBack: string[] }

/**
 * Takes foreign keys, indexes that are no constraint, and triggers of the programme's tables out of the
 * way of the load; gives the statements that put them back, in their order.
 */
export async function takeAside(client: pg.ClientBase): Promise<Aside> {
  const { rows } = await client.query<{ drop: string; back: string }>(
    `(select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          pg_get_constraintdef(k.oid)) as back, 3 as turn
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace)
     union all
     (select format('drop index %s', x.indexrelid::regclass), pg_get_indexdef(x.indexrelid), 2
      from pg_index x join pg_class c on c.oid = x.indrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid
          and k.contype in ('p', 'u', 'x')))
     union all
     (select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable trigger %I', tgrelid::regclass, tgname), 1
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled = 'O' and c.relnamespace = 'public'::regnamespace)
     order by turn`,
  )
  // Foreign keys go first and come last: they stand on indexes.
  for (const { drop } of rows.toReversed()) await client.query(drop)
  return { putBack: rows.map(({ back }) => back) }
}
