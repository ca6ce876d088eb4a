import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import { testServer } from '../test/server.ts'
import { checkServer } from './checks.ts'
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
