import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  ask,
  balanceOf,
  cancel,
  detailOf,
  makeGift,
  PAYS_UPI,
  payee,
  requested,
  stockOf,
  type Staff,
} from './test-support.ts'

let server: TestServer
let cs: Staff

beforeAll(async () => {
  server = await testServer({
    ...PAYS_UPI,
    POINT_VALUE_PAISE: '50',
    REDEMPTION_MIN_POINTS: '10',
    REDEMPTION_DAY_LIMIT_COUNT: '12',
    REDEMPTION_DAY_LIMIT_PAISE: '100000',
    REDEMPTION_TWO_ROLES_FROM_PAISE: '80000',
  })
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

const forMember = (memberId: number, body: object, { token }: Staff = cs) =>
  server.call(contract.requestForMember, {
    token,
    params: { memberId },
    body: {
      idempotencyKey: randomUUID(),
      kind: 'bank',
      points: 100,
      reason: 'Asked by phone.',
      ...body,
    },
  })
const countOf = async (memberId: number) => {
  const { body } = await server.call(contract.listRedemptions, {
    token: cs.token,
    query: { member: memberId, count: 'yes' },
  })
  return body.count
}

describe('a request', () => {
  test('holds the points and freezes their value, the amount and where it goes', async () => {
    const member = await payee(server)
    const { status, body } = await ask(server, member, { points: 200 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      number: expect.stringMatching(/^RD\d{6}$/),
      kind: 'bank',
      state: 'requested',
      points: 200,
      amountPaise: 10_000,
      giftName: null,
      destination: '••••••••1234',
      reason: null,
      events: [{ state: 'requested', note: null }],
    })
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 800, held: 200 })
    const detail = await detailOf(server, cs, body.redemptionId)
    expect(detail).toMatchObject({
      pointValuePaise: 50,
      requestedBy: null,
      approvalsNeeded: 1,
      verdict: 'green',
      balance: { available: 800, held: 200 },
      transfers: [{ kind: 'redemption_hold', points: 200 }],
      events: [{ by: 'Member', action: 'request', state: 'requested' }],
    })
  })

  test('to the UPI address and for a gift', async () => {
    const member = await payee(server)
    const upi = await requested(server, member, { kind: 'upi', points: 10 })
    expect(upi.destination).toBe('ra•••@okbank')
    const giftId = await makeGift(server, { points: 300, stock: 5 })
    const gift = await requested(server, member, {
      kind: 'gift',
      points: undefined,
      giftId,
      quantity: 2,
    })
    expect(gift).toMatchObject({
      points: 600,
      amountPaise: 30_000,
      giftName: 'Drill machine',
      quantity: 2,
      destination: null,
    })
    expect(await stockOf(server, giftId)).toBe(3)
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 390, held: 610 })
  })

  test('needs two approvals from the configured amount on, by its points or by what the gift costs', async () => {
    const member = await payee(server, { points: 2000 })
    const needed = async (body: object) => {
      const { redemptionId } = await requested(server, member, body)
      const { approvalsNeeded } = await detailOf(server, cs, redemptionId)
      await cancel(server, member, redemptionId)
      return approvalsNeeded
    }
    expect(await needed({ points: 1599 })).toBe(1)
    expect(await needed({ points: 1600 })).toBe(2)
    const giftId = await makeGift(server, { points: 100, value_paise: 80_000 })
    expect(await needed({ kind: 'gift', giftId })).toBe(2)
  })
})

describe('the same request again', () => {
  test('has one effect and the first answer, also at once and after it was decided', async () => {
    const member = await payee(server)
    const body = { idempotencyKey: randomUUID(), points: 100 }
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(server, member, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const [first] = answers
    for (const answer of answers) expect(answer.body).toEqual(first?.body)
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 900, held: 100 })
    await cancel(server, member, first?.body.redemptionId ?? '')
    expect((await ask(server, member, body)).body).toEqual(first?.body)
    expect(await countOf(member.memberId)).toBe(1)
  })

  test('with another body is refused; another member may use the key', async () => {
    const member = await payee(server)
    const idempotencyKey = randomUUID()
    await requested(server, member, { idempotencyKey, points: 100 })
    const other = await ask(server, member, { idempotencyKey, points: 101 })
    expect(other).toMatchObject({
      status: 409,
      body: { fields: { idempotencyKey: expect.stringContaining('another request') } },
    })
    expect((await forMember(member.memberId, { idempotencyKey })).status).toBe(409)
    const somebody = await payee(server)
    expect((await ask(server, somebody, { idempotencyKey, points: 100 })).status).toBe(200)
    expect(await countOf(member.memberId)).toBe(1)
  })
})

