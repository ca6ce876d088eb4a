import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import { proxyTo, type DatabaseProxy } from '../test/database-proxy.ts'
import { openDatabase } from './database.ts'
import { endSilentClients } from './silence.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let pool: pg.Pool
let isThere = true
let asked = 0

beforeAll(async () => {
  database = await testDatabase()
  proxy = await proxyTo(database.connection)
  pool = new pg.Pool({ connectionString: proxy.url(), max: 2, connectionTimeoutMillis: 1000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const ask = async () => {
    asked++
    return isThere
  }
  endSilentClients(pool, ask, 300)
})
afterAll(async () => {
  await proxy?.stop()
  await pool?.end()
  await database?.drop()
})

test('a long statement of a database that is there goes on', async () => {
  const { rows } = await pool.query<{ one: number }>('select 1 as one from pg_sleep(1)')
  expect(rows).toEqual([{ one: 1 }])
  // Once in a silence of so long, not at every look.
  expect([2, 3]).toContain(asked)
})

test('where nothing answers any more, what was asked fails, and there is room afterwards', async () => {
  isThere = false
  const holding = await pool.connect()
  await holding.query('begin')
  proxy.hush()
  await expect(holding.query('select 1')).rejects.toThrow('Connection terminated')
  await expect(pool.query('select 1')).rejects.toThrow('Connection terminated')
  holding.release(true)
  await proxy.restore()
  isThere = true
  const { rows } = await pool.query<{ one: number }>('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
  expect(proxy.open()).toBe(1)
})

test('the pool of a server gives up a database that has become silent', async () => {
  const connection = { connectionString: proxy.url() }
  const { db } = openDatabase(connection, { size: 1, onError: () => {}, silentMs: 300 })
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  proxy.hush()
  await expect(ask()).rejects.toThrow('the database says nothing')
  await proxy.restore()
  expect((await ask()).rows).toEqual([{ one: 1 }])
  await db.destroy()
})
