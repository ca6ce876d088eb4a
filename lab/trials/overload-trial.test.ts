import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { rolesOf, type Endpoint } from '../../contract/endpoint.ts'
import { DOCUMENT_MAX_BYTES, uploadKycDocument } from '../../contract/people/kyc-submission.ts'
import { downloadReport } from '../../contract/insight/reports.ts'
import { login } from '../../contract/platform/session.ts'
import { makeRandom } from '../../server/demo/random.ts'
import { mediaStore } from '../../server/features/platform/media/media-files.service.ts'
import { freePort, launch, type Launched } from '../../server/test/launch.ts'
import { ASKS_SETTINGS, makeAsks } from './overload/asks.ts'
import { crowd } from './overload/crowd.ts'
import { drip, flood, headOf, RawClient, type RawAnswer } from '../../server/test/raw-client.ts'
import { memoryOf, sum, watchMemory } from '../../server/test/process-figures.ts'
import { testServer, through, type TestServer } from '../../server/test/server.ts'
import { FULL, SEED } from '../../server/test/trust.ts'

// The server as a process, against clients that are slow, send without an end, read nothing, or are
// ten times as many as it takes. The long form has the limits of every day, the small one shorter ones.

const MB = 1024 * 1024
const LIMIT = FULL ? 200 : 20
const LOAD_MS = FULL ? 60_000 : 3_000
const PATIENCE: Record<string, string> = FULL
  ? {}
  : { HEADERS_SECONDS: '3', REQUEST_SECONDS: '4', READER_SECONDS: '2' }
const LONGEST_MS = FULL ? 300_000 : 90_000
/** What the system holds of one connection at most: 4 MB to send and, where the reader is slow, 32 MB received. */
const BETWEEN_SOCKETS = 40 * MB
/** A file larger than what lies between two sockets of this machine. */
const LARGE = { name: `${'c'.repeat(32)}.mp4`, bytes: 32 * MB }

let home: TestServer
let server: TestServer
let child: Launched
let made: Awaited<ReturnType<typeof makeAsks>>

beforeAll(async () => {
  home = await testServer({ ROLE: 'web' })
  // All come from this machine, and from two accounts.
  const shares = { ADDRESS_SHARE_PERCENT: '100', ACCOUNT_SHARE_PERCENT: '100' }
  const settings = {
    ...PATIENCE,
    ...ASKS_SETTINGS,
    ...shares,
    MAX_WAITING_REQUESTS: String(LIMIT),
  }
  child = await launch(home, await freePort(), { ...settings, ROLE: 'web' })
  server = through(home, child.url)
  made = await makeAsks(server)
  await mediaStore(home.context).write(LARGE.name, Buffer.alloc(LARGE.bytes, 7))
}, LONGEST_MS)
afterAll(async () => {
  await child?.kill()
  await home?.stop()
})

const codeOf = (answer: RawAnswer | null) =>
  answer && [answer.status, (JSON.parse(answer.body) as { code: string }).code]

/** Does `trouble` while two others ask, who must not notice. */
async function unnoticed<T>(trouble: () => Promise<T>): Promise<T> {
  const random = makeRandom(SEED)
  const others = crowd(2, () => made.asks.any(random))
  const outcome = await trouble().finally(() => void others.stop())
  await others.stop()
  expect(others.tally).toMatchObject({ refused: 0, wrong: [] })
  expect(others.tally.answered).toBeGreaterThan(2)
  return outcome
}

