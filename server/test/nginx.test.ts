import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '../../contract/platform/session.ts'
import { freePort } from './launch.ts'
import { headOf } from './raw-client.ts'
import { testServer, type TestServer } from './server.ts'
import { FULL } from './trust.ts'

// deploy/nginx.conf itself, but for its ports, its certificate and its folders, before the product.

const NGINX = '/usr/sbin/nginx'
const CONF = path.join(import.meta.dirname, '../../deploy/nginx.conf')
/** Connections that one address may have, as the file says. */
const MOST_CONNECTIONS = 500

let server: TestServer
let folder: string
let nginx: ChildProcess
const ports = { plain: 0, tls: 0 }

beforeAll(async () => {
  if (!existsSync(NGINX)) return
  server = await testServer({ TRUST_PROXY: '1', MAX_WAITING_REQUESTS: '20' })
  // Not in a folder of root's own: the workers of nginx are somebody else.
  folder = mkdtempSync('/tmp/hil-nginx-')
  mkdirSync(path.join(folder, 'body'))
  Object.assign(ports, { plain: await freePort(), tls: await freePort() })
  const asked = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'
  const files = [
    '-keyout',
    path.join(folder, 'key.pem'),
    '-out',
    path.join(folder, 'fullchain.pem'),
  ]
  const made = spawnSync('openssl', [...asked.split(' '), '-subj', '/CN=hil.example', ...files])
  if (made.status !== 0) throw new Error(String(made.stderr))
  const conf = readFileSync(CONF, 'utf8')
    .replaceAll('/etc/ssl/hil', folder)
    .replace('/run/nginx.pid', path.join(folder, 'pid'))
    .replace('/var/log/nginx', folder)
    .replace('listen 80 default_server', `listen 127.0.0.1:${ports.plain}`)
    .replace('listen 443 ssl http2 default_server', `listen 127.0.0.1:${ports.tls} ssl http2`)
    .replace('127.0.0.1:4000', new URL(server.url).host)
    .replace(
      'client_body_buffer_size',
      `client_body_temp_path ${folder}/body;\n  client_body_buffer_size`,
    )
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, conf)
  nginx = spawn(NGINX, ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'inherit' })
  for (let tries = 0; (await statusOf('/healthz').catch(() => 0)) !== 200; tries++) {
    if (tries === 200) throw new Error('nginx does not pass anything on.')
    await pause(100)
  }
}, 120_000)
afterAll(async () => {
  nginx?.kill('SIGTERM')
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const origin = () => ({ host: '127.0.0.1', port: ports.tls, rejectUnauthorized: false })

function answerTo(options: RequestOptions, body?: Buffer | string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ ...origin(), ...options }, (answer) => {
      let said = ''
      answer.setEncoding('utf8').on('data', (text: string) => (said += text))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: said }))
    })
    sent.once('error', reject).end(body)
  })
}

const statusOf = async (address: string, options: RequestOptions = {}) =>
  (await answerTo({ path: address, ...options })).status

function opened(): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(origin(), () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Where the binary is missing the long form fails, the small one leaves these out. */
describe.skipIf(!existsSync(NGINX) && !FULL)(
  'nginx before the product',
  { timeout: 60_000 },
  () => {
    test('plain HTTP of pages is sent to HTTPS, that of the API is refused; what is for the machine is not for the world', async () => {
      const plain = (path: string) =>
        new Promise<[number, string]>((resolve) => {
          const headers = { host: 'hil.example' }
          get({ port: ports.plain, path, headers }, (answer) =>
            resolve([answer.statusCode ?? 0, answer.headers.location ?? '']),
          )
        })
      expect(await plain('/login?x=1')).toEqual([308, 'https://hil.example/login?x=1'])
      expect(await plain('/api/admin/me')).toEqual([403, ''])
      for (const path of ['/metrics', '/readyz']) expect(await statusOf(path)).toBe(404)
      expect(await statusOf('/api/admin/me')).toBe(401)
    })

    test('an address that the client makes up is not believed', async () => {
      const body = JSON.stringify({ email: 'nobody@hil.example', password: 'not this one' })
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
      const sent = { path: login.path, method: login.method, headers }
      expect((await answerTo(sent, body)).status).toBe(401)
      const rows = await server.db.selectFrom('throttle').select('key').execute()
      const keys = rows.map(({ key }) => key).join(' ')
      expect(keys).toContain('127.0.0.1')
      expect(keys).not.toContain('203.0.113.9')
    })

    test('bodies that come slowly wait in nginx, and take no place of the product', async () => {
      const slow = await Promise.all(Array.from({ length: 60 }, opened))
      const fields = { 'content-type': 'application/json', 'content-length': 60 }
      for (const socket of slow) socket.write(`${headOf(login, fields)}{`)
      try {
        for (let i = 0; i < 5; i++) expect(await statusOf('/api/admin/me')).toBe(401)
        const { status } = await fetch(`${server.url}/readyz`)
        expect(status).toBe(200)
      } finally {
        for (const socket of slow) socket.destroy()
      }
    })

    test('a file of the largest kind passes, a larger one is refused', async () => {
      const { token } = await server.staff('admin')
      const sent = (bytes: number) =>
        statusOf('/api/admin/onboarding/uploads', {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'text/csv', 'content-length': bytes },
        }).catch(() => 0)
      expect(await sent(41 * 1024 * 1024)).toBe(413)
    })

    test(`an address has ${MOST_CONNECTIONS} connections at work`, async () => {
      const sockets = await Promise.all(Array.from({ length: MOST_CONNECTIONS }, opened))
      const fields = { 'content-type': 'application/json', 'content-length': 60 }
      for (const socket of sockets) socket.write(headOf(login, fields))
      try {
        await expect.poll(() => statusOf('/api/admin/me'), { timeout: 20_000 }).toBe(429)
      } finally {
        for (const socket of sockets) socket.destroy()
      }
      await expect.poll(() => statusOf('/api/admin/me'), { timeout: 20_000 }).toBe(401)
    })
  },
)
