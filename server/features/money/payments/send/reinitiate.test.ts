import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../../../contract/money/payments.ts'
import { getRedemption } from '../../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import {
  approve as approveRequest,
  requested,
  setField,
  type Staff,
} from '../../redemptions/test-support.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { type FakeProvider, notice } from '../provider/fake-provider.ts'
import {
  QUICK,
  auditOf,
  freshProvider,
  lastOf,
  listed,
  reinitiate,
  sendNext,
  sent,
  setBank,
  setUpi,
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

async function failed(reason = 'gateway_timeout', options: Parameters<typeof sent>[3] = {}) {
  provider.faults = [{ kind: 'refused', reason, text: 'Refused.' }]
  return sent(server, admin, provider, options)
}

/** One that goes to another account by now, proposed by the sub admin. */
async function proposed() {
  const made = await failed('bank_account_closed')
  await setBank(server, made.member.memberId, String(Date.now()))
  const { body } = await reinitiate(server, subAdmin, [made])
  expect(body).toMatchObject({ queued: [], proposed: [made.redemptionId], left: [] })
  const { paymentId } = await lastOf(server, admin, made)
  return { ...made, paymentId: paymentId ?? '' }
}

const approve = ({ token }: Staff, { paymentId }: { paymentId: string }, body: object = {}) =>
  server.call(contract.approvePayment, { token, params: { paymentId }, body })

const decline = ({ token }: Staff, { paymentId }: { paymentId: string }) =>
  server.call(contract.declinePayment, {
    token,
    params: { paymentId },
    body: { reason: 'It is not their account.' },
  })

describe('another attempt', () => {
  test('where nothing changed is queued, with a key of its own, and can be paid', async () => {
    const made = await failed()
    expect(await listed(server, subAdmin, 'failed', { q: made.number })).toMatchObject([
      { state: 'failed', mayReinitiate: true, whyNot: null, failure: { class: 'again' } },
    ])
    expect((await reinitiate(server, subAdmin, [made])).body).toMatchObject({
      queued: [made.redemptionId],
      proposed: [],
    })
    await sendNext(server, provider)
    const [second, first] = (await storyOf(server, admin, made)).attempts
    expect(second).toMatchObject({
      attempt: 2,
      state: 'processing',
      reason: 'The details were put right.',
    })
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
    expect(first).toMatchObject({ mayReinitiate: false, whyNot: 'Another attempt followed it.' })
    const told = provider.move(second?.number ?? '', { state: 'processed', utr: 'UTRAGAIN1' })
    await webhook(server, notice(told))
    expect(await storyOf(server, admin, made)).toMatchObject({ redemptionState: 'paid' })
    expect(await listed(server, subAdmin, 'failed', { q: made.number })).toEqual([])
  })

  test('twice at once is one', async () => {
    for (let round = 0; round < 5; round++) {
      provider = await freshProvider(server)
      const made = await failed()
      const both = await Promise.all([
        reinitiate(server, admin, [made]),
        reinitiate(server, subAdmin, [made]),
      ])
      expect(both.flatMap(({ body }) => body.queued)).toEqual([made.redemptionId])
      expect(both.flatMap(({ body }) => body.left)).toMatchObject([
        { reason: `${made.number} is being paid.` },
      ])
    }
  })

  test('is refused while the last one is open, for what is not confirmed, and to those who may not', async () => {
    const open = await sent(server, admin, provider)
    expect((await reinitiate(server, admin, [open])).body.left).toMatchObject([
      { reason: `${open.number} is being paid.` },
    ])
    const made = await failed()
    expect((await reinitiate(server, admin, [made], { totalPaise: 1 })).status).toBe(409)
    const finance = await server.staff('finance')
    expect((await reinitiate(server, finance, [made])).status).toBe(403)
  })

  test('is refused where the checklist stops it, and the list says so', async () => {
    const made = await failed()
    await setField(server, made.member.memberId, 'bank', { state: 'refused' })
    const [row] = await listed(server, admin, 'failed', { q: made.number })
    const answer = await reinitiate(server, admin, [made])
    await setField(server, made.member.memberId, 'bank', { state: 'accepted' })
    expect(row).toMatchObject({
      mayReinitiate: false,
      whyNot: 'It cannot be paid. Bank account: It was refused in the KYC review.',
    })
    expect(answer.body.left).toMatchObject([{ reason: expect.stringContaining('cannot be paid') }])
  })
})

describe('a destination that the provider called wrong', () => {
  const invalid = () => failed('beneficiary_vpa_invalid', { body: { kind: 'upi' } })

  test('is a failing check, in list and story alike', async () => {
    const made = await invalid()
    const [row] = await listed(server, admin, 'failed', { q: made.number })
    const stop = {
      key: 'last_payment',
      state: 'stop',
      reason: expect.stringMatching(/^There is no such UPI address\..*ask the member for another/),
    }
    expect(row).toMatchObject({
      verdict: 'red',
      problems: [{ key: 'destination', state: 'warn' }, stop],
      mayReinitiate: false,
      mayAskDetails: true,
      whyNot: expect.stringContaining('There is no such UPI address.'),
    })
    const story = await storyOf(server, admin, made)
    expect(story.verdict).toBe('red')
    expect(story.checklist.filter(({ state }) => state !== 'ok')).toEqual(row?.problems)
    expect(story.attempts[0]?.whyNot).toBe(row?.whyNot)
  })

  test('is never sent to again unchanged, alone or among others', async () => {
    const made = await invalid()
    const good = await failed()
    for (const selected of [[made], [good, made]]) {
      const { status, body } = await reinitiate(server, admin, selected)
      expect(status).toBe(409)
      expect(body).toMatchObject({
        message: expect.stringMatching(
          new RegExp(`^${made.number} cannot be sent again.*no such UPI address.*Nothing was sent`),
        ),
      })
    }
    expect((await storyOf(server, admin, good)).attempts).toHaveLength(1)
    expect((await storyOf(server, admin, made)).attempts).toHaveLength(1)
  })

  test('is not sent to for another redemption of the member either', async () => {
    const made = await invalid()
    const detail = await requested(server, made.member, { kind: 'upi', points: 100 })
    const { body } = await server.call(getRedemption, {
      token: admin.token,
      params: { redemptionId: detail.redemptionId },
    })
    expect(body).toMatchObject({ verdict: 'red', mayApprove: false })
    const toBank = await requested(server, made.member, { kind: 'bank', points: 100 })
    const { status } = await approveRequest(server, admin, toBank.redemptionId)
    expect(status).toBe(200)
  })

  test('is left for new details, which go once another person approves', async () => {
    const made = await invalid()
    await setUpi(server, made.member.memberId, `n${Date.now()}@okbank`)
    const [row] = await listed(server, subAdmin, 'failed', { q: made.number })
    expect(row).toMatchObject({ verdict: 'amber', mayReinitiate: true })
    expect((await reinitiate(server, subAdmin, [made])).body.proposed).toEqual([made.redemptionId])
    const { paymentId } = await lastOf(server, admin, made)
    expect((await approve(admin, { paymentId: paymentId ?? '' })).status).toBe(200)
    await sendNext(server, provider)
    expect(await lastOf(server, admin, made)).toMatchObject({ attempt: 2, state: 'processing' })
  })

  test('that was frozen goes again once the member has given it again', async () => {
    const made = await failed('bank_account_frozen')
    expect((await reinitiate(server, admin, [made])).status).toBe(409)
    await server.db
      .updateTable('kyc_field')
      .set({ submitted_at: new Date(Date.now() + 1000) })
      .where('member_id', '=', made.member.memberId)
      .where('field', '=', 'bank')
      .execute()
    expect((await reinitiate(server, admin, [made])).body.queued).toEqual([made.redemptionId])
  })
})

describe('an attempt that goes elsewhere', () => {
  test('waits for another person, who sees what it is; then it leaves to the new account', async () => {
    const made = await proposed()
    expect(await sendNext(server, provider)).toBe('none')
    const story = await storyOf(server, subAdmin, made)
    expect(story).toMatchObject({ redemptionState: 'payment_pending', verdict: 'amber' })
    expect(story.attempts[0]).toMatchObject({ state: 'proposed', mayDecide: false })
    expect(story.checklist).toContainEqual({
      key: 'destination',
      label: 'Bank account',
      state: 'warn',
      reason: 'It is another one than at the request: another person must approve it.',
    })
    expect(await approve(subAdmin, made)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('You proposed it: somebody else must approve it.') },
    })
    expect((await storyOf(server, admin, made)).attempts[0]?.mayDecide).toBe(true)
    const answer = await approve(admin, made, { note: 'Seen on the cheque.' })
    expect(answer.body).toMatchObject({
      destination: story.attempts[0]?.destination,
      attempts: [{ state: 'queued', decidedBy: 'Test admin' }, { state: 'failed' }],
    })
    expect(await approve(admin, made)).toMatchObject({ status: 409 })
    await sendNext(server, provider)
    expect(provider.sent.at(-1)?.beneficiary).toMatchObject({ kind: 'bank' })
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing' })
    expect(await auditOf(server, 'payment', made.paymentId)).toMatchObject([
      { action: 'payment.approve', reason: 'Seen on the cheque.', staffId: admin.staffId },
    ])
  })

  test('can be declined, and proposed again', async () => {
    const made = await proposed()
    expect((await decline(subAdmin, made)).status).toBe(409)
    const { body } = await decline(admin, made)
    expect(body).toMatchObject({ redemptionState: 'failed', attempts: [{ state: 'declined' }, {}] })
    expect((await decline(admin, made)).status).toBe(409)
    expect(await listed(server, admin, 'failed', { q: made.number })).toMatchObject([
      { state: 'declined', mayReinitiate: true, failure: null },
    ])
    expect((await reinitiate(server, admin, [made])).body.proposed).toEqual([made.redemptionId])
    expect((await approve(subAdmin, await idOf(made))).status).toBe(200)
    await sendNext(server, provider)
  })

  const idOf = async (made: Approved) => ({
    paymentId: (await lastOf(server, admin, made)).paymentId ?? '',
  })

  test('is not approved when the account changed once more, nor when the member is blocked', async () => {
    const made = await proposed()
    await setBank(server, made.member.memberId, '777777777777')
    expect(await approve(admin, made)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed since it was proposed') },
    })
    await decline(admin, made)
    const blocked = await proposed()
    const block = (reason: string | null) =>
      server.db
        .updateTable('member')
        .set({ blocked_reason: reason })
        .where('member_id', '=', blocked.member.memberId)
        .execute()
    await block('Looked into')
    const answer = await approve(admin, blocked)
    await block(null)
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The member is blocked: Looked into') },
    })
    const { destination } = await storyOf(server, admin, blocked)
    expect(destination).not.toBe((await lastOf(server, admin, blocked)).destination)
  })

  test('by two at once is decided once', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await proposed()
      const both = await Promise.all([approve(admin, made), decline(admin, made)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      if ((await lastOf(server, admin, made)).state === 'queued') await sendNext(server, provider)
    }
  })
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
