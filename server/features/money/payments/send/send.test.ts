import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../../contract/money/payments.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { makeGift, setField, type Staff } from '../../redemptions/test-support.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { FakeProvider } from '../provider/fake-provider.ts'
import { QUICK, approved, auditOf, lastOf, send, storyOf } from '../test-support.ts'

let server: TestServer
let admin: Staff
let almond: Staff

beforeAll(async () => {
  server = await testServer(QUICK)
  server.context.payouts = new FakeProvider()
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
})
afterAll(() => server.stop())

test('many are queued at once, each with a key and a number of its own, and it is on record', async () => {
  const selected = [await approved(server), await approved(server)]
  const ids = selected.map(({ redemptionId }) => redemptionId)
  expect((await send(server, almond, selected)).body).toEqual({ queued: ids, left: [] })
  const rows = await Promise.all(selected.map((one) => lastOf(server, admin, one)))
  expect(new Set(rows.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(2)
  expect(await auditOf(server, 'redemption', ids[0] ?? '')).toMatchObject([
    { action: 'redemption.approve' },
    { action: 'redemption.queue', staffId: almond.staffId },
  ])
})

test('another sum than was confirmed sends nothing', async () => {
  const made = await approved(server)
  const answer = await send(server, admin, [made], { totalPaise: 19_900 })
  expect(answer).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('worth ₹200.00, not ₹199.00') },
  })
  expect((await storyOf(server, admin, made)).attempts).toEqual([])
})

test('two clicks at once make one payment, and the second is told so', async () => {
  for (let round = 0; round < 8; round++) {
    const made = await approved(server)
    const both = await Promise.all([send(server, admin, [made]), send(server, almond, [made])])
    const queued = both.flatMap(({ body }) => body.queued)
    expect(queued).toEqual([made.redemptionId])
    expect(both.flatMap(({ body }) => body.left)).toEqual([
      {
        redemptionId: made.redemptionId,
        number: made.number,
        reason: `${made.number} is being paid: it cannot be sent.`,
      },
    ])
    expect((await storyOf(server, admin, made)).attempts).toHaveLength(1)
  }
})

test('what cannot be paid, is no money or has no such way is left with its reason', async () => {
  const giftId = await makeGift(server, { points: 100 })
  const [red, gift, upi, good] = [
    await approved(server),
    await approved(server, {
      body: { kind: 'gift', giftId, quantity: 1, points: undefined },
    }),
    await approved(server, { body: { kind: 'upi' } }),
    await approved(server),
  ]
  await setField(server, red.member.memberId, 'bank', { state: 'refused' })
  const selected = [red, gift, upi, good]
  const answer = await send(server, admin, selected, { provider: 'bank-file' })
  await setField(server, red.member.memberId, 'bank', { state: 'accepted' })
  expect(answer.body.queued).toEqual([good.redemptionId])
  expect(answer.body.left.map(({ reason }) => reason)).toEqual([
    `${red.number} cannot be paid. Bank account: It was refused in the KYC review.`,
    `${gift.number} is a gift: no money is paid.`,
    `${upi.number} goes to a UPI address, which no bank file can pay: send it by RazorpayX.`,
  ])
  expect(await storyOf(server, admin, red)).toMatchObject({ redemptionState: 'approved' })
})

test('what is not there, and a provider that is not set up, refuse the whole', async () => {
  const made = await approved(server)
  const missing = { ...made, redemptionId: '12345' }
  expect((await send(server, admin, [made, missing])).status).toBe(404)
  const { payouts } = server.context
  server.context.payouts = null
  const answer = await send(server, admin, [made])
  server.context.payouts = payouts
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'RazorpayX is not set up here: payments go by bank file only.' },
  })
  expect((await storyOf(server, admin, made)).attempts).toEqual([])
})

test('only those who may send do', async () => {
  const made = await approved(server)
  for (const role of ['cs', 'finance', 'sub admin'] as const) {
    const staff = await server.staff(role)
    expect((await send(server, staff, [made])).status).toBe(403)
  }
})

test('the ways of payment, what waits for each and how far the balance reaches', async () => {
  const provider = new FakeProvider()
  provider.reported = { paise: 45_000, asOf: new Date(1_000_000) }
  server.context.payouts = provider
  await server.db
    .updateTable('payment')
    .set({ provider: 'bank-file' })
    .where('state', '=', 'queued')
    .execute()
  const selected = []
  for (let one = 0; one < 3; one++) selected.push(await approved(server))
  await send(server, admin, selected)
  const look = async () =>
    (await server.call(contract.paymentProviders, { token: admin.token })).body
  expect(await look()).toMatchObject({
    perSecond: 50,
    providers: [
      {
        provider: 'razorpayx',
        name: 'RazorpayX',
        balancePaise: 45_000,
        problem: null,
        waiting: { count: 3, paise: 60_000 },
        covered: { count: 2, paise: 40_000 },
      },
      { provider: 'bank-file', balancePaise: null, covered: null },
    ],
  })
  server.context.payouts = Object.assign(new FakeProvider(), {
    balance: async () => new Promise(() => {}),
  })
  const began = performance.now()
  const [first] = (await look()).providers
  expect(first).toMatchObject({
    balancePaise: null,
    problem: 'It did not answer within 3 seconds.',
    covered: null,
  })
  const [second] = (await look()).providers
  expect(second?.problem).toBe(first?.problem)
  expect(performance.now() - began).toBeLessThan(5_500)
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
