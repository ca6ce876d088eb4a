import { afterAll, beforeAll, expect, test } from 'vitest'
import * as dashboard from '../../contract/insight/dashboard.ts'
import * as session from '../../contract/platform/session.ts'
import { hashPassword } from '../lib/password.ts'
import { testServer, type TestServer } from '../test/server.ts'

const EMAIL = 'watched@test.example'
const PASSWORD = 'a quiet river 41'
const lines: string[] = []
let server: TestServer

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) }
  server = await testServer({ LOG_LEVEL: 'error' }, { logTo })
  await server.db
    .insertInto('staff')
    .values({
      email: EMAIL,
      name: 'Watched',
      role: 'admin',
      password_hash: await hashPassword(PASSWORD),
      created_at: new Date(),
    })
    .execute()
})
afterAll(() => server.stop())

/** What the log says of a request, once it is answered. */
async function told(requestId: string | null) {
  const found = () => lines.map((line) => JSON.parse(line)).filter((at) => at.reqId === requestId)
  await expect.poll(found, { timeout: 10_000 }).toHaveLength(1)
  return found()[0]
}

test('a sign-in is told with its account, a refused one without a word of what was typed', async () => {
  const { staff_id: staffId } = await server.db
    .selectFrom('staff')
    .select('staff_id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  const done = await server.call(session.login, { body: { email: EMAIL, password: PASSWORD } })
  expect(await told(done.headers.get('x-request-id'))).toMatchObject({
    kind: 'security',
    route: '/api/admin/login',
    status: 200,
    msg: 'done',
    staffId,
    address: '127.0.0.1',
  })
  const typed = { email: EMAIL, password: 'not this one 77' }
  const refused = await server.call(session.login, { body: typed })
  const line = await told(refused.headers.get('x-request-id'))
  expect(line).toMatchObject({ status: 401, msg: 'refused' })
  expect(line).not.toHaveProperty('staffId')
  expect(lines.join('')).not.toMatch(/watched@|not this one|quiet river/)
})

test('what a role may not do is told with who tried', async () => {
  const { token, staffId } = await server.staff('worker')
  const { headers, status } = await server.call(dashboard.getDashboard, { token })
  expect(status).toBe(403)
  expect(await told(headers.get('x-request-id'))).toMatchObject({ status: 403, staffId })
  const nobody = await server.call(dashboard.getDashboard)
  expect(await told(nobody.headers.get('x-request-id'))).toMatchObject({ status: 401 })
})

test('what is allowed and proves nothing is not told', async () => {
  const { token } = await server.staff('admin')
  const { headers } = await server.call(session.whoAmI, { token })
  const asked = headers.get('x-request-id')
  await server.call(dashboard.getDashboard)
  expect(lines.some((line) => line.includes(String(asked)))).toBe(false)
})
