import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberGifts } from '../../../../contract/money/redemptions.ts'
import * as contract from '../../../../contract/desk/offers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { makeMedia, trailOf, type Staff } from '../../desk/offers/test-support.ts'
import { parcelsOn, tracking } from '../parcels/test-support.ts'
import {
  approve,
  ask,
  balanceOf,
  cancel,
  detailOf,
  payee,
  reject,
  requested,
  WIDE,
} from '../redemptions/test-support.ts'
import { INVARIANTS } from '../../operations/verify/invariants.ts'

let server: TestServer
let admin: Staff
let cs: Staff
let courier: Staff

beforeAll(async () => {
  server = await testServer(WIDE)
  admin = await server.staff('sub admin')
  cs = await server.staff('cs')
  courier = await server.staff('courier')
})
afterAll(() => server.stop())

let made = 0
const giftOf = (changed: object = {}) => ({
  code: `g-${(made += 1)}x`,
  name: 'Trowel set',
  text: 'Three trowels of steel',
  points: 400,
  valuePaise: 32_000,
  ...changed,
})
const save = (changed: object = {}, { token } = admin) =>
  server.call(contract.saveGiftItem, { token, body: giftOf(changed) })
const get = (giftId: number, { token } = admin) =>
  server.call(contract.getGiftItem, { token, params: { giftId } })
const list = ({ token } = admin) => server.call(contract.listGiftItems, { token })
const put = (giftId: number, change: number, sent: object = {}, { token } = admin) =>
  server.call(contract.changeGiftStock, {
    token,
    params: { giftId },
    body: { idempotencyKey: randomUUID(), change, reason: 'A delivery', ...sent },
  })
/** A gift of 400 points with so many pieces. */
async function stocked(pieces: number, changed: object = {}): Promise<number> {
  const { giftId } = (await save(changed)).body
  if (pieces > 0) await put(giftId, pieces)
  return giftId
}
const countsOf = async (giftId: number) => {
  const { stock, promised, given } = (await get(giftId)).body
  return { stock, promised, given }
}
const want = (giftId: number, quantity = 1) => ({
  kind: 'gift',
  points: undefined,
  giftId,
  quantity,
})

