import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyone, defineEndpoint } from '../../contract/endpoint.ts'
import { login, updatePassword, whoAmI } from '../../contract/platform/session.ts'
import { myViews } from '../../contract/platform/views.ts'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { makeLog } from '../log.ts'
import { testServer, type TestServer } from '../test/server.ts'
import { mount } from './mount.ts'

// Sentences of OWASP ASVS 5.0 that a server can be asked about, by their numbers. See docs/security.md.

let server: TestServer
const apps: FastifyInstance[] = []
const logged: string[] = []

let accountsAtFirst: unknown[]

beforeAll(async () => {
  server = await testServer()
  accountsAtFirst = await server.db.selectFrom('staff').select('email').execute()
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await server.stop()
})

const echo = defineEndpoint({
  method: 'POST',
  path: '/api/probe',
  access: anyone,
  tag: 'Test',
  summary: 'Says what it understood',
  query: z.object({ text: z.string().optional() }),
  body: z.object({ name: z.string() }),
  response: z.object({
    text: z.string().optional(),
    keys: z.array(z.string()),
    role: z.string(),
    address: z.string(),
  }),
})

/** The product with one endpoint more, and other settings. */
async function appWith(changed: Partial<Config> = {}): Promise<FastifyInstance> {
  const config = { ...server.context.config, ...changed }
  const log = makeLog({ LOG_LEVEL: 'info' }, { write: (line) => void logged.push(line) })
  const app = await buildApp({ ...server.context, config, log }, { isReady: () => true })
  mount(app, echo, async ({ body, query, origin }) => {
    if (body.name === 'break') throw new Error('relation "staff" of 10.0.0.7, password=hunter2')
    const role = String(Object.getOwnPropertyDescriptor(Object.prototype, 'role')?.value)
    return { ...query, keys: Object.keys(body), role, address: origin.address }
  })
  apps.push(app)
  return app
}

const asked = (url: string, body: string | object, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const NAMED = { name: 'A' }

/** What the server says to these very bytes. */
function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (text: string) => (said += text))
    socket.once('close', () => resolve(said)).once('error', reject)
    socket.setTimeout(2_000, () => socket.destroy())
  })
}

