import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoOutbox } from '../../../../../contract/people/members.ts'
import { getMyRedemption } from '../../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { balanceOf, setField, type Staff } from '../../redemptions/test-support.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { type FakeProvider, notice } from '../provider/fake-provider.ts'
import { takeNext } from './dispatch.service.ts'
import {
  QUICK,
  approved,
  freshProvider,
  lastOf,
  listed,
  openAlerts,
  payable,
  send,
  sendNext,
  sent,
  setBank,
  storyOf,
  webhook,
} from '../test-support.ts'

let server: TestServer
let admin: Staff
let provider: FakeProvider

beforeAll(async () => {
  server = await testServer(QUICK)
  admin = await server.staff('admin')
})
beforeEach(async () => {
  provider = await freshProvider(server)
})
afterAll(() => server.stop())

const messagesTo = async (mobile: string) => {
  const { body } = await server.call(demoOutbox, { query: { to: mobile } })
  return body.items.map(({ text }) => text)
}

describe('a payment', () => {
  test('goes from approval to UTR, and each step is told', async () => {
    const made = await approved(server)
    expect((await send(server, admin, [made])).body).toEqual({
      queued: [made.redemptionId],
      left: [],
    })
    const [row] = await listed(server, admin, 'pending', { q: made.number })
    expect(row).toMatchObject({ state: 'queued', attempt: 1, grossPaise: 20_000, netPaise: null })
    await sendNext(server, provider)
    const payment = await lastOf(server, admin, made)
    expect(payment).toMatchObject({
      state: 'processing',
      mode: 'IMPS',
      netPaise: 20_000,
      taxPaise: 0,
      providerState: 'processing',
    })
    const number = payment.number ?? ''
    const update = provider.move(number, { state: 'processed', utr: 'UTR000001' })
    expect((await webhook(server, notice(update))).body).toEqual({ received: true })
    expect(await storyOf(server, admin, made)).toMatchObject({
      redemptionState: 'paid',
      attempts: [
        {
          state: 'processed',
          utr: 'UTR000001',
          idempotencyKey: provider.sent[0]?.idempotencyKey,
          initiatedBy: 'Test admin',
          events: [
            { by: 'Test admin', what: 'Queued' },
            { by: 'HIL Dashboard', what: 'Sent' },
            { by: 'RazorpayX', what: 'The provider reported a status' },
            { by: 'RazorpayX, by itself', what: 'Paid' },
          ],
        },
      ],
      tax: { taken: true, taxPaise: 0, netPaise: 20_000 },
      mayGiveUp: false,
      verdict: null,
    })
    expect(await balanceOf(server, made.member.memberId)).toEqual({ available: 800, held: 0 })
    const mine = await server.call(getMyRedemption, {
      token: made.member.token,
      params: { redemptionId: made.redemptionId },
    })
    expect(mine.body.payment).toMatchObject({ state: 'paid', netPaise: 20_000, utr: 'UTR000001' })
    expect(await listed(server, admin, 'complete', { q: 'utr000001' })).toHaveLength(1)
    await expect
      .poll(() => messagesTo(made.member.mobile))
      .toContainEqual(expect.stringContaining(`${made.number}: ₹200.00 was paid`))
  })

  test('leaves whole, with the member’s account, and is kept sealed until it is over', async () => {
    const member = await payable(server)
    await setBank(server, member.memberId, '000123456789')
    const made = await sent(server, admin, provider, { member })
    expect(provider.sent).toEqual([
      {
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        number: made.payment,
        amountPaise: 20_000,
        mode: 'IMPS',
        beneficiary: {
          kind: 'bank',
          name: 'Ramesh Kumar',
          account: '000123456789',
          ifsc: 'HDFC0001234',
        },
        contact: { reference: member.code, name: 'Ramesh Kumar' },
      },
    ])
    const sealed = async () =>
      (
        await server.db
          .selectFrom('payment')
          .select('sealed')
          .where('payment_id', '=', made.paymentId)
          .executeTakeFirstOrThrow()
      ).sealed
    expect((await sealed())?.includes('000123456789')).toBe(false)
    const update = provider.move(made.payment, { state: 'failed', reason: 'bank_account_closed' })
    await webhook(server, notice(update))
    expect(await sealed()).toBe(null)
    expect(await lastOf(server, admin, made)).toMatchObject({
      state: 'failed',
      failure: { code: 'bank_account_closed', words: 'The bank account is closed.', class: 'fix' },
    })
  })

  test('to a UPI address goes by UPI, and a large one by NEFT', async () => {
    await sent(server, admin, provider, { body: { kind: 'upi' } })
    expect(provider.sent.at(-1)).toMatchObject({ mode: 'UPI', beneficiary: { kind: 'upi' } })
    const member = await payable(server, { points: 700_000 })
    const large = await sent(server, admin, provider, { member, body: { points: 600_000 } })
    expect(provider.sent.at(-1)?.mode).toBe('NEFT')
    expect(await lastOf(server, admin, large)).toMatchObject({
      taxPaise: 6_000_000,
      netPaise: 54_000_000,
    })
  })

  test('is looked at once more when its turn comes: what cannot be paid by then fails in words', async () => {
    const made = await approved(server)
    await send(server, admin, [made])
    await setField(server, made.member.memberId, 'bank', { state: 'pending' })
    expect(await sendNext(server, provider)).toBe('failed')
    expect(provider.sent).toEqual([])
    await setField(server, made.member.memberId, 'bank', { state: 'accepted' })
    expect(await storyOf(server, admin, made)).toMatchObject({
      redemptionState: 'failed',
      attempts: [
        {
          state: 'failed',
          netPaise: null,
          failure: {
            code: 'checklist',
            words: expect.stringContaining('It was sent again and waits for its review.'),
          },
        },
      ],
    })
  })

  test('to an account that was changed behind the digest does not leave', async () => {
    const made = await approved(server)
    await send(server, admin, [made])
    const { digest } = await server.db
      .selectFrom('kyc_field')
      .select('digest')
      .where('member_id', '=', made.member.memberId)
      .where('field', '=', 'bank')
      .executeTakeFirstOrThrow()
    await setBank(server, made.member.memberId, '999999999999')
    await setField(server, made.member.memberId, 'bank', { digest: digest ?? Buffer.of(1) })
    expect(await sendNext(server, provider)).toBe('failed')
    expect(provider.sent).toEqual([])
  })

  test('bears the tax of the PAN as it is when it is sent, not when it was approved', async () => {
    const [before, after] = [
      await payable(server, { points: 40_000 }),
      await payable(server, { points: 40_000 }),
    ]
    const pair = [
      await approved(server, { member: before, body: { points: 30_000 } }),
      await approved(server, { member: after, body: { points: 30_000 } }),
    ]
    await setField(server, after.memberId, 'pan', { state: 'pending' })
    await send(server, admin, pair)
    const taxes = []
    for (const made of pair) {
      await sendNext(server, provider)
      taxes.push((await lastOf(server, admin, made)).taxPaise)
    }
    await setField(server, after.memberId, 'pan', { state: 'accepted' })
    expect(taxes).toEqual([300_000, 600_000])
  })
})