describe('a gift', () => {
  test('is added without stock and changed, and both are in the audit trail', async () => {
    const photo = await makeMedia(server)
    const added = await save({ code: 'g-drill', name: 'Drill' })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    const { giftId } = added.body
    const first = {
      code: 'G-DRILL',
      name: 'Drill',
      text: 'Three trowels of steel',
      points: 400,
      valuePaise: 32_000,
      mediaId: null,
      active: true,
    }
    const nothing = { stock: 0, promised: 0, given: 0, stockChanges: [] }
    expect(added.body).toEqual({ giftId, ...first, media: null, ...nothing })
    const next = { ...first, points: 450, mediaId: photo.mediaId }
    const changed = await save({ ...next, giftId }, await server.staff('almond team'))
    expect(changed.body).toMatchObject({ giftId, ...next, media: { mediaId: photo.mediaId } })
    await save({ ...next, giftId })
    expect(await trailOf(server, 'gift', giftId)).toMatchObject([
      { action: 'gift.added', staffId: admin.staffId, before: null, after: first },
      {
        action: 'gift.changed',
        before: { points: 400, mediaId: null },
        after: { points: 450, mediaId: photo.mediaId },
      },
    ])
    const { gifts } = (await list()).body
    const { stockChanges: _none, ...item } = changed.body
    expect(gifts.find((gift) => gift.giftId === giftId)).toEqual(item)
  })

  test('has a code of its own, also where two enter it at once', async () => {
    const code = 'G-COOKER'
    const answers = await Promise.all([
      save({ code, name: 'Cooker' }),
      save({ code: 'g-cooker', name: 'Cooker' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const message = 'Code G-COOKER belongs to Cooker already.'
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      fields: { code: message },
    })
    const other = await stocked(0)
    const taken = await save({ giftId: other, code })
    expect([taken.status, taken.body]).toMatchObject([400, { fields: { code: message } }])
    const own = answers.find(({ status }) => status === 200)?.body
    expect((await save({ giftId: own?.giftId, code, points: 3 })).status).toBe(200)
  })

  test('has a photo and nothing else', async () => {
    const document = await makeMedia(server, 'document')
    expect((await save({ mediaId: document.mediaId })).body).toMatchObject({
      fields: { mediaId: expect.stringContaining('this is a document') },
    })
    expect((await save({ mediaId: 999_999 })).body).toMatchObject({
      fields: { mediaId: expect.stringContaining('not in the gallery') },
    })
  })

  test('that is not there is told so', async () => {
    const answers = [await get(999_999), await save({ giftId: 999_999 }), await put(999_999, 1)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body).toMatchObject({ message: 'This gift was not found.' })
  })

  test('is changed by those who may; marketing and hod read', async () => {
    const giftId = await stocked(1)
    for (const role of ['marketing', 'hod', 'cs'] as const) {
      const person = await server.staff(role)
      expect((await get(giftId, person)).status).toBe(200)
      expect((await save({ giftId, points: 1 }, person)).status).toBe(403)
      expect((await put(giftId, 5, {}, person)).status).toBe(403)
    }
    expect((await get(giftId)).body).toMatchObject({ points: 400, stock: 1 })
  })
})

describe('the stock', () => {
  test('is changed by hand with a reason, and each change is kept and audited', async () => {
    const giftId = await stocked(20)
    const { status, body } = await put(giftId, -3, { reason: 'Broken on the way' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      stock: 17,
      stockChanges: [
        { by: 'Test sub admin', change: -3, stockAfter: 17, reason: 'Broken on the way' },
        { change: 20, stockAfter: 20, reason: 'A delivery' },
      ],
    })
    expect((await trailOf(server, 'gift', giftId)).at(-1)).toEqual({
      action: 'gift.stock_changed',
      staffId: admin.staffId,
      before: { stock: 20 },
      after: { stock: 17 },
      reason: 'Broken on the way',
    })
  })

  test('never falls below none, and stays within what can be kept', async () => {
    const giftId = await stocked(2)
    const below = await put(giftId, -3)
    const message = 'Only 2 of Trowel set are in stock: no more can be taken out.'
    expect([below.status, below.body]).toMatchObject([409, { fields: { change: message } }])
    await put(giftId, -2)
    expect((await put(giftId, -1)).body).toMatchObject({
      message: 'Nothing of Trowel set is in stock: nothing can be taken out.',
    })
    for (let turn = 0; turn < 10; turn++) await put(giftId, 1_000_000)
    const above = await put(giftId, 1)
    expect([above.status, (await countsOf(giftId)).stock]).toEqual([409, 10_000_000])
    expect((await put(giftId, 0)).body).toMatchObject({
      fields: { change: 'Say how many pieces.' },
    })
  })

  test('changes once for a key, also where it is sent many times at once; another body is refused', async () => {
    const giftId = await stocked(5)
    const sent = { idempotencyKey: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(giftId, 4, sent)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.every(({ body }) => body.stock === 9)).toBe(true)
    const message =
      'This idempotency key was used for another change. Use a new key for a new change.'
    for (const [change, changed] of [
      [5, sent],
      [4, { ...sent, reason: 'Another one' }],
    ] as const) {
      const other = await put(giftId, change, changed)
      expect([other.status, other.body]).toMatchObject([
        409,
        { fields: { idempotencyKey: message } },
      ])
    }
    expect((await get(giftId)).body).toMatchObject({ stock: 9, stockChanges: { length: 2 } })
  })

  test('goes with redemptions that take and give back at the same moment', async () => {
    const giftId = await stocked(30)
    const members = await Promise.all(
      Array.from({ length: 20 }, () => payee(server, { points: 400 })),
    )
    const early = await Promise.all(
      members.slice(0, 5).map((member) => requested(server, member, want(giftId))),
    )
    const changes = [-4, 3, -9, -9, 2, -6, -8, 1, -5, -7, 4, -3, -2, -9, -9]
    const [asked, back, changed] = await Promise.all([
      Promise.all(members.slice(5).map((member) => ask(server, member, want(giftId)))),
      Promise.all(
        early.map(({ redemptionId }, index) =>
          cancel(server, { token: members[index]?.token ?? '' }, redemptionId),
        ),
      ),
      Promise.all(changes.map((change) => put(giftId, change))),
    ])
    const got = asked.filter(({ status }) => status === 200).length
    const statuses = [...asked, ...changed].map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(back.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const byHand = changes.filter((_, index) => changed[index]?.status === 200)
    const sum = byHand.reduce((all, change) => all + change, 30)
    expect(await countsOf(giftId)).toEqual({ stock: sum - got, promised: got, given: 0 })
    // More was wanted than there was: who came too late was refused, and nothing fell below none.
    expect(got + changed.length - byHand.length).toBeGreaterThan(0)
    const { stockChanges } = (await get(giftId)).body
    expect(stockChanges).toHaveLength(byHand.length + 1)
    expect(Math.min(...stockChanges.map(({ stockAfter }) => stockAfter))).toBeGreaterThanOrEqual(0)
  })

  test('after each of fifty changes at once is what the one before left', async () => {
    const giftId = await stocked(60)
    const changes = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? 2 : -3))
    const answers = await Promise.all(changes.map((change) => put(giftId, change)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.every(({ status }) => status === 409)).toBe(true)
    const { stock, stockChanges } = (await get(giftId)).body
    let after = 0
    for (const one of stockChanges.toReversed()) {
      expect(one.stockAfter).toBe(after + one.change)
      expect(one.stockAfter).toBeGreaterThanOrEqual(0)
      after = one.stockAfter
    }
    expect([stock, stockChanges.length]).toEqual([after, 51 - refused.length])
  })
})

describe('what was asked for', () => {
  test('is counted as promised until it is handed over, and in pieces', async () => {
    const { approvedGift, sendOut, deliver, bringBack, restock } = parcelsOn(server, {
      cs,
      courier,
    })
    const gift = await approvedGift({}, 2)
    const { giftId } = gift
    expect(await countsOf(giftId)).toEqual({ stock: 1, promised: 2, given: 0 })
    await sendOut(gift, tracking())
    expect(await countsOf(giftId)).toEqual({ stock: 1, promised: 2, given: 0 })
    await deliver([gift])
    expect(await countsOf(giftId)).toEqual({ stock: 1, promised: 0, given: 2 })
    const last = await requested(server, await payee(server), want(giftId))
    expect(await countsOf(giftId)).toEqual({ stock: 0, promised: 1, given: 2 })
    await reject(server, cs, last.redemptionId)
    expect(await countsOf(giftId)).toEqual({ stock: 1, promised: 0, given: 2 })
    const returned = await approvedGift()
    await sendOut(returned)
    await bringBack(returned)
    expect(await countsOf(returned.giftId)).toEqual({ stock: 2, promised: 1, given: 0 })
    await restock(returned)
    expect(await countsOf(returned.giftId)).toEqual({ stock: 3, promised: 0, given: 0 })
  })

  test('keeps the points and the value it had when the price changes', async () => {
    const giftId = await stocked(5)
    const member = await payee(server, { points: 1000 })
    const before = await requested(server, member, want(giftId))
    await save({ giftId, points: 600, valuePaise: 50_000 })
    const worth = async (redemptionId: string) =>
      server.db
        .selectFrom('redemption')
        .select(['points', 'benefit_paise as benefitPaise'])
        .where('redemption_id', '=', redemptionId)
        .executeTakeFirst()
    expect(await worth(before.redemptionId)).toEqual({ points: 400, benefitPaise: '32000' })
    const after = await requested(server, member, want(giftId))
    expect(await worth(after.redemptionId)).toEqual({ points: 600, benefitPaise: '50000' })
    await cancel(server, member, before.redemptionId)
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 400, held: 600 })
  })

  test('goes on when the gift is no longer offered, and nobody asks for it any more', async () => {
    const { sendOut, deliver, list: parcels } = parcelsOn(server, { cs, courier })
    const giftId = await stocked(3)
    const [member, other] = [await payee(server), await payee(server)]
    const going = await requested(server, member, want(giftId))
    const back = await requested(server, other, want(giftId))
    const code = (await get(giftId)).body.code
    await save({ giftId, code, active: false })
    const { body } = await server.call(memberGifts, { token: member.token })
    expect(body.items.some((gift) => gift.giftId === giftId)).toBe(false)
    const late = await ask(server, member, want(giftId))
    expect([late.status, late.body]).toMatchObject([
      409,
      { fields: { giftId: 'Trowel set is no longer offered.' } },
    ])
    await cancel(server, other, back.redemptionId)
    expect(await countsOf(giftId)).toEqual({ stock: 2, promised: 1, given: 0 })
    const { verdict } = await detailOf(server, cs, going.redemptionId)
    const gift = { member, giftId, redemptionId: going.redemptionId, number: going.number }
    await approveGift(going.redemptionId, verdict ?? 'red')
    await sendOut(gift)
    expect((await parcels({ q: going.number })).body.items).toHaveLength(1)
    await deliver([gift])
    expect(await countsOf(giftId)).toEqual({ stock: 2, promised: 0, given: 1 })
  })
})

test('after all of it the stock of every gift is explained by its rows', async () => {
  const invariant = INVARIANTS.find(({ name }) => name.startsWith('The stock of a gift is'))
  const { rows } = await sql.raw(invariant?.sql ?? 'select 1').execute(server.db)
  expect(rows).toEqual([])
})

async function approveGift(redemptionId: string, verdict: string): Promise<void> {
  const { status, body } = await approve(server, cs, redemptionId, {
    verdict,
    reason: 'It is known.',
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