describe.concurrent('what comes in slowly or without an end', { timeout: LONGEST_MS }, () => {
  test('headers that come byte by byte are ended with 408', async () => {
    const beginning = 'GET /api/openapi.json HTTP/1.1\r\nHost: test\r\nX-Slow: '
    const answers = await unnoticed(() =>
      Promise.all(Array.from({ length: 60 }, () => drip(child.url, beginning, 100))),
    )
    for (const answer of answers) expect(codeOf(answer)).toEqual([408, 'timeout'])
  })

  test('so are bodies, of a sign-in and of a file', async () => {
    const { token } = made.member
    const json = { 'content-type': 'application/json', 'content-length': 50_000 }
    const picture = { ...json, 'content-type': 'image/png', authorization: token }
    const beginnings = [headOf(login, json), headOf(uploadKycDocument, picture)]
    const answers = await unnoticed(() =>
      Promise.all(beginnings.flatMap((one) => [one, one]).map((one) => drip(child.url, one, 100))),
    )
    for (const answer of answers) expect(codeOf(answer)).toEqual([408, 'timeout'])
  })

  test('headers or an address without an end are 431, a long parameter and nonsense 400', async () => {
    const long = 'x'.repeat(20_000)
    const answerTo = async (text: string) => {
      const client = new RawClient(child.url)
      await client.send(text)
      return codeOf(await client.untilAnswered())
    }
    const get = (path: string, fields = {}) => answerTo(headOf({ method: 'GET', path }, fields))
    expect(await get('/healthz', { 'x-long': long })).toEqual([431, 'too_large'])
    expect(await get(`/api/admin/scans?q=${long}`)).toEqual([431, 'too_large'])
    expect(await get(`/api/admin/scans/${long.slice(0, 8_000)}`)).toEqual([400, 'invalid'])
    expect(await answerTo('HELLO\r\n\r\n')).toEqual([400, 'invalid'])
  })
})

/** The small form leaves out the one of which most has to be sent. */
const UPLOADS = ENDPOINTS.filter(({ upload }) => upload && (FULL || upload.maxBytes <= 10 * MB))

async function tokenFor({ access }: Endpoint): Promise<string> {
  if (access.kind === 'member') return made.member.token
  const [role] = rolesOf(access)
  return role ? (await server.staff(role)).token : 'nobody'
}

/** Floods an endpoint with a body that tells a length beyond all measure, and one that tells none. */
async function floods(endpoint: Endpoint, limit: number, type: string): Promise<void> {
  const fields = { 'content-type': type, authorization: await tokenFor(endpoint) }
  const path = endpoint.path.replaceAll(/:\w+/g, '1')
  const head = (length: Record<string, string | number>) =>
    headOf({ ...endpoint, path }, { ...fields, ...length })
  const lengths: Record<string, string | number>[] = [
    { 'content-length': 10 * 1024 * MB },
    { 'transfer-encoding': 'chunked' },
  ]
  for (const length of lengths) {
    const { answer, sent } = await flood(child.url, head(length))
    // A sender that never looks may miss the answer, and a starved machine end it for being slow.
    const ends = [[413, 'too_large'], [408, 'timeout'], null]
    expect(ends.map((end) => [path, length, end])).toContainEqual([path, length, codeOf(answer)])
    expect([path, sent < limit + BETWEEN_SOCKETS]).toEqual([path, true])
  }
}

test('a body beyond its limit is 413 before it is read whole, for JSON and every upload', async () => {
  expect(UPLOADS.length).toBeGreaterThan(5)
  const memory = watchMemory(child.pid)
  await unnoticed(async () => {
    for (const body of ['x'.repeat(600_000), new Blob(['x'.repeat(600_000)]).stream()]) {
      const headers = { 'content-type': 'application/json' }
      const sent = { method: login.method, headers, body, duplex: 'half' as const }
      expect((await fetch(`${child.url}${login.path}`, sent)).status).toBe(413)
    }
    await floods(login, 2 * MB, 'application/json')
    for (const endpoint of UPLOADS) {
      const { types, maxBytes } = endpoint.upload ?? { types: [], maxBytes: 0 }
      // Once to see that it is too much, four times for a sender who is to read the answer.
      await floods(endpoint, 5 * maxBytes, types[0] ?? '')
    }
  })
  memory.stop()
  expect(sum(memory.most()) - sum(memory.before)).toBeLessThan(150)
})

