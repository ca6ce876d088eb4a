import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { batchLetters, formatCode } from '../../../../contract/programme/code.ts'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { SCAN_FLAGS, type ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import {
  REVIEWS,
  SCAN_RESULTS,
  getScan,
  listScans,
  scanResult,
  type scanListQuery,
  type ScanResult,
} from '../../../../contract/programme/scans.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { idMaker } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { walkWhileRowsArrive } from '../../../test/walk-list.ts'
import { codeKey, codesOf } from '../batches/codes.ts'
import { haveGroups } from '../../../test/product-groups.ts'

const EXAMPLES = examples(300, 2000)

type Seed = {
  id: string
  member: number
  at: Date
  result: ScanResult
  state: number
  plant: number | null
  product: number | null
  batch: number | null
  review: (typeof REVIEWS)[number] | null
  flags: ScanFlag[]
  key: string
}
type Filters = Partial<z.input<typeof scanListQuery>>

const FIRST_DAY = '2026-03-01'
const DAYS = 12
const STATES = [7, 9, 27, 29]
const BATCHES = [11, 12, 4097]
const CODE = codesOf(Buffer.alloc(32, 7), 11, 1, 1)[0] ?? ''
const ROWS = 700

let server: TestServer
let token: string
let members: { memberId: number; mobile: string }[]
let plants: number[]
let products: number[]
let seeds: Seed[]

const pick = <T>(random: () => number, from: readonly [T, ...T[]] | T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** A small generator with a seed: the same rows on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function insertScans(rows: Seed[]): Promise<void> {
  await server.db
    .insertInto('scan')
    .values(
      rows.map((row) => ({
        id: row.id,
        code_key: row.key,
        occurred_at: row.at,
        recorded_at: row.at,
        reviewed_at: null,
        member_id: row.member,
        retailer_id: null,
        batch_id: row.batch,
        serial: row.batch === null ? null : 5,
        points: row.result === 'credited' ? 40 : 0,
        product_id: row.product,
        reviewed_by: null,
        lat: 18.5,
        lng: 73.8,
        result: SCAN_RESULTS[row.result],
        state: row.state,
        plant_id: row.plant,
        review: row.review === null ? null : REVIEWS.indexOf(row.review),
        flags: row.flags.length > 0 ? row.flags : null,
        device: 'phone',
        review_reason: null,
      })),
    )
    .execute()
}

/** A batch is of one plant and one product. */
const ofBatch = (batch: number, from: number[]) => from[BATCHES.indexOf(batch) % from.length] ?? 0

async function insertBatches(staffId: number): Promise<void> {
  await server.db
    .insertInto('coupon_batch')
    .values(
      BATCHES.map((batchId) => ({
        batch_id: batchId,
        plant_id: ofBatch(batchId, plants),
        product_id: ofBatch(batchId, products),
        quantity: 10,
        points: 40,
        expires_at: new Date('2030-01-01'),
        status: 'printed' as const,
        approvals_needed: 1,
        sealed_key: Buffer.of(0),
        requested_by: staffId,
        requested_at: startOfDay(FIRST_DAY),
      })),
    )
    .execute()
}

function makeSeed(random: () => number, id: string, at: Date): Seed {
  const result = random() < 0.5 ? 'credited' : pick(random, scanResult.options)
  const held = result === 'credited' && random() < 0.4
  const known = result !== 'unknown'
  const batch = known ? pick(random, BATCHES) : null
  const code = batch === 11 && random() < 0.05 ? CODE : String(random())
  return {
    id,
    at,
    result,
    member: pick(random, members).memberId,
    state: pick(random, STATES),
    plant: batch === null ? null : ofBatch(batch, plants),
    product: batch === null ? null : ofBatch(batch, products),
    batch,
    review: held ? pick(random, REVIEWS.slice()) : null,
    flags: held ? [pick(random, SCAN_FLAGS.slice()), ...(random() < 0.3 ? SCAN_FLAGS : [])] : [],
    key: codeKey(batch ?? 9, code),
  }
}

/** Of the credits of one coupon all but the newest were reversed; gives that one. */
function creditOnce(rows: Seed[]): Seed {
  const credits = rows.filter((row) => row.result === 'credited')
  const progress = credits.pop()
  if (!progress) throw new Error('no credit')
  for (const row of credits) Object.assign(row, { review: 'reversed', flags: ['too_far'] })
  return Object.assign(progress, { review: null, flags: [] })
}

async function insertCoupon({ key, at, member }: Seed): Promise<void> {
  await server.db
    .insertInto('coupon')
    .values({
      code_key: key,
      activated_at: at,
      scanned_at: at,
      scanned_by: member,
      scanned_points: 40,
      batch_id: 11,
      serial: 5,
      status: COUPON_STATUSES.scanned,
    })
    .execute()
}

beforeAll(async () => {
  server = await testServer()
  const cs = await server.staff('cs')
  token = cs.token
  members = [await server.member(), await server.member('painter', 9), await server.member()]
  plants = (
    await server.db
      .insertInto('plant')
      .values(
        ['A', 'B', 'C'].map((code) => ({ code, name: `Plant ${code}`, state: 27, city: 'X' })),
      )
      .returning('plant_id')
      .execute()
  ).map((row) => row.plant_id)
  await haveGroups(server.db, 'Putty')
  products = (
    await server.db
      .insertInto('product')
      .values(['P', 'Q'].map((code) => ({ code, name: code, product_group: 'Putty', points: 40 })))
      .returning('product_id')
      .execute()
  ).map((row) => row.product_id)
  await insertBatches(cs.staffId)
  const random = seeded(20_261_120)
  const makeId = idMaker(3)
  const start = startOfDay(FIRST_DAY).getTime()
  seeds = Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(start + Math.floor((index / ROWS) * DAYS * 86_400_000))
    return makeSeed(random, makeId(at.getTime()), at)
  })
  // Ids of two processes may meet: the member tells such rows apart.
  const twin = seeds.at(-1)
  if (twin) {
    for (const { memberId } of members) {
      if (memberId !== twin.member) seeds.push({ ...twin, member: memberId })
    }
  }
  await insertCoupon(creditOnce(seeds.filter((row) => row.key === codeKey(11, CODE))))
  await insertScans(seeds)
})
afterAll(() => server.stop())

