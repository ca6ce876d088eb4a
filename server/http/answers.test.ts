import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyone, defineEndpoint } from '../../contract/endpoint.ts'
import { whoAmI } from '../../contract/platform/session.ts'
import { buildApp } from '../app.ts'
import { transaction } from '../db/database.ts'
import { makeLog } from '../log.ts'
import { testServer, type TestServer } from '../test/server.ts'
import { mount } from './mount.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const SECURITY = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('every answer', () => {
  test.each(['/healthz', '/api/admin/me', '/api/nothing', '/nothing', '/api/openapi.json', '/'])(
    '%s carries the security headers and its own request id',
    async (address) => {
      const { headers } = await fetch(`${server.url}${address}`)
      expect(Object.fromEntries(headers)).toMatchObject(SECURITY)
      expect(headers.get('x-request-id')).toMatch(REQUEST_ID)
      expect(headers.has('strict-transport-security')).toBe(false)
    },
  )

  test('a refusal names the same request id in header and body, also of a malformed address', async () => {
    for (const address of ['/api/admin/me', '/api/admin/scans/%zz/1']) {
      const answer = await fetch(`${server.url}${address}`)
      const { requestId } = await answer.json()
      expect(requestId).toMatch(REQUEST_ID)
      expect(answer.headers.get('x-request-id')).toBe(requestId)
    }
  })

  test('behind https it asks for https ever after', async () => {
    const context = {
      ...server.context,
      config: { ...server.context.config, PUBLIC_URL: 'https://hil.example' },
    }
    const app = await buildApp(context, { isReady: () => true })
    const { headers } = await app.inject('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await app.close()
  })
})

describe('what leaves the server', () => {
  const probe = defineEndpoint({
    method: 'GET',
    path: '/api/probe',
    access: anyone,
    tag: 'Test',
    summary: 'Answers what the test says',
    response: z.object({ items: z.array(z.object({ name: z.string(), points: z.int() })) }),
  })
  let app: FastifyInstance
  let answer: unknown

  beforeAll(async () => {
    app = await buildApp(server.context, { isReady: () => true })
    // The type says what a handler may answer; here it answers what it may not.
    mount(app, probe, async () => answer as { items: { name: string; points: number }[] })
  })
  afterAll(() => app.close())

  test('is what the contract declares: a field beyond it stays inside, at any depth', async () => {
    answer = { items: [{ name: 'A', points: 1, mobile: '9876543210' }], secret: 'never' }
    const { statusCode, body } = await app.inject('/api/probe')
    expect(statusCode).toBe(200)
    expect(body).toBe('{"items":[{"name":"A","points":1}]}')
  })

  test.each([
    ['a missing field', { items: [{ name: 'A' }] }],
    ['another type', { items: [{ name: 'A', points: '1' }] }],
    ['a number that is not whole', { items: [{ name: 'A', points: 1.5 }] }],
    ['nothing', {}],
  ])('is nothing of an answer of a wrong shape: %s', async (_what, wrong) => {
    answer = wrong
    const { statusCode, body } = await app.inject('/api/probe')
    expect(statusCode).toBe(500)
    expect(JSON.parse(body)).toMatchObject({ code: 'internal' })
    expect(body).not.toContain('"A"')
  })
})

describe('what broke off', () => {
  const probe = defineEndpoint({
    method: 'POST',
    path: '/api/probe',
    access: anyone,
    tag: 'Test',
    summary: 'Loses its connection to the database in a transaction',
    response: z.object({}),
  })

  test('the database in the middle of a transaction: 503 with when to come again', async () => {
    const app = await buildApp(server.context, { isReady: () => true })
    mount(app, probe, () =>
      transaction(server.context.db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(server.db)
        await sql`select 1`.execute(tx)
        return {}
      }),
    )
    const { statusCode, headers, body } = await app.inject({ method: 'POST', url: probe.path })
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
    await app.close()
  })

  test('the client while still sending: no failure of ours', async () => {
    const logged: string[] = []
    const log = makeLog({ LOG_LEVEL: 'info' }, { write: (line) => void logged.push(line) })
    const app = await buildApp({ ...server.context, log }, { isReady: () => true })
    const gone = Promise.withResolvers<void>()
    app.addHook('onRequestAbort', (_request, done) => {
      gone.resolve()
      done()
    })
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(url.port), url.hostname)
    const head = 'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    socket.write(`${head}Content-Length: 900\r\n\r\n{"email"`, () => socket.destroy())
    await gone.promise
    await fetch(new URL('/healthz', url))
    expect(logged.join('')).toContain('/api/admin/login')
    expect(logged.join('')).not.toContain('request failed')
    await app.close()
  })
})

test('requests that arrive together are each of their own caller, until that caller signs out', async () => {
  const staff = await Promise.all(Array.from({ length: 30 }, () => server.staff('cs')))
  const ask = () => Promise.all(staff.map(async ({ token }) => server.call(whoAmI, { token })))
  for (const [i, { body }] of (await ask()).entries()) {
    expect(body).toMatchObject({ data: { staffId: staff[i]?.staffId } })
  }
  const leaving = staff.filter((_, i) => i % 2 === 0).map(({ staffId }) => staffId)
  await server.db.deleteFrom('session').where('staff_id', 'in', leaving).execute()
  const statuses = (await ask()).map(({ status }) => status)
  expect(statuses).toEqual(staff.map((_, i) => (i % 2 === 0 ? 401 : 200)))
})
