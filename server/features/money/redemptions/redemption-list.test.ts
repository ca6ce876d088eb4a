import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberKind } from '../../../../contract/people/members.ts'
import {
  REDEMPTION_KINDS,
  REDEMPTION_STATES,
  type RedemptionKind,
  type RedemptionState,
} from '../../../../contract/money/redemption-states.ts'
import * as contract from '../../../../contract/money/redemptions.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { idMaker } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { makeGift, payee, requested, type Payee, type Staff } from './test-support.ts'

const EXAMPLES = examples(300, 2000)

type Seed = {
  id: string
  number: string
  memberId: number
  memberKind: MemberKind
  memberState: number
  kind: RedemptionKind
  state: RedemptionState
  amount: number
  at: Date
}

const FIRST_DAY = '2026-06-01'
const DAYS = 8
const ROWS = 300
const KINDS: MemberKind[] = ['mason', 'painter', 'retailer', 'mason']
const STATES = [27, 9, 27, 6]

let server: TestServer
let cs: Staff
let members: Payee[]
let seeds: Seed[]

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  members = []
  for (const [index, kind] of KINDS.entries()) {
    const member = await payee(server, { kind })
    await server.db
      .updateTable('member')
      .set({ state: STATES[index] ?? 27 })
      .where('member_id', '=', member.memberId)
      .execute()
    members.push(member)
  }
  const giftId = await makeGift(server)
  const makeId = idMaker(3)
  const start = startOfDay(FIRST_DAY).getTime()
  seeds = Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(start + Math.floor((index / ROWS) * DAYS * 86_400_000))
    const turn = (index * 7 + Math.floor(index / 5)) % members.length
    return {
      id: makeId(at.getTime()),
      number: `RD${200_001 + index}`,
      memberId: members[turn]?.memberId ?? 0,
      memberKind: KINDS[turn] ?? 'mason',
      memberState: STATES[turn] ?? 27,
      kind: REDEMPTION_KINDS[index % 3] ?? 'bank',
      state: REDEMPTION_STATES[(index * 5) % REDEMPTION_STATES.length] ?? 'requested',
      amount: (1 + ((index * 13) % 17)) * 100,
      at,
    }
  })
  await server.db
    .insertInto('redemption')
    .values(
      seeds.map((seed) => ({
        redemption_id: seed.id,
        number: seed.number,
        member_id: seed.memberId,
        kind: seed.kind,
        state: seed.state,
        points: seed.amount / 100,
        point_value_paise: 100,
        amount_paise: seed.amount,
        benefit_paise: seed.amount,
        gift_id: seed.kind === 'gift' ? giftId : null,
        destination: null,
        destination_digest: seed.kind === 'gift' ? null : Buffer.of(1),
        approvals_needed: 1,
        requested_at: seed.at,
        requested_by: null,
        approved_at: null,
        changed_at: seed.at,
        reject_reason: null,
        key_digest: Buffer.from(seed.id),
        body_digest: Buffer.of(1),
      })),
    )
    .execute()
})
afterAll(() => server.stop())

type Filters = {
  status?: RedemptionState[]
  kind?: RedemptionKind[]
  region?: number[]
  memberKind?: MemberKind[]
  member?: number
  from?: string
  to?: string
}

function expected(filters: Filters, sort: string): string[] {
  const has = <T>(wanted: T[] | undefined, value: T) => !wanted || wanted.includes(value)
  const found = seeds.filter(
    (row) =>
      has(filters.status, row.state) &&
      has(filters.kind, row.kind) &&
      has(filters.region, row.memberState) &&
      has(filters.memberKind, row.memberKind) &&
      (filters.member === undefined || row.memberId === filters.member) &&
      (!filters.from || dayOf(row.at) >= filters.from) &&
      (!filters.to || dayOf(row.at) <= filters.to),
  )
  const byId = (a: Seed, b: Seed) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)
  const oldest = found.toSorted((a, b) => a.at.getTime() - b.at.getTime() || byId(a, b))
  if (sort === 'oldest') return oldest.map(({ number }) => number)
  if (sort === 'newest') return oldest.toReversed().map(({ number }) => number)
  return found.toSorted((a, b) => b.amount - a.amount || byId(b, a)).map(({ number }) => number)
}

async function pageOf(query: Record<string, unknown>) {
  const { status, body } = await server.call(contract.listRedemptions, { token: cs.token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, numbers: body.items.map(({ number }) => number) }
}

test(`${EXAMPLES.numRuns} random filters, orders and pages equal the same done in plain JavaScript, seed ${SEED}`, async () => {
  const days = Array.from({ length: DAYS + 2 }, (_, index) => addDays(FIRST_DAY, index - 1))
  const some = <T>(values: readonly T[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
    })
  const queries = fc.record({
    status: some(REDEMPTION_STATES),
    kind: some(REDEMPTION_KINDS),
    region: some([27, 9, 6]),
    memberKind: some<MemberKind>(['mason', 'painter', 'retailer', 'contractor']),
    member: fc.option(fc.constantFrom(...members.map(({ memberId }) => memberId)), {
      nil: undefined,
    }),
    range: fc.option(fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)), {
      nil: undefined,
    }),
    sort: fc.constantFrom('oldest', 'newest', 'largest'),
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
      expect(page.numbers).toEqual(all.slice(start, start + limit))
      if (start === 0) return
      const back = await pageOf({ ...filters, sort, limit, before: page.previous })
      expect(back.numbers).toEqual(all.slice(start - limit, start))
    }),
    EXAMPLES,
  )
}, 600_000)

