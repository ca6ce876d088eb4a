import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  startSimulator,
  type FaultRule,
  type Simulator,
} from '../../../../test/payout-simulator.ts'
import type { PayoutProvider, PayoutRequest, Sent, PayoutUpdate } from './provider.ts'
import { razorpayx, type RazorpayxSettings } from './razorpayx.ts'

// Against the payout simulator as it is in the demo: a process of its own, over HTTP.

let simulator: Simulator
const stubs: { close(): void }[] = []
let made = 0

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.stop())
afterEach(async () => {
  for (const stub of stubs.splice(0)) stub.close()
  await simulator.control.setFaults([])
  await simulator.control.setBalance(250_000_000)
})

const settings = (other: Partial<RazorpayxSettings> = {}): RazorpayxSettings => ({
  url: simulator.url,
  keyId: simulator.keyId,
  keySecret: simulator.keySecret,
  account: simulator.account,
  webhookSecret: simulator.webhookSecret,
  timeoutMs: 2000,
  ...other,
})
const provider = (other: Partial<RazorpayxSettings> = {}) => razorpayx(settings(other))

function order(other: Partial<PayoutRequest> = {}): PayoutRequest {
  const number = `P${100_000 + ++made}`
  return {
    idempotencyKey: `key-${number}`,
    number,
    amountPaise: 12_345,
    mode: 'IMPS',
    beneficiary: {
      kind: 'bank',
      name: 'Ramesh Kumar',
      account: '00112233445566',
      ifsc: 'HDFC0001234',
    },
    contact: { reference: 'M9000090000', name: 'Ramesh Kumar' },
    ...other,
  }
}
const upi = { kind: 'upi', name: 'Ramesh Kumar', address: 'ramesh@okbank' } as const

