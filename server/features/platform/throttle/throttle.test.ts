import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { giveBackTry, takeTry } from './throttle.service.ts'

const RATE_LIMIT = { free: 3, longestSeconds: 60, windowSeconds: 900 }
const START = Date.UTC(2026, 10, 20)
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(() => vi.useRealTimers())
afterAll(() => database.drop())

/** Whether a try passes at so many milliseconds, or for how many seconds it is to wait. */
async function tryAt(key: string, ms: number): Promise<'passes' | number | undefined> {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(START + ms)
  return takeTry(database.db, key, RATE_LIMIT).then(
    () => 'passes' as const,
    (refusal: { retryAfterSeconds?: number }) => refusal.retryAfterSeconds,
  )
}

test('after the free tries each waits twice as long as the one before, at most the longest', async () => {
  let ms = 0
  const waits = []
  for (let i = 0; i < 11; i++) {
    expect(await tryAt('waits', ms)).toBe('passes')
    const next = await tryAt('waits', ms)
    if (next === 'passes') continue
    waits.push(next)
    ms += (next ?? 0) * 1_000
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('of free tries at once none waits, whichever the database sees first', async () => {
  expect(await tryAt('at once', 5)).toBe('passes')
  expect(await tryAt('at once', 0)).toBe('passes')
})

test('a try that is given back is not counted', async () => {
  for (let i = 0; i < 6; i++) {
    expect(await tryAt('given back', 0)).toBe('passes')
    await giveBackTry(database.db, 'given back', RATE_LIMIT)
  }
  for (let i = 0; i < 3; i++) expect(await tryAt('given back', 0)).toBe('passes')
  expect(await tryAt('given back', 0)).toBe(1)
  await giveBackTry(database.db, 'given back', RATE_LIMIT)
  expect(await tryAt('given back', 0)).toBe('passes')
})
