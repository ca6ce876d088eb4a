import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl, testDatabase, type TestDatabase } from '../test/harness.ts'
import { testServer } from '../test/server.ts'
import { adviceOnSettings, checkServer } from './checks.ts'
import { openDatabase } from './database.ts'
import { preparedFolder, quick, start as startCluster } from './embedded/test-support.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

test('no server starts on a database that acknowledges before it has written', async () => {
  const options = '-c synchronous_commit=off'
  const connection = { ...database.connection, options }
  const starting = testServer({}, { database: { ...database, connection } })
  await expect(starting).rejects.toThrow(
    'The database may lose what it has acknowledged: switch on synchronous_commit and start again.',
  )
})

test('nor on one that does not wait for its disk', async () => {
  const forgetful = { ...quick, fsync: 'off', full_page_writes: 'off' }
  const cluster = await startCluster(await preparedFolder(), forgetful)
  const { db } = openDatabase(cluster.connection, { size: 1, onError: () => {} })
  await expect(checkServer(db)).rejects.toThrow('switch on fsync, full_page_writes and start again')
  await db.destroy()
})

const ADVICE = 'The setting wal_compression of the database is pglz'

/** What a start says in its log where the database has this setting. */
async function saidAtStart(compression: string, settings: Record<string, string> = {}) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const made = await testDatabase()
  const connection = { ...made.connection, options: `-c wal_compression=${compression}` }
  const server = await testServer(
    { LOG_LEVEL: 'warn', ...settings },
    { logTo, database: { ...made, connection } },
  )
  await server.stop()
  return lines.join('\n')
}

test("a start on a server of one's own advises against pglz, and goes on", async () => {
  const own = { DATABASE_URL: databaseUrl(database.connection) }
  expect(await saidAtStart('on', own)).toContain(ADVICE)
  expect(await saidAtStart('off', own)).not.toContain('wal_compression')
})

test('the embedded server, whose settings are ours, is not advised on', async () => {
  expect(await saidAtStart('on')).not.toContain('wal_compression')
})

test('what is advised is what that PostgreSQL can do', async () => {
  const advice = async (compression: string) => {
    const options = `-c wal_compression=${compression}`
    const { db } = openDatabase({ ...database.connection, options }, { size: 1, onError: () => {} })
    const said = await adviceOnSettings(db)
    await db.destroy()
    return said
  }
  const { rows } = await sql<{ methods: string[] }>`
    select enumvals as methods from pg_settings where name = 'wal_compression'`.execute(database.db)
  const hasLz4 = rows[0]?.methods.includes('lz4') ?? false
  expect(await advice('pglz')).toContain(hasLz4 ? 'set it to lz4 or off' : 'set it to off (')
  expect(await advice(hasLz4 ? 'lz4' : 'off')).toBeNull()
})
