import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../../../contract/money/payments.ts'
import { eraseUser } from '../../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { balanceOf, type Staff } from '../../redemptions/test-support.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { type FakeProvider, notice } from '../provider/fake-provider.ts'
import {
  AFTER_TRY_SECONDS,
  QUICK,
  pollAllDue,
  auditOf,
  freshProvider,
  lastOf,
  passTime,
  reinitiate,
  sendNext,
  sent,
  storyOf,
  webhook,
  type Approved,
} from '../test-support.ts'

let server: TestServer
let admin: Staff
let subAdmin: Staff
let provider: FakeProvider

beforeAll(async () => {
  server = await testServer(QUICK)
  admin = await server.staff('admin')
  subAdmin = await server.staff('sub admin')
})
beforeEach(async () => {
  provider = await freshProvider(server)
})
afterAll(() => server.stop())

async function failed() {
  provider.faults = [{ kind: 'refused', reason: 'gateway_timeout', text: 'No answer.' }]
  return sent(server, admin, provider)
}

const giveUp = ({ token }: Staff, { redemptionId }: Approved) =>
  server.call(contract.giveUpPayment, {
    token,
    params: { redemptionId },
    body: { reason: 'There is no account any more.' },
  })

const settle = ({ token }: Staff, { paymentId }: { paymentId: string }, body: object) =>
  server.call(contract.settlePayment, {
    token,
    params: { paymentId },
    body: { reason: 'By the bank statement.', ...body },
  })

describe('giving up', () => {
  test('gives the points back, once, and tells why', async () => {
    const made = await failed()
    const both = await Promise.all([giveUp(admin, made), giveUp(subAdmin, made)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await storyOf(server, admin, made)).toMatchObject({
      redemptionState: 'cancelled',
      mayGiveUp: false,
      attempts: [
        { state: 'failed', mayReinitiate: false, whyNot: `${made.number} was cancelled already.` },
      ],
    })
    expect(await balanceOf(server, made.member.memberId)).toEqual({ available: 1000, held: 0 })
    expect((await auditOf(server, 'redemption', made.redemptionId)).at(-1)).toMatchObject({
      action: 'redemption.give_up',
      reason: 'There is no account any more.',
    })
  })

  test('is refused while a payment is open or a finding waits', async () => {
    const open = await sent(server, admin, provider)
    expect((await giveUp(admin, open)).status).toBe(409)
    const made = await failed()
    const told = provider.act(provider.sent.at(-1) ?? expect.fail())
    await webhook(server, notice({ ...told, state: 'processed', providerState: 'processed' }))
    expect(await giveUp(admin, made)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A finding about its payment') },
    })
    expect((await storyOf(server, admin, made)).mayGiveUp).toBe(false)
  })
})

