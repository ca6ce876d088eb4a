import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator, type Simulator } from '../../../../test/payout-simulator.ts'
import { payoutBody } from './razorpayx-wire.ts'

// What our own client never sends, and what others may do with the simulator.

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ balancePaise: 1000 })
})
afterAll(() => simulator.stop())

type Body = Record<string, unknown>
const good = (): Body =>
  JSON.parse(
    payoutBody(
      {
        idempotencyKey: 'unused',
        number: 'P1',
        amountPaise: 5000,
        mode: 'IMPS',
        beneficiary: { kind: 'bank', name: 'Sita Devi', account: '123456789', ifsc: 'SBIN0000001' },
        contact: { reference: 'M1', name: 'Sita Devi' },
      },
      simulator.account,
    ),
  )

async function post(
  body: unknown,
  headers: Record<string, string> = { 'x-payout-idempotency': 'key-1' },
) {
  const login = Buffer.from(`${simulator.keyId}:${simulator.keySecret}`).toString('base64')
  const answer = await fetch(`${simulator.url}/v1/payouts`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test.each<[string, Body]>([
  ['account_number', { account_number: '1' }],
  ['amount', { amount: 99 }],
  ['amount', { amount: '5000' }],
  ['amount', { amount: 50_000_100 }],
  ['currency', { currency: 'USD' }],
  ['mode', { mode: 'imps' }],
  ['mode', { mode: 'UPI' }],
  ['purpose', { purpose: 'gift' }],
  ['narration', { narration: 'P-1' }],
  ['narration', { narration: 'A'.repeat(31) }],
  ['reference_id', { reference_id: 'P'.repeat(41) }],
  ['notes', { notes: { a: 'x'.repeat(257) } }],
  ['queue_if_low_balance', { queue_if_low_balance: 'yes' }],
  ['fund_account.contact.name', { fund_account: {} }],
  ['fund_account.account_type', { fund_account: { contact: { name: 'Sita' } } }],
  [
    'fund_account.bank_account.ifsc',
    {
      fund_account: {
        account_type: 'bank_account',
        contact: { name: 'Sita' },
        bank_account: { name: 'Sita', ifsc: 'SBIN', account_number: '12345' },
      },
    },
  ],
])('a wrong %s is refused as RazorpayX refuses: %j', async (field, wrong) => {
  expect(await post({ ...good(), ...wrong })).toEqual({
    status: 400,
    body: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: expect.any(String),
        source: 'business',
        step: null,
        reason: 'input_validation_failed',
        metadata: {},
        field,
      },
    },
  })
})

test('no body, no key, a long body and a wrong address are refused in the same shape', async () => {
  const refused = { error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR' }) }
  expect(await post('no json')).toEqual({ status: 400, body: refused })
  expect(await post('[]')).toEqual({ status: 400, body: refused })
  expect(await post(good(), {})).toEqual({
    status: 400,
    body: { error: expect.objectContaining({ field: 'X-Payout-Idempotency' }) },
  })
  expect(await post('x'.repeat(70_000))).toEqual({ status: 413, body: refused })
  const stranger = await fetch(`${simulator.url}/v1/payouts/pout_1`)
  expect(stranger.status).toBe(401)
  expect(await simulator.control.payouts()).toEqual([])
})

test('who may not wait for balance is refused, and nothing is made', async () => {
  expect(await post({ ...good(), queue_if_low_balance: false })).toMatchObject({
    status: 400,
    body: { error: { reason: 'insufficient_funds' } },
  })
  expect(await simulator.control.payouts()).toEqual([])
  expect(await post(good())).toMatchObject({ status: 200, body: { status: 'queued' } })
})

test('control wants its token, and rules that were ordered outlive a kill', async () => {
  const stranger = await fetch(`${simulator.url}/control/payouts`)
  expect(stranger.status).toBe(401)
  const rules = [{ fault: 'fail', share: 0.5, reasons: ['server_error'] }]
  await simulator.control.setFaults(rules, 9)
  await simulator.control.setWebhook('http://127.0.0.1:9/hook')
  await simulator.kill()
  await simulator.start()
  expect(await simulator.control.state()).toMatchObject({
    rules: { seed: 9, rules },
    webhook: 'http://127.0.0.1:9/hook',
    payouts: 1,
  })
})

test('somebody pays in what the account lacks, where that is set', async () => {
  const rich = await startSimulator({ balancePaise: 4000, topUpMs: 100 })
  try {
    const login = Buffer.from(`${rich.keyId}:${rich.keySecret}`).toString('base64')
    await fetch(`${rich.url}/v1/payouts`, {
      method: 'POST',
      headers: { authorization: `Basic ${login}`, 'x-payout-idempotency': 'key-1' },
      body: JSON.stringify({ ...good(), account_number: rich.account }),
    })
    await expect
      .poll(async () => (await rich.control.payouts()).map((row) => row.status))
      .toEqual(['processed'])
    expect((await rich.control.state()).balancePaise).toBe(3000)
  } finally {
    await rich.stop()
  }
})
