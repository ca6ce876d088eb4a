import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KYC_STATES, type KycState } from '../../../../contract/people/kyc-states.ts'
import { MEMBER_KINDS, type MemberKind } from '../../../../contract/people/members.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { MEMBER_STATUSES, listUsers, type MemberStatus } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { refreshPointsOrder } from '../../ledger/points/points.service.ts'

const EXAMPLES = examples(400, 2000)

type Seed = {
  memberId: number
  code: string
  mobile: string
  name: string
  kind: MemberKind
  state: number
  distributor: number | null
  kyc: KycState
  status: MemberStatus
  available: number
  joinedAt: Date
}

const FIRST_DAY = '2026-03-01'
const DAYS = 12
const ROWS = 400
const STATES = [7, 9, 27, 29]
const NAMES = [
  'Ramesh Kumar',
  'ramesh kumar',
  'Ramesh',
  'Rāmesh',
  'सुनीता देवी',
  'Zubair',
  'Anil % Rao',
]

let server: TestServer
let token: string
let distributors: number[]
let seeds: Seed[]

/** A small generator with a seed: the same rows on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function makeSeed(random: () => number, index: number): Seed {
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const status = random() < 0.7 ? 'active' : pick(MEMBER_STATUSES)
  const memberId = 1000 + index
  const erased = status === 'erased'
  // Three at a moment, in the order of their ids or against it: only the id tells them apart.
  const hour = Math.floor(((index - (index % 3)) / ROWS) * DAYS * 24)
  return {
    memberId,
    code: `HIL${String(700_000 + index)}`,
    mobile: erased ? `erased-${memberId}` : String(7_300_000_000 + index * 7),
    name: erased ? 'Erased member' : pick(NAMES),
    kind: pick(MEMBER_KINDS),
    state: pick(STATES),
    distributor: pick([...distributors, null]),
    kyc: pick(KYC_STATES),
    status,
    available: Math.floor(random() * 8) * 25,
    joinedAt: new Date(startOfDay(FIRST_DAY).getTime() + hour * 3_600_000),
  }
}

async function insertSeeds(rows: Seed[]): Promise<void> {
  const at = new Date()
  await server.db
    .insertInto('member')
    .values(
      rows.map((row, index) => ({
        member_id: row.memberId,
        code: row.code,
        mobile: row.mobile,
        name: row.name,
        kind: row.kind,
        state: row.state,
        city: row.status === 'erased' ? '' : 'Pune',
        distributor_id: row.distributor,
        kyc_state: row.kyc,
        joined_at: row.joinedAt,
        // Blocked by staff, gone by choice, or both.
        blocked_reason: row.status !== 'active' && index % 3 > 0 ? 'Fraud' : null,
        left_at: row.status !== 'active' && index % 3 < 2 ? at : null,
        erased_at: row.status === 'erased' ? at : null,
      })),
    )
    .execute()
  await server.db
    .insertInto('member_account')
    .values(rows.map((row) => ({ member_id: row.memberId, available: String(row.available) })))
    .execute()
}

beforeAll(async () => {
  server = await testServer()
  ;({ token } = await server.staff('cs'))
  distributors = (
    await server.db
      .insertInto('distributor')
      .values(['A', 'B'].map((code) => ({ code, name: `Firm ${code}`, state: 27, city: 'X' })))
      .returning('distributor_id')
      .execute()
  ).map((row) => row.distributor_id)
  const random = seeded(20_261_120)
  seeds = Array.from({ length: ROWS }, (_, index) => makeSeed(random, index))
  await insertSeeds(seeds)
  await refreshPointsOrder(server.context)
})
afterAll(() => server.stop())

type Filters = {
  q?: string | undefined
  kind?: MemberKind[] | undefined
  region?: number[] | undefined
  distributor?: number[] | undefined
  kyc?: KycState[] | undefined
  status?: MemberStatus[] | undefined
  minPoints?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const byId = (a: Seed, b: Seed) => a.memberId - b.memberId
const byJoining = (a: Seed, b: Seed) => a.joinedAt.getTime() - b.joinedAt.getTime() || byId(a, b)
const ORDERS = {
  newest: (a: Seed, b: Seed) => byJoining(b, a),
  oldest: byJoining,
  name: (a: Seed, b: Seed) => byBytes(a.name.toLowerCase(), b.name.toLowerCase()) || byId(a, b),
  points: (a: Seed, b: Seed) => b.available - a.available || byId(b, a),
}
type Sort = keyof typeof ORDERS

/** The same list in plain JavaScript. */
function expected(filters: Filters, sort: Sort): string[] {
  const among = <T>(wanted: T[] | undefined, value: T | null) =>
    wanted === undefined || (value !== null && wanted.includes(value))
  return seeds
    .filter(
      (row) =>
        among(filters.kind, row.kind) &&
        among(filters.region, row.state) &&
        among(filters.distributor, row.distributor) &&
        among(filters.kyc, row.kyc) &&
        among(filters.status, row.status) &&
        (filters.q === undefined ||
          row.name.toLowerCase().startsWith(filters.q.toLowerCase()) ||
          row.mobile === filters.q) &&
        row.available >= (filters.minPoints ?? 0) &&
        (!filters.from || dayOf(row.joinedAt) >= filters.from) &&
        (!filters.to || dayOf(row.joinedAt) <= filters.to),
    )
    .toSorted(ORDERS[sort])
    .map(({ code }) => code)
}

