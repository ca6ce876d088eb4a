import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ACCOUNTS,
  TRANSFER_KINDS,
  listTransfers,
  memberPoints,
  transferKind,
  type TransferKind,
} from '../../../../contract/ledger/points.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import { idMaker } from '../../../lib/ids.ts'
import { anyPlant, anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { walkWhileRowsArrive } from '../../../test/walk-list.ts'

const EXAMPLES = examples(300, 2000)

type Seed = {
  id: string
  member: number
  seq: number
  at: Date
  kind: TransferKind
  ref: string
  scheme: number | null
}

const FIRST_DAY = '2026-06-01'
const DAYS = 8
const ROWS = 400

let server: TestServer
let token: string
let members: { memberId: number; mobile: string; token: string }[]
let seeds: Seed[]

beforeAll(async () => {
  server = await testServer()
  ;({ token } = await server.staff('almond team'))
  members = [await server.member(), await server.member('painter', 9), await server.member()]
  const makeId = idMaker(2)
  const start = startOfDay(FIRST_DAY).getTime()
  const seqs = new Map<number, number>()
  seeds = Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(start + Math.floor((index / ROWS) * DAYS * 86_400_000))
    const member = members[(index * 7 + Math.floor(index / 5)) % members.length]?.memberId ?? 0
    const seq = (seqs.get(member) ?? 0) + 1
    seqs.set(member, seq)
    const kind = transferKind.options[(index * 3) % transferKind.options.length] ?? 'scan'
    // A scan has its id before its transfers have theirs.
    const ref = makeId(at.getTime())
    const scheme = kind === 'scheme_bonus' ? 1 + (index % 2) : null
    return { id: makeId(at.getTime()), member, seq, at, kind, ref, scheme }
  })
  await insertTransfers(seeds)
})
afterAll(() => server.stop())

async function insertTransfers(rows: readonly Seed[]): Promise<void> {
  await server.db
    .insertInto('transfer')
    .values(
      rows.map((row) => ({
        member_id: row.member,
        seq: row.seq,
        id: row.id,
        ref: row.ref,
        points: 10 + row.seq,
        available_after: row.seq * 10,
        held_after: 3,
        occurred_at: row.at,
        recorded_at: row.at,
        reverses: null,
        scheme_id: row.scheme,
        idempotency_key: null,
        kind: TRANSFER_KINDS[row.kind],
        debit: ACCOUNTS.issuance,
        credit: ACCOUNTS.available,
      })),
    )
    .execute()
}

const nameOf = (row: { memberId: number; seq: number }) => `${row.memberId}/${row.seq}`
const seedName = (row: Seed) => nameOf({ memberId: row.member, seq: row.seq })

type Filters = {
  kind?: TransferKind[]
  member?: number
  scheme?: number
  from?: string
  to?: string
}

function expected(filters: Filters, sort: string): string[] {
  const found = seeds.filter(
    (row) =>
      (!filters.kind || filters.kind.includes(row.kind)) &&
      (filters.member === undefined || row.member === filters.member) &&
      (filters.scheme === undefined || row.scheme === filters.scheme) &&
      (!filters.from || dayOf(row.at) >= filters.from) &&
      (!filters.to || dayOf(row.at) <= filters.to),
  )
  return (sort === 'oldest' ? found : found.toReversed()).map(seedName)
}

async function pageOf(query: Record<string, unknown>) {
  const { status, body } = await server.call(listTransfers, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, names: body.items.map(nameOf) }
}

test(`${EXAMPLES.numRuns} random filters, orders and pages equal the same done in plain JavaScript, seed ${SEED}`, async () => {
  const days = Array.from({ length: DAYS + 2 }, (_, index) => addDays(FIRST_DAY, index - 1))
  const queries = fc.record({
    kind: fc.option(
      fc.uniqueArray(fc.constantFrom(...transferKind.options), { minLength: 1, maxLength: 3 }),
      { nil: undefined },
    ),
    member: fc.option(fc.constantFrom(...members.map((one) => one.memberId)), { nil: undefined }),
    scheme: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined, freq: 2 }),
    range: fc.option(fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)), {
      nil: undefined,
    }),
    sort: fc.constantFrom('newest', 'oldest'),
    limit: fc.constantFrom(1, 3, 25, 100),
    ahead: fc.integer({ min: 0, max: 2 }),
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
      expect(page.names).toEqual(all.slice(start, start + limit))
      if (start === 0) return
      const back = await pageOf({ ...filters, sort, limit, before: page.previous })
      expect(back.names).toEqual(all.slice(start - limit, start))
    }),
    EXAMPLES,
  )
}, 600_000)

test.each(['newest', 'oldest'] as const)(
  'pages joined miss and repeat nothing while rows arrive (%s)',
  async (sort) => {
    const makeId = idMaker(sort === 'newest' ? 4 : 5)
    const at = startOfDay(addDays(FIRST_DAY, sort === 'newest' ? DAYS : DAYS + 1))
    const arrive = async () => {
      const member = members[seeds.length % members.length]?.memberId ?? 0
      const seq = 1 + seeds.filter((row) => row.member === member).length
      const id = makeId(at.getTime())
      const row: Seed = { id, member, seq, at, kind: 'scan', ref: id, scheme: null }
      seeds.push(row)
      await insertTransfers([row])
    }
    const names = () => expected({}, sort)
    await expect(
      walkWhileRowsArrive({ sort, limit: 60, pageOf, arrive, names }),
    ).resolves.toBeUndefined()
  },
)