test('a stranger is told so before their file is read whole', async () => {
  const fields = { 'content-type': 'image/png', 'transfer-encoding': 'chunked' }
  const { answer, sent } = await flood(child.url, headOf(uploadKycDocument, fields))
  expect(codeOf(answer)).toEqual([401, 'unauthenticated'])
  // Four times a whole file is read away, so that the sender gets to read the answer.
  expect(sent).toBeLessThan(4 * DOCUMENT_MAX_BYTES + BETWEEN_SOCKETS)
})

const untilStatus = (wanted: number, timeout = 10_000, ask = made.asks.list) =>
  expect.poll(async () => (await ask()).status, { timeout }).toBe(wanted)
/** What strangers ask for: they have three quarters of the places. */
const publicly = () => fetch(`${child.url}/api/openapi.json`)

/** Requests that wait for a connection of the pool, as the server itself tells. */
async function waitingForPool(): Promise<number> {
  const told = await (await fetch(`${child.url}/metrics`)).text()
  return Number(/^hil_pool_waiting (\d+)$/m.exec(told)?.[1])
}

test(
  `${LIMIT * 10} clients where ${LIMIT} requests may wait: served or told to come again, in level memory (seed ${SEED})`,
  { timeout: LONGEST_MS },
  async () => {
    const random = makeRandom(SEED)
    const health = crowd(1, () => fetch(`${child.url}/healthz`))
    const clients = crowd(LIMIT * 10, () => made.asks.any(random))
    const samples: number[] = []
    let waiting = 0
    while (samples.length < 60) {
      await pause(LOAD_MS / 60)
      samples.push(sum(memoryOf(child.pid)))
      if (samples.length % 10 === 0) waiting = Math.max(waiting, await waitingForPool())
    }
    const tally = await clients.stop()
    expect(tally.wrong).toEqual([])
    expect(tally.answered).toBeGreaterThan(LIMIT)
    expect(tally.refused).toBeGreaterThan(LIMIT)
    expect(waiting).toBeLessThanOrEqual(LIMIT)
    expect(await health.stop()).toMatchObject({ refused: 0, wrong: [] })
    const most = (from: number, to: number) => Math.max(...samples.slice(from, to))
    expect(most(50, 60) - most(20, 30), samples.join(' ')).toBeLessThan(64)
    await untilStatus(200)
    expect(sum(memoryOf(child.pid))).toBeLessThan(most(0, 60) + 64)
  },
)

/** Scans with so much noise that a file of them does not fit into the sockets on its way. */
const makeLongReport = () =>
  sql`insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result, state, device)
    select n, gen_random_uuid(), now(), now(), ${made.member.memberId}::int, 0, 6, 27,
      (select string_agg(md5(n::text || k::text), '') from generate_series(1, 100) k)
    from generate_series(1, 7000) n`.execute(home.db)

const copying = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like 'copy (select%' and state = 'active'
      and backend_type = 'client backend'`.execute(home.db)
  return rows[0]?.count
}

test(
  'a client that reads nothing of its answer is cut off, and gives back its place and database connection',
  { timeout: LONGEST_MS },
  async () => {
    await makeLongReport()
    const body = JSON.stringify({ reportType: 'scans' })
    const json = { 'content-type': 'application/json', 'content-length': body.length }
    const report = headOf(downloadReport, { ...json, authorization: made.admin.token }) + body
    const film = headOf({ method: 'GET', path: `/api/media/${LARGE.name}` }, {})
    const wanted = [report, report, ...Array.from({ length: LIMIT - 2 }, () => film)]
    const deaf = wanted.map((text) => {
      const client = new RawClient(child.url, { deaf: true })
      client.socket.write(text)
      return client
    })
    try {
      await expect.poll(copying, { timeout: 10_000 }).toBe(2)
      await untilStatus(503, 10_000, publicly)
      expect((await made.asks.list()).status).toBe(200)
      // Node looks once more, where something was still on its way to the reader when it looked first.
      await untilStatus(200, FULL ? 150_000 : 30_000, publicly)
      await expect.poll(copying, { timeout: 10_000 }).toBe(0)
    } finally {
      for (const { socket } of deaf) socket.destroy()
    }
  },
)
