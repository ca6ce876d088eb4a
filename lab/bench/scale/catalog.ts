// Indexes, keys and foreign keys taken off before a load and put back after it, as the catalog has
// them: an index of tomorrow's migration is among them without anybody thinking of it.
import type pg from 'pg'

type Kept = { on: string; name: string; definition: string }
/** What stands on the tables of the programme. */
type Guards = {
  indexes: Kept[]
  /** Primary keys, unique and exclusion constraints, each on an index of its own name. */
  keys: (Kept & { index: string; plain: boolean })[]
  foreignKeys: Kept[]
}

const OURS = `c.relnamespace = 'public'::regnamespace`

async function readGuards(client: pg.ClientBase): Promise<Guards> {
  const constraints = await client.query<Kept & { type: string; index: string; plain: boolean }>(`
    select c.oid::regclass::text as on, k.conname as name, pg_get_constraintdef(k.oid) as definition,
      k.contype as type, pg_get_indexdef(k.conindid) as index, not k.condeferrable and k.contype <> 'x' as plain
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${OURS} and k.contype in ('p', 'u', 'x', 'f')
    order by pg_relation_size(c.oid) desc, k.conname`)
  const indexes = await client.query<Kept>(`
    select c.oid::regclass::text as on, n.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
    where ${OURS} and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid
        and k.contype in ('p', 'u', 'x'))
    order by 1, 2`)
  return {
    indexes: indexes.rows,
    keys: constraints.rows.filter(({ type }) => type !== 'f'),
    foreignKeys: constraints.rows.filter(({ type }) => type === 'f'),
  }
}

/** Everything by which the tables are guarded and found, as text to compare before with after. */
export async function describeGuards(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', c.oid::regclass, k.conname, k.contype, pg_get_constraintdef(k.oid),
      k.convalidated) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OURS}
    union all
    select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisprimary,
      i.indisunique, i.indimmediate)
    from pg_index i join pg_class c on c.oid = i.indrelid where ${OURS} and c.relkind = 'r'
    union all
    select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${OURS} and not t.tgisinternal
    union all
    select concat_ws(' ', c.oid::regclass, a.attname, a.attnotnull)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where ${OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by 1`)
  return rows.map(({ line }) => line)
}

/** Takes them off; `putBack` of what this gives restores them. */
export async function dropGuards(client: pg.ClientBase): Promise<Guards> {
  const guards = await readGuards(client)
  const { foreignKeys, keys, indexes } = guards
  for (const { on, name } of [...foreignKeys, ...keys]) {
    await client.query(`alter table ${on} drop constraint "${name}"`)
  }
  for (const { name } of indexes) await client.query(`drop index "${name}"`)
  return guards
}

/** On several connections at once: what is largest first, foreign keys when their targets stand. */
export async function putBack(
  clients: readonly pg.ClientBase[],
  { indexes, keys, foreignKeys }: Guards,
): Promise<void> {
  const sizes = await sizesOfTables(clients)
  const built = [
    ...keys.map(({ on, index, definition, name, plain }) => ({
      on,
      sql: plain ? index : `alter table ${on} add constraint "${name}" ${definition}`,
    })),
    ...indexes.map(({ on, definition }) => ({ on, sql: definition })),
  ].toSorted((a, b) => (sizes.get(b.on) ?? 0) - (sizes.get(a.on) ?? 0))
  await share(clients, built)
  for (const { on, name, definition, plain } of keys) {
    if (!plain) continue
    const kind = /^(primary key|unique)/i.exec(definition)?.[0]
    if (kind === undefined) throw new Error(`There is no way to put back ${name}: ${definition}`)
    await clients[0]?.query(
      `alter table ${on} add constraint "${name}" ${kind} using index "${name}"`,
    )
  }
  await share(
    clients,
    foreignKeys.map(({ on, name, definition }) => ({
      on,
      sql: `alter table ${on} add constraint "${name}" ${definition}`,
    })),
    // Two that change the same tables would wait for each other, or lock in both orders.
    1,
  )
}

async function sizesOfTables(clients: readonly pg.ClientBase[]): Promise<Map<string, number>> {
  const found = await clients[0]?.query<{ on: string; bytes: number }>(
    `select c.oid::regclass::text as on, pg_relation_size(c.oid)::float8 as bytes from pg_class c
     where ${OURS} and c.relkind = 'r'`,
  )
  return new Map(found?.rows.map(({ on, bytes }) => [on, bytes]))
}

/** Each connection takes the next statement when it is done with one. */
async function share(
  clients: readonly pg.ClientBase[],
  statements: readonly { sql: string }[],
  atMost = clients.length,
): Promise<void> {
  const left = [...statements]
  await Promise.all(
    clients.slice(0, atMost).map(async (client) => {
      for (let next = left.shift(); next; next = left.shift()) await client.query(next.sql)
    }),
  )
}
