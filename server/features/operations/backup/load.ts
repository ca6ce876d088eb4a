import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../../../db/database.ts'
import { migrateOn, migrateTo } from '../../../db/migrate.ts'
import type { Database } from '../../../db/schema.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { verifyChain } from '../../platform/chain/index.ts'
import { checkInvariants } from '../verify/index.ts'
import { BackupError } from './backup-error.ts'
import * as catalogue from './catalogue.queries.ts'
import { columnsOf, nameOf } from './dump.ts'
import { damaged, PRODUCT, type Manifest } from './manifest.ts'

/** Rules that the programme breaks as it was backed up, in words. */
export type Findings = string[]
type Source = { dir: string; manifest: Manifest; keys: Keys }

/**
 * Fills an empty database from a backup in one transaction: the shape by the same migrations, then
 * the rows, then what holds them together, then the migrations that came since. Any failure leaves the database as empty as it was.
 */
export async function loadDatabase(client: pg.Client, source: Source): Promise<Findings> {
  return await overClient(client)
    .transaction()
    .execute(async (tx) => {
      await client.query("set local maintenance_work_mem = '256MB'")
      await makeShape(client, tx, source)
      const { putBack } = await catalogue.takeAside(client)
      await emptyTables(client, source.manifest)
      for (const table of source.manifest.tables) await loadTable(client, table, source.dir)
      await client.query('set constraints all immediate')
      for (const statement of putBack) await client.query(statement)
      for (const sequence of source.manifest.sequences) await setSequence(client, sequence)
      // What is checked, and who reads it from now on, knows the shape of today only.
      await migrateOn(tx)
      // The checks join whole tables, which takes minutes where nothing is known of their sizes.
      await client.query('analyze')
      return await verifyAll(tx, source.keys, { backupAt: source.manifest.at })
    })
}

/** Kysely on the one connection that also copies. */
function overClient(client: pg.Client): Kysely<Database> {
  const one = { query: client.query.bind(client), release() {} } as unknown as PostgresPoolClient
  const pool = { connect: () => Promise.resolve(one), end: () => Promise.resolve(), options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

async function makeShape(client: pg.Client, tx: Tx, { dir, manifest }: Source): Promise<void> {
  await migrateTo(tx, manifest.migrations)
  if (manifest.queue) {
    const plans = await readFile(path.join(dir, manifest.queue.file), 'utf8')
    // It brings a transaction of its own, and is in ours already.
    await client.query(plans.replaceAll(/^\s*(BEGIN|COMMIT);$/gm, ''))
    await client.query(
      'set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
  }
  const made = new Map(
    (await catalogue.listTables(client)).map((table) => [nameOf(client, table), table]),
  )
  for (const table of manifest.tables) {
    const name = nameOf(client, table)
    if (JSON.stringify(made.get(name)?.columns) === JSON.stringify(table.columns)) continue
    throw new BackupError(
      `The table ${table.schema}.${table.name} of the backup has other columns than this version of the program gives it. Restore with the version that made the backup, ${manifest.version}.`,
    )
  }
}

/** Migrations put some rows in, which the backup has too. */
async function emptyTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  await client.query(`truncate ${tables.map((table) => nameOf(client, table)).join(', ')} cascade`)
}

async function loadTable(
  client: pg.Client,
  table: Manifest['tables'][number],
  dir: string,
): Promise<void> {
  const name = nameOf(client, table)
  const copy = client.query(copyFrom(`copy ${name} (${columnsOf(client, table)}) from stdin`))
  const file = path.join(dir, table.file)
  await pipeline(createReadStream(file), createGunzip(), copy).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damaged(dir, table.file)
    }
    throw error
  })
  if (copy.rowCount !== table.rows) {
    throw new BackupError(
      `${table.file} holds ${copy.rowCount} rows and not the ${table.rows} that were backed up. Take another backup; nothing was restored.`,
    )
  }
}

async function setSequence(
  client: pg.Client,
  { name, last, called }: Manifest['sequences'][number],
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [
    `public.${client.escapeIdentifier(name)}`,
    last,
    called,
  ])
}

/**
 * Every invariant and the audit trail. What breaks them was broken when it was backed up, for each
 * byte is what it was then: it is told, and no reason to keep the rest back.
 */
export async function verifyAll(tx: Tx, keys: Keys, after: object): Promise<Findings> {
  const checked = await checkInvariants(async (text) => {
    const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    return rows
  })
  const broken = checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name)
  // Nothing outside is asked: heads there are of the time that is lost.
  const touched = await verifyChain(tx, { keys, published: [] })
  const history = touched.map(
    ({ table, id, what }) => `History was touched, ${table} ${id}: ${what}`,
  )
  // No row is added: the new signature of the head would hide the old one.
  if (touched.some(({ table }) => table === 'audit')) return [...broken, ...history]
  await writeAudit(tx, keys, {
    by: null,
    action: 'database.restored',
    subject: 'database',
    subjectId: PRODUCT,
    after,
  })
  return [...broken, ...history]
}