const nameOf = (row: { id: string; member: number }) => `${row.id}/${row.member}`

async function pageOf(query: Record<string, unknown>) {
  const { status, body } = await server.call(listScans, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return {
    ...body,
    names: body.items.map((row) => nameOf({ id: row.scanId, member: row.memberId })),
  }
}

/** The same list in plain JavaScript. */
function expected(filters: Filters, sort: string): string[] {
  const among = <T>(wanted: unknown, value: T | null): boolean =>
    wanted === undefined || (Array.isArray(wanted) && wanted.includes(value))
  const found = seeds.filter(
    (row) =>
      among(filters.result, row.result) &&
      among(filters.region, row.state) &&
      among(filters.plant, row.plant) &&
      among(filters.product, row.product) &&
      among(filters.review, row.review) &&
      (!Array.isArray(filters.flag) || row.flags.some((flag) => among(filters.flag, flag))) &&
      (filters.batch === undefined || row.batch === filters.batch) &&
      (filters.member === undefined || row.member === filters.member) &&
      (filters.from === undefined || dayOf(row.at) >= filters.from) &&
      (filters.to === undefined || dayOf(row.at) <= filters.to),
  )
  const up = (a: Seed, b: Seed) =>
    a.id === b.id ? a.member - b.member : BigInt(a.id) < BigInt(b.id) ? -1 : 1
  found.sort(sort === 'oldest' ? up : (a, b) => up(b, a))
  return found.map(nameOf)
}

describe('the list of scans', () => {
  test(`${EXAMPLES.numRuns} random filters, orders and pages equal the same done in plain JavaScript, seed ${SEED}`, async () => {
    const some = <T>(values: T[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
        nil: undefined,
        freq: 2,
      })
    const maybe = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const days = Array.from({ length: DAYS + 2 }, (_, index) => addDays(FIRST_DAY, index - 1))
    const rarely = { nil: undefined, freq: 1 }
    const queries = fc.record({
      result: some<ScanResult>(scanResult.options.slice()),
      region: some(STATES),
      plant: some(plants),
      product: some(products),
      review: fc.option(fc.uniqueArray(fc.constantFrom(...REVIEWS), { minLength: 1 }), rarely),
      flag: fc.option(fc.uniqueArray(fc.constantFrom(...SCAN_FLAGS), { minLength: 1 }), rarely),
      batch: maybe([...BATCHES, 5]),
      member: maybe(members.map(({ memberId }) => memberId)),
      range: fc.option(fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)), rarely),
      sort: fc.constantFrom('newest', 'oldest'),
      limit: fc.constantFrom(1, 2, 7, 25, 50, 200),
      ahead: fc.integer({ min: 0, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(queries, async ({ range, sort, limit, ahead, ...filters }) => {
        const [from, to] = range?.toSorted() ?? []
        const query = { ...filters, from, to, sort, limit, count: 'yes' }
        const all = expected({ ...filters, from, to }, sort)
        let page = await pageOf(query)
        expect(page.count).toBe(all.length)
        let start = 0
        for (let step = 0; step < ahead && page.next; step++) {
          page = await pageOf({ ...query, after: page.next })
          start += limit
        }
        expect(page.names).toEqual(all.slice(start, start + limit))
        expect(page.next !== null).toBe(start + limit < all.length)
        if (start === 0) return
        expect(page.count).toBe(all.length)
        const back = await pageOf({ ...query, before: page.previous })
        expect(back.names).toEqual(all.slice(start - limit, start))
        expect(back.previous !== null).toBe(start > limit)
      }),
      EXAMPLES,
    )
  }, 600_000)

  test.each(['newest', 'oldest'] as const)(
    'pages joined miss and repeat nothing while rows arrive (%s)',
    async (sort) => {
      const makeId = idMaker(sort === 'newest' ? 4 : 5)
      const random = seeded(sort.length)
      const arrive = async () => {
        const at = new Date(startOfDay(addDays(FIRST_DAY, DAYS + 2)).getTime())
        const row = makeSeed(random, makeId(at.getTime()), at)
        seeds.push(row)
        await insertScans([row])
      }
      await expect(
        walkWhileRowsArrive({
          sort,
          limit: 60,
          pageOf,
          arrive,
          names: () => expected({}, sort),
        }),
      ).resolves.toBeUndefined()
    },
  )

  test('a search finds by mobile as people write it, member code, coupon code and scan id', async () => {
    const [one] = members
    const [seed] = seeds
    if (!one || !seed) throw new Error('no rows')
    const ofMember = expected({ member: one.memberId }, 'newest').slice(0, 50)
    const mobile = `+91 ${one.mobile.slice(0, 5)} ${one.mobile.slice(5)}`
    for (const q of [one.mobile, mobile, `m${one.mobile}`]) {
      expect((await pageOf({ q })).names).toEqual(ofMember)
    }
    const scanned = expected({}, 'newest').filter((name) =>
      seeds.some((row) => nameOf(row) === name && row.key === codeKey(11, CODE)),
    )
    const results = seeds.filter((row) => row.key === codeKey(11, CODE)).map((row) => row.result)
    expect(results.filter((result) => result === 'credited').length).toBeGreaterThan(2)
    expect(results.filter((result) => result !== 'credited').length).toBeGreaterThan(2)
    for (const q of [CODE, formatCode(CODE).toLowerCase(), `https://hil.example/c/${CODE}`]) {
      expect((await pageOf({ q })).names).toEqual(scanned)
    }
    expect((await pageOf({ q: seed.id })).names).toEqual([nameOf(seed)])
  })

  test('what is well formed but unknown is an empty list', async () => {
    const unknown = codesOf(Buffer.alloc(32, 9), 77, 3, 1)[0]
    for (const q of ['6000000000', 'HIL999999', unknown, '999999999999999999']) {
      expect(await pageOf({ q, count: 'yes' })).toMatchObject({
        items: [],
        count: 0,
        next: null,
        previous: null,
      })
    }
    expect(await pageOf({ plant: 2_147_483_647, count: 'yes' })).toMatchObject({
      items: [],
      count: 0,
    })
    expect(await pageOf({ from: '9999-12-30', to: '9999-12-31', count: 'yes' })).toMatchObject({
      count: 0,
    })
    expect(await pageOf({ to: '0001-01-01', count: 'yes' })).toMatchObject({ count: 0 })
  })

  const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a name', { q: 'Ramesh Kumar' }, 'q', /^Search by mobile number/],
    ['a mistyped code', { q: batchLetters(11).repeat(4).concat('Z') }, 'q', /has a mistake/],
    ['a result that is none', { result: 'won' }, 'result', /Result: choose one of credited/],
    ['a state that is none', { region: 99 }, 'region', /not an Indian state/],
    ['a plant in letters', { plant: 'Chakan' }, 'plant', /^Plant must be a whole number/],
    ['a plant past every number', { plant: '99999999999' }, 'plant', /too large/],
    ['a day that is none', { from: '2026-02-30' }, 'from', /does not exist/],
    ['a day written otherwise', { to: '20/11/2026' }, 'to', /YYYY-MM-DD/],
    ['days the wrong way round', { from: '2026-03-02', to: '2026-03-01' }, 'to', /not be before/],
    ['an order that is none', { sort: 'points' }, 'sort', /no such order/],
    ['no rows', { limit: 0 }, 'limit', /At least one/],
    ['too many rows', { limit: 201 }, 'limit', /At most 200/],
    ['a cursor of nothing', { after: 'abc' }, 'after', /^This place in the list is not known/],
    ['a cursor of another order', { before: cursor(['oldest', '1', '1']) }, 'before', /not known/],
    ['a cursor with SQL', { after: cursor(['newest', "1'; --", '1']) }, 'after', /not known/],
    [
      'a cursor past bigint',
      { after: cursor(['newest', '9999999999999999999', '1']) },
      'after',
      /not known/,
    ],
  ])('%s is refused at its field with a sentence', async (_, query, field, sentence) => {
    const { status, body } = await server.call(listScans, { token, query })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid', message: expect.stringMatching(sentence) })
    expect(Object.keys(Object(body).fields)[0]?.split('.')[0]).toBe(field)
  })

  test('roles: those whose menu holds the page read it, nobody else', async () => {
    for (const [role, status] of [
      ['admin', 200],
      ['hod', 200],
      ['sub admin', 200],
      ['worker', 403],
      ['marketing', 403],
      ['courier', 403],
    ] as const) {
      const { token } = await server.staff(role)
      expect((await server.call(listScans, { token })).status, role).toBe(status)
    }
    const member = await server.member()
    expect((await server.call(listScans, { token: member.token })).status).toBe(403)
    expect((await server.call(listScans)).status).toBe(401)
  })

  test('a scan is found by its member and id, or not at all', async () => {
    const [seed] = seeds
    if (!seed) throw new Error('no rows')
    const found = await server.call(getScan, {
      token,
      params: { memberId: seed.member, scanId: seed.id },
    })
    expect(found.body).toMatchObject({ scanId: seed.id, result: seed.result, transfers: [] })
    const other = members.find(({ memberId }) => memberId !== seed.member)?.memberId ?? 0
    for (const params of [
      { memberId: other, scanId: seed.id },
      { memberId: seed.member, scanId: '9999999999999999999' },
    ]) {
      expect((await server.call(getScan, { token, params })).status).toBe(404)
    }
  })
})