describe('a search', () => {
  test('finds by number, mobile and member code', async () => {
    const [seed] = seeds
    const member = members.find(({ memberId }) => memberId === seed?.memberId)
    if (!seed || !member) throw new Error('no rows')
    const digits = seed.number.slice(2)
    for (const q of [seed.number, seed.number.toLowerCase(), `RD-${digits}`, digits]) {
      expect((await pageOf({ q })).numbers).toEqual([seed.number])
    }
    const own = expected({ member: member.memberId }, 'oldest').slice(0, 50)
    for (const q of [member.mobile, `+91 ${member.mobile}`, member.code.toLowerCase()]) {
      expect((await pageOf({ q })).numbers).toEqual(own)
    }
    for (const q of ['RD999999', '6000000001', 'XX99999']) {
      expect(await pageOf({ q, count: 'yes' })).toMatchObject({ items: [], next: null })
    }
  })

  test.each<[Record<string, unknown>, string, RegExp]>([
    [{ q: 'Ramesh' }, 'q', /^Search by redemption number, mobile number or member code\.$/],
    [{ status: 'lost' }, 'status', /Status: choose one of requested/],
    [{ kind: 'cash' }, 'kind', /As: choose one of bank, upi, gift/],
    [{ region: 99 }, 'region', /not an Indian state/],
    [{ from: '2026-02-30' }, 'from', /does not exist/],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to', /must not be before/],
    [{ after: 'x' }, 'after', /not known/],
    [{ sort: 'smallest' }, 'sort', /no such order/],
    [{ limit: 500 }, 'limit', /At most 200/],
  ])('%j is refused at its field with a sentence', async (query, field, sentence) => {
    const { status, body } = await server.call(contract.listRedemptions, {
      token: cs.token,
      query,
    })
    expect(status).toBe(400)
    const { fields } = JSON.parse(JSON.stringify(body))
    expect(Object.entries(fields)).toEqual([
      [expect.stringMatching(`^${field}`), expect.stringMatching(sentence)],
    ])
  })
})

test('each row that waits has its verdict and what stands against it, the others none', async () => {
  const member = await payee(server, { pan: null })
  const { number } = await requested(server, member)
  const { items } = await pageOf({ sort: 'newest', limit: 200 })
  const row = items.find((one) => one.number === number)
  expect(row).toMatchObject({
    verdict: 'amber',
    problems: [{ key: 'pan', state: 'warn' }],
    mayApprove: true,
    whyNot: null,
    approvals: [],
  })
  for (const { state, verdict, problems, mayApprove, whyNot } of items) {
    expect(verdict !== null).toBe(state === 'requested')
    if (state === 'requested') continue
    expect([problems, mayApprove]).toEqual([[], false])
    expect(whyNot).toMatch(/^RD\d+ (is|was|could) /)
  }
  // The seeds hold no points: their checklists say so.
  const seeded = items.find((one) => one.state === 'requested' && one.number !== number)
  expect(seeded).toMatchObject({ verdict: 'red', mayApprove: false })
  expect(seeded?.whyNot).toMatch(/^It cannot be paid\. .*Points: The ledger holds 0 for it/)
})

test('a member pages through their own, and sees no others', async () => {
  const [member] = members
  if (!member) throw new Error('no members')
  const read = (query: Record<string, unknown>) =>
    server.call(contract.myRedemptions, { token: member.token, query })
  const numbers: string[] = []
  let after: string | null = null
  do {
    const { body }: Awaited<ReturnType<typeof read>> = await read({
      limit: 20,
      ...(after && { after }),
    })
    numbers.push(...body.items.map(({ number }) => number))
    after = body.next
  } while (after)
  expect(numbers).toEqual(expected({ member: member.memberId }, 'newest'))
  const filters = { state: ['paid', 'failed'], from: '2026-06-02', to: '2026-06-05' }
  const some = await read({ ...filters, sort: 'oldest', limit: 200 })
  expect(some.body.items.map(({ number }) => number)).toEqual(
    expected(
      { member: member.memberId, status: ['paid', 'failed'], from: filters.from, to: filters.to },
      'oldest',
    ),
  )
  expect((await read({ from: '2026-03-02', to: '2026-03-01' })).status).toBe(400)
})

test('the settings are told', async () => {
  const { body } = await server.call(contract.redemptionRules, { token: cs.token })
  expect(body).toEqual({
    pointValuePaise: 100,
    minPoints: 100,
    twoRolesFromPaise: 1_000_000,
    dayLimitPaise: 5_000_000,
    dayLimitCount: 5,
  })
})