/** A server that answers as the test says. */
async function stub(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => answer(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stubs.push({ close: () => (server.closeAllConnections(), server.close()) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function updateOf(answer: Sent | Awaited<ReturnType<PayoutProvider['lookUp']>>): PayoutUpdate {
  if (answer.kind !== 'answered') throw new Error(`It was ${JSON.stringify(answer)}`)
  return answer.update
}

/** Asks until it is so; the last word otherwise. */
async function until(number: string, state: string): Promise<PayoutUpdate> {
  for (let tries = 0; ; tries++) {
    const update = updateOf(await provider().lookUp({ providerId: null, number }))
    if (update.providerState === state || tries > 100) {
      expect(update.providerState).toBe(state)
      return update
    }
    await pause(20)
  }
}
const ofNumber = async (number: string) =>
  (await simulator.control.payouts()).filter((payout) => payout.reference_id === number)

test('a payout is made as it was asked for, and has a UTR when it is processed', async () => {
  const request = order()
  const update = updateOf(await provider().send(request))
  expect(update).toMatchObject({
    number: request.number,
    state: 'processing',
    providerState: 'processing',
    amountPaise: 12_345,
    utr: null,
    reason: null,
  })
  expect(await until(request.number, 'processed')).toMatchObject({
    providerId: update.providerId,
    state: 'processed',
    utr: expect.stringMatching(/^\d{12}$/),
    reason: null,
  })
  const [kept] = await ofNumber(request.number)
  expect(kept).toMatchObject({ key: request.idempotencyKey, amount: 12_345, mode: 'IMPS' })
  const byUpi = order({ mode: 'UPI', beneficiary: upi })
  expect(updateOf(await provider().send(byUpi)).state).toBe('processing')
})

test('by NEFT the UTR follows after the money', async () => {
  const request = order({ mode: 'NEFT' })
  await provider().send(request)
  await until(request.number, 'processed')
  await expect
    .poll(
      async () =>
        updateOf(await provider().lookUp({ providerId: null, number: request.number })).utr,
    )
    .toMatch(/^SIMBN\d{14}$/)
})

test('the request is what RazorpayX documents, byte for byte the same at each try', async () => {
  const seen: { body: string; headers: IncomingMessage['headers'] }[] = []
  const url = await stub((request, response, body) => {
    seen.push({ body, headers: request.headers })
    response.writeHead(503).end()
  })
  const name = "Al-Ka D'Souza & Söhne"
  const request = order({
    number: 'PAY-100001-with a long tail here',
    beneficiary: { kind: 'bank', name: 'Ram', account: '0011223344', ifsc: 'HDFC0001234' },
    contact: { reference: 'M1', name },
  })
  await provider({ url }).send(request)
  await provider({ url }).send(request)
  expect(seen[0]?.body).toBe(seen[1]?.body)
  expect(seen[0]?.headers).toMatchObject({
    'x-payout-idempotency': request.idempotencyKey,
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${simulator.keyId}:${simulator.keySecret}`).toString('base64')}`,
  })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    account_number: simulator.account,
    amount: 12_345,
    currency: 'INR',
    mode: 'IMPS',
    purpose: 'payout',
    fund_account: {
      account_type: 'bank_account',
      bank_account: { name: 'Ram M1', ifsc: 'HDFC0001234', account_number: '0011223344' },
      contact: { name: 'Al-Ka D’Souza Sohne', type: 'customer', reference_id: 'M1' },
    },
    queue_if_low_balance: true,
    reference_id: 'PAY-100001-with a long tail here',
    narration: 'PAY100001withalongtailhere HIL',
    notes: { payment: 'PAY-100001-with a long tail here' },
  })
  const hindi = order({ contact: { reference: 'M2', name: 'रमेश' } })
  await provider({ url }).send(hindi)
  expect(seen[2]?.body).toContain('"contact":{"name":"Member M2"')
})

const faults: [FaultRule, Sent['kind'], number][] = [
  [{ fault: 'lost_before' }, 'lost', 0],
  [{ fault: 'lost_after' }, 'lost', 1],
  [{ fault: 'cut_after' }, 'lost', 1],
  [{ fault: 'error_before', status: 503 }, 'lost', 0],
  [{ fault: 'error_after', status: 502 }, 'lost', 1],
  [{ fault: 'slow', seconds: 1 }, 'lost', 1],
  [{ fault: 'too_many', seconds: 2 }, 'later', 0],
]
test.each(faults)('%j is %s; the same key again pays once', async (rule, kind, done) => {
  const request = order()
  await simulator.control.setFaults([{ ...rule, reference: request.number }])
  const sent = await provider({ timeoutMs: 500 }).send(request)
  expect(sent).toMatchObject({ kind, why: expect.stringMatching(/RazorpayX.*\.$/) })
  if (sent.kind === 'later') expect(sent.waitMs).toBe(2000)
  expect(await ofNumber(request.number)).toHaveLength(done)
  const asked = await provider().lookUp({ providerId: null, number: request.number })
  expect(asked.kind).toBe(done === 1 ? 'answered' : 'none')
  const again = updateOf(await provider().send(request))
  const all = await ofNumber(request.number)
  expect(all).toHaveLength(1)
  expect(again.providerId).toBe(all[0]?.id)
  await until(request.number, 'processed')
  expect(updateOf(await provider().send(request)).state).toBe('processed')
})

test('what RazorpayX refuses is refused at each try, and nothing is made', async () => {
  const request = order()
  const rule = { fault: 'refused', reference: request.number, reasons: ['invalid_ifsc_code'] }
  await simulator.control.setFaults([rule])
  for (const _ of [1, 2]) {
    expect(await provider().send(request)).toEqual({
      kind: 'refused',
      reason: 'invalid_ifsc_code',
      text: 'There is no such IFSC.',
    })
  }
  const wrong = order({ beneficiary: { ...upi, address: 'nobody' }, mode: 'UPI' })
  expect(await provider().send(wrong)).toMatchObject({ kind: 'refused', reason: 'refused' })
  expect(await ofNumber(request.number)).toEqual([])
})

test('what is wrong with our own set-up waits, and fails no payment', async () => {
  const later = { kind: 'later', why: expect.stringContaining('not set up right') }
  expect(await provider({ keySecret: 'wrong' }).send(order())).toMatchObject(later)
  expect(await provider({ account: '99999' }).send(order())).toMatchObject(later)
  expect(await provider().send(order({ idempotencyKey: 'bad/key' }))).toMatchObject(later)
  const description = 'Transactions from this IP are not allowed. Contact support for help.'
  const url = await stub((_, response) => {
    response
      .writeHead(400)
      .end(JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } }))
  })
  expect(await provider({ url }).send(order())).toMatchObject(later)
  const gone = await stub(() => {})
  for (const server of stubs.splice(0)) server.close()
  expect(await provider({ url: gone }).send(order())).toMatchObject({
    kind: 'later',
    why: 'RazorpayX cannot be reached (ECONNREFUSED).',
  })
  expect(await provider().send(order(), AbortSignal.abort())).toMatchObject({ kind: 'later' })
})

test.each([
  ['a page', 200, '<html>'],
  ['another thing', 200, '{"id":"pout_1","entity":"order"}'],
  ['an amount in words', 200, '{"id":"pout_1","entity":"payout","amount":"100","status":"queued"}'],
  [
    'a new state',
    200,
    '{"id":"pout_1","entity":"payout","amount":100,"currency":"INR","status":"lent"}',
  ],
  ['a way elsewhere', 302, ''],
  ['a page of a proxy', 400, 'Bad request'],
  ['a key in use', 409, '{"error":{"code":"BAD_REQUEST_ERROR","description":"In progress"}}'],
  ['an error inside', 400, '{"error":{"code":"SERVER_ERROR","description":"No"}}'],
])('%s is no answer: nobody knows what was done', async (_, status, body) => {
  const url = await stub((_request, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
  })
  expect((await provider({ url }).send(order())).kind).toBe('lost')
  expect((await provider({ url }).lookUp({ providerId: null, number: 'P1' })).kind).toBe('lost')
  expect((await provider({ url }).lookUp({ providerId: 'pout_1', number: 'P1' })).kind).toBe('lost')
  expect(await provider({ url }).balance()).toEqual({ problem: expect.any(String) })
})

