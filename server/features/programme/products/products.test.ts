import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getBatch, requestBatch } from '../../../../contract/programme/batches.ts'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import * as contract from '../../../../contract/programme/products.ts'
import { draftScheme } from '../../../../contract/programme/schemes.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { haveGroups } from '../../../test/product-groups.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import { catalogue as readCatalogue } from '../../people/catalogue/catalogue.service.ts'
import { makeMedia } from '../../desk/offers/test-support.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let admin: { token: string; staffId: number }
let almond: { token: string; staffId: number }
let number = 0

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
  await haveGroups(server.db, 'Putty', 'Grout')
})
afterAll(() => server.stop())
beforeEach(() => {
  number++
})

const reason = 'The pack is new'
const EMPTY = { nameHi: null, brand: null, packSize: null, packUnit: null, gtin: null }
const productOf = (changed: object = {}) => ({
  code: `SKU${number}`,
  name: `Product ${number}`,
  group: 'Putty',
  ...EMPTY,
  mrpPaise: null,
  mediaId: null,
  points: 40,
  ...changed,
})
const add = (changed: object = {}) =>
  server.call(contract.createProduct, { token: admin.token, body: productOf(changed) })
async function made(changed: object = {}): Promise<number> {
  const { status, body } = await add(changed)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.productId
}
const change = async (productId: number, changed: object) =>
  server.call(contract.changeProduct, {
    token: admin.token,
    params: { productId },
    body: { ...productOf(changed), version: await versionOf(server.db, 'product', productId) },
  })
const get = async (productId: number) =>
  (await server.call(contract.getProduct, { token: admin.token, params: { productId } })).body
const list = async (query: object) =>
  (await server.call(contract.listProducts, { token: admin.token, query: { ...query } })).body.items
const deactivate = (productId: number) =>
  server.call(contract.deactivateProduct, {
    token: admin.token,
    params: { productId },
    body: { reason },
  })
const remove = (productId: number) =>
  server.call(contract.deleteProduct, { token: admin.token, params: { productId } })

async function ask(productId: number, points = 40) {
  const { token } = await server.staff('sub admin')
  const plantId = await anyPlant(server.db)
  const body = { plantId, productId, quantity: 10, points, expiresOn: '2090-01-01' }
  return server.call(requestBatch, { token, body })
}

test('a product is added with all that is known of it, corrected and found', async () => {
  const photo = await makeMedia(server)
  const facts = {
    nameHi: 'वॉल पुट्टी',
    brand: 'Aerosmooth',
    packSize: 2.5,
    packUnit: 'kg',
    gtin: '8906100001010',
    mrpPaise: 124_950,
    mediaId: photo.mediaId,
  }
  const productId = await made(facts)
  const stored = { ...facts, gtin: '08906100001010' }
  const { mediaId, ...shown } = stored
  expect(await get(productId)).toMatchObject({
    ...shown,
    group: 'Putty',
    points: 40,
    firstPoints: 40,
    next: null,
    waiting: 0,
    status: 'active',
    used: false,
    media: { mediaId },
  })
  const { points: _points, ...fields } = productOf({ ...stored, mrpPaise: 130_000, group: 'Grout' })
  const changed = await change(productId, fields)
  expect(changed.body.events.map(({ words }) => words)).toEqual([
    'Group: Putty → Grout; MRP: ₹1,249.50 → ₹1,300.00',
    'Product added',
  ])
  expect(await list({ q: '890610000101' })).toMatchObject([{ productId }])
  expect(await list({ q: 'पुट्टी', group: 'Grout' })).toMatchObject([{ productId }])
  expect(await list({ q: 'पुट्टी', group: 'Putty' })).toEqual([])
})

test('bad input is refused at its field, in words', async () => {
  const cases: [object, string, string][] = [
    [{ points: 0 }, 'points', 'At least one point.'],
    [{ points: -5 }, 'points', 'At least one point.'],
    [{ points: 2.5 }, 'points', 'Points are whole numbers.'],
    [
      { gtin: '8906100001016' },
      'gtin',
      'The last digit of this GTIN should be 0: check the others.',
    ],
    [{ gtin: '12345' }, 'gtin', 'A GTIN has 8, 12, 13 or 14 digits.'],
    [{ packSize: 2 }, 'packUnit', 'Choose the unit of the size.'],
    [{ packUnit: 'kg' }, 'packSize', 'Enter the size that this unit is of.'],
    [{ packSize: 0.0001, packUnit: 'kg' }, 'packSize', 'The pack size has at most three decimals.'],
    [{ group: 'Cement' }, 'group', 'There is no product group “Cement”.'],
    [{ mrpPaise: 0 }, 'mrpPaise', 'The MRP is more than 0.'],
  ]
  for (const [given, field, words] of cases) {
    const { status, body } = await add(given)
    expect([given, status]).toEqual([given, 400])
    expect(body).toMatchObject({ fields: { [field]: expect.stringContaining(words) } })
  }
})

