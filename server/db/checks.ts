import { sql } from 'kysely'
import type { Db } from './database.ts'
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

/** Refuses to run with another master key than the one that the sealed values of this database need. */
export async function checkMasterKey(db: Db, keys: Keys): Promise<void> {
  const mark = keys.digest('master-key-check', 'hil')
  await db
    .insertInto('setting')
    .values({
      name: 'master_key_check',
      value: JSON.stringify(mark.toString('hex')),
      changed_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'master_key_check')
    .executeTakeFirstOrThrow()
  if (typeof row.value !== 'string' || !equalBytes(Buffer.from(row.value, 'hex'), mark)) {
    throw new Error(
      'The master key is not the one this database was made with: coupons and sealed values could not be read. Set MASTER_KEY to the right one, or put master.key back.',
    )
  }
}