test('a key that comes again with another body makes nothing, and says that something is there', async () => {
  const request = order()
  await provider().send(request)
  const other = await provider().send({ ...request, amountPaise: 99_900 })
  expect(other).toMatchObject({ kind: 'lost', why: expect.stringContaining('same key') })
  expect(await ofNumber(request.number)).toHaveLength(1)
})

test('no account number or UPI address of a sentence is kept', async () => {
  const description = 'Account 001122334455 of ramesh.kumar@okbank is closed.'
  const url = await stub((_, response) => {
    response
      .writeHead(400)
      .end(JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } }))
  })
  expect(await provider({ url }).send(order())).toMatchObject({
    text: 'Account …4455 of ra…@okbank is closed.',
  })
})

test('asking finds a payout by its id or our number, and says when there is none', async () => {
  const request = order()
  const { number } = request
  const { providerId } = updateOf(await provider().send(request))
  expect(updateOf(await provider().lookUp({ providerId, number })).providerId).toBe(providerId)
  const mistaken = { providerId: 'pout_unknown', number }
  expect(updateOf(await provider().lookUp(mistaken)).providerId).toBe(providerId)
  expect(await provider().lookUp({ providerId: null, number: 'P1' })).toEqual({ kind: 'none' })
  expect(await provider().lookUp({ providerId: 'pout_no', number: 'P1' })).toEqual({ kind: 'none' })
  for (const fault of ['ask_lost', 'ask_error']) {
    await simulator.control.setFaults([{ fault, reference: number }])
    expect((await provider().lookUp({ providerId: null, number })).kind).toBe('lost')
    expect((await provider().lookUp({ providerId: null, number })).kind).toBe('answered')
  }
  const young = order()
  await simulator.control.setFaults([{ fault: 'ask_hidden', reference: young.number, seconds: 1 }])
  await provider().send(young)
  const asking = () => provider().lookUp({ providerId: null, number: young.number })
  expect(await asking()).toEqual({ kind: 'none' })
  await expect.poll(async () => (await asking()).kind, { timeout: 3000 }).toBe('answered')
})

test('an answer about another payout is no answer, and a request goes nowhere else', async () => {
  const payout = { id: 'pout_2', entity: 'payout', amount: 100, currency: 'INR', status: 'queued' }
  const listing = (count: number) => ({
    entity: 'collection',
    items: Array.from({ length: count }, () => ({ ...payout, reference_id: 'P2' })),
  })
  let list = listing(1)
  const url = await stub((request, response) => {
    if (request.url === '/v1/payouts') {
      return void response.writeHead(307, { location: '/v1/payouts/pout_2' }).end()
    }
    const body = request.url?.includes('?') ? list : payout
    response.writeHead(200).end(JSON.stringify(body))
  })
  const asking = (providerId: string | null) =>
    provider({ url }).lookUp({ providerId, number: 'P1' })
  expect((await asking('pout_1')).kind).toBe('lost')
  expect((await asking('pout_2')).kind).toBe('answered')
  expect((await asking(null)).kind).toBe('none')
  list = listing(100)
  expect((await asking(null)).kind).toBe('lost')
  expect((await provider({ url }).send(order())).kind).toBe('lost')
})

test('two payouts of one number are for a person to look at', async () => {
  const request = order()
  await provider().send(request)
  await provider().send({ ...request, idempotencyKey: 'another-key' })
  const asked = await provider().lookUp({ providerId: null, number: request.number })
  expect(asked).toMatchObject({ kind: 'lost', why: expect.stringContaining('2 payouts') })
})

test('with too little in the account a payout waits there, and goes when money comes', async () => {
  await simulator.control.setBalance(10_000)
  const request = order()
  const queued = updateOf(await provider().send(request))
  expect(queued).toMatchObject({ state: 'processing', providerState: 'queued', reason: null })
  const small = order({ amountPaise: 4000 })
  await provider().send(small)
  await until(small.number, 'processed')
  expect(await provider().balance()).toEqual({ paise: 6000, asOf: expect.any(Date) })
  await simulator.control.setBalance(20_000)
  await until(request.number, 'processed')
  expect(await provider().balance()).toMatchObject({ paise: 7655 })
})
