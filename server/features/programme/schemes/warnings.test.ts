import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/schemes.ts'
import type { SchemeTerms } from '../../../../contract/programme/schemes.ts'
import { addDays, startOfDay } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { makeLot } from '../scans/engine.fixture.ts'
import { activated, drafted, simulated, team, termsWith, today, type Team } from './test-support.ts'
import { getScheme } from './schemes.service.ts'
import { warningsOf, type Neighbour, type WarningFacts } from './warnings.ts'
import { haveGroups } from '../../../test/product-groups.ts'

const FACTS: WarningFacts = {
  today: '2026-11-22',
  schemeId: null,
  runs: false,
  scansPerDay: 3,
  products: [
    { productId: 1, name: 'Putty', points: [20, 40] },
    { productId: 2, name: 'Grout', points: [15] },
  ],
  emptyDistributors: [],
  hasMembers: true,
  neighbours: [],
  simulated: null,
}
const DAYS = { fromDay: '2026-11-22', toDay: '2026-11-25' }
const NEIGHBOUR: Neighbour = {
  schemeId: 5,
  name: 'Festival',
  fromDay: '2026-11-25',
  toDay: '2026-12-25',
  memberKinds: ['mason'],
  states: [],
  productIds: [1],
  distributorIds: [],
  priority: 2,
  stacks: false,
}
const grout = { products: FACTS.products.slice(1) }
const slab = (...froms: number[]) => ({
  kind: 'slab' as const,
  value: null,
  slabs: froms.map((from) => ({ from, points: 10 })),
})

test.each<[string, Partial<SchemeTerms>, Partial<WarningFacts>, string[]]>([
  ['nothing is wrong', {}, {}, []],
  [
    'too small a multiplier',
    { kind: 'multiplier', value: 105 },
    grout,
    ['value: 105 percent of at most 15 points is not one whole point more: it would give nothing.'],
  ],
  ['a multiplier that gives something for one product', { kind: 'multiplier', value: 105 }, {}, []],
  [
    'a slab that nobody reaches',
    slab(12, 13),
    {},
    ['slabs: Nobody comes to scan 13: a member has at most 12 scans in 4 days.'],
  ],
  ['slabs that can be reached', slab(5, 12), {}, []],
  [
    'fewer days are left than it has',
    { ...slab(7), fromDay: '2026-11-20', toDay: '2026-11-23' },
    {},
    [
      'slabs: Nobody comes to scan 7: a member has at most 6 scans in 2 days.',
      'fromDay: The first day is over: it begins when it is activated.',
    ],
  ],
  ['a first day that is over of one that runs', { fromDay: '2026-11-20' }, { runs: true }, []],
  [
    'days that are over',
    { fromDay: '2026-11-20', toDay: '2026-11-21' },
    {},
    [
      'fromDay: The first day is over: it begins when it is activated.',
      'toDay: The last day is over: it cannot be activated like this.',
    ],
  ],
  [
    'more than a year',
    { toDay: '2027-11-23' },
    {},
    ['toDay: It lasts 367 days: more than a year.'],
  ],
  ['a year', { toDay: '2027-11-22' }, {}, []],
  [
    'a product without coupons',
    { productIds: [2, 3] },
    { products: [...grout.products, { productId: 3, name: 'Tiles', points: [] }] },
    [
      'productIds: No coupon of Tiles can be scanned in these days: no batch of it is printed that has not expired by then.',
    ],
  ],
  [
    'no coupons at all',
    {},
    { products: [{ productId: 3, name: 'Tiles', points: [] }] },
    ['productIds: No coupon of any product can be scanned in these days.'],
  ],
  [
    'no such member',
    { states: [31] },
    { hasMembers: false },
    ['states: There is no such member: it would give nothing.'],
  ],
  [
    'distributors without such members',
    { distributorIds: [1, 2], states: [27] },
    { emptyDistributors: ['A', 'B'] },
    ['distributorIds: A, B have no member of the selected types and states.'],
  ],
  [
    'a distributor without members',
    { distributorIds: [1] },
    { emptyDistributors: ['A'], hasMembers: false },
    ['distributorIds: A has no member.'],
  ],
  [
    'a cap below one bonus',
    { capPerMember: 9 },
    {},
    ['capPerMember: Less than one bonus of 10 points: a member has 9 points once and no more.'],
  ],
  ['a cap of one bonus', { capPerMember: 10 }, {}, []],
  [
    'a budget below one bonus',
    { budget: 9 },
    {},
    ['budget: Less than one bonus of 10 points: it would give nothing.'],
  ],
  [
    'a budget below what was simulated',
    { budget: 1_999 },
    { simulated: 2_000 },
    [
      'budget: The simulation says 2,000 points for all its days: this budget would be spent before.',
    ],
  ],
  ['a budget of what was simulated', { budget: 2_000 }, { simulated: 2_000 }, []],
  [
    'an active scheme that is never with others',
    { memberKinds: ['painter', 'mason'] },
    { neighbours: [NEIGHBOUR] },
    [
      'stacks: “Festival” is active for some of the same scans and “Festival” is never together with another: this one has its turn first.',
    ],
  ],
  [
    'one that is itself never with others',
    { stacks: false, priority: 2 },
    { neighbours: [{ ...NEIGHBOUR, stacks: true }] },
    [
      'stacks: “Festival” is active for some of the same scans and this one is never together with another: “Festival” has its turn first.',
    ],
  ],
  ['both stack', {}, { neighbours: [{ ...NEIGHBOUR, stacks: true }] }, []],
  ['other members', { memberKinds: ['painter'] }, { neighbours: [NEIGHBOUR] }, []],
  ['other products', { productIds: [2] }, { neighbours: [NEIGHBOUR] }, []],
  ['other days', { toDay: '2026-11-24' }, { neighbours: [NEIGHBOUR] }, []],
  ['it is itself', {}, { neighbours: [NEIGHBOUR], schemeId: 5 }, []],
])('%s', (_, changed, facts, expected) => {
  const found = warningsOf({ ...termsWith(DAYS), ...changed }, { ...FACTS, ...facts })
  expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
})