describe('settling by a person', () => {
  async function unknown() {
    provider.faults = [{ kind: 'lost', why: 'Cut.' }]
    const made = await sent(server, admin, provider)
    provider.lookUpFaults = [{ kind: 'lost', why: 'Cut.' }]
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    return made
  }

  test('is also for one on its way of which a finding waits, which nothing else could end', async () => {
    const made = await sent(server, admin, provider)
    const told = provider.act(provider.sent.at(-1) ?? expect.fail())
    const arrived = { state: 'processed' as const, providerState: 'processed' }
    await webhook(server, notice({ ...told, ...arrived, amountPaise: 1, utr: 'U00000001' }))
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing', alerts: 1 })
    const answer = await settle(admin, made, { outcome: 'processed', utr: 'STMT00777' })
    expect(answer.status).toBe(200)
    expect(await lastOf(server, admin, made)).toMatchObject({
      state: 'processed',
      utr: 'STMT00777',
    })
    expect(await balanceOf(server, made.member.memberId)).toMatchObject({ held: 0 })
  })

  test('is for what is unknown, asked about and not under way', async () => {
    const known = await sent(server, admin, provider)
    expect(await settle(admin, known, { outcome: 'failed' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is on its way') },
    })
    provider.faults = [{ kind: 'lost', why: 'Cut.' }]
    const fresh = await sent(server, admin, provider)
    expect(await settle(admin, fresh, { outcome: 'failed' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('wait a minute') },
    })
    passTime(server, AFTER_TRY_SECONDS)
    expect(await settle(admin, fresh, { outcome: 'failed' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('ask the provider first') },
    })
    const made = await unknown()
    expect((await settle(subAdmin, made, { outcome: 'failed' })).status).toBe(403)
    expect((await settle(admin, made, { outcome: 'processed' })).status).toBe(400)
    expect((await settle(admin, made, { outcome: 'failed', utr: 'ABCDEF1' })).status).toBe(400)
  })

  test('as paid takes the UTR of the statement, which must be nobody else’s', async () => {
    const made = await unknown()
    const both = await Promise.all([
      settle(admin, made, { outcome: 'processed', utr: 'stmt000001' }),
      settle(admin, made, { outcome: 'processed', utr: 'stmt000001' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await storyOf(server, admin, made)).toMatchObject({
      redemptionState: 'paid',
      attempts: [{ state: 'processed', utr: 'STMT000001' }],
    })
    expect(await auditOf(server, 'payment', made.paymentId)).toMatchObject([
      { action: 'payment.settle', reason: 'By the bank statement.' },
    ])
    const other = await unknown()
    expect(await settle(admin, other, { outcome: 'processed', utr: 'STMT000001' })).toMatchObject({
      status: 400,
      body: { message: `This UTR stands on ${made.payment} already.` },
    })
  })

  test('as not paid lets another attempt follow; the provider’s word against it stops that', async () => {
    const made = await unknown()
    await settle(admin, made, { outcome: 'failed' })
    const last = await lastOf(server, admin, made)
    expect(last).toMatchObject({
      state: 'failed',
      failure: { code: 'settled', class: 'again' },
      mayReinitiate: true,
    })
    const told = provider.act(provider.sent.at(-1) ?? expect.fail())
    await webhook(server, notice(told))
    expect(await lastOf(server, admin, made)).toMatchObject({
      state: 'failed',
      alerts: 1,
      mayReinitiate: false,
    })
  })
})

describe('asking now', () => {
  const ask = ({ token }: Staff, { paymentId }: { paymentId: string }) =>
    server.call(contract.askProvider, { token, params: { paymentId } })

  test('applies what is told', async () => {
    const made = await sent(server, admin, provider)
    provider.move(made.payment, { state: 'processed', utr: 'ASKED00001' })
    const { body } = await ask(subAdmin, made)
    expect(body).toMatchObject({ redemptionState: 'paid' })
    expect(body.attempts[0]?.events.slice(-2)).toMatchObject([
      { by: 'Test sub admin', what: 'The provider was asked' },
      { by: 'RazorpayX', what: 'Paid' },
    ])
  })

  test('of a provider that does not answer is told so, and changes nothing', async () => {
    const made = await sent(server, admin, provider)
    const before = await storyOf(server, admin, made)
    provider.lookUpFaults = [{ kind: 'lost', why: 'It did not answer within 30 seconds.' }]
    expect(await ask(admin, made)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('RazorpayX did not answer') },
    })
    expect(await storyOf(server, admin, made)).toEqual(before)
  })

  test('is refused for what was not sent, was sent just now, or is over', async () => {
    const queued = await failed()
    await reinitiate(server, admin, [queued])
    const { paymentId } = await lastOf(server, admin, queued)
    expect((await ask(admin, { paymentId: paymentId ?? '' })).status).toBe(409)
    await sendNext(server, provider)
    expect((await ask(admin, queued)).status).toBe(409)
    expect((await ask(admin, { paymentId: '1' })).status).toBe(404)
  })

  test('of one that the provider does not have lets the sender send the same again at once', async () => {
    provider.faults = [{ kind: 'lost', why: 'Cut.' }]
    const made = await sent(server, admin, provider)
    expect((await ask(admin, made)).body.attempts[0]).toMatchObject({ state: 'unknown' })
    expect(provider.sent).toHaveLength(1)
    await pollAllDue(server, provider)
    expect(provider.sent).toHaveLength(2)
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing' })
  })
})

test('a member to whom money is on its way is not erased', async () => {
  const made = await sent(server, admin, provider)
  const erase = () =>
    server.call(eraseUser, {
      token: admin.token,
      params: { memberId: made.member.memberId },
      body: { reason: 'Asked for it in writing', confirm: made.member.code },
    })
  const setState = (state: 'paid' | 'payment_pending') =>
    server.db
      .updateTable('redemption')
      .set({ state })
      .where('redemption_id', '=', made.redemptionId)
      .execute()
  expect(await erase()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1 redemption is not finished') },
  })
  // Nor where the redemption says otherwise: what counts is the money.
  await setState('paid')
  const answer = await erase()
  await setState('payment_pending')
  expect(answer).toMatchObject({
    status: 409,
    body: {
      message: 'A payment to this member is on its way. Wait until it is over, then erase.',
    },
  })
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