test('SKU code and GTIN are one product’s, also where two people enter them at once', async () => {
  const gtin = '8906100001027'
  await made({ gtin })
  const again = await add({ code: `sku${number}`, gtin: `0${gtin}` })
  expect([again.status, again.body]).toMatchObject([
    409,
    {
      fields: {
        code: `SKU code SKU${number} belongs to Product ${number} already.`,
        gtin: `GTIN ${gtin} belongs to Product ${number} (SKU${number}) already.`,
      },
    },
  ])
  const racing = await Promise.all(
    Array.from({ length: 5 }, (_, index) => add({ code: `R${index}`, gtin: '8906100001034' })),
  )
  const statuses = racing.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, 409, 409, 409, 409])
})

test('a deactivated product gets no batch and no scheme, and is still found', async () => {
  const productId = await made()
  expect((await deactivate(productId)).body).toMatchObject({ status: 'deactivated' })
  expect(await ask(productId)).toMatchObject({
    status: 400,
    body: { fields: { productId: `Product ${number} is deactivated: it gets no new batches.` } },
  })
  const { token } = await server.staff('cs')
  const scheme = {
    name: 'Winter bonus',
    kind: 'fixed',
    value: 5,
    slabs: null,
    fromDay: day(1),
    toDay: day(10),
    memberKinds: [],
    states: [],
    productIds: [productId],
    distributorIds: [],
    capPerMember: null,
    budget: 100,
    priority: 5,
    stacks: true,
    note: null,
  }
  expect(
    await server.raw(draftScheme, { token, body: scheme }).then((one) => one.json()),
  ).toMatchObject({
    fields: { productIds: `Product ${number} (SKU${number}) is deactivated: take it out.` },
  })
  const allowed = await server.raw(draftScheme, { token, body: { ...scheme, productIds: [] } })
  expect(allowed.status).toBe(200)
  const { products } = (await server.call(catalogue, { token })).body
  expect(products.find((one) => one.productId === productId)).toMatchObject({ active: false })
  const back = await server.call(contract.reactivateProduct, {
    token: admin.token,
    params: { productId },
    body: { reason: 'Sold again' },
  })
  expect(back.body).toMatchObject({ status: 'active' })
  expect((await ask(productId)).status).toBe(200)
})

test('an unused product is deleted with its plans, a used one is not', async () => {
  const productId = await made()
  await plan(productId, { fromDay: day(5), points: 10 })
  expect((await remove(productId)).body).toEqual({ message: `Product ${number} is deleted.` })
  expect((await remove(productId)).status).toBe(404)
  number++
  const used = await made()
  await ask(used)
  expect((await remove(used)).status).toBe(409)
  expect(await get(used)).toMatchObject({ used: true, batches: 1 })
})

// ── points by day ──
const day = (days: number) => addDays(dayOf(new Date()), days)
type Plan = { fromDay: string; points: number }
const plan = (productId: number, body: Plan, { token } = admin) =>
  server.call(contract.proposePoints, { token, params: { productId }, body: { ...body, reason } })
const settle = (
  name: 'approvePoints' | 'rejectPoints' | 'withdrawPoints',
  productId: number,
  changeId: number,
  { token } = admin,
) =>
  name === 'approvePoints'
    ? server.call(contract.approvePoints, { token, params: { productId, changeId } })
    : server.call(contract[name], { token, params: { productId, changeId }, body: { reason } })
async function planned(productId: number, body: Plan, by = admin): Promise<number> {
  const { status, body: answer } = await plan(productId, body, by)
  expect(status, JSON.stringify(answer)).toBe(200)
  return Math.max(...answer.changes.map(({ changeId }) => changeId))
}

test('more points wait for another person, who is not the one who proposed them', async () => {
  const productId = await made()
  const changeId = await planned(productId, { fromDay: day(0), points: 60 })
  expect(await get(productId)).toMatchObject({
    points: 40,
    waiting: 1,
    changes: [{ changeId, state: 'proposed', points: 60, decidedBy: null }],
  })
  expect(await settle('approvePoints', productId, changeId)).toMatchObject({
    status: 403,
    body: { message: 'Somebody else approves what you proposed. You can withdraw it.' },
  })
  expect((await settle('rejectPoints', productId, changeId)).status).toBe(403)
  const others = await Promise.all(
    [almond, await server.staff('admin'), await server.staff('admin')].map((one) =>
      settle('approvePoints', productId, changeId, one),
    ),
  )
  expect(others.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await get(productId)).toMatchObject({ points: 60, waiting: 0, firstPoints: 40 })
  const trail = await server.db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId'])
    .where('subject', '=', 'product')
    .where('subject_id', '=', String(productId))
    .orderBy('seq')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'product.added',
    'product.points.proposed',
    'product.points.approved',
  ])
  expect(trail[2]?.staffId).not.toBe(trail[1]?.staffId)
})

