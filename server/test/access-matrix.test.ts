import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { rolesOf, type Endpoint } from '../../contract/endpoint.ts'
import { ROLES } from '../../contract/roles.ts'
import { newToken } from '../lib/crypto.ts'
import { testServer, type TestServer } from './server.ts'

let server: TestServer
const tokens = new Map<string, string>()

beforeAll(async () => {
  server = await testServer()
  for (const role of ROLES) tokens.set(role, (await server.staff(role)).token)
  tokens.set('member', (await server.member()).token)
})
afterAll(() => server.stop())

/** What any request to it must meet before its parameters and body are looked at. */
const params = {
  batchId: 1,
  memberId: 1,
  scanId: '1',
  couponKey: '0',
  code: 'x',
  redemptionId: '1',
  enquiryId: '1',
  schemeId: 1,
  month: '2026-01-01',
  distributorId: 1,
}

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const isOpen = ({ access }: Endpoint) => access.kind === 'public' || access.kind === 'demo'
const open = named(ENDPOINTS.filter(isOpen))
const closed = named(ENDPOINTS.filter((endpoint) => !isOpen(endpoint)))

const statusFor = async (endpoint: Endpoint, token: string | undefined) =>
  (await server.raw(endpoint, { token, params })).status

test.each(open)('%s is open to everybody', async (_, endpoint) => {
  expect([401, 500]).not.toContain(await statusFor(endpoint, undefined))
})

test.each(closed)(
  '%s refuses the anonymous and the ended session with 401',
  async (_, endpoint) => {
    expect(await statusFor(endpoint, undefined)).toBe(401)
    expect(await statusFor(endpoint, newToken())).toBe(401)
  },
)

test.each(closed)('%s admits exactly the roles that the contract names', async (_, endpoint) => {
  const allowed = new Set<string>(
    endpoint.access.kind === 'member' ? ['member'] : rolesOf(endpoint.access),
  )
  for (const [role, token] of tokens) {
    // A session that its own call would end is not the one that the next endpoint needs.
    if (endpoint.method === 'DELETE' && allowed.has(role)) continue
    const status = await statusFor(endpoint, token)
    if (allowed.has(role)) expect([401, 403, 500], role).not.toContain(status)
    else expect(status, role).toBe(403)
  }
})

test('every endpoint of the contract is mounted, and nothing else is under /api', async () => {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json()
  const mounted = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const wanted = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(document.openapi).toBe('3.1.0')
  expect(mounted.toSorted()).toEqual(wanted.toSorted())
})
