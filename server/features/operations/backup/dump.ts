import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { getConstructionPlans } from 'pg-boss'
import { connectionSettings } from '../../../db/database.ts'
import { BackupError } from './backup-error.ts'
import * as catalogue from './catalogue.queries.ts'
import type { Manifest, Table } from './manifest.ts'
import type { Sums } from './sums.ts'

/** Quick, and not much larger than the best: a backup is made often and read seldom. */
const LEVEL = 4
const QUEUE_FILE = 'data/pgboss.sql'

export type Dump = Pick<
  Manifest,
  'postgres' | 'migrations' | 'demo' | 'tables' | 'sequences' | 'queue'
>

/** A connection for work that takes as long as it takes; ended by the caller. */
export async function openPatient(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionSettings(connection),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    lock_timeout: 30_000,
    keepAlive: true,
  })
  // Without a listener the end of a connection would end the process; queries report it anyway.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Runs `work` in one snapshot of the whole database. Every table is locked against changes of its
 * shape before the snapshot is taken: rows may come and go, a migration has to wait.
 */
export async function inSnapshot<T>(
  client: pg.Client,
  work: (tables: Table[]) => Promise<T>,
): Promise<T> {
  const seen = await catalogue.listTables(client)
  if (seen.length === 0) {
    throw new BackupError('There is nothing to back up: this database has no tables of ours.')
  }
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(
      `lock table ${seen.map((table) => nameOf(client, table)).join(', ')} in access share mode`,
    )
    const tables = await catalogue.listTables(client)
    if (JSON.stringify(tables) !== JSON.stringify(seen)) {
      throw new BackupError('The database was being brought up to date. Begin the backup again.')
    }
    return await work(tables)
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** Writes every table, and what belongs to it, into the backup. The client is in its snapshot. */
export async function dumpDatabase(
  client: pg.Client,
  tables: readonly Table[],
  sums: Sums,
): Promise<Dump> {
  const queue = await dumpQueueShape(client, sums)
  const dumped: Manifest['tables'] = []
  for (const table of tables) dumped.push(await dumpTable(client, table, sums))
  const { rows } = await client.query<{ postgres: string; demo: boolean }>(
    `select current_setting('server_version') as postgres,
       exists (select from setting where name = 'demo') as demo`,
  )
  const [about] = rows
  if (!about) throw new Error('The database says nothing about itself.')
  const migrations = await catalogue.listMigrations(client)
  const sequences = await catalogue.listSequences(client)
  return { ...about, migrations, tables: dumped, sequences, queue }
}

async function dumpTable(client: pg.Client, table: Table, sums: Sums) {
  const file = `data/${table.schema}.${table.name}.copy.gz`
  const columns = columnsOf(client, table)
  // A query and not the table: a partitioned one can be copied in no other way.
  const copy = client.query(
    copyTo(`copy (select ${columns} from ${nameOf(client, table)}) to stdout`),
  )
  await sums.write(
    file,
    pipeline(copy, createGzip({ level: LEVEL }), () => {}),
  )
  return { ...table, file, rows: copy.rowCount }
}

/** The queue's schema is made by its own library; a newer one brings an older schema up to date. */
async function dumpQueueShape(client: pg.Client, sums: Sums): Promise<Manifest['queue']> {
  const version = await catalogue.queueVersion(client)
  if (version === null) return null
  const plans = getConstructionPlans('pgboss')
  if (!plans.includes(`VALUES ('${version}')`)) {
    throw new BackupError(
      `The job queue in this database has version ${version}, another than this program's. Make the backup with the version of the program that serves the database.`,
    )
  }
  await sums.write(QUEUE_FILE, textStream(plans))
  return { file: QUEUE_FILE }
}

const textStream = (text: string): Readable => Readable.from([Buffer.from(text)])

export const nameOf = (client: pg.Client, { schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

export const columnsOf = (client: pg.Client, { columns }: Pick<Table, 'columns'>) =>
  columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