describe('the facts of a programme', () => {
  let server: TestServer
  let people: Team
  beforeAll(async () => {
    server = await testServer()
    people = await team(server)
    const { db } = server
    await db.insertInto('plant').values({ code: 'P', name: 'P', state: 27, city: 'P' }).execute()
    const product = { product_group: 'C', points: 1 }
    await haveGroups(db, 'C')
    await db
      .insertInto('product')
      .values(['Putty', 'Grout', 'Tiles'].map((name) => ({ ...product, code: name, name })))
      .execute()
    const place = { state: 27, city: 'P' }
    await db
      .insertInto('distributor')
      .values(['One', 'Two'].map((name) => ({ code: name, name, ...place })))
      .execute()
    const database = { db, connection: server.context.connection, drop: async () => {} }
    const expiresAt = startOfDay(addDays(today(), 10))
    await makeLot(database, { batchId: 1, coupons: 1, points: 40, expiresAt })
    await makeLot(database, { batchId: 2, coupons: 1, points: 15, expiresAt })
    await db.updateTable('coupon_batch').set({ product_id: 2 }).where('batch_id', '=', 2).execute()
    const { memberId } = await server.member('mason', 27)
    await db
      .updateTable('member')
      .set({ distributor_id: 1 })
      .where('member_id', '=', memberId)
      .execute()
  })
  afterAll(() => server.stop())

  const fieldsOf = async (changed: Partial<SchemeTerms>) => {
    const body = termsWith(changed)
    const answer = await server.call(contract.checkScheme, { token: people.maker.token, body })
    expect(answer.status).toBe(200)
    return answer.body.warnings.map(({ field, message }) => `${field} ${message}`)
  }

  test.each<[Partial<SchemeTerms>, RegExp | null]>([
    [{ productIds: [1, 2] }, null],
    [{ productIds: [1, 3] }, /^productIds No coupon of Tiles/],
    [{ productIds: [1], fromDay: addDays(today(), 9) }, null],
    [{ productIds: [1], fromDay: addDays(today(), 10) }, /^productIds No coupon of Putty/],
    [{ fromDay: addDays(today(), 10) }, /^productIds No coupon of any product/],
    [{ kind: 'multiplier', value: 105, productIds: [2] }, /^value 105 percent of at most 15/],
    [{ kind: 'multiplier', value: 105 }, null],
    [{ distributorIds: [1] }, null],
    [{ distributorIds: [1, 2] }, /^distributorIds Two has no member\./],
    [{ distributorIds: [1], states: [29] }, /^distributorIds One has no member of/],
    [{ states: [29] }, /^states There is no such member/],
    [{ memberKinds: ['painter'] }, /^memberKinds There is no such member/],
    [{ memberKinds: ['mason'], states: [27] }, null],
    [
      { kind: 'slab', value: null, slabs: [{ from: 6_001, points: 1 }] },
      /at most 6,000 scans in 30/,
    ],
  ])('%o', async (changed, expected) => {
    const found = await fieldsOf(changed)
    expect(found).toEqual(expected ? [expect.stringMatching(expected)] : [])
  })

  test('a blocked batch has no coupons to scan, and a member who left is none', async () => {
    const { db } = server
    await db
      .updateTable('coupon_batch')
      .set({ status: 'blocked' })
      .where('batch_id', '=', 2)
      .execute()
    await db.updateTable('member').set({ left_at: new Date() }).execute()
    try {
      expect(await fieldsOf({ productIds: [2] })).toMatchObject([
        expect.stringMatching(/^productIds/),
        expect.stringMatching(/^memberKinds/),
      ])
    } finally {
      await db.updateTable('coupon_batch').set({ status: 'printed' }).execute()
      await db.updateTable('member').set({ left_at: null }).execute()
    }
  })

  test('a running scheme that is never together warns the next one, and not itself', async () => {
    const alone = await activated(server, people, { name: 'Alone', stacks: false })
    expect(alone.warnings).toEqual([])
    const next = await drafted(server, people, { priority: 9 })
    expect(next.warnings).toMatchObject([{ field: 'stacks' }])
    expect(
      await fieldsOf({ priority: 9, fromDay: addDays(today(), 9), toDay: addDays(today(), 9) }),
    ).toMatchObject([expect.stringMatching(/“Alone” has its turn first/)])
    const call = { token: people.checker.token, params: { schemeId: alone.schemeId } }
    await server.call(contract.endScheme, { ...call, body: { reason: 'No longer' } })
    expect(await fieldsOf({ priority: 9 })).toEqual([])
  })

  test('a draft is told when its budget is below its own simulation', async () => {
    const { schemeId } = await drafted(server, people, { budget: 500 })
    await simulated(server, people, schemeId)
    await server.db
      .updateTable('scheme_simulation')
      .set({ result: JSON.stringify({ forWholeLife: 501 }) })
      .where('scheme_id', '=', schemeId)
      .execute()
    const { db, context } = server
    const shown = async () => {
      return (await getScheme({ ...context, db }, schemeId)).warnings
    }
    expect(await shown()).toMatchObject([{ field: 'budget' }])
    await db.updateTable('scheme').set({ version: 2 }).where('scheme_id', '=', schemeId).execute()
    expect(await shown()).toEqual([])
  })
})
