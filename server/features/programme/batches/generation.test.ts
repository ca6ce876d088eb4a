import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { codeKeysOf } from './codes.ts'
import { generateCoupons, storeCoupons } from './generation.ts'

const KEY = Buffer.alloc(32, 7)

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function keysOf(batchId: number): Promise<string[]> {
  const rows = await database.db
    .selectFrom('coupon')
    .select(['code_key', 'serial', 'status'])
    .where('batch_id', '=', batchId)
    .orderBy('serial')
    .execute()
  expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, i) => i + 1))
  expect(rows.every(({ status }) => status === 0)).toBe(true)
  return rows.map(({ code_key }) => code_key)
}

test('every serial is stored under the key of its code, with progress told', async () => {
  const progress: number[] = []
  const onProgress = (done: number) => progress.push(done)
  await generateCoupons(client, { batchId: 1, quantity: 9_001, batchKey: KEY, onProgress })
  expect(await keysOf(1)).toEqual(codeKeysOf(KEY, 1, 1, 9_001))
  expect(progress).toEqual([0, 4_000, 8_000, 9_001])
})

test('again after it was done: nothing is added and nothing fails', async () => {
  const progress: number[] = []
  const onProgress = (done: number) => progress.push(done)
  await generateCoupons(client, { batchId: 1, quantity: 9_001, batchKey: KEY, onProgress })
  expect(progress).toEqual([9_001])
  expect(await keysOf(1)).toHaveLength(9_001)
})

test('broken off in the middle it leaves nothing, and the next call does all', async () => {
  const stop = new AbortController()
  const onProgress = (done: number) => done >= 8_000 && stop.abort()
  const generation = { batchId: 2, quantity: 20_000, batchKey: KEY }
  await expect(
    generateCoupons(client, { ...generation, onProgress, signal: stop.signal }),
  ).rejects.toThrow()
  expect(await keysOf(2)).toHaveLength(0)
  await generateCoupons(client, generation)
  expect(await keysOf(2)).toEqual(codeKeysOf(KEY, 2, 1, 20_000))
})

test('a killed connection leaves nothing, and the next call does all', async () => {
  const doomed = new pg.Client(database.connection)
  doomed.on('error', () => {})
  await doomed.connect()
  const { rows } = await doomed.query<{ pid: number }>('select pg_backend_pid() as pid')
  const onProgress = (done: number) => {
    if (done === 8_000) void client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  }
  const generation = { batchId: 3, quantity: 100_000, batchKey: KEY }
  await expect(generateCoupons(doomed, { ...generation, onProgress })).rejects.toThrow()
  expect(await keysOf(3)).toHaveLength(0)
  await storeCoupons(database.connection, generation)
  expect(await keysOf(3)).toHaveLength(100_000)
})

test('rows that are there are kept and the rest is added', async () => {
  await generateCoupons(client, { batchId: 4, quantity: 500, batchKey: KEY })
  await generateCoupons(client, { batchId: 4, quantity: 5_000, batchKey: KEY })
  expect(await keysOf(4)).toEqual(codeKeysOf(KEY, 4, 1, 5_000))
})

test('two at once: one makes the rows, the other finds them', async () => {
  const generation = { batchId: 5, quantity: 10_000, batchKey: KEY }
  await Promise.all([1, 2].map(() => storeCoupons(database.connection, generation)))
  expect(await keysOf(5)).toHaveLength(10_000)
})

test('the event loop has its turns while rows are made', async () => {
  let turns = 0
  let counting = true
  const count = () => {
    turns++
    if (counting) setImmediate(count)
  }
  const turnsAt: number[] = []
  setImmediate(count)
  const onProgress = () => turnsAt.push(turns)
  await generateCoupons(client, { batchId: 6, quantity: 100_000, batchKey: KEY, onProgress })
  counting = false
  expect(turnsAt).toHaveLength(26)
  for (const [i, at] of turnsAt.entries()) expect(at).toBeGreaterThan(turnsAt[i - 1] ?? -1)
})
