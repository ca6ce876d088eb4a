import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { FAILURE_CODES } from '../../../../../contract/money/payment-states.ts'
import { ConfigError, readConfig } from '../../../../config.ts'
import { DEMO_FAULTS } from '../../../../demo/payout-faults.ts'
import { startSimulator, type Simulator } from '../../../../test/payout-simulator.ts'
import type { Notice, PayoutProvider, PayoutRequest, Sent } from './provider.ts'
import { openPayouts } from './razorpayx.ts'
import { updateOf } from './razorpayx-wire.ts'

const opened: { stop(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
})

type Options = Parameters<typeof startSimulator>[0]
async function open(options?: Options): Promise<{ simulator: Simulator; payouts: PayoutProvider }> {
  const simulator = await startSimulator(options)
  opened.push(simulator)
  const payouts = openPayouts(readConfig({ ...simulator.settings, PAYOUT_TIMEOUT_SECONDS: '2' }))
  if (payouts === null) throw new Error('It is set up.')
  return { simulator, payouts }
}

function order(index: number): PayoutRequest {
  return {
    idempotencyKey: `key-P${index}`,
    number: `P${index}`,
    amountPaise: 1000 + index,
    mode: 'IMPS',
    beneficiary: { kind: 'bank', name: 'Sita Devi', account: '123456789012', ifsc: 'SBIN0000001' },
    contact: { reference: `M${index}`, name: 'Sita Devi' },
  }
}
const many = (count: number) => Array.from({ length: count }, (_, index) => order(index + 1))