async function pageOf(query: Record<string, unknown>) {
  const { status, body } = await server.call(listUsers, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, codes: body.items.map(({ code }) => code) }
}

describe('the list of members', () => {
  test(`${EXAMPLES.numRuns} random filters, orders and pages equal the same done in plain JavaScript, seed ${SEED}`, async () => {
    const some = <T>(values: readonly T[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
        nil: undefined,
        freq: 1,
      })
    const rarely = { nil: undefined, freq: 1 }
    const days = Array.from({ length: DAYS + 2 }, (_, index) => addDays(FIRST_DAY, index - 1))
    const queries = fc.record({
      q: fc.option(fc.constantFrom('ram', 'RAMESH k', 'रा', 'सु', 'anil %', 'e', 'xy'), rarely),
      kind: some(MEMBER_KINDS),
      region: some([...STATES, 31]),
      distributor: some([...distributors, 2_147_483_647]),
      kyc: some(KYC_STATES),
      status: some(MEMBER_STATUSES),
      minPoints: fc.option(fc.constantFrom(0, 1, 50, 175, 176), rarely),
      range: fc.option(fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)), rarely),
      sort: fc.constantFrom<Sort>('newest', 'oldest', 'name', 'points'),
      limit: fc.constantFrom(1, 2, 7, 25, 200),
      ahead: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(queries, async ({ range, sort, limit, ahead, ...rest }) => {
        const [from, to] = range?.toSorted() ?? []
        const filters = { ...rest, from, to }
        const all = expected(filters, sort)
        let page = await pageOf({ ...filters, sort, limit, count: 'yes' })
        expect(page.count).toBe(all.length)
        let start = 0
        for (let step = 0; step < ahead && page.next; step++) {
          page = await pageOf({ ...filters, sort, limit, after: page.next })
          start += limit
        }
        expect(page.codes).toEqual(all.slice(start, start + limit))
        expect(page.next !== null).toBe(start + limit < all.length)
        if (start === 0) return
        const back = await pageOf({ ...filters, sort, limit, before: page.previous })
        expect(back.codes).toEqual(all.slice(start - limit, start))
        expect(back.previous !== null).toBe(start > limit)
      }),
      EXAMPLES,
    )
  }, 600_000)

  test('by points it walks the order where many members fit', async () => {
    const random = seeded(7)
    const more = Array.from({ length: 1100 }, (_, index) => makeSeed(random, ROWS + index))
    await insertSeeds(more)
    seeds.push(...more)
    await refreshPointsOrder(server.context)
    for (const filters of [{}, { q: 'ram' }, { status: ['active' as const], minPoints: 25 }]) {
      const all = expected(filters, 'points')
      const codes: string[] = []
      let page = await pageOf({ ...filters, sort: 'points', limit: 190, count: 'yes' })
      expect(page.count).toBe(all.length)
      for (;;) {
        codes.push(...page.codes)
        if (!page.next) break
        page = await pageOf({ ...filters, sort: 'points', limit: 190, after: page.next })
      }
      expect(codes).toEqual(all)
    }
  })

  test('a member is found by mobile as people write it, by code, and by the start of the name', async () => {
    const row = seeds.find(({ status }) => status === 'active')
    if (!row) throw new Error('no rows')
    const mobile = `+91 ${row.mobile.slice(0, 5)}-${row.mobile.slice(5)}`
    for (const q of [row.mobile, mobile, `0${row.mobile}`, row.code, row.code.toLowerCase()]) {
      for (const sort of ['newest', 'points']) {
        expect((await pageOf({ q, sort })).codes, q).toEqual([row.code])
      }
    }
    const long = 'क्ष'.repeat(33)
    await server.db
      .updateTable('member')
      .set({ name: long })
      .where('member_id', 'in', [row.memberId, 1001, 1002])
      .where('erased_at', 'is', null)
      .execute()
    const first = await pageOf({ q: 'क्ष', sort: 'name', limit: 1 })
    expect(first.codes).toHaveLength(1)
    const second = await pageOf({ q: 'क्ष', sort: 'name', limit: 1, after: first.next })
    expect(second.codes).not.toEqual(first.codes)
  })

  test('a row says how the member stands, and when they scanned last', async () => {
    const { memberId, mobile } = await server.member('retailer', 9)
    const at = new Date('2026-11-01T06:00:00.000Z')
    await server.db
      .insertInto('scan')
      .values({
        id: '9000000000000',
        code_key: '00000001-0000-0000-0000-000000000000',
        member_id: memberId,
        occurred_at: at,
        recorded_at: at,
        points: 0,
        result: 6,
        state: 9,
      })
      .execute()
    const { items } = await pageOf({ q: mobile })
    expect(items).toEqual([
      {
        memberId,
        code: `M${mobile}`,
        name: 'Ramesh Kumar',
        mobile,
        kind: 'retailer',
        state: 9,
        city: 'Pune',
        distributorName: null,
        status: 'active',
        kyc: 'none',
        available: 0,
        held: 0,
        lastScanAt: at.toISOString(),
        joinedAt: expect.any(String),
      },
    ])
  })
})

