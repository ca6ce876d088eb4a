import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewReport } from '../../../../contract/insight/reports.ts'
import { whoAmI } from '../../../../contract/platform/session.ts'
import { tookTooLong, withClient } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { firstRows } from './reports.queries.ts'

const POOL = 5
const ROWS = 10_500
let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer({ DATABASE_POOL: String(POOL) })
  token = (await server.staff('admin')).token
  const { memberId } = await server.member()
  await sql`
    insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result, state)
    select n, gen_random_uuid(), now(), now(), ${memberId}, 0, 6, case when n <= 10000 then 27 else 9 end
    from generate_series(1, ${ROWS}::int) n`.execute(server.db)
})
afterAll(() => server.stop())

const preview = (body: object) =>
  server.call(previewReport, { token, body: { reportType: 'scans', ...body } })

test('counts as lists do: exactly to 10,000 and no further', async () => {
  const counts = [{}, { state: [27] }, { state: [9] }, { state: [1] }].map(
    async (filters) => (await preview(filters)).body.count,
  )
  expect(await Promise.all(counts)).toEqual([10_001, 10_000, 500, 0])
})

test('slow previews leave connections for everybody else, and each is told that it takes too long', async () => {
  const asked = await withClient(server.context.connection, async (client) => {
    await client.query('begin')
    // Every preview waits for this table, as it would for a scan of twenty million rows.
    await client.query('lock table scan in access exclusive mode')
    const previews = Array.from({ length: POOL * 2 }, () => preview({}))
    const first = await Promise.race(previews)
    const others = await Promise.all([1, 2, 3].map(() => server.call(whoAmI, { token })))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    await client.query('rollback')
    expect(first).toMatchObject({
      status: 413,
      body: { message: expect.stringMatching(/^This preview takes too long\. Choose fewer days/) },
    })
    return Promise.all(previews)
  })
  // Those whose turn came after the lock was gone are served.
  expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(POOL * 2 - 6)
})

test('more previews than can wait are refused at once', async () => {
  const answers = await withClient(server.context.connection, async (client) => {
    await client.query('begin')
    await client.query('lock table scan in access exclusive mode')
    const previews = Array.from({ length: 26 }, () => preview({}))
    const first = await Promise.race(previews)
    expect(first).toMatchObject({
      status: 503,
      body: { message: 'Many previews are being made. Try again in a few seconds.' },
    })
    await client.query('rollback')
    return Promise.all(previews)
  })
  // Three run and twenty wait; those that came after the lock was gone found a place.
  const refused = answers.filter(({ status }) => status === 503).length
  expect(refused).toBeGreaterThanOrEqual(1)
  expect(refused).toBeLessThanOrEqual(3)
  const ended = answers.filter(({ status }) => status === 200 || status === 413).length
  expect(ended).toBe(26 - refused)
})

test('a count that takes too long is left out, the rows are not', async () => {
  const select = `select n as c0 from generate_series(1, 50) n`
  const count = `select count(*)::int as count from pg_sleep(20)`
  const found = await firstRows(server.db, { select, count, limit: 20, withinMs: 300 })
  expect([found.rows.length, found.count]).toEqual([20, null])
  const slow = { select: `select pg_sleep(20) as c0`, count, limit: 20, withinMs: 300 }
  const failure = await firstRows(server.db, slow).catch((error: unknown) => error)
  expect(tookTooLong(failure)).toBe(true)
})
