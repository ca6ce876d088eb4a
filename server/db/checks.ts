import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { equalBytes, type Keys } from '../lib/crypto.ts'

const OLDEST = 15

/** Refuses a database that is too old or that may forget what it has acknowledged. */
export async function checkServer(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; name: string; setting: string }>`
    select current_setting('server_version_num')::int / 10000 as version, name, setting
    from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`.execute(db)
  const version = rows[0]?.version ?? 0
  if (version < OLDEST) {
    throw new Error(`PostgreSQL ${OLDEST} or newer is needed; this server is ${version}.`)
  }
  const off = rows.filter((row) => row.setting === 'off').map((row) => row.name)
  if (off.length > 0) {
    throw new Error(
      `The database may lose what it has acknowledged: switch on ${off.join(', ')} and start again.`,
    )
  }
}

/**
 * A sentence for the log where a setting of one's own server slows the product down; null where none
 * does. Nothing is refused for it: it costs speed and endangers no data.
 */
export async function adviceOnSettings(db: Db): Promise<string | null> {
  // `on` reads as pglz, and lz4 is among the values only where PostgreSQL was built with it.
  const { rows } = await sql<{ hasLz4: boolean }>`
    select 'lz4' = any(enumvals) as "hasLz4" from pg_settings
    where name = 'wal_compression' and setting = 'pglz'`.execute(db)
  const [pglz] = rows
  if (!pglz) return null
  const wanted = pglz.hasLz4 ? 'lz4 or off' : 'off (this PostgreSQL was built without lz4)'
  return `The setting wal_compression of the database is pglz, which can halve the speed of scans beside many rows: set it to ${wanted}.`
}

/** Refuses to run with another master key than the one that the sealed values of this database need. */
export async function checkMasterKey(db: Db, keys: Keys): Promise<void> {
  const mark = markOf(keys)
  await db
    .insertInto('setting')
    .values({
      name: CHECK,
      value: JSON.stringify(mark.toString('hex')),
      changed_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (!(await isMasterKey(db, keys))) {
    throw new Error(
      'The master key is not the one this database was made with: coupons and sealed values could not be read. Set MASTER_KEY to the right one, or put master.key back.',
    )
  }
}

/** Whether this is the master key that the database needs. */
export async function isMasterKey(db: Db | Tx, keys: Keys): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', CHECK)
    .executeTakeFirst()
  return typeof row?.value === 'string' && equalBytes(Buffer.from(row.value, 'hex'), markOf(keys))
}

/** From the commit on, the database needs this master key. */
export async function rememberMasterKey(tx: Tx, keys: Keys, at: Date): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(markOf(keys).toString('hex')), changed_at: at })
    .where('name', '=', CHECK)
    .executeTakeFirstOrThrow()
}

const CHECK = 'master_key_check'
const markOf = (keys: Keys) => keys.digest('master-key-check', 'hil')