test('a search finds by mobile, member code and reference', async () => {
  const [one] = members
  const seed = seeds.find((row) => row.member === one?.memberId)
  if (!one || !seed) throw new Error('no rows')
  const own = expected({ member: one.memberId }, 'newest').slice(0, 50)
  for (const q of [one.mobile, `0${one.mobile}`, `M${one.mobile}`]) {
    expect((await pageOf({ q })).names).toEqual(own)
  }
  expect((await pageOf({ q: seed.id })).names).toEqual([seedName(seed)])
  const at = seed.at
  await server.db
    .insertInto('scan')
    .values({
      id: seed.ref,
      code_key: '00000001-0000-0000-0000-000000000000',
      member_id: seed.member,
      occurred_at: at,
      recorded_at: at,
      reviewed_at: null,
      reviewed_by: null,
      review: null,
      retailer_id: null,
      product_id: null,
      lat: null,
      lng: null,
      batch_id: null,
      serial: null,
      result: 0,
      state: 27,
      plant_id: null,
      device: null,
      flags: null,
      review_reason: null,
      points: 40,
    })
    .execute()
  expect((await pageOf({ q: seed.ref })).names).toEqual([seedName(seed)])
  expect(await pageOf({ q: '6000000001' })).toMatchObject({ items: [], count: 0 })
})

test('a member reads the own ledger, page by page, and nothing else', async () => {
  const [one] = members
  if (!one) throw new Error('no members')
  const seqs: number[] = []
  let after: string | null | undefined
  do {
    const { status, body } = await server.call(memberPoints, {
      token: one.token,
      query: { limit: 30, ...(after && { after }) },
    })
    expect(status).toBe(200)
    expect(body.items[0]).not.toHaveProperty('memberCode')
    seqs.push(...body.items.map(({ seq }) => seq))
    after = body.next
  } while (after)
  const own = seeds.filter((row) => row.member === one.memberId)
  expect(seqs).toEqual(own.map(({ seq }) => seq).toReversed())
  const day = addDays(FIRST_DAY, 2)
  const kinds = await server.call(memberPoints, {
    token: one.token,
    query: { kind: ['scan', 'expiry'], from: day, to: day, sort: 'oldest' },
  })
  expect(kinds.body.items.map(({ seq }) => seq)).toEqual(
    own
      .filter((row) => dayOf(row.at) === day && ['scan', 'expiry'].includes(row.kind))
      .map(({ seq }) => seq),
  )
})

test.each<[Record<string, unknown>, string, RegExp]>([
  [{ q: 'Ramesh' }, 'q', /^Search by mobile number/],
  [{ kind: 'gift' }, 'kind', /Kind: choose one of scan/],
  [{ from: '2026-02-30' }, 'from', /does not exist/],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to', /must not be before/],
  [{ after: 'x' }, 'after', /not known/],
  [{ limit: 500 }, 'limit', /At most 200/],
])('%j is refused at its field with a sentence', async (query, field, sentence) => {
  const { status, body } = await server.call(listTransfers, { token, query })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', message: expect.stringMatching(sentence) })
  expect(Object.keys(Object(body).fields)[0]?.split('.')[0]).toBe(field)
})

test('of one member the ledger stands as the balances follow each other, whatever the clocks say', async () => {
  const { memberId, mobile } = await server.member()
  const at = startOfDay(addDays(FIRST_DAY, DAYS + 3))
  const ids = [2_000, 0, 1_000].map((late) => idMaker(6)(at.getTime() + late))
  const rows = ids.map((id, index) => ({ id, member: memberId, seq: index + 1, at, ref: id }))
  await insertTransfers(rows.map((row) => ({ ...row, kind: 'scan', scheme: null })))
  for (const sought of [{ member: memberId }, { q: mobile }]) {
    const told: number[][] = []
    for (const sort of ['newest', 'oldest']) {
      const page = await pageOf({ ...sought, sort, limit: 2 })
      const rest = await pageOf({ ...sought, sort, limit: 2, after: page.next })
      told.push([...page.items, ...rest.items].map(({ seq }) => seq))
    }
    expect(told).toEqual([
      [3, 2, 1],
      [1, 2, 3],
    ])
  }
})

test('roles: those whose menu holds the page read the ledger; members only their own', async () => {
  for (const role of ['worker', 'courier', 'marketing'] as const) {
    const { token } = await server.staff(role)
    expect((await server.call(listTransfers, { token })).status, role).toBe(403)
  }
  const [one] = members
  expect((await server.call(listTransfers, { token: one?.token })).status).toBe(403)
  expect((await server.call(memberPoints, { token })).status).toBe(403)
  expect((await server.call(listTransfers)).status).toBe(401)
})

test('the catalogue is for every role of staff, and for nobody else', async () => {
  const plantId = await anyPlant(server.db)
  const productId = await anyProduct(server.db)
  const { token } = await server.staff('worker')
  const { status, body } = await server.call(catalogue, { token })
  expect(status).toBe(200)
  expect(body.plants.map((plant) => plant.plantId)).toContain(plantId)
  expect(body.products).toContainEqual(expect.objectContaining({ productId, points: 40 }))
  expect((await server.call(catalogue, { token: members[0]?.token })).status).toBe(403)
})
