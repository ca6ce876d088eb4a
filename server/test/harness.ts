import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Db } from '../db/database.ts'
import { restartStaffIds } from '../lib/ids.ts'

const TEMPLATE = 'hil_template'

export type TestDatabase = {
  connection: pg.ClientConfig
  db: Db
  drop(): Promise<void>
}

/**
 * A migrated, empty database of its own on the run's PostgreSQL. A file may play the past in it: ids
 * never go back in time within a process, and other files may have made some in this one.
 */
export async function testDatabase(): Promise<TestDatabase> {
  restartStaffIds()
  const server = { ...inject('postgres'), ssl: false }
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files takes a sixth of writing every page to the log.
  await administer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const connection = { ...server, database: name }
  const { db } = openDatabase(connection, { size: 10, onError: () => {} })
  return {
    connection,
    db,
    async drop() {
      await db.destroy()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The address of a test's database, for a process of its own. */
export function databaseUrl({ host, port, user, database }: pg.ClientConfig): string {
  const at = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}@/${database}?${at}`
}

async function administer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
