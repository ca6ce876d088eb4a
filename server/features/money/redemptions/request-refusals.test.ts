import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/redemptions.ts'
import { demoOutbox, withdrawConsent } from '../../../../contract/people/members.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { ask, makeGift, PAYS_UPI, payee, setField, type Staff } from './test-support.ts'

let server: TestServer
let cs: Staff
let admin: Staff

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
  admin = await server.staff('admin')
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
describe('who may not redeem is told why', () => {
  const NOT_VERIFIED = /^Your bank account is not verified yet/

  test.each([
    ['pending', NOT_VERIFIED],
    ['refused', /^Your bank account was refused in the KYC review/],
  ] as const)('a bank account that is %s', async (state, words) => {
    const member = await payee(server)
    await setField(server, member.memberId, 'bank', { state })
    const answer = await ask(server, member, { points: 100 })
    expect(answer).toMatchObject({
      status: 409,
      body: { fields: { kind: expect.stringMatching(words) } },
    })
    expect((await ask(server, member, { kind: 'upi', points: 100 })).status).toBe(200)
  })

  test('UPI where no payout provider is set up: the bank’s file pays accounts only', async () => {
    const without = await testServer()
    const member = await payee(without)
    const answer = await ask(without, member, { kind: 'upi', points: 100 })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        fields: {
          kind: 'Payments to UPI are not set up in this programme. Choose the bank account.',
        },
      },
    })
    expect((await ask(without, member, { points: 100 })).status).toBe(200)
    await without.stop()
  })

  test('no bank account at all; a gift needs none', async () => {
    const member = await payee(server)
    await server.db.deleteFrom('kyc_field').where('member_id', '=', member.memberId).execute()
    const answer = await ask(server, member, { points: 100 })
    expect(answer.body).toMatchObject({ message: expect.stringMatching(NOT_VERIFIED) })
    const giftId = await makeGift(server)
    expect((await ask(server, member, { kind: 'gift', giftId })).status).toBe(200)
  })

  test('without consent, and blocked', async () => {
    const member = await payee(server)
    await server.call(withdrawConsent, { token: member.token, params: { purpose: 'kyc' } })
    expect(await ask(server, member, { points: 100 })).toMatchObject({
      status: 409,
      body: {
        message: 'Points are redeemed once you agree to the KYC notice. Agree to it in the app.',
      },
    })
    const blocked = await payee(server)
    await server.db
      .updateTable('member')
      .set({ blocked_reason: 'Two accounts' })
      .where('member_id', '=', blocked.memberId)
      .execute()
    expect(await ask(server, blocked, { points: 100 })).toMatchObject({
      status: 409,
      body: { message: 'Your account is blocked: no points can be redeemed. Ask the helpdesk.' },
    })
    expect((await forMember(blocked.memberId, {})).body).toMatchObject({
      message: 'This member is blocked: no points can be redeemed.',
    })
  })
})