const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
test.each<[string, Record<string, unknown>, string, RegExp]>([
  ['part of a mobile', { q: '98765' }, 'q', /^Search by a whole mobile number/],
  ['a kind that is none', { kind: 'plumber' }, 'kind', /./],
  ['a state that is none', { region: 99 }, 'region', /not an Indian state/],
  ['a distributor in letters', { distributor: 'A' }, 'distributor', /whole number/],
  ['a KYC state that is none', { kyc: 'done' }, 'kyc', /KYC: choose one of none/],
  [
    'a status that is none',
    { status: 'gone' },
    'status',
    /Status: choose one of active, blocked, erased/,
  ],
  ['points below zero', { minPoints: -1 }, 'minPoints', /cannot be below 0/],
  ['a day that is none', { from: '2026-02-30' }, 'from', /does not exist/],
  ['days the wrong way round', { from: '2026-03-02', to: '2026-03-01' }, 'to', /not be before/],
  ['an order that is none', { sort: 'state' }, 'sort', /no such order/],
  ['a cursor of nothing', { after: 'abc' }, 'after', /not known/],
  [
    'a cursor of another order',
    { sort: 'name', after: cursor(['points', '1', '1']) },
    'after',
    /not known/,
  ],
  ['too long a search', { q: 'x'.repeat(61) }, 'q', /At most 60/],
])('%s is refused at its field with a sentence', async (_, query, field, sentence) => {
  const { status, body } = await server.call(listUsers, { token, query })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message: expect.stringMatching(sentence) })
  expect(Object.keys(Object(body).fields)[0]?.split('.')[0]).toBe(field)
})
