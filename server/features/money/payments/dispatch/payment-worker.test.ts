import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { makeRateLimit } from './rate-limit.ts'
import { FakeProvider } from '../provider/fake-provider.ts'
import { startPaymentWorker, type PaymentWorker } from './payment-worker.ts'
import type { PayoutRequest, Sent } from '../provider/provider.ts'
import { QUICK, approved, lastOf, payable, send, sendNext, storyOf } from '../test-support.ts'

let server: TestServer
let runs = false
const workers: PaymentWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  if (runs) await server.stop()
  runs = false
})

async function queue(count: number, settings: Record<string, string> = {}) {
  server = await testServer({ ...QUICK, ...settings })
  runs = true
  const staff = await server.staff('admin')
  const member = await payable(server, { points: 1000 * count })
  const selected = []
  for (let one = 0; one < count; one++) {
    selected.push(await approved(server, { member, body: { points: 100 } }))
  }
  server.context.payouts = new FakeProvider()
  await send(server, staff, selected)
  return { staff, selected }
}

const work = (provider: FakeProvider) => {
  const worker = startPaymentWorker(server.context, provider)
  workers.push(worker)
  return worker
}

test('of several workers one works: each payment leaves once, at the rate limit of all', async () => {
  await queue(12, { PAYOUTS_PER_SECOND: '10' })
  const providers = [new FakeProvider(), new FakeProvider(), new FakeProvider()]
  const began = performance.now()
  for (const provider of providers) work(provider)
  const sentBy = () => providers.map(({ sent }) => sent.length).toSorted((a, b) => a - b)
  await expect.poll(sentBy, { timeout: 10_000, interval: 20 }).toEqual([0, 0, 12])
  expect(performance.now() - began).toBeGreaterThan(1_000)
  const [numbers] = providers.map(({ sent }) => sent.map(({ number }) => number))
  expect(new Set(numbers).size).toBe(numbers?.length)
})

test('when the one that works is gone, another takes over', async () => {
  const { staff, selected } = await queue(2)
  const [first, second] = [new FakeProvider(), new FakeProvider()]
  const one = work(first)
  await expect.poll(() => first.sent.length, { timeout: 10_000 }).toBe(2)
  work(second)
  await one.stop()
  const [made] = selected
  const member = made?.member ?? expect.fail()
  const more = await approved(server, { member, body: { points: 100 } })
  await send(server, staff, [more])
  await expect.poll(() => second.sent.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(second.sent.map(({ number }) => number)).toContain(
    (await lastOf(server, staff, more)).number,
  )
})

test('a stop waits for the answer that is on its way and writes it down', async () => {
  const { staff, selected } = await queue(1)
  const provider = new FakeProvider()
  const slow = async (request: PayoutRequest): Promise<Sent> => {
    await pause(500)
    return { kind: 'answered', update: provider.act(request) }
  }
  provider.faults = [slow]
  const worker = work(provider)
  await expect.poll(() => provider.sent.length, { timeout: 10_000 }).toBe(1)
  await worker.stop()
  expect(await lastOf(server, staff, selected[0] ?? expect.fail())).toMatchObject({
    state: 'processing',
    providerState: 'processing',
  })
})

test('a payment that cannot be claimed for a fault of ours does not hold up the others', async () => {
  const { staff, selected } = await queue(1)
  const broken = selected[0] ?? expect.fail()
  const whole = await approved(server)
  await send(server, staff, [whole])
  const { context } = server
  const { vault } = context
  context.vault = {
    ...vault,
    open: async (sealed, name) => {
      if (name.startsWith(`kyc_field:${broken.member.memberId}:`)) throw new Error('Not held.')
      return vault.open(sealed, name)
    },
  }
  const provider = new FakeProvider()
  const worker = work(provider)
  await expect.poll(() => provider.sent.length, { timeout: 10_000 }).toBe(1)
  expect(provider.sent[0]?.number).toBe((await lastOf(server, staff, whole)).number)
  expect((await storyOf(server, staff, broken)).attempts).toMatchObject([{ state: 'queued' }])
  context.vault = vault
  await worker.stop()
  expect(await sendNext(server, provider)).toBe((await lastOf(server, staff, broken)).paymentId)
})

test('a payment that failed while the database was away for a moment is sent soon after', async () => {
  await queue(1)
  const { context } = server
  const { vault } = context
  let failures = 0
  const open = async () => {
    context.vault = vault
    failures++
    throw new Error('Connection terminated unexpectedly')
  }
  context.vault = { ...vault, open }
  const provider = new FakeProvider()
  work(provider)
  await expect.poll(() => provider.sent.length, { timeout: 10_000 }).toBe(1)
  expect(failures).toBe(1)
})

test('a rate limit lets nobody through early, however many come at once', async () => {
  const turn = makeRateLimit(50, new AbortController().signal)
  const began = performance.now()
  await Promise.all(Array.from({ length: 11 }, turn))
  expect(performance.now() - began).toBeGreaterThan(195)
  const stopped = new AbortController()
  const waiting = makeRateLimit(1, stopped.signal)
  await waiting()
  const late = waiting()
  stopped.abort()
  await late
  expect(performance.now() - began).toBeLessThan(900)
})