test('fewer points hold without a second person, and are no way to more', async () => {
  const productId = await made()
  await planned(productId, { fromDay: day(0), points: 30 })
  expect(await get(productId)).toMatchObject({ points: 30, waiting: 0 })
  await planned(productId, { fromDay: day(3), points: 5 })
  const back = await planned(productId, { fromDay: day(6), points: 30 })
  const { changes, next } = await get(productId)
  expect(next).toEqual({ fromDay: day(3), points: 5 })
  expect(changes.find(({ changeId }) => changeId === back)?.state).toBe('proposed')
})

test('a batch keeps the points of its request; a planned change begins on its day in India', async () => {
  const productId = await made()
  const { batchId } = (await ask(productId, 40)).body
  const changeId = await planned(productId, { fromDay: day(2), points: 55 })
  await settle('approvePoints', productId, changeId, almond)
  expect(await list({ points: 'planned', q: `SKU${number}` })).toMatchObject([
    { productId, points: 40, next: { fromDay: day(2), points: 55 } },
  ])
  const pointsAt = async (at: string) => {
    const later = { ...server.context, now: () => new Date(at) }
    const { products } = await readCatalogue(later)
    return products.find((one) => one.productId === productId)?.points
  }
  // Midnight of Asia/Kolkata is 18:30 UTC of the day before.
  expect(await pointsAt(`${day(1)}T18:29:59.999Z`)).toBe(40)
  expect(await pointsAt(`${day(1)}T18:30:00.000Z`)).toBe(55)
  const batch = await server.call(getBatch, { token: admin.token, params: { batchId } })
  expect(batch.body.points).toBe(40)
})

test('a planned change is withdrawn before its day, not after', async () => {
  const productId = await made()
  const later = await planned(productId, { fromDay: day(4), points: 20 })
  expect(await plan(productId, { fromDay: day(4), points: 10 })).toMatchObject({
    status: 409,
    body: {
      fields: { fromDay: expect.stringContaining('is planned already. Withdraw it first.') },
    },
  })
  expect((await settle('withdrawPoints', productId, later)).body).toMatchObject({ next: null })
  expect((await settle('withdrawPoints', productId, later)).status).toBe(409)
  const now = await planned(productId, { fromDay: day(0), points: 20 })
  expect((await settle('withdrawPoints', productId, now)).status).toBe(409)
  // A slip of today is corrected today.
  const right = await planned(productId, { fromDay: day(0), points: 25 })
  await settle('approvePoints', productId, right, almond)
  expect((await get(productId)).points).toBe(25)
})

test('a change is refused for a day that is over, too far away, or that changes nothing', async () => {
  const productId = await made()
  const cases: [Plan, string, string][] = [
    [{ fromDay: day(-1), points: 50 }, 'fromDay', 'This day is over.'],
    [{ fromDay: day(4_000), points: 50 }, 'fromDay', 'more than three years away'],
    [{ fromDay: day(1), points: 40 }, 'points', 'has these points'],
    [{ fromDay: day(1), points: 0 }, 'points', 'At least one point.'],
  ]
  for (const [body, field, words] of cases) {
    const { status, body: answer } = await plan(productId, body)
    expect([body, status]).toEqual([body, 400])
    expect(answer).toMatchObject({ fields: { [field]: expect.stringContaining(words) } })
  }
  const { token } = await server.staff('hod')
  expect(
    (await plan(productId, { fromDay: day(1), points: 50 }, { token, staffId: 0 })).status,
  ).toBe(403)
})

test('a proposal whose day went by is not approved', async () => {
  const productId = await made()
  const changeId = await planned(productId, { fromDay: day(0), points: 90 })
  await server.db
    .updateTable('product_points')
    .set({ from_day: day(-1) })
    .where('change_id', '=', changeId)
    .execute()
  expect(await settle('approvePoints', productId, changeId, almond)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('is over') },
  })
  expect((await settle('rejectPoints', productId, changeId, almond)).body).toMatchObject({
    points: 40,
    changes: [{ state: 'rejected' }],
  })
})
