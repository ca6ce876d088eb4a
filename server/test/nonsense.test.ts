import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { errorBody } from '../../contract/errors.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { testServer, type TestServer } from './server.ts'
import { ALL } from './trust.ts'

let server: TestServer
let tokens: string[] = []

beforeAll(async () => {
  server = await testServer({ OTP_PER_ADDRESS: '1000000' })
  tokens = [
    (await server.staff('almond team')).token,
    (await server.staff('admin')).token,
    (await server.staff('worker')).token,
    (await server.member()).token,
  ]
})
afterAll(() => server.stop())

const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'NaN',
    'null',
    "'; drop table member; --",
    '%00',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    '2026-02-30',
    '9999999999999999-99-99',
    '<script>alert(1)</script>',
    'WyJuZXdlc3QiLCIxIl0',
  ),
)
const json = fc.oneof(fc.jsonValue(), fc.record({ code: strange, at: strange, lat: fc.double() }))

/** Names that schemas know, so that nonsense reaches past the first check. */
function fieldsOf(endpoint: Endpoint, part: 'query' | 'body'): string[] {
  const schema = endpoint[part]
  const shape = schema && 'shape' in schema ? schema.shape : {}
  return Object.keys(typeof shape === 'object' && shape !== null ? shape : {})
}

/** All that is answered; of events, which go on, nothing. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text()
  await answer.body?.cancel()
  return ''
}

const named = ENDPOINTS.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
)

test.each(named)('%s answers nonsense with 4xx in the one error body', async (_, endpoint) => {
  const bodyOf = fc.oneof(
    json,
    fc.dictionary(fc.constantFrom('x', ...fieldsOf(endpoint, 'body')), fc.oneof(strange, json)),
  )
  const queryOf = fc.dictionary(fc.constantFrom('x', ...fieldsOf(endpoint, 'query')), strange)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 2, 3),
      strange,
      queryOf,
      bodyOf,
      async (who, anything, query, body) => {
        const param = anything.toWellFormed()
        const params = {
          batchId: param,
          memberId: param,
          scanId: param,
          couponKey: param,
          code: param,
          redemptionId: param,
          enquiryId: param,
          schemeId: param,
          month: '2026-01-01',
          distributorId: 0,
        }
        const answer = await server.raw(endpoint, {
          token: tokens[who],
          params,
          query,
          ...(endpoint.body && { body: JSON.stringify(body) }),
        })
        const text = await textOf(answer)
        expect(answer.status, text.slice(0, 300)).toBeLessThan(500)
        if (answer.status < 400) return
        const { message, fields = {} } = errorBody.parse(JSON.parse(text))
        for (const sentence of [message, ...Object.values(fields)]) {
          expect(sentence).not.toMatch(/^(Too (big|small)|Invalid|Unrecognized|Expected)/)
        }
      },
    ),
    { numRuns: ALL ? 25 : 5, endOnFailure: true },
  )
})

test.each([
  ['{"mobile":', 'application/json', 400, 'The body is not valid JSON.'],
  ['mobile=9', 'application/x-www-form-urlencoded', 415, 'Send JSON to this address.'],
  [`{"mobile":"${'9'.repeat(300_000)}"}`, 'application/json', 413, 'This is larger than allowed.'],
])('a body %.20s as %s is told what is wrong', async (body, type, status, message) => {
  const answer = await fetch(`${server.url}/api/member/otp`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ message, requestId: expect.any(String) })
})

test.each(['/api/%zz', '/api/admin/batches/%', '/c/%zz'])(
  'the malformed address %s is told so in the one error body',
  async (where) => {
    const answer = await fetch(`${server.url}${where}`)
    expect(answer.status).toBe(400)
    expect(errorBody.parse(await answer.json()).message).toBe('This address is not valid.')
  },
)

test('an unknown address under /api is a 404 in the one error body', async () => {
  const answer = await fetch(`${server.url}/api/nothing/here`)
  expect(answer.status).toBe(404)
  expect(errorBody.parse(await answer.json()).message).toBe('There is nothing at this address.')
})
