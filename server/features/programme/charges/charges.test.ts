import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/charges.ts'
import { CHARGE_STATES, type ChargeState } from '../../../../contract/programme/charges.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { getUser } from '../../../../contract/desk/users.ts'
import { idMaker } from '../../../lib/ids.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { auditOf } from '../../desk/users/test-support.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

const EXAMPLES = examples(200, 2000)

type Person = { memberId: number; mobile: string; token: string }
type Seed = { scanId: string; retailer: number; rule: number; state: ChargeState; at: Date }

const FIRST_DAY = '2026-06-01'
const DAYS = 8
const ROWS = 300

let server: TestServer
let token: string
let retailers: Person[]
let mason: Person
let seeds: Seed[]

beforeAll(async () => {
  server = await testServer()
  ;({ token } = await server.staff('finance'))
  retailers = [
    await server.member('retailer'),
    await server.member('retailer', 9),
    await server.member('retailer'),
  ]
  mason = await server.member()
  const productId = await anyProduct(server.db)
  const makeId = idMaker(2)
  const start = startOfDay(FIRST_DAY).getTime()
  seeds = Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(start + Math.floor((index / ROWS) * DAYS * 86_400_000))
    return {
      scanId: makeId(at.getTime()),
      retailer: retailers[(index * 7 + Math.floor(index / 5)) % 3]?.memberId ?? 0,
      rule: 1 + (index % 4),
      state: index % 11 === 0 ? 'held' : index % 13 === 0 ? 'reversed' : 'due',
      at,
    }
  })
  await server.db
    .insertInto('handling_charge')
    .values(
      seeds.map((row, index) => ({
        retailer_id: row.retailer,
        scan_id: row.scanId,
        member_id: mason.memberId,
        rule_id: row.rule,
        product_id: productId,
        points: 40,
        paise: 100 + index,
        state: CHARGE_STATES.indexOf(row.state),
        recorded_at: row.at,
        due_at: row.state === 'due' ? row.at : null,
      })),
    )
    .execute()
})
afterAll(() => server.stop())

async function pageOf(query: Record<string, unknown>) {
  const { status, body } = await server.call(contract.listCharges, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, ids: body.items.map(({ scanId }) => scanId) }
}

type Filters = {
  rule?: number | undefined
  retailer?: number | undefined
  status?: ChargeState[] | undefined
  from?: string | undefined
  to?: string | undefined
}

function expected({ rule, retailer, status, from, to }: Filters, sort: string): string[] {
  const found = seeds.filter(
    (row) =>
      (rule === undefined || row.rule === rule) &&
      (retailer === undefined || row.retailer === retailer) &&
      (!status || status.includes(row.state)) &&
      (!from || dayOf(row.at) >= from) &&
      (!to || dayOf(row.at) <= to),
  )
  return (sort === 'oldest' ? found : found.toReversed()).map(({ scanId }) => scanId)
}

test(`${EXAMPLES.numRuns} random filters, orders and pages equal the same done in plain JavaScript, seed ${SEED}`, async () => {
  const days = Array.from({ length: DAYS + 2 }, (_, index) => addDays(FIRST_DAY, index - 1))
  const none = { nil: undefined }
  const queries = fc.record({
    rule: fc.option(fc.integer({ min: 1, max: 5 }), none),
    retailer: fc.option(fc.constantFrom(...retailers.map(({ memberId }) => memberId)), none),
    status: fc.option(fc.subarray([...CHARGE_STATES], { minLength: 1 }), none),
    range: fc.option(fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)), none),
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
      expect(page.ids).toEqual(all.slice(start, start + limit))
      if (start === 0) return
      const back = await pageOf({ ...filters, sort, limit, before: page.previous })
      expect(back.ids).toEqual(all.slice(start - limit, start))
    }),
    EXAMPLES,
  )
}, 600_000)