describe('what comes in', () => {
  test('1.1.1: is decoded once', async () => {
    const app = await appWith()
    const { body } = await app.inject(asked('/api/probe?text=%2541%252e', NAMED))
    expect(JSON.parse(body).text).toBe('%41%2e')
  })

  test('15.3.3: only fields that an endpoint declares reach it', async () => {
    const app = await appWith()
    const { body } = await app.inject(asked('/api/probe', { ...NAMED, role: 'admin', staffId: 1 }))
    expect(JSON.parse(body).keys).toEqual(['name'])
  })

  test.each([
    '{"__proto__":{"role":"admin"},"name":"A"}',
    '{"constructor":{"prototype":{"role":"admin"}},"name":"A"}',
  ])('15.3.6: the prototype of objects cannot be reached by %s', async (body) => {
    const app = await appWith()
    expect((await app.inject(asked('/api/probe', body))).statusCode).toBe(400)
    expect(JSON.parse((await app.inject(asked('/api/probe', NAMED))).body).role).toBe('undefined')
  })

  test('15.3.7: a parameter that comes twice is refused, and one in the wrong place is not read', async () => {
    const app = await appWith()
    expect((await app.inject(asked('/api/probe?text=a&text=b', NAMED))).statusCode).toBe(400)
    expect((await app.inject(asked('/api/probe?name=A', {}))).statusCode).toBe(400)
  })

  test('4.2.1: a message with two lengths is refused', async () => {
    const head = `POST ${login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    const rest = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const lengths of [
      'Content-Length: 4\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 4',
      'Content-Length: 4\r\nContent-Length: 40',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
    ]) {
      const said = await answerTo(`${head}${lengths}\r\n\r\n${rest}`)
      expect(said.match(/HTTP\/1\.1 \d+/g), lengths).toEqual(['HTTP/1.1 400'])
    }
  })

  test.each([
    [0, '203.0.113.9', '127.0.0.1'],
    [1, '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    [2, '192.0.2.1, 203.0.113.9, 198.51.100.7', '203.0.113.9'],
  ])(
    '4.1.3, 15.3.4: behind %i proxies of ours, of X-Forwarded-For “%s” only %s is believed',
    async (TRUST_PROXY, told, believed) => {
      const app = await appWith({ TRUST_PROXY })
      const { body } = await app.inject(asked('/api/probe', NAMED, { 'x-forwarded-for': told }))
      expect(JSON.parse(body).address).toBe(believed)
    },
  )
})

describe('what goes out', () => {
  const EVERYWHERE = [
    '/',
    '/nothing',
    '/healthz',
    '/api/nothing',
    '/api/admin/me',
    '/api/openapi.json',
  ]

  test.each(EVERYWHERE)('3.4.3 to 3.4.6: %s cannot be framed, sniffed or told of', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`)
    const policy = headers.get('content-security-policy')
    for (const words of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(words)
    }
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test.each(EVERYWHERE)('4.1.1: %s says what it is, and in which letters', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`)
    expect(headers.get('content-type')).toMatch(/^(application\/json|text\/html); charset=utf-8$/)
  })

  test('14.2.2, 14.3.2: nothing of people is kept on its way; what may be is asked for again', async () => {
    const { token } = await server.staff('cs')
    const me = await server.call(whoAmI, { token })
    expect([me.status, me.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const refused = await server.call(whoAmI)
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
    const views = await server.call(myViews, { token })
    expect([views.status, views.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  })

  test('3.4.2: only origins of the setting may read it, each in full', async () => {
    const app = await appWith({ ALLOWED_ORIGINS: ['https://app.hil.example'] })
    const allowed = async (origin: string, method: 'GET' | 'OPTIONS' = 'GET') => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const answer = await app.inject({ method, url: login.path, headers })
      return answer.headers['access-control-allow-origin']
    }
    for (const method of ['GET', 'OPTIONS'] as const) {
      expect(await allowed('https://app.hil.example', method)).toBe('https://app.hil.example')
      for (const other of [
        'https://app.hil.example.evil',
        'https://evil-app.hil.example',
        'http://app.hil.example',
        'https://app.hil.example:8443',
        'null',
      ]) {
        expect(await allowed(other, method), other).toBeUndefined()
      }
    }
    const none = await appWith()
    const headers = { origin: 'https://app.hil.example' }
    const answer = await none.inject({ method: 'GET', url: login.path, headers })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('3.5.3, 4.1.2: it leads nobody elsewhere, and a form of another site does nothing', async () => {
    for (const path of [...EVERYWHERE, '//evil.example', '/%2f%2fevil.example', '/dashboard']) {
      const { status } = await fetch(`${server.url}${path}`, { redirect: 'manual' })
      expect(Math.floor(status / 100), path).not.toBe(3)
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type }
      const sent = {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'a@b.c', password: 'x' }),
      }
      expect([400, 415], type).toContain((await fetch(`${server.url}${login.path}`, sent)).status)
    }
  })

  test('16.5.1, 16.3.4: an unexpected error says nothing, and the log says it', async () => {
    const app = await appWith()
    const { statusCode, body } = await app.inject(asked('/api/probe', { name: 'break' }))
    expect(statusCode).toBe(500)
    expect(body).not.toMatch(/relation|10\.0\.0\.7|hunter2|Error|\.ts/)
    expect(logged.join('')).toContain('relation \\"staff\\"')
  })

  test('16.4.1: whatever is sent, an entry of the log is one line', async () => {
    const app = await appWith()
    logged.length = 0
    await app.inject({ method: 'GET', url: '/api/a%0d%0a{"level":60,"msg":"forged"}' })
    await app.inject(asked('/api/probe', { name: 'break' }, { 'user-agent': 'a\u2028"}{"b' }))
    const lines = logged.join('').trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.map((line) => JSON.parse(line).msg)).not.toContain('forged')
  })
})

test('6.2.8, 6.2.9: a long password counts to its last letter, in its own case, with its blanks', async () => {
  const { token, staffId } = await server.staff('cs')
  const { email } = await server.db
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  const password = ' Quiet rivers carry 71 old boats, ' + 'k7 #Qx'.repeat(14) + ' End '
  const body = { password, confirmPassword: password }
  expect((await server.call(updatePassword, { token, body })).status).toBe(200)
  for (const [typed, status] of [
    [password.slice(0, -1), 401],
    [`${password} `, 401],
    [password.trim(), 401],
    [password.toLowerCase(), 401],
    [password, 200],
  ] as const) {
    expect((await server.call(login, { body: { email, password: typed } })).status).toBe(status)
  }
  const { password_hash: hash } = await server.db
    .selectFrom('staff')
    .select('password_hash')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  // 11.4.2: what OWASP asks of argon2id.
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('6.3.2: a new programme has no account', () => {
  expect(accountsAtFirst).toEqual([])
})

describe('what is not there', () => {
  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/',
    '/web/dist/',
  ])('13.4.1, 13.4.3: %s gives no file and no list', async (path) => {
    const said = await answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(said).not.toMatch(/"dependencies"|\[core\]|MASTER_KEY|Index of/)
  })

  test.each([
    ['203.0.113.5', undefined, undefined, false],
    ['203.0.113.5', 'a token of the watch', undefined, false],
    ['127.0.0.1', 'a token of the watch', undefined, false],
    ['203.0.113.5', 'a token of the watch', 'Bearer another', false],
    ['203.0.113.5', 'a token of the watch', 'Bearer a token of the watch', true],
    ['127.0.0.1', undefined, undefined, true],
  ])(
    '13.4.5: figures for the watch go to %s with token %s and header %s: %s',
    async (remoteAddress, METRICS_TOKEN, authorization, isTold) => {
      const app = await appWith({ METRICS_TOKEN })
      const headers = authorization ? { authorization } : {}
      const { statusCode, body } = await app.inject({ url: '/metrics', remoteAddress, headers })
      expect([statusCode === 200, body.includes('hil_')]).toEqual([isTold, isTold])
    },
  )

  test('13.4.4: TRACE answers nothing of what was sent', async () => {
    const said = await answerTo(
      'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: a=secret\r\nConnection: close\r\n\r\n',
    )
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(said).not.toContain('secret')
  })
})
