import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listDistributors } from '../../contract/people/distributors.ts'
import { testDatabase } from './harness.ts'
import { untilLockWaits } from './lock-waits.ts'
import { testServer } from './server.ts'

test('while a server gives notice of its stop it answers, and ends each connection with its answer', async () => {
  const server = await testServer({ ROLE: 'web' })
  const look = (path: string) => fetch(`${server.url}/${path}`)
  expect((await look('healthz')).headers.get('connection')).toBe('keep-alive')
  const notice = Promise.withResolvers<void>()
  const stopping = server.stop(notice.promise)
  const [health, ready] = [await look('healthz'), await look('readyz')]
  expect([health.status, health.headers.get('connection')]).toEqual([200, 'close'])
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
  notice.resolve()
  await stopping
})

test('a request under way at a stop gets its whole answer, and the stop waits for no longer', async () => {
  const database = await testDatabase()
  const server = await testServer({ ROLE: 'web' }, { database })
  const { token } = await server.staff('admin')
  let answered = Promise.resolve(new Response())
  let stopping = Promise.resolve()
  // The answer cannot come before the table is free, and that is when the stop has long begun.
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table distributor in access exclusive mode`.execute(tx)
    answered = server.raw(listDistributors, { token })
    await untilLockWaits(database.db, 1)
    stopping = server.stop()
    await pause(300)
  })
  const answer = await answered
  const begun = performance.now()
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ items: [] }),
  ])
  await stopping
  expect(performance.now() - begun).toBeLessThan(5_000)
})
