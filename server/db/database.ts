import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Expression, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'
import { keepPlansOf } from './kept-plans.ts'
import { endSilentClients } from './silence.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** Dates stay text: a calendar day has no time zone to be wrong in. */
const DATE_OID = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === DATE_OID ? (text: string) => text : pg.types.getTypeParser(oid, format)
  },
}

/** How every connection of ours behaves: no wait without an end, no zone but UTC. */
export function connectionSettings(connection: pg.ClientConfig): pg.ClientConfig {
  return {
    ...connection,
    types,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: connection.application_name ?? 'hil',
    options: [connection.options, '-c timezone=UTC'].filter(Boolean).join(' '),
  }
}

/** A connection knows plans that were made for it (kept-plans.ts): ten seconds without work do not end it. */
const IDLE_MS = 600_000

/**
 * Opens the pool that everything but the scan engine and the job queue shares. For `silentMs` a
 * connection may hear nothing before it is asked whether the database is there at all.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  { size, onError, silentMs }: { size: number; onError: (error: Error) => void; silentMs?: number },
): { db: Db; pool: pg.Pool } {
  const settings = connectionSettings(connection)
  const pool = new pg.Pool({ ...settings, max: size, idleTimeoutMillis: IDLE_MS })
  pool.on('error', onError)
  // A pool listens to its idle clients only: one lost while at work would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('connect', keepPlansOf)
  endSilentClients(pool, () => answers(connection), silentMs)
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool }
}

/** Whether the database says anything to a new connection, be it that it has no room. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  try {
    await withClient(connection, async () => {})
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  }
}

/** Runs `work` on a connection of its own, which is closed afterwards whatever the outcome. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(connection))
  // Without a listener the end of a connection would end the process; queries report it anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asks both at once, on two connections; within a transaction, which has one, in turn. */
export async function sideBySide<A, B>(
  db: Db | Tx,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  if (!db.isTransaction) return Promise.all([first(), second()])
  return [await first(), await second()]
}

/** One moment of the database. `end` gives its connection back, when what it was asked last is done. */
export type Snapshot = { db: Db; end(): void }

/**
 * Opens one moment of the database to read from, on a connection of its own, for so many minutes: its
 * reader may stop in between for as long. Each statement keeps the usual limit.
 */
export async function openSnapshot(
  connection: pg.ClientConfig,
  minutes: number,
): Promise<Snapshot> {
  const { db } = openDatabase(connection, { size: 1, onError: () => {} })
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  const limit = `${minutes}min`
  await sql`select set_config('idle_in_transaction_session_timeout', ${limit}, true)`.execute(tx)
  const end = async () => {
    await tx.rollback().execute()
    await db.destroy()
  }
  // A connection that is gone cannot be given back.
  return { db: tx, end: () => void end().catch(() => {}) }
}

/** What is done last in each transaction of a pool, before its commit. */
const endings = new WeakMap<Db, (tx: Tx) => Promise<void>>()

/** From now on each transaction() over `db` ends with this; where it throws, nothing is committed. */
export function endTransactionsWith(db: Db, ending: (tx: Tx) => Promise<void>): void {
  endings.set(db, ending)
}

const SERIALIZATION = new Set(['40001', '40P01'])

export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What the database says of a statement that took longer than it may. */
const CANCELLED = '57014'

export function tookTooLong(error: unknown): boolean {
  return sqlState(error) === CANCELLED
}

/**
 * One transaction in READ COMMITTED, done again from its beginning when the database broke a
 * deadlock or a serialization conflict: at most five times. `work` must have no effect outside. Within
 * a transaction it is a part of that one.
 */
export async function transaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx)
        await endings.get(db)?.(tx)
        return result
      })
    } catch (error) {
      if (attempt === 5 || !SERIALIZATION.has(sqlState(error) ?? '')) throw error
      await delay(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** A whole number as a JavaScript number; exact to 2^53, far past any sum of points. */
export function number(expression: Expression<unknown>) {
  return sql<number>`(${expression})::float8`
}