test('a charge tells retailer, member, product, rule and money', async () => {
  const [seed] = seeds.toReversed()
  const retailer = retailers.find(({ memberId }) => memberId === seed?.retailer)
  const { items } = await pageOf({ limit: 1 })
  expect(items).toEqual([
    {
      scanId: seed?.scanId,
      retailerId: seed?.retailer,
      retailerCode: `M${retailer?.mobile}`,
      retailerName: 'Ramesh Kumar',
      memberId: mason.memberId,
      memberCode: `M${mason.mobile}`,
      memberName: 'Ramesh Kumar',
      productName: 'Test product',
      ruleId: seed?.rule,
      points: 40,
      paise: 100 + ROWS - 1,
      state: seed?.state,
      recordedAt: seed?.at.toISOString(),
      dueAt: null,
    },
  ])
})

test('a search finds by the retailer’s mobile and code and by scan', async () => {
  const [one] = retailers
  const [seed] = seeds
  const own = expected({ retailer: one?.memberId }, 'newest').slice(0, 50)
  expect(own.length).toBe(50)
  for (const q of [one?.mobile, `0${one?.mobile}`, `m${one?.mobile}`]) {
    expect((await pageOf({ q })).ids).toEqual(own)
  }
  expect((await pageOf({ q: seed?.scanId })).ids).toEqual([seed?.scanId])
  expect(await pageOf({ q: mason.mobile })).toMatchObject({ items: [] })
  expect(await pageOf({ q: '6000000001' })).toMatchObject({ items: [], count: 0 })
})

test.each<[Record<string, unknown>, string, RegExp]>([
  [{ q: 'Ramesh' }, 'q', /^Search by mobile number or member code of the retailer, or scan id/],
  [{ status: 'paid' }, 'status', /Status: choose one of held, due, reversed/],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to', /must not be before/],
  [{ after: 'x' }, 'after', /not known/],
])('%j is refused at its field with a sentence', async (query, field, sentence) => {
  const { status, body } = await server.call(contract.listCharges, { token, query })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', message: expect.stringMatching(sentence) })
  expect(Object.keys(Object(body).fields)[0]?.split('.')[0]).toBe(field)
})

const setTier = async (memberId: number, tier: string, as = token, reason = 'Sells more') =>
  server.call(contract.setRetailerTier, {
    token: as,
    params: { memberId },
    body: { tier, reason, version: await versionOf(server.db, 'member', memberId) },
  })

test('a retailer’s tier is set, shown and audited with the member', async () => {
  const { memberId } = retailers[0] ?? { memberId: 0 }
  expect(await setTier(memberId, 'gold')).toMatchObject({
    status: 200,
    body: { memberId, tier: 'gold' },
  })
  // The same again changes nothing.
  expect((await setTier(memberId, 'gold')).status).toBe(200)
  expect(await auditOf(server, memberId)).toEqual([
    expect.objectContaining({
      action: 'member.tier',
      role: 'finance',
      reason: 'Sells more',
      before: { tier: 'standard' },
      after: { tier: 'gold', version: 1 },
    }),
  ])
  const { body } = await server.call(getUser, { token, params: { memberId } })
  expect(body).toMatchObject({
    tier: 'gold',
    events: [{ action: 'member.tier', by: 'Test finance', reason: 'Sells more' }],
  })
})

test('a tier is refused for who is no retailer, is nobody, is erased or is named in the reason', async () => {
  const [one] = retailers
  const refused = await setTier(mason.memberId, 'gold')
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: 'Only retailers have a tier: this member is a mason.' }),
  ])
  expect((await setTier(2_000_000_000, 'gold')).status).toBe(404)
  expect((await setTier(one?.memberId ?? 0, 'silver', token, 'Ramesh Kumar sells')).status).toBe(
    400,
  )
  expect((await setTier(one?.memberId ?? 0, 'platinum')).status).toBe(400)
  const cs = await server.staff('cs')
  expect((await setTier(one?.memberId ?? 0, 'silver', cs.token)).status).toBe(403)
  const gone = await server.member('retailer')
  await server.db
    .updateTable('member')
    .set({
      erased_at: new Date(),
      blocked_reason: 'Erased',
      name: 'Erased member',
      city: '',
      mobile: `erased-${gone.memberId}`,
    })
    .where('member_id', '=', gone.memberId)
    .execute()
  expect((await setTier(gone.memberId, 'gold')).status).toBe(409)
})
