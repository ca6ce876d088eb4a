import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../test/server.ts'
import { getMyRedemption } from '../../../../contract/money/redemptions.ts'
import {
  balanceOf,
  detailOf,
  payee,
  requested,
  setField,
  stockOf,
  type Staff,
} from '../redemptions/test-support.ts'
import { SETTINGS, parcelsOn, tracking } from './test-support.ts'

let server: TestServer
let cs: Staff
let courier: Staff
let parcels: ReturnType<typeof parcelsOn>

beforeAll(async () => {
  server = await testServer(SETTINGS)
  cs = await server.staff('cs')
  courier = await server.staff('courier')
  parcels = parcelsOn(server, { cs, courier })
})
afterAll(() => server.stop())

describe('a gift', () => {
  test('goes out with its tax and its number, and the member is told', async () => {
    const gift = await parcels.approvedGift()
    const number = tracking()
    expect(await parcels.rowOf(gift)).toMatchObject({
      state: 'to_dispatch',
      tries: 0,
      courier: null,
    })
    const { status, body } = await parcels.sendOut(gift, number.toLowerCase())
    expect([status, body]).toEqual([200, { done: [gift.redemptionId], left: [] }])
    expect(await parcels.rowOf(gift)).toMatchObject({
      number: gift.number,
      state: 'dispatched',
      memberCode: gift.member.code,
      giftName: 'Drill machine',
      quantity: 1,
      courier: 'Delhivery',
      trackingNumber: number,
      dispatchedBy: 'Test courier',
      deliveredAt: null,
      tries: 1,
    })
    expect(await detailOf(server, cs, gift.redemptionId)).toMatchObject({
      state: 'payment_pending',
      tax: { taken: true, valuePaise: 60_000, taxPaise: 0, netPaise: 0 },
    })
    await expect
      .poll(async () => (await parcels.messagesTo(gift.member)).join('\n'))
      .toContain(`1 × Drill machine is on its way to you by Delhivery, tracking number ${number}.`)
    const mine = await server.call(getMyRedemption, {
      token: gift.member.token,
      params: { redemptionId: gift.redemptionId },
    })
    expect(mine.body.parcel).toMatchObject({
      state: 'dispatched',
      courier: 'Delhivery',
      trackingNumber: number,
    })
  })

  test('is delivered: its points are redeemed, and the member is told in Hindi', async () => {
    const gift = await parcels.approvedGift()
    await server.db
      .updateTable('member')
      .set({ language: 'hi' })
      .where('member_id', '=', gift.member.memberId)
      .execute()
    await parcels.sendOut(gift)
    expect((await parcels.deliver([gift])).body).toEqual({ done: [gift.redemptionId], left: [] })
    expect(await parcels.rowOf(gift)).toMatchObject({ state: 'delivered' })
    expect(await balanceOf(server, gift.member.memberId)).toEqual({ available: 1500, held: 0 })
    await expect
      .poll(async () => (await parcels.messagesTo(gift.member)).join('\n'))
      .toContain('आपको पहुँचा दिया गया है')
    expect(await stockOf(server, gift.giftId)).toBe(2)
  })

  test('that comes back is not given, and can go out again', async () => {
    const gift = await parcels.approvedGift()
    await parcels.sendOut(gift)
    const { status, body } = await parcels.bringBack(gift)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'returned', returnReason: 'Nobody at home', tries: 1 })
    expect((await parcels.benefitsOf(gift)).map(({ undone_at }) => undone_at !== null)).toEqual([
      true,
    ])
    expect(await detailOf(server, cs, gift.redemptionId)).toMatchObject({
      state: 'failed',
      tax: { taken: false },
    })
    expect(await balanceOf(server, gift.member.memberId)).toEqual({ available: 1500, held: 500 })
    expect((await parcels.sendOut(gift)).body.done).toEqual([gift.redemptionId])
    expect(await parcels.rowOf(gift)).toMatchObject({
      state: 'dispatched',
      tries: 2,
      returnedAt: null,
    })
    expect((await parcels.benefitsOf(gift)).map(({ undone_at }) => undone_at !== null)).toEqual([
      true,
      false,
    ])
    await parcels.deliver([gift])
    expect(await parcels.rowOf(gift)).toMatchObject({ state: 'delivered', tries: 2 })
  })

  test('that is given up is in stock again, and the member has the points back', async () => {
    const gift = await parcels.approvedGift({}, 2)
    expect(await stockOf(server, gift.giftId)).toBe(1)
    await parcels.sendOut(gift)
    await parcels.bringBack(gift)
    const { status, body } = await parcels.restock(gift)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'restocked', tries: 1 })
    expect(await stockOf(server, gift.giftId)).toBe(3)
    expect(await balanceOf(server, gift.member.memberId)).toEqual({ available: 2000, held: 0 })
    await expect
      .poll(async () => (await parcels.messagesTo(gift.member)).join('\n'))
      .toContain('its 1,000 points are yours again.')
  })

  test('that never went out can be given up too, should the member be blocked', async () => {
    const gift = await parcels.approvedGift({}, 2)
    const { status, body } = await parcels.restock(gift)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'restocked', tries: 0 })
    expect(await stockOf(server, gift.giftId)).toBe(3)
    expect(await balanceOf(server, gift.member.memberId)).toEqual({ available: 2000, held: 0 })
  })

  test('bears tax on top where the year passes the threshold', async () => {
    const gift = await parcels.approvedGift()
    await server.db
      .updateTable('redemption')
      .set({ benefit_paise: 2_700_000 })
      .where('redemption_id', '=', gift.redemptionId)
      .execute()
    await parcels.sendOut(gift)
    expect(await parcels.benefitsOf(gift)).toEqual([
      { kind: 'gift', tax_paise: '300000', grossed_up: true, undone_at: null },
    ])
    const { tax } = await detailOf(server, cs, gift.redemptionId)
    expect(tax).toMatchObject({ taken: true, taxPaise: 300_000, netPaise: 0 })
    expect(tax?.lines.at(-1)).toEqual({ kind: 'sum', label: 'Cost in all', paise: 3_000_000 })
  })
})

