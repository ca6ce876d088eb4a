import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf } from './errors.ts'

export type Connection = {
  host: string
  port: number
  user: 'app'
  database: string
  ssl: false
}

const readyLimitMs = 60_000
const queryLimitMs = 30_000
const notYet = ['57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']

/** Creates the database unless it exists; waits for a server that is still recovering. */
export async function createDatabase(connection: Connection, name: string): Promise<void> {
  const end = Date.now() + readyLimitMs
  for (;;) {
    try {
      return await createOnce({ ...connection, database: 'postgres' }, name)
    } catch (error) {
      if (!notYet.includes(codeOf(error) ?? '') || Date.now() >= end) throw error
      await pause(50)
    }
  }
}

async function createOnce(connection: Connection, name: string): Promise<void> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryLimitMs,
    statement_timeout: queryLimitMs,
  })
  // Without a listener a stopped server would end the whole process; the query at hand fails anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } catch (error) {
    // Two creators at once: either of these codes means that the other one has made it.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await client.end().catch(() => {})
  }
}
