import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '../../contract/api.ts'
import { rolesOf, type Endpoint } from '../../contract/endpoint.ts'
import { errorBody } from '../../contract/errors.ts'
import { ROLES } from '../../contract/roles.ts'
import { manyAtOnce } from '../features/programme/scans/engine.fixture.ts'
import { valuesOf, type JsonSchema } from './json-schema-arbitrary.ts'
import { nameOf } from './owned.ts'
import {
  CALLER_SETTINGS,
  CALLERS,
  isCookieOnly,
  isEnded,
  isLimited,
  mailsAreOut,
  type Caller,
} from './refused-callers.ts'
import { testServer, type TestServer } from './server.ts'
import { tableSums, writtenBetween } from './table-sums.ts'

let server: TestServer
const tokens = new Map<string, string>()

beforeAll(async () => {
  server = await testServer(CALLER_SETTINGS)
  for (const role of ROLES) tokens.set(role, (await server.staff(role)).token)
  tokens.set('member', (await server.member()).token)
})
afterAll(() => server.stop())

/** What any request to it must meet before its parameters and body are looked at. */
const params = {
  batchId: 1,
  memberId: 1,
  staffId: 1,
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
  endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const isOpen = ({ access }: Endpoint) => access.kind === 'public' || access.kind === 'demo'
const open = named(ENDPOINTS.filter(isOpen))
const closedEndpoints = ENDPOINTS.filter((endpoint) => !isOpen(endpoint))
const closed = named(closedEndpoints)
const callersOf = ({ access }: Endpoint): readonly string[] =>
  access.kind === 'member' ? ['member'] : rolesOf(access)

const statusFor = async (endpoint: Endpoint, token: string | undefined) =>
  (await server.raw(endpoint, { token, params })).status

test.each(open)('%s is open to everybody', async (_, endpoint) => {
  expect([401, 500]).not.toContain(await statusFor(endpoint, undefined))
})

test.each(closed)('%s admits every role that the contract names', async (_, endpoint) => {
  for (const role of callersOf(endpoint)) {
    // A session that its own call would end is not the one that the next endpoint needs.
    if (endpoint.method === 'DELETE') continue
    const status = await statusFor(endpoint, tokens.get(role))
    expect([401, 403, 500], role).not.toContain(status)
  }
})

/** A body that the endpoint would take, so that whoever was let in would write something. */
function bodyFor({ body }: Endpoint): unknown {
  if (!body) return undefined
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const [example] = fc.sample(valuesOf(schema as JsonSchema), { numRuns: 1, seed: 1 })
  return example
}

const bodies = new Map(closedEndpoints.map((endpoint) => [endpoint, bodyFor(endpoint)]))

/** What is closed to a caller, and how they are told. */
function closedTo(name: string): { status: 401 | 403; endpoints: readonly Endpoint[] } {
  if (isEnded(name)) return { status: 401, endpoints: closedEndpoints }
  if (isCookieOnly(name)) {
    return { status: 401, endpoints: closedEndpoints.filter(({ method }) => method !== 'GET') }
  }
  const mayNot = (endpoint: Endpoint) =>
    isLimited(name) ? endpoint.access.kind !== 'staff' : !callersOf(endpoint).includes(name)
  return { status: 403, endpoints: closedEndpoints.filter(mayNot) }
}

/** Says what was not as it has to be: a clear refusal and nothing else. */
async function deviation(endpoint: Endpoint, caller: Caller, status: number): Promise<string[]> {
  const answer = await server.raw(endpoint, { ...caller, params, body: bodies.get(endpoint) })
  // A stream that was opened has no end to wait for.
  if (answer.ok) await answer.body?.cancel()
  const text = answer.ok ? '{}' : await answer.text()
  const wanted = status === 401 ? 'unauthenticated' : 'forbidden'
  const isClear = answer.status === status && errorBody.parse(JSON.parse(text)).code === wanted
  return isClear ? [] : [`${nameOf(endpoint)}: ${answer.status} ${text.slice(0, 200)}`]
}

test.each(Object.entries(CALLERS))(
  '%s: whatever is closed says so, and every row stays as it was',
  async (name, make) => {
    const caller = await make(server)
    const { status, endpoints } = closedTo(name)
    await mailsAreOut(server)
    const before = await tableSums(server.db)
    const deviations = await manyAtOnce(endpoints, 4, (endpoint) =>
      deviation(endpoint, caller, status),
    )
    expect(deviations.flat()).toEqual([])
    expect(endpoints.length).toBeGreaterThan(20)
    expect(writtenBetween(before, await tableSums(server.db))).toEqual([])
  },
  120_000,
)

test('every endpoint of the contract is mounted, and nothing else is under /api', async () => {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json()
  const mounted = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const wanted = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(document.openapi).toBe('3.1.0')
  expect(mounted.toSorted()).toEqual(wanted.toSorted())
})
