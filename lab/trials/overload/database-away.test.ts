import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareReport, listPreparedReports } from '../../../contract/insight/report-jobs.ts'
import { login } from '../../../contract/platform/session.ts'
import { makeRandom } from '../../../server/demo/random.ts'
import { STREAMS_A_PERSON } from '../../../server/features/insight/live/hub.ts'
import {
  followed,
  goOn,
  scanOnce,
  until,
} from '../../../server/features/insight/live/test-support.ts'
import { freePort, launch, type Launched } from '../../../server/test/launch.ts'
import { lockWaits } from '../../../server/test/lock-waits.ts'
import { testServer, through, type TestServer } from '../../../server/test/server.ts'
import { FULL, SEED } from '../../../server/test/trust.ts'
import { ASKS_SETTINGS, makeAsks } from './asks.ts'
import { crowd, isClearRefusal } from './crowd.ts'
import { proxyTo, type DatabaseProxy } from '../../../server/test/database-proxy.ts'

// The server as a process whose database is locked, gone or silent. It stands behind a proxy of the
// test's own, because other tests use the same PostgreSQL.

const POOL = 4
/** The scan engine's, the job queue's and the odd one of a job's own. */
const BESIDE_POOL = 8
const GONE_MS = FULL ? 60_000 : 2_500
/** The long form waits for locks as long as every day. */
const LOCKS: Record<string, string> = FULL ? {} : { lock_timeout: '700' }
const LONGEST_MS = FULL ? 240_000 : 90_000
const BACK_MS = 10_000

let home: TestServer
let proxy: DatabaseProxy
let child: Launched
let server: TestServer
let made: Awaited<ReturnType<typeof makeAsks>>

beforeAll(async () => {
  home = await testServer({ ROLE: 'web' })
  proxy = await proxyTo(home.context.connection)
  child = await launch(home, await freePort(), {
    ...ASKS_SETTINGS,
    DATABASE_URL: proxy.url(LOCKS),
    DATABASE_POOL: String(POOL),
  })
  server = through(home, child.url)
  made = await makeAsks(server)
}, LONGEST_MS)
afterAll(async () => {
  await child?.kill()
  await proxy?.stop()
  await home?.stop()
  // Dropping the database took a minute beside the other overload trial: most likely it waits for the
  // process there that writes to a reader who takes nothing.
}, LONGEST_MS)

const get = (path: string) => fetch(`${child.url}${path}`)

async function expectClearRefusal(asked: Promise<Response>): Promise<void> {
  const answer = await asked
  const text = await answer.text()
  expect([isClearRefusal(answer, text), answer.status, text]).toEqual([true, 503, text])
}

/** Every kind of request is served again, within ten seconds. */
async function expectBack(): Promise<void> {
  const { list, change, scan } = made.asks
  const statuses = () =>
    Promise.all([list(), change(), scan(), get('/readyz')].map(async (one) => (await one).status))
  await expect.poll(statuses, { timeout: BACK_MS }).toEqual([200, 200, 200, 200])
}

/** Holds the row that a change needs, from elsewhere; gives what lets it go. */
async function holdRow(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const holding = home.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom('distributor').where('distributor_id', '=', made.distributorId)
    await row.select('code').forUpdate().execute()
    held.resolve()
    await enough.promise
  })
  await Promise.race([held.promise, holding])
  return async () => {
    enough.resolve()
    await holding
  }
}

test(
  'where every connection waits for a row, each request is refused in time and the rest goes on',
  { timeout: LONGEST_MS },
  async () => {
    const release = await holdRow()
    const changes = Array.from({ length: 3 * POOL }, () => made.asks.change())
    await expect.poll(() => lockWaits(home.db), { timeout: BACK_MS }).toBe(POOL)
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/api/openapi.json')).status).toBe(200)
    for (const change of changes) await expectClearRefusal(change)
    // The row is held still, and what does not need it is served.
    expect((await made.asks.list()).status).toBe(200)
    expect((await made.asks.scan()).status).toBe(200)
    await release()
    await expectBack()
  },
)

/** What a server answers whose database is not there. */
async function expectAway(): Promise<void> {
  const { list, change, scan } = made.asks
  for (const ask of [list, change, scan]) await expectClearRefusal(ask())
  await expectClearRefusal(
    server.raw(login, { body: { email: 'admin@hil.example', password: 'wrong-password' } }),
  )
  await expectClearRefusal(server.raw(prepareReport, { ...made.admin, body: REPORT }))
  await expectClearRefusal(get('/readyz'))
  expect((await get('/healthz')).status).toBe(200)
  expect(await (await get('/metrics')).text()).toContain('hil_database_up 0')
}

const REPORT = { reportType: 'coupon-batches' }

/** A job that is asked for now is done. */
async function expectWork(): Promise<void> {
  const { token } = made.admin
  const { status, body: asked } = await server.call(prepareReport, { token, body: REPORT })
  expect(status).toBe(200)
  const state = async () => {
    const { body } = await server.call(listPreparedReports, { token })
    return body.items.find(({ jobId }) => jobId === asked.jobId)?.state
  }
  await expect.poll(state, { timeout: 30_000 }).toBe('ready')
}

/** No stream is left of those that ended: a person may open as many as ever. */
async function expectStreams(): Promise<void> {
  const { token } = made.admin
  const open = await Promise.all(
    Array.from({ length: STREAMS_A_PERSON }, () => goOn(child.url, token)),
  )
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
  for (const one of open) one.close()
}

test(
  `a database that is gone for ${GONE_MS / 1000} s: clear refusals, and all is back with it (seed ${SEED})`,
  { timeout: LONGEST_MS },
  async () => {
    const { token } = made.admin
    const random = makeRandom(SEED)
    const follower = await followed(child.url, token)
    const clients = crowd(12, () => made.asks.any(random))
    await until(() => clients.tally.answered > 12, 'clients at work')
    const end = Date.now() + GONE_MS
    await proxy.cut()
    do await expectAway()
    while (Date.now() < end)
    await proxy.restore()
    await expectBack()
    const { wrong, refused } = await clients.stop()
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(12)
    // A stream outlives a short absence; after a long one it is told to come again.
    expect(follower.isOver()).toBe(FULL)
    const reader = FULL ? await goOn(child.url, token, follower.place()) : follower
    const id = await scanOnce(server, made.member.token)
    await until(() => reader.scanIds().includes(id), 'what happens afterwards')
    reader.close()
    await expectStreams()
    await expectWork()
    expect(proxy.open()).toBeLessThanOrEqual(POOL + BESIDE_POOL)
  },
)

// Minutes of silence: only in the long form.
test.each(FULL ? ['nothing'] : [])(
  'a database that says %s any more is given up, and all is back with it',
  { timeout: LONGEST_MS },
  async () => {
    const random = makeRandom(SEED)
    const clients = crowd(12, () => made.asks.any(random))
    await until(() => clients.tally.answered > 12, 'clients at work')
    proxy.hush()
    await pause(GONE_MS)
    await expectAway()
    await proxy.restore()
    await expectBack()
    expect((await clients.stop()).wrong).toEqual([])
    await expectWork()
  },
)
