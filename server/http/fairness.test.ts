import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { uploadKycDocument, DOCUMENT_MAX_BYTES } from '../../contract/people/kyc-submission.ts'
import { login } from '../../contract/platform/session.ts'
import { buildApp } from '../app.ts'
import { newMember, upload } from '../features/people/kyc-documents/test-support.ts'
import { headOf, RawClient } from '../test/raw-client.ts'
import { testServer, type TestServer } from '../test/server.ts'

// Both succeeded on 24 November 2026: two thousand sockets that said a body would follow and sent none
// made /readyz answer 503, and ten sockets of one member that promised ten megabytes each stopped
// everybody's uploads.

let server: TestServer
let app: FastifyInstance | null = null
let clients: RawClient[] = []

beforeAll(async () => {
  server = await testServer()
})
afterEach(async () => {
  for (const { socket } of clients) socket.destroy()
  clients = []
  await app?.close()
  app = null
})
afterAll(() => server.stop())

/** The same database behind a server of its own, whose clients say by `X-Forwarded-For` who they are. */
async function listening(settings: object): Promise<string> {
  const config = {
    ...server.context.config,
    TRUST_PROXY: 1,
    MAX_EVENT_LOOP_DELAY_MS: 0,
    ...settings,
  }
  app = await buildApp({ ...server.context, config }, { isReady: () => true })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const until = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 })
const PROMISED = { 'content-type': 'application/json', 'content-length': 9 }

/** Sends the head of a sign-in from an address, and no body. */
function promise(url: string, address: string, fields: object = {}): RawClient {
  const client = new RawClient(url)
  client.socket.write(headOf(login, { ...PROMISED, 'x-forwarded-for': address, ...fields }))
  clients.push(client)
  return client
}

async function statusOf(url: string, path: string, address: string, token?: string) {
  const headers = { 'x-forwarded-for': address, ...(token && { authorization: token }) }
  return (await fetch(url + path, { headers })).status
}

test('an address has half of the places, others go on, and watching needs none', async () => {
  const url = await listening({ MAX_WAITING_REQUESTS: 10 })
  for (let i = 0; i < 10; i++) promise(url, '10.0.0.1')
  await until(() => statusOf(url, '/api/admin/me', '10.0.0.1')).toBe(429)
  const refused = await fetch(`${url}/api/admin/me`, { headers: { 'x-forwarded-for': '10.0.0.1' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({
    message:
      'Too many requests of your network are waiting for their answer. Try again in a few seconds.',
  })
  expect(await statusOf(url, '/api/admin/me', '10.0.0.2')).toBe(401)
  for (const path of ['/readyz', '/healthz'])
    expect(await statusOf(url, path, '10.0.0.1')).toBe(200)
  for (const { socket } of clients) socket.destroy()
  await until(() => statusOf(url, '/api/admin/me', '10.0.0.1')).toBe(401)
})

test('strangers from everywhere leave a quarter of the places to the signed-in', async () => {
  const { token } = await server.staff('admin')
  const url = await listening({ MAX_WAITING_REQUESTS: 20 })
  for (let i = 0; i < 40; i++) promise(url, `10.0.1.${i}`)
  const page = () => statusOf(url, '/api/openapi.json', '10.0.0.9')
  await until(page).toBe(503)
  expect(await statusOf(url, '/api/admin/me', '10.0.0.9', token)).toBe(200)
  expect(await statusOf(url, '/readyz', '10.0.0.9')).toBe(200)
})

test('an account has a quarter of them, wherever it asks from', async () => {
  const url = await listening({ MAX_WAITING_REQUESTS: 40 })
  const [member, other] = [await server.member(), await server.member()]
  const fields = { 'content-type': 'image/png', 'content-length': 1_000 }
  for (let i = 0; i < 11; i++) {
    const client = new RawClient(url)
    const own = { ...fields, authorization: member.token, 'x-forwarded-for': `10.0.2.${i}` }
    client.socket.write(headOf(uploadKycDocument, own))
    clients.push(client)
  }
  const answers = () => clients.flatMap(({ answer }) => (answer ? [answer.status] : []))
  await until(answers).toEqual([429])
  const mine = '/api/member/profile'
  expect(await statusOf(url, mine, '10.0.3.1', member.token)).toBe(429)
  expect(await statusOf(url, mine, '10.0.3.1', other.token)).toBe(200)
})

test('ten files that one member promises and never sends keep nobody’s file out', async () => {
  const url = await listening({})
  const [member, other] = [await newMember(server), await newMember(server)]
  const fields = { 'content-type': 'image/png', 'content-length': DOCUMENT_MAX_BYTES }
  for (let i = 0; i < 10; i++) {
    const client = new RawClient(url)
    clients.push(client)
    await client.send(headOf(uploadKycDocument, { ...fields, authorization: member.token }) + 'x')
  }
  const create = { width: 900, height: 600, channels: 3 as const, background: '#c03030' }
  const photo = await sharp({ create }).jpeg().toBuffer()
  const answer = await upload({ url }, other.token, photo)
  expect(answer.status).toBe(200)
})

test('what one account has sent is its own share: the next of its files waits outside', async () => {
  const url = await listening({})
  const member = await server.member()
  const bytes = DOCUMENT_MAX_BYTES
  const fields = { 'content-type': 'image/png', 'content-length': bytes }
  const send = async () => {
    const client = new RawClient(url)
    clients.push(client)
    client.socket.write(headOf(uploadKycDocument, { ...fields, authorization: member.token }))
    await client.send(Buffer.alloc(bytes - 1))
    return client
  }
  for (let i = 0; i < 4; i++) await send()
  const answer = await (await send()).untilAnswered()
  expect([answer?.status, answer?.body]).toEqual([
    503,
    expect.stringContaining('Many files of this account are on their way.'),
  ])
})

test('one address has half of the connections where no proxy stands before', async () => {
  const url = await listening({ TRUST_PROXY: 0, MAX_CONNECTIONS: 20 })
  clients = Array.from({ length: 12 }, () => new RawClient(url))
  await expect
    .poll(() => clients.filter(({ isOpen }) => isOpen).length, { timeout: 20_000 })
    .toBe(10)
})