describe('points are never overdrawn', () => {
  test('of a balance of 100, fifty requests of 10 at once make ten', async () => {
    for (let round = 0; round < 4; round++) {
      const member = await payee(server, { points: 100 })
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => ask(server, member, { points: 10 })),
      )
      const made = answers.filter(({ status }) => status === 200)
      expect(made).toHaveLength(10)
      expect(new Set(made.map(({ body }) => body.redemptionId)).size).toBe(10)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(40)
      expect(await balanceOf(server, member.memberId)).toEqual({ available: 0, held: 100 })
    }
  })

  test('more than there is, is refused with what there is', async () => {
    const member = await payee(server, { points: 100 })
    expect(await ask(server, member, { points: 101 })).toMatchObject({
      status: 409,
      body: { message: '100 points are available: 101 cannot be taken.' },
    })
    expect(await countOf(member.memberId)).toBe(0)
  })
})

describe('a day has limits', () => {
  test('of the number of requests, whatever became of them', async () => {
    const member = await payee(server)
    for (let turn = 0; turn < 12; turn++) {
      const { redemptionId } = await requested(server, member, { points: 10 })
      if (turn % 2) await cancel(server, member, redemptionId)
    }
    expect(await ask(server, member, { points: 10 })).toMatchObject({
      status: 409,
      body: { message: 'At most 12 redemptions a day can be asked for. Try again tomorrow.' },
    })
  })

  test('of the amount, in which what was taken back does not count; also at once', async () => {
    const member = await payee(server, { points: 10_000 })
    const { redemptionId } = await requested(server, member, { points: 1500 })
    await cancel(server, member, redemptionId)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask(server, member, { points: 500 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      fields: {
        points: 'At most ₹1,000.00 can be redeemed on one day, and ₹1,000.00 were asked for today.',
      },
    })
  })

  test('that starts over at midnight in Kolkata', async () => {
    const member = await payee(server, { points: 10_000 })
    await requested(server, member, { points: 2000 })
    expect((await ask(server, member, { points: 10 })).status).toBe(409)
    await server.db
      .updateTable('redemption')
      .set({ requested_at: new Date(Date.now() - 86_400_000) })
      .where('member_id', '=', member.memberId)
      .execute()
    expect((await ask(server, member, { points: 10 })).status).toBe(200)
  })
})

describe('the stock of a gift', () => {
  test('is given to as many as there are, however many ask at once', async () => {
    const giftId = await makeGift(server, { points: 20, stock: 3 })
    const members = await Promise.all(Array.from({ length: 8 }, () => payee(server)))
    const answers = await Promise.all(
      members.map((member) => ask(server, member, { kind: 'gift', giftId })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill(409),
    ])
    expect(await stockOf(server, giftId)).toBe(0)
    const none = answers.find(({ status }) => status === 409)
    expect(none?.body).toMatchObject({ fields: { giftId: 'Drill machine is out of stock.' } })
    const made = answers.findIndex(({ status }) => status === 200)
    const [member, answer] = [members[made], answers[made]]
    if (!member || !answer) throw new Error('nobody got one')
    await cancel(server, member, answer.body.redemptionId)
    expect(await stockOf(server, giftId)).toBe(1)
    const { body } = await server.call(contract.memberGifts, { token: member.token })
    expect(body.items.find((gift) => gift.giftId === giftId)).toMatchObject({ available: true })
  })

  test('is not taken where the points do not reach', async () => {
    const member = await payee(server, { points: 10 })
    const giftId = await makeGift(server)
    expect((await ask(server, member, { kind: 'gift', giftId })).status).toBe(409)
    expect(await stockOf(server, giftId)).toBe(3)
  })
})

describe('a member takes a request back', () => {
  test('and has the points again; once', async () => {
    const member = await payee(server)
    const { redemptionId, number } = await requested(server, member)
    const both = await Promise.all([1, 2].map(() => cancel(server, member, redemptionId)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({
      state: 'cancelled',
      events: [{ state: 'requested' }, { state: 'cancelled' }],
    })
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      message: `${number} was cancelled already: it cannot be cancelled.`,
    })
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 1000, held: 0 })
  })

  test("but not another's, which is not there for them", async () => {
    const member = await payee(server)
    const { redemptionId } = await requested(server, member)
    const other = await payee(server)
    expect((await cancel(server, other, redemptionId)).status).toBe(404)
    const params = { redemptionId }
    const seen = await server.call(contract.getMyRedemption, { token: other.token, params })
    expect(seen.status).toBe(404)
    for (const id of ['1', '9'.repeat(19)]) {
      expect((await cancel(server, member, id)).status).toBe(404)
    }
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 800, held: 200 })
  })
})