test('many who take from the queue at once take each payment once', async () => {
  const member = await payable(server, { points: 2000 })
  const selected = []
  for (let one = 0; one < 12; one++) {
    selected.push(await approved(server, { member, body: { points: 100 } }))
  }
  await send(server, admin, selected)
  const taken: string[] = []
  const taker = async () => {
    for (;;) {
      const next = await takeNext(server.context)
      if (next === 'none') return
      if (typeof next === 'string' || 'stuck' in next) throw new Error(JSON.stringify(next))
      taken.push(next.paymentId)
    }
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map(taker))
  await taker()
  expect(taken).toHaveLength(12)
  expect(new Set(taken).size).toBe(12)
})

describe('a provider that', () => {
  test('refuses ends it with its reason; the tax counts for nothing, and the member is told', async () => {
    provider.faults = [{ kind: 'refused', reason: 'bad_request', text: 'The name is too long.' }]
    const made = await sent(server, admin, provider)
    expect(await lastOf(server, admin, made)).toMatchObject({
      state: 'failed',
      failure: {
        code: 'refused',
        words: expect.stringContaining('The name is too long.'),
        class: 'fix',
      },
    })
    const benefit = await server.db
      .selectFrom('benefit')
      .select('undone_at')
      .where('payment_id', '=', made.paymentId)
      .executeTakeFirstOrThrow()
    expect(benefit.undone_at).not.toBe(null)
    await expect
      .poll(() => messagesTo(made.member.mobile))
      .toContainEqual(expect.stringContaining('could not be paid'))
  })

  test('takes no more at the moment gets the same again, and the try is counted', async () => {
    const later = { kind: 'later', why: 'Too many.', waitMs: 50 } as const
    provider.faults = [later, later]
    const made = await sent(server, admin, provider)
    expect(provider.sent).toHaveLength(3)
    expect(new Set(provider.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    const { tries } = await server.db
      .selectFrom('payment')
      .select('tries')
      .where('payment_id', '=', made.paymentId)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(3)
    const { events } = await lastOf(server, admin, made)
    expect(events.filter(({ what }) => what.startsWith('Not taken'))).toMatchObject([
      { by: 'HIL Dashboard', note: 'Too many.' },
    ])
  })

  test('has two payouts of one number is put before a person', async () => {
    const made = await sent(server, admin, provider)
    const [request] = provider.sent
    if (!request) throw new Error('Nothing was sent.')
    const twice = provider.act({ ...request, idempotencyKey: 'another-key' })
    await webhook(server, notice({ ...twice, state: 'processed', providerState: 'processed' }))
    expect(await openAlerts(server, admin)).toContainEqual(
      expect.objectContaining({ kind: 'contradiction', paymentNumber: made.payment }),
    )
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing', alerts: 1 })
  })
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
