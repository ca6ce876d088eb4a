import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { reverseScan, scanCoupon } from '../../contract/programme/scans.ts'
import { makeRandom } from '../../server/demo/random.ts'
import { patiently } from '../../server/test/patiently.ts'
import { payable } from '../../server/features/money/payments/test-support.ts'
import {
  ask,
  balanceOf,
  WIDE,
  type Payee,
} from '../../server/features/money/redemptions/test-support.ts'
import {
  manyAtOnce,
  shuffled,
  tally,
} from '../../server/features/programme/scans/engine.fixture.ts'
import { activeCodes, brokenInvariants } from '../../server/features/desk/users/test-support.ts'
import { KEYED, TAKING_A_KEY, type Keyed } from '../../server/test/keyed-requests.ts'
import { nameOf } from '../../server/test/owned.ts'
import { FULL, SEED } from '../../server/test/trust.ts'
import { START_MS, twoServers, type TwoServers } from './two-servers.ts'

// What may happen once happens once, whichever process is asked. A process that is too busy says so
// and is asked again, with the same key. In full: npm run trust -- claims [seed].
const OF_EACH_KIND = FULL ? Math.ceil(1000 / KEYED.length) : 3
const REQUESTS = OF_EACH_KIND * KEYED.length
const HELD = FULL ? 500 : 20
const ROUNDS = FULL ? 200 : 4
const CALLERS = 8
const USED = 'This idempotency key was used for'
const limits = { timeout: FULL ? 1_800_000 : 240_000, retry: 0 }

let servers: TwoServers
beforeAll(async () => {
  servers = await twoServers({ ...WIDE, SCANS_PER_DAY: '100000' })
}, START_MS)
afterAll(() => servers?.stop())

type Prepared = Keyed & { endpoint: Endpoint; name: string }

async function prepare(): Promise<Prepared[]> {
  const { token } = await servers.home.staff('cs')
  const kinds = KEYED.flatMap((kind) => Array.from({ length: OF_EACH_KIND }, () => kind))
  return manyAtOnce(kinds, CALLERS, async ({ endpoint, make }) => {
    const made = await make(servers.home, token)
    const body = { ...made.body, idempotencyKey: randomUUID() }
    return { ...made, body, endpoint, name: nameOf(endpoint) }
  })
}

async function send({ endpoint, token, params = {}, body }: Prepared, turn: number) {
  const answer = await patiently(() => servers.by(turn).raw(endpoint, { token, params, body }))
  return { status: answer.status, body: await answer.json() }
}

/** How many effects each kind has had until now. */
async function effects(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { endpoint, effects: where } of KEYED) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(where)}`.execute(servers.home.db)
    counts[nameOf(endpoint)] = rows[0]?.count ?? 0
  }
  return counts
}

test('every operation that takes an idempotency key is tried', () => {
  expect(KEYED.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(
    TAKING_A_KEY.map(nameOf).toSorted(),
  )
})

test(
  `${REQUESTS} requests, each three times at once over two processes, seed ${SEED}: each has one effect and one answer`,
  limits,
  async () => {
    const requests = shuffled(await prepare(), makeRandom(SEED).next)
    const before = await effects()
    const answers = await manyAtOnce(requests, CALLERS, async (request, caller) => {
      const three = [0, 1, 2].map((turn) => send(request, caller + turn))
      return { request, three: await Promise.all(three) }
    })
    for (const { request, three } of answers) {
      const [first, ...others] = three
      expect(first?.status, `${request.name}: ${JSON.stringify(first?.body)}`).toBe(200)
      for (const one of others) expect(one, request.name).toEqual(first)
    }
    const once = await effects()
    const had = KEYED.map(({ endpoint }) => nameOf(endpoint)).map((name) => [
      name,
      (once[name] ?? 0) - (before[name] ?? 0),
    ])
    expect(had).toEqual(had.map(([name]) => [name, OF_EACH_KIND]))
    const refused = await manyAtOnce(requests, CALLERS, async (request, caller) => {
      const body = { ...request.body, ...request.other }
      const { status, body: told } = await send({ ...request, body }, caller)
      return `${status} ${told.message.slice(0, USED.length)}`
    })
    expect(tally(refused)).toEqual({ [`409 ${USED}`]: REQUESTS })
    expect(await effects()).toEqual(once)
  },
)

test(
  `${HELD} held scans, each reversed twice at once over two processes: one of each two succeeds`,
  limits,
  async () => {
    const { home, by } = servers
    const { token } = await home.staff('cs')
    const codes = await activeCodes(home, { batchId: 1, coupons: HELD, sentToState: 9 })
    const members = await Promise.all([1, 2, 3, 4, 5].map(() => home.member()))
    const scans = await manyAtOnce(codes, members.length, async (code, caller) => {
      const { token: own, memberId } = members[caller] ?? { token: '', memberId: 0 }
      const { body } = await by(caller).call(scanCoupon, { token: own, body: { code } })
      expect(body).toMatchObject({ result: 'credited', held: true })
      return { memberId, scanId: body.scanId }
    })
    const body = { reason: 'other', note: 'The dealer says that it was not sold there.' }
    const pairs = await manyAtOnce(scans, CALLERS, async (params) => {
      const both = [0, 1].map((turn) =>
        patiently(() => by(turn).call(reverseScan, { token, params, body })),
      )
      return (await Promise.all(both)).map(({ status }) => status).toSorted()
    })
    expect(tally(pairs.map(String))).toEqual({ '200,409': HELD })
    const { rows } = await sql`
      select count(*)::int as reversals, count(distinct (member_id, reverses))::int as reversed
      from transfer where reverses is not null`.execute(home.db)
    expect(rows).toEqual([{ reversals: HELD, reversed: HELD }])
    for (const { memberId } of members) {
      expect(await balanceOf(home, memberId)).toEqual({ available: 0, held: 0 })
    }
  },
)

/** The same request, also where a process was too busy for it at first. */
function askTen(member: Payee, turn: number) {
  const body = { points: 10, idempotencyKey: randomUUID() }
  return patiently(() => ask(servers.by(turn), member, body))
}

test(
  `a balance of 100 and fifty requests of 10 at once over two processes, ${ROUNDS} rounds: ten succeed`,
  limits,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const member = await payable(servers.home, { points: 100 })
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, turn) => askTen(member, turn)),
      )
      expect(tally(answers.map(({ status }) => String(status)))).toEqual({ 200: 10, 409: 40 })
      const made = answers.filter(({ status }) => status === 200)
      expect(new Set(made.map(({ body }) => body.redemptionId)).size).toBe(10)
      const balance = await balanceOf(servers.home, member.memberId)
      expect(balance).toEqual({ available: 0, held: 100 })
    }
  },
)

test('afterwards every invariant holds', async () => {
  expect(await brokenInvariants(servers.home)).toEqual([])
})
