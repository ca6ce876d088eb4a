import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timeStampOf } from '../features/platform/chain/outside/time-stamp.ts'
import { webhookChannel } from '../features/platform/messages/channel.ts'
import { notifyByWebhook } from '../features/platform/messages/notify.ts'
import { razorpayx } from '../features/money/payments/provider/razorpayx.ts'

// Whoever answers a call of ours cannot lead it on to somebody else (OWASP ASVS 15.3.2).

const heard: string[] = []
const servers: Server[] = []
let address: string

const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const stranger = await listen(
    createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`)
      response.end('{}')
    }),
  )
  address = await listen(
    createServer((request, response) => {
      request.resume()
      response.writeHead(307, { location: `${stranger}/elsewhere` }).end()
    }),
  )
})
beforeEach(() => {
  heard.length = 0
})
afterAll(() => {
  for (const server of servers) server.close()
})

// The first and the last followed it until 25 November 2026: a one-time link went wherever the answer said.
test.each<[string, () => Promise<unknown>]>([
  [
    'a message to one person',
    () =>
      webhookChannel(address).send('9000000001', {
        text: 'Your one-time password is 123456',
        language: 'en',
        sender: 'HIL',
        subject: null,
        dlt: null,
      }),
  ],
  [
    'a message to members',
    () =>
      notifyByWebhook(address).send({
        to: '9000000001',
        title: 'Diwali',
        body: 'Double points',
        language: 'en',
        notificationId: 1,
        deliveryId: '1',
      }),
  ],
  [
    'a payout',
    () =>
      razorpayx({
        url: address,
        keyId: 'key',
        keySecret: 'secret',
        account: '1234567890',
        webhookSecret: 'secret of the webhook',
        timeoutMs: 2_000,
      }).send({
        idempotencyKey: 'key-1',
        number: 'PY1',
        amountPaise: 20_000,
        mode: 'UPI',
        beneficiary: { kind: 'upi', name: 'Ramesh Kumar', address: 'ramesh@okbank' },
        contact: { reference: 'M9000090000', name: 'Ramesh Kumar' },
      }),
  ],
  ['a request for a time-stamp', () => timeStampOf(address, randomBytes(32))],
])('%s is not led elsewhere by the answer', async (_what, call) => {
  const outcome = await call().catch(String)
  expect(heard).toEqual([])
  expect(outcome).not.toMatchObject({ kind: 'sent' })
})