test.each<[object, string, string]>([
  [{ points: 9 }, 'points', 'At least 10 points are redeemed at once.'],
  [{ points: 0 }, 'points', 'At least one point.'],
  [{ points: -5 }, 'points', 'At least one point.'],
  [{ points: 10.5 }, 'points', 'Points are whole numbers.'],
  [{ points: '100' }, 'points', 'Enter how many points.'],
  [{ points: 10_000_001 }, 'points', 'At most 1,00,00,000 points at once.'],
  [{}, 'points', 'Enter how many points.'],
  [{ kind: 'cash', points: 100 }, 'kind', 'Points are redeemed to bank, upi or gift.'],
  [{ points: 100, giftId: 1 }, 'giftId', 'A gift is redeemed with the kind gift.'],
  [{ points: 100, quantity: 2 }, 'quantity', 'Only gifts are counted: leave this out.'],
  [{ kind: 'gift' }, 'giftId', 'Say which gift.'],
  [
    { kind: 'gift', giftId: 1, points: 5 },
    'points',
    'A gift has its own price: leave the points out.',
  ],
  [{ kind: 'gift', giftId: 2_000_000_000 }, 'giftId', 'There is no such gift.'],
  [{ kind: 'gift', giftId: 1, quantity: 0 }, 'quantity', 'At least one.'],
  [{ kind: 'gift', giftId: 1, quantity: 101 }, 'quantity', 'At most 100 at once.'],
  [
    { points: 100, idempotencyKey: 'short' },
    'idempotencyKey',
    'An idempotency key has at least 8 characters.',
  ],
  [
    { points: 100, idempotencyKey: undefined },
    'idempotencyKey',
    'Send an idempotency key: a text of your own that names this request.',
  ],
])('%j is refused at its field with a sentence', async (body, field, message) => {
  const member = await payee(server)
  const answer = await ask(server, member, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  expect(answer.body).toMatchObject({ fields: { [field]: message } })
})

test('a gift that is no longer offered, too few of it and too many points for it', async () => {
  const member = await payee(server)
  const gone = await makeGift(server, { active: false })
  expect((await ask(server, member, { kind: 'gift', giftId: gone })).body).toMatchObject({
    fields: { giftId: 'Drill machine is no longer offered.' },
  })
  const few = await makeGift(server, { stock: 2 })
  const three = { kind: 'gift', giftId: few, quantity: 3 }
  expect(await ask(server, member, three)).toMatchObject({
    status: 409,
    body: { fields: { quantity: 'Only 2 of Drill machine are left.' } },
  })
  const dear = await makeGift(server, { points: 6_000_000 })
  expect(await ask(server, member, { kind: 'gift', giftId: dear, quantity: 2 })).toMatchObject({
    status: 400,
    body: { fields: { quantity: 'At most 1,00,00,000 points are redeemed at once.' } },
  })
  const { body } = await server.call(contract.memberGifts, { token: member.token })
  const offered = body.items.map(({ giftId }) => giftId)
  expect(offered).toContain(few)
  expect(offered).not.toContain(gone)
})

describe('staff for a member', () => {
  test('says why, is named, and the member is told', async () => {
    const member = await payee(server)
    const { status, body } = await forMember(member.memberId, { points: 100 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      requestedBy: 'Test cs',
      mayApprove: false,
      whyNot: 'You asked for it: somebody else must approve it.',
      events: [{ by: 'Test cs', action: 'request', note: 'Asked by phone.' }],
    })
    await expect
      .poll(async () => {
        const outbox = await server.call(demoOutbox, { query: { to: member.mobile } })
        return outbox.body.items.map(({ text }) => text)
      })
      .toEqual([
        `HIL: ${body.number}: 100 points were asked to be redeemed on your word. If it was not you, tell the helpdesk.`,
      ])
    const trail = await server.db
      .selectFrom('audit')
      .select(['staff_id', 'reason', 'after'])
      .where('subject', '=', 'redemption')
      .where('subject_id', '=', body.redemptionId)
      .execute()
    expect(trail).toMatchObject([
      {
        staff_id: cs.staffId,
        reason: 'Asked by phone.',
        after: { points: 100, amountPaise: 5000 },
      },
    ])
    const own = await server.call(contract.getMyRedemption, {
      token: member.token,
      params: { redemptionId: body.redemptionId },
    })
    expect(own.body.events).toMatchObject([{ state: 'requested', note: null }])
  })

  test.each<[object, string, string]>([
    [{ reason: '' }, 'reason', 'The reason: a few words.'],
    [{ reason: undefined }, 'reason', 'The reason is missing.'],
    [
      { reason: 'Call 98765 43210' },
      'reason',
      'Leave the number out: no PAN, GSTIN, account, mobile or payment address is kept in a note.',
    ],
    [{ points: undefined }, 'points', 'Enter how many points.'],
  ])('%j is refused', async (body, field, message) => {
    const member = await payee(server)
    expect(await forMember(member.memberId, body)).toMatchObject({
      status: 400,
      body: { fields: { [field]: message } },
    })
  })

  test('only with the permission, and of a member who exists', async () => {
    const member = await payee(server)
    expect((await forMember(member.memberId, {}, admin)).status).toBe(403)
    expect((await forMember(2_147_483_647, {})).status).toBe(404)
    expect((await forMember(member.memberId, {}, await server.staff('sub admin'))).status).toBe(200)
  })
})