describe('what cannot be done is left with its reason', () => {
  test('among many, while the others are done', async () => {
    const [good, waiting, gone, blocked] = [
      await parcels.approvedGift(),
      await parcels.approvedGift(),
      await parcels.approvedGift(),
      await parcels.approvedGift(),
    ]
    const asked = await requested(server, await payee(server), {
      kind: 'gift',
      giftId: good.giftId,
    })
    const money = await requested(server, await payee(server))
    await parcels.sendOut(gone)
    await setField(server, blocked.member.memberId, 'pan', { state: 'refused' })
    await server.db
      .updateTable('member')
      .set({ blocked_reason: 'Two accounts' })
      .where('member_id', '=', blocked.member.memberId)
      .execute()
    const same = tracking()
    const { body } = await parcels.dispatch([
      { redemptionId: good.redemptionId, trackingNumber: same },
      { redemptionId: waiting.redemptionId, trackingNumber: same },
      { redemptionId: gone.redemptionId, trackingNumber: tracking() },
      { redemptionId: asked.redemptionId, trackingNumber: tracking() },
      { redemptionId: money.redemptionId, trackingNumber: tracking() },
      { redemptionId: blocked.redemptionId, trackingNumber: tracking() },
    ])
    expect(body.done).toEqual([good.redemptionId])
    expect(body.left.map(({ number, reason }) => [number, reason])).toEqual([
      [
        waiting.number,
        `Delhivery has the parcel of ${good.number} under ${same} already: a tracking number is given once.`,
      ],
      [gone.number, `${gone.number} is on its way already: it cannot be dispatched.`],
      [asked.number, `${asked.number} is not approved: it cannot be dispatched.`],
      [money.number, `${money.number} is money, not a gift.`],
      [
        blocked.number,
        `${blocked.number} cannot be given now. Member: The member is blocked: Two accounts`,
      ],
    ])
    expect(await parcels.rowOf(waiting)).toMatchObject({ state: 'to_dispatch' })
    expect(await parcels.benefitsOf(waiting)).toEqual([])
    const other = await parcels.dispatch(
      [{ redemptionId: waiting.redemptionId, trackingNumber: same }],
      {
        by: 'DELHIVERY',
      },
    )
    expect(other.body.left).toHaveLength(1)
    const bluedart = await parcels.dispatch(
      [{ redemptionId: waiting.redemptionId, trackingNumber: same }],
      { by: 'Blue Dart' },
    )
    expect(bluedart.body.done).toEqual([waiting.redemptionId])
  })

  test('of two at once one is dispatched', async () => {
    const gift = await parcels.approvedGift()
    const answers = await Promise.all([1, 2, 3].map(() => parcels.sendOut(gift)))
    expect(answers.flatMap(({ body }) => body.done)).toEqual([gift.redemptionId])
    expect(await parcels.benefitsOf(gift)).toHaveLength(1)
    const delivered = await Promise.all([1, 2].map(() => parcels.deliver([gift])))
    expect(delivered.flatMap(({ body }) => body.done)).toEqual([gift.redemptionId])
    expect(await balanceOf(server, gift.member.memberId)).toEqual({ available: 1500, held: 0 })
  })

  test('step by step', async () => {
    const gift = await parcels.approvedGift()
    const { number } = gift
    const leftAt = async () => (await parcels.deliver([gift])).body.left[0]?.reason
    const told = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer
      return [status, body]
    }
    const refused = (message: string) => [409, expect.objectContaining({ message })]
    expect(await leftAt()).toBe(`${number} is not dispatched yet: it cannot be delivered.`)
    expect(await told(parcels.bringBack(gift))).toEqual(
      refused(`${number} is not dispatched yet: it cannot come back.`),
    )
    await parcels.sendOut(gift)
    expect(await told(parcels.restock(gift))).toEqual(
      refused(`${number} is on its way already: only what is not on its way is put into stock.`),
    )
    await parcels.bringBack(gift)
    expect(await leftAt()).toBe(`${number} came back: it cannot be delivered.`)
    await parcels.restock(gift)
    expect((await parcels.sendOut(gift)).body.left[0]?.reason).toBe(
      `${number} was put back into stock: it cannot be dispatched.`,
    )
    expect(await told(parcels.restock(gift))).toEqual(
      refused(`${number} was put back into stock: only what is not on its way is put into stock.`),
    )
  })

  test('in what comes in', async () => {
    const gift = await parcels.approvedGift()
    const { redemptionId } = gift
    expect((await parcels.dispatch([])).status).toBe(400)
    expect((await parcels.dispatch([{ redemptionId, trackingNumber: 'x' }])).status).toBe(400)
    const twice = [
      { redemptionId, trackingNumber: tracking() },
      { redemptionId, trackingNumber: tracking() },
    ]
    expect(await parcels.dispatch(twice)).toMatchObject({
      status: 400,
      body: { message: 'One of the gifts stands there twice: send each once.' },
    })
    expect(
      await parcels.dispatch([{ redemptionId: '5', trackingNumber: tracking() }]),
    ).toMatchObject({
      status: 404,
      body: { message: 'Redemption 5 was not found.' },
    })
    expect((await parcels.bringBack({ ...gift, redemptionId: '5' })).status).toBe(404)
    await parcels.sendOut(gift)
    expect((await parcels.bringBack(gift, 'Call 9876543210')).status).toBe(400)
    expect((await parcels.bringBack(gift, 'x')).status).toBe(400)
  })
})
