import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { rolesOf, type Endpoint } from '../../contract/endpoint.ts'
import { errorBody } from '../../contract/errors.ts'
import { patiently } from './patiently.ts'
import { nonsenseFor, valuesOf, type JsonSchema } from './json-schema-arbitrary.ts'
import { testServer, type TestServer } from './server.ts'
import { ALL, FULL } from './trust.ts'

// Every operation, from the document that we publish. In full: npm run trust -- fuzz [seed].
const SEED = Number(process.env.TRUST_SEED ?? Date.now() % 1_000_000)
const RUNS = FULL ? 300 : ALL ? 6 : 3

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
}
type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: JsonSchema | null
  statuses: Set<number>
}
type Asked = { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

let server: TestServer
let operations: Map<string, Operation>

beforeAll(async () => {
  server = await testServer({ OTP_PER_ADDRESS: '1000000' })
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json()
  operations = readDocument(document)
})
afterAll(() => server.stop())

type Described = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, unknown>
}

function readDocument({ paths }: { paths: Record<string, Record<string, Described>> }) {
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const operation: Operation = {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema ?? null,
        statuses: new Set(Object.keys(responses).map(Number)),
      }
      return [`${operation.method} ${path}`, operation] as const
    }),
  )
  return new Map(found)
}

const named = ENDPOINTS.map((endpoint) => {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  return [`${endpoint.method} ${path}`, endpoint] as const
})

function operationOf(name: string): Operation {
  const operation = operations.get(name)
  if (!operation) throw new Error(`The document does not have ${name}.`)
  return operation
}

/** A session of somebody who may; each time another, as an act may end the session it is done in. */
async function tokenFor({ access }: Endpoint): Promise<string | undefined> {
  if (access.kind === 'member') return (await server.member()).token
  const roles = rolesOf(access)
  const role = roles.find((one) => one === 'admin') ?? roles[0]
  return role && (await server.staff(role)).token
}

function asked({ parameters, body }: Operation): fc.Arbitrary<Asked> {
  const part = (place: Parameter['in']) => {
    const those = parameters.filter((parameter) => parameter.in === place)
    const required = those.filter((one) => one.required || place === 'path')
    return fc.record(
      Object.fromEntries(those.map(({ name, schema }) => [name, valuesOf(schema)])),
      { requiredKeys: required.map(({ name }) => name) },
    )
  }
  return fc.record({
    path: part('path'),
    query: part('query'),
    body: body ? valuesOf(body) : fc.constant(undefined),
  })
}

async function send(
  { method, path }: Operation,
  { path: values, query, body }: Asked,
  token?: string,
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(text(values[name]).toWellFormed()),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(name, text(one).toWellFormed())
  }
  const answer = await patiently(() =>
    fetch(`${server.url}${filled}?${search}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    }),
  )
  // A stream has no end of its own; its head is what is looked at.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, text: '' }
  }
  return { status: answer.status, text: await answer.text() }
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function answersInWords({ status, text: answer }: { status: number; text: string }): void {
  expect(status, answer.slice(0, 300)).toBeLessThan(500)
  if (status < 400) return
  expect(errorBody.parse(JSON.parse(answer)).message.length).toBeGreaterThan(5)
}

/** What the document allows, with one thing put wrong: a field, a parameter, or a field left out. */
function spoiled(operation: Operation): [what: string, spoil: (one: Asked) => Asked][] {
  const { parameters, body } = operation
  const ofParameters = parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .flatMap(({ name, in: place, schema }) => {
      // Lists take one of theirs. An address is text, so what is wrong in it has to be wrong as text.
      const kind = [schema.type].flat()[0] === 'array' ? (schema.items ?? {}) : schema
      const plain = kind.type === 'string' && !kind.enum && !kind.pattern && !kind.format
      const wrong = nonsenseFor(kind).filter((value) => !plain || typeof value === 'string')
      return wrong.map((value): [string, (one: Asked) => Asked] => [
        `${place} ${name} = ${text(value).slice(0, 40)}`,
        (one) => ({ ...one, [place]: { ...one[place as 'path' | 'query'], [name]: value } }),
      ])
    })
  return [...ofParameters, ...(body ? spoiledBody(body) : [])]
}

function spoiledBody(body: JsonSchema): [string, (one: Asked) => Asked][] {
  const { properties = {}, required = [] } = body
  const put = (name: string, value: unknown) => (one: Asked) => ({
    ...one,
    body: { ...(one.body as object), [name]: value },
  })
  const without = (name: string) => (one: Asked) => {
    const { [name]: _, ...rest } = one.body as Record<string, unknown>
    return { ...one, body: rest }
  }
  return [
    ...required.map((name): [string, (one: Asked) => Asked] => [`without ${name}`, without(name)]),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      nonsenseFor(schema).map((value): [string, (one: Asked) => Asked] => [
        `body ${name} = ${text(value).slice(0, 40)}`,
        put(name, value),
      ]),
    ),
  ]
}

describe(`from the document, seed ${SEED}`, () => {
  test.each(named)('%s answers what it allows as it is documented', async (name, endpoint) => {
    const operation = operationOf(name)
    await fc.assert(
      fc.asyncProperty(asked(operation), async (request) => {
        const answer = await send(operation, request, await tokenFor(endpoint))
        answersInWords(answer)
        expect([...operation.statuses], answer.text.slice(0, 300)).toContain(answer.status)
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  })

  test.each(named)('%s refuses what it does not allow', async (name, endpoint) => {
    const operation = operationOf(name)
    const token = await tokenFor(endpoint)
    const [example] = fc.sample(asked(operation), { numRuns: 1, seed: SEED })
    if (!example) throw new Error('No example was made.')
    for (const [what, spoil] of spoiled(operation)) {
      const answer = await send(operation, spoil(example), token)
      answersInWords(answer)
      expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
    }
  })
})
