import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as alerts from '../../../../../contract/money/payment-alerts.ts'
import * as contract from '../../../../../contract/money/payments.ts'
import type { PaymentRow } from '../../../../../contract/money/payments.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import type { Payee, Staff } from '../../redemptions/test-support.ts'
import { FakeProvider, notice } from '../provider/fake-provider.ts'
import {
  QUICK,
  approved,
  listed,
  payable,
  reinitiate,
  send,
  sendNext,
  sent,
  setBank,
  webhook,
  type Approved,
} from '../test-support.ts'

let server: TestServer
let admin: Staff
const provider = new FakeProvider()
let member: Payee
const made: Record<string, Approved> = {}

beforeAll(async () => {
  server = await testServer(QUICK)
  server.context.payouts = provider
  admin = await server.staff('admin')
  member = await payable(server, { points: 100_000 })
  const tell = (payment: string, change: Parameters<FakeProvider['move']>[1]) =>
    webhook(server, notice(provider.move(payment, change)))
  const points = (count: number) => ({ body: { points: count } })
  for (const [index, state] of ['processed', 'reversed'].entries()) {
    const one = await sent(server, admin, provider, points(300 + index))
    await tell(one.payment, { state: 'processed', utr: `LIST00000${index}` })
    if (state === 'reversed') await tell(one.payment, { state: 'reversed', reason: null })
    made[state] = one
  }
  for (const [reason, key] of [
    ['bank_account_closed', 'fix'],
    ['gateway_timeout', 'again'],
    ['beneficiary_bank_offline', 'wait'],
  ] as const) {
    const one = await sent(server, admin, provider, points(400))
    await tell(one.payment, { state: 'failed', reason, reasonText: 'As told.' })
    made[key] = one
  }
  provider.faults = ['lost after']
  made.unknown = await sent(server, admin, provider, points(500))
  made.processing = await sent(server, admin, provider, { ...points(600), member })
  made.proposed = await elsewhere()
  made.queued = await approved(server, points(700))
  await send(server, admin, [made.queued], { provider: 'bank-file' })
  made.ready = await approved(server, { body: { kind: 'upi', points: 800 } })
})
afterAll(() => server.stop())

async function elsewhere(): Promise<Approved> {
  provider.faults = [{ kind: 'refused', reason: 'bad', text: 'No.' }]
  const one = await sent(server, admin, provider, { body: { points: 450 } })
  await setBank(server, one.member.memberId, '123123123123')
  await reinitiate(server, admin, [one])
  return one
}

const states = (rows: readonly PaymentRow[]) => rows.map(({ state }) => state)

describe('money that waits', () => {
  test('is ready, proposed, queued, processing or unknown, the longest wait first', async () => {
    const rows = await listed(server, admin, 'pending')
    expect(states(rows)).toEqual(['unknown', 'processing', 'proposed', 'queued', 'ready'])
    expect(rows.at(-1)).toMatchObject({
      rowId: made.ready?.redemptionId,
      paymentId: null,
      number: null,
      attempt: 0,
      kind: 'upi',
      provider: null,
      grossPaise: 80_000,
      destination: expect.stringContaining('@okbank'),
      mayReinitiate: false,
      whyNot: null,
    })
  })

  test('is narrowed by state, provider, kind, member and day', async () => {
    const look = (query: object) => listed(server, admin, 'pending', { ...query })
    expect(states(await look({ status: ['ready', 'unknown'] }))).toEqual(['unknown', 'ready'])
    expect(states(await look({ provider: 'bank-file' }))).toEqual(['queued'])
    expect(states(await look({ kind: 'upi' }))).toEqual(['ready'])
    expect(states(await look({ member: member.memberId }))).toEqual(['processing'])
    expect(await look({ to: '2020-01-01' })).toEqual([])
    expect(states(await look({ sort: 'largest' }))).toEqual([
      'ready',
      'queued',
      'processing',
      'unknown',
      'proposed',
    ])
  })

  test('is found by number of payment or redemption, mobile and member code', async () => {
    const [row] = await listed(server, admin, 'pending', { status: 'processing' })
    const found = [row?.number, made.processing?.number, member.mobile, member.code]
    for (const q of found) {
      expect(states(await listed(server, admin, 'pending', { q }))).toEqual(['processing'])
    }
    expect(await listed(server, admin, 'pending', { q: 'UTR999999' })).toEqual([])
    const bad = await server.call(contract.pendingPayments, {
      token: admin.token,
      query: { q: 'who is it?' },
    })
    expect(bad.status).toBe(400)
  })

  test('page by page misses and repeats nothing, and is counted', async () => {
    for (const sort of ['oldest', 'newest', 'largest'] as const) {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const query = { sort, limit: 2, after, count: 'yes' }
        const { body } = await server.call(contract.pendingPayments, { token: admin.token, query })
        expect(body.count).toBe(5)
        seen.push(...body.items.map(({ rowId }) => rowId))
        if (!body.next) break
        after = body.next
      }
      const all = await listed(server, admin, 'pending', { sort })
      expect(seen).toEqual(all.map(({ rowId }) => rowId))
    }
  })
})