/** Collects what the provider tells; `thanks` says with what each is answered. */
async function listen(payouts: PayoutProvider, thanks: (seen: number) => number = () => 200) {
  const notices: (Notice | null)[] = []
  const raw: { body: Buffer; headers: Record<string, string | string[] | undefined> }[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      raw.push({ body, headers: request.headers })
      notices.push(payouts.readNotice(body, request.headers))
      response.writeHead(thanks(notices.length)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({ stop: () => (server.closeAllConnections(), server.close()) })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const states = (number: string) =>
    notices.filter((notice) => notice?.update?.number === number).map((notice) => notice?.event)
  return { url, notices, raw, states }
}

test.each([
  ['pending', 'processing'],
  ['queued', 'processing'],
  ['scheduled', 'processing'],
  ['processing', 'processing'],
  ['processed', 'processed'],
  ['reversed', 'reversed'],
  ['cancelled', 'failed'],
  ['rejected', 'failed'],
  ['failed', 'failed'],
])('their %s is our %s', (status, state) => {
  const payout = { id: 'pout_1', entity: 'payout', amount: 100, currency: 'INR', status }
  expect(updateOf(payout)).toMatchObject({ state, providerState: status, reasonText: null })
  const details = { reason: 'server_error', description: 'It broke.', source: 'internal' }
  const failed = state === 'failed' || state === 'reversed'
  expect(updateOf({ ...payout, status_details: details })).toMatchObject({
    reason: failed ? 'server_error' : null,
    reasonText: failed ? 'It broke.' : null,
  })
})

test('a state that is unknown here is no word about a payout', () => {
  const payout = { id: 'pout_1', entity: 'payout', amount: 100, currency: 'INR' }
  expect(updateOf({ ...payout, status: 'lent' })).toBeNull()
  expect(updateOf({ ...payout, status: 'constructor' })).toBeNull()
  expect(updateOf({ ...payout, currency: 'USD', status: 'processed' })).toBeNull()
  expect(updateOf({ ...payout, status: 'cancelled' })?.reason).toBe('payout_cancelled')
})

test('a payout fails with each reason there is, in each way it can end', async () => {
  const requests = many(FAILURE_CODES.length)
  const ends = ['failed', 'reversed'] as const
  const { simulator, payouts } = await open({
    rules: FAILURE_CODES.map((reason, index) => ({
      fault: 'fail',
      reference: `P${index + 1}`,
      reasons: [reason],
      as: ends[index % 2],
    })),
  })
  for (const request of requests) await payouts.send(request)
  await expect
    .poll(async () =>
      (await simulator.control.payouts()).filter((row) => row.status === 'processing'),
    )
    .toEqual([])
  for (const [index, { number }] of requests.entries()) {
    expect(await payouts.lookUp({ providerId: null, number })).toMatchObject({
      update: { state: ends[index % 2], reason: FAILURE_CODES[index], utr: null },
    })
  }
  expect(await payouts.balance()).toMatchObject({ paise: 250_000_000 })
})

test('rejected and cancelled over there are failures; of a cancelled one no event tells', async () => {
  const { simulator, payouts } = await open({
    rules: [
      { fault: 'fail', reference: 'P1', as: 'rejected' },
      { fault: 'fail', reference: 'P2', as: 'cancelled' },
    ],
  })
  const { url, states } = await listen(payouts)
  await simulator.control.setWebhook(url)
  for (const request of many(2)) await payouts.send(request)
  await expect.poll(() => states('P1')).toEqual(['payout.pending', 'payout.rejected'])
  const asking = () => payouts.lookUp({ providerId: null, number: 'P2' })
  await expect
    .poll(asking)
    .toMatchObject({ update: { state: 'failed', reason: 'payout_cancelled' } })
  expect(states('P2')).toEqual(['payout.queued'])
})

test('what was processed comes back days later, or when it is ordered', async () => {
  const { simulator, payouts } = await open({
    rules: [{ fault: 'reverse', reference: 'P1', days: 2, reasons: ['bank_account_closed'] }],
  })
  const { url, states } = await listen(payouts)
  await simulator.control.setWebhook(url)
  for (const request of many(2)) await payouts.send(request)
  await expect
    .poll(() => states('P1'))
    .toEqual(['payout.initiated', 'payout.processed', 'payout.reversed'])
  await expect.poll(() => states('P2').at(-1)).toBe('payout.processed')
  await simulator.control.move({ reference: 'P2' }, 'reversed', 'beneficiary_bank_rejected')
  await expect.poll(() => states('P2').at(-1)).toBe('payout.reversed')
  expect(await payouts.lookUp({ providerId: null, number: 'P2' })).toMatchObject({
    update: { state: 'reversed', reason: 'beneficiary_bank_rejected', utr: expect.any(String) },
  })
})

test('an event counts with the signature of its bytes, and with nothing less', async () => {
  const { simulator, payouts } = await open()
  const { url, raw, states } = await listen(payouts)
  await simulator.control.setWebhook(url)
  await payouts.send(order(1))
  await expect.poll(() => states('P1').length).toBe(2)
  const [{ body, headers } = { body: Buffer.of(), headers: {} }] = raw
  const notice = payouts.readNotice(body, headers)
  expect(notice).toMatchObject({
    eventId: expect.stringMatching(`^${String(headers['x-razorpay-event-id'])}\\.[0-9a-f]{32}$`),
    event: 'payout.initiated',
    update: { number: 'P1', amountPaise: 1001, state: 'processing' },
  })
  const sign = (text: string | Buffer, secret = simulator.webhookSecret) =>
    createHmac('sha256', secret).update(text).digest('hex')
  const signature = (text: string) => ({ ...headers, 'x-razorpay-signature': text })
  const spaced = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
  expect(payouts.readNotice(spaced, headers)).toBeNull()
  expect(payouts.readNotice(body, { ...headers, 'x-razorpay-signature': undefined })).toBeNull()
  expect(payouts.readNotice(body, { ...headers, 'x-razorpay-signature': ['a', 'b'] })).toBeNull()
  for (const wrong of ['', 'é', sign(body, 'another secret'), sign(body).slice(2), sign('')]) {
    expect(payouts.readNotice(body, signature(wrong))).toBeNull()
  }
  const { 'x-razorpay-event-id': _, ...nameless } = headers
  expect(payouts.readNotice(body, nameless)?.eventId).toMatch(/^body_[0-9a-f]{64}$/)
  for (const other of ['no json', '{}', '{"entity":"event","event":"payout.downtime.started"}']) {
    const update = payouts.readNotice(Buffer.from(other), signature(sign(other)))
    expect(update).toMatchObject({ update: null })
  }
})

test('events come again until they are thanked, more than once, late and in any order', async () => {
  const { simulator, payouts } = await open({
    rules: [
      { fault: 'duplicate', reference: 'P1', times: 2 },
      { fault: 'withhold', reference: 'P2' },
      { fault: 'shuffle', share: 1 },
    ],
    retryMs: 20,
  })
  const { url, notices, states } = await listen(payouts, (seen) => (seen <= 3 ? 500 : 204))
  await simulator.control.setWebhook(url)
  const requests = many(30)
  for (const request of requests) await payouts.send(request)
  await expect
    .poll(async () => (await simulator.control.state()).waitingEvents, { timeout: 10_000 })
    .toBe(2)
  expect(states('P2')).toEqual([])
  expect(states('P1').length).toBeGreaterThanOrEqual(6)
  const ids = notices
    .filter((notice) => notice?.update?.number === 'P1')
    .map((notice) => notice?.eventId)
  expect(new Set(ids).size).toBe(2)
  const shuffled = requests.filter(({ number }) => {
    const order = states(number)
    return order.indexOf('payout.processed') < order.indexOf('payout.initiated')
  })
  expect(shuffled.length).toBeGreaterThan(0)
  await simulator.control.release()
  await expect.poll(() => states('P2')).toEqual(['payout.initiated', 'payout.processed'])
  const events = await simulator.control.events()
  expect(events.filter(({ tries }) => tries > 1).length).toBeGreaterThan(0)
})

test('kill -9 of the provider in the middle: each payout is there once, and its events come', async () => {
  const { simulator, payouts } = await open({
    rules: [
      { fault: 'lost_before', share: 0.15 },
      { fault: 'lost_after', share: 0.15 },
      { fault: 'error_after', share: 0.1 },
    ],
  })
  const { url, notices } = await listen(payouts)
  await simulator.control.setWebhook(url)
  const requests = many(150)
  const acknowledged = new Map<string, string>()
  const send = async (request: PayoutRequest): Promise<void> => {
    for (;;) {
      const sent: Sent = await payouts.send(request)
      if (sent.kind === 'answered') {
        acknowledged.set(request.number, sent.update.providerId)
        return
      }
      expect(sent.kind).toMatch(/^(lost|later)$/)
      await pause(30)
    }
  }
  const waiting = [...requests]
  const clients = Array.from({ length: 6 }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await send(next)
  })
  for (const at of [30, 80]) {
    while (acknowledged.size < at) await pause(2)
    await simulator.kill()
    await simulator.start()
  }
  await Promise.all(clients)
  const unfinished = async () => {
    const payouts = await simulator.control.payouts()
    const { waitingEvents } = await simulator.control.state()
    return waitingEvents + payouts.filter((row) => row.status === 'processing').length
  }
  await expect.poll(unfinished, { timeout: 20_000 }).toBe(0)
  const list = await simulator.control.payouts()
  expect(list.map((row) => row.reference_id).sort()).toEqual(requests.map((r) => r.number).sort())
  for (const row of list) {
    expect(row).toMatchObject({
      id: acknowledged.get(row.reference_id ?? ''),
      amount: 1000 + Number(row.reference_id?.slice(1)),
      status: 'processed',
    })
  }
  expect(new Set(list.map((row) => row.utr)).size).toBe(150)
  const paid = notices.filter((notice) => notice?.event === 'payout.processed')
  expect(new Set(paid.map((notice) => notice?.update?.providerId)).size).toBe(150)
  expect(await payouts.balance()).toMatchObject({
    paise: 250_000_000 - list.reduce((sum, row) => sum + row.amount, 0),
  })
})

test('the same seed gives the same payouts the same faults', async () => {
  const rules = [
    { fault: 'refused', share: 0.2 },
    { fault: 'lost_after', share: 0.3 },
    { fault: 'too_many', share: 0.2 },
  ]
  const kinds = async (seed: number) => {
    const { payouts } = await open({ rules, seed })
    const sent: Sent['kind'][] = []
    // One after the other: of many at once a busy machine answers some too late, and they count as lost.
    for (const request of many(40)) sent.push((await payouts.send(request)).kind)
    return sent
  }
  const first = await kinds(7)
  expect(new Set(first)).toEqual(new Set(['answered', 'refused', 'lost', 'later']))
  expect(await kinds(7)).toEqual(first)
  expect(await kinds(8)).not.toEqual(first)
})

test('the demo’s provider is ordered what it understands', async () => {
  const { simulator } = await open({ rules: [...DEMO_FAULTS.rules], seed: DEMO_FAULTS.seed })
  expect(await simulator.control.state()).toMatchObject({ rules: DEMO_FAULTS })
  const nonsense = [
    { fault: 'fail', share: 0.6 },
    { fault: 'delay', share: 0.5 },
  ]
  await expect(simulator.control.setFaults(nonsense)).rejects.toThrow('more than all')
  await expect(simulator.control.setFaults([{ fault: 'luck' }])).rejects.toThrow('no known fault')
})

test('payouts are set up whole or not at all', () => {
  const all = {
    PAYOUT_KEY_ID: 'rzp_live_1',
    PAYOUT_KEY_SECRET: 'secret',
    PAYOUT_ACCOUNT: '123456',
    PAYOUT_WEBHOOK_SECRET: 'webhook secret',
  }
  expect(openPayouts(readConfig({}))).toBeNull()
  expect(openPayouts(readConfig(all))).not.toBeNull()
  const half = readConfig({ ...all, PAYOUT_ACCOUNT: '', PAYOUT_KEY_SECRET: '' })
  expect(() => openPayouts(half)).toThrow(ConfigError)
  expect(() => openPayouts(half)).toThrow('payouts need PAYOUT_KEY_SECRET and PAYOUT_ACCOUNT too.')
  const plain = readConfig({ ...all, PAYOUT_URL: 'http://payouts.example' })
  expect(() => openPayouts(plain)).toThrow('PAYOUT_URL must begin with https://')
})