describe('money that arrived', () => {
  test('stands with its UTR, what came back among it, the newest first', async () => {
    const rows = await listed(server, admin, 'complete')
    expect(rows).toMatchObject([
      { state: 'reversed', utr: 'LIST000001', grossPaise: 30_100 },
      { state: 'processed', utr: 'LIST000000', netPaise: 30_000, taxPaise: 0 },
    ])
    expect(states(await listed(server, admin, 'complete', { status: 'processed' }))).toEqual([
      'processed',
    ])
    expect(states(await listed(server, admin, 'complete', { q: 'list000001' }))).toEqual([
      'reversed',
    ])
  })
})

describe('money that came to nothing', () => {
  test('stands with the reason in words and what can be done about it', async () => {
    const rows = await listed(server, admin, 'failed')
    expect(rows.map(({ state, failure }) => [state, failure?.code, failure?.class])).toEqual([
      ['reversed', 'returned', 'fix'],
      ['failed', 'bank_account_closed', 'fix'],
      ['failed', 'gateway_timeout', 'again'],
      ['failed', 'beneficiary_bank_offline', 'wait'],
    ])
    // The second went to an account that is closed.
    expect(rows.map(({ mayReinitiate, verdict }) => [mayReinitiate, verdict])).toEqual([
      [true, 'amber'],
      [false, 'red'],
      [true, 'amber'],
      [true, 'amber'],
    ])
  })

  test('is narrowed by class; a reversal without a reason is one that the bank returned', async () => {
    const byClass = (of: string | string[]) => listed(server, admin, 'failed', { class: of })
    expect(states(await byClass('fix'))).toEqual(['reversed', 'failed'])
    expect(await byClass('wait')).toMatchObject([{ redemptionId: made.wait?.redemptionId }])
    expect(await byClass(['again', 'wait'])).toHaveLength(2)
  })

  test('tells those who see the page and may not re-initiate so', async () => {
    const page = contract.failedPayments
    for (const role of ['admin', 'sub admin', 'almond team', 'cs', 'finance', 'hod'] as const) {
      const { token } = await server.staff(role)
      const { status, body } = await server.call(page, { token })
      if (status !== 200) continue
      const may = ['admin', 'sub admin', 'almond team'].includes(role)
      expect(body.items[0]?.mayReinitiate).toBe(may)
      if (!may) expect(body.items[0]?.whyNot).toBe('Your role does not re-initiate payments.')
    }
  })
})

test('the story of a redemption that was never sent has its checklist and no attempt', async () => {
  const { token } = admin
  const params = { redemptionId: made.ready?.redemptionId ?? '' }
  const { body } = await server.call(contract.getPayment, { token, params })
  expect(body).toMatchObject({
    redemptionState: 'approved',
    attempts: [],
    verdict: 'green',
    mayGiveUp: true,
    tax: { taken: false },
  })
  expect(
    (await server.call(contract.getPayment, { token, params: { redemptionId: '5' } })).status,
  ).toBe(404)
})

test('findings are listed open or all', async () => {
  await sendNext(server, provider)
  const told = provider.act({
    idempotencyKey: 'of-nobody',
    number: 'X-1',
    amountPaise: 100,
    mode: 'IMPS',
    beneficiary: { kind: 'upi', name: 'x', address: 'x@y' },
    contact: { reference: 'x', name: 'x' },
  })
  await webhook(server, notice(told))
  const look = async (open: 'yes' | 'no') =>
    (await server.call(alerts.paymentAlerts, { token: admin.token, query: { open } })).body.items
  const [alert] = await look('yes')
  expect(alert).toMatchObject({ kind: 'unknown_payout', redemptionId: null, resolvedAt: null })
  const resolved = await server.call(alerts.resolveAlert, {
    token: admin.token,
    params: { alertId: alert?.alertId ?? '' },
    body: { note: 'Paid by hand for something else.' },
  })
  expect(resolved.body).toMatchObject({ resolvedBy: 'Test admin' })
  expect(await look('yes')).toEqual([])
  expect(await look('no')).toHaveLength(1)
  const missing = { alertId: '999999' }
  const body = { note: 'Nothing there.' }
  expect(
    (await server.call(alerts.resolveAlert, { token: admin.token, params: missing, body })).status,
  ).toBe(404)
})
