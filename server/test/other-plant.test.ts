import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { batchLetters } from '../../contract/programme/code.ts'
import * as coupons from '../../contract/programme/coupons.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as plant from '../../contract/programme/plant.ts'
import { team, type Team } from '../features/programme/batches/test-support.ts'
import { elsewhere, makeLot, read, type Lot } from '../features/programme/plant/test-support.ts'
import { nameOf } from './owned.ts'
import { testServer, type TestServer } from './server.ts'
import { tableSums, writtenBetween } from './table-sums.ts'
import { haveGroups } from './product-groups.ts'

// A worker of one plant does and learns nothing about the lots of another.

type Sent = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}
type Sample = {
  endpoint: Endpoint
  sent: (lot: Lot) => Sent
  /** Refused, or answered with these words for "not yours". */
  status: 200 | 403
  words?: RegExp
  /** Where the try itself is written down. */
  mayWrite?: readonly string[]
}

const inBatch = ({ batchId }: Lot) => ({ batchId })
const run = (lot: Lot) => ({ ...inBatch(lot), from: 1, to: 2, action: 'activate' })
const find = (q: (lot: Lot) => string | undefined): Sample => ({
  endpoint: plant.findPlantCoupon,
  sent: (lot) => ({ query: { q: q(lot) } }),
  status: 200,
  words: /"found":"other_plant"/,
  mayWrite: ['public.throttle'],
})
const readingOf = (code: (lot: Lot) => string | undefined): Sample => ({
  endpoint: plant.sendPlantScans,
  sent: (lot) => ({ body: { items: [read(code(lot))] } }),
  status: 200,
  words: /"result":"other_plant"/,
  mayWrite: ['public.plant_scan'],
})

/** Every operation of the plant that names a batch, a carton or a pack. */
const SAMPLES: readonly Sample[] = [
  { endpoint: coupons.previewActivation, sent: (lot) => ({ body: run(lot) }), status: 403 },
  { endpoint: coupons.activateCoupons, sent: (lot) => ({ body: run(lot) }), status: 403 },
  {
    endpoint: plant.plantReconciliation,
    sent: (lot) => ({ params: inBatch(lot) }),
    status: 403,
  },
  {
    endpoint: plant.explainCoupons,
    sent: (lot) => ({ params: inBatch(lot), body: { from: 1, to: 1, kind: 'damaged' } }),
    status: 403,
  },
  find(({ packs }) => packs[0]),
  find(({ cartons }) => cartons[0]),
  find(({ batchId }) => `${batchId}/1`),
  find(({ batchId }) => `${batchId}#1`),
  readingOf(({ packs }) => packs[0]),
  readingOf(({ cartons }) => cartons[0]),
]

const ofThePlant = ENDPOINTS.filter(({ path }) => path.startsWith('/api/plant/'))
const isReading = (endpoint: Endpoint) =>
  endpoint.method === 'GET' &&
  !endpoint.path.includes(':') &&
  SAMPLES.every(({ endpoint: tried }) => tried !== endpoint)
const readings = ofThePlant.filter(isReading)
const PRODUCT = 'Putty of the other plant'

let server: TestServer
let people: Team
let stranger: { token: string }
let lot: Lot

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
  stranger = await elsewhere(server)
  const product = { code: 'OP', name: PRODUCT, product_group: 'Putty', points: 40 }
  await haveGroups(server.db, 'Putty')
  const { productId } = await server.db
    .insertInto('product')
    .values(product)
    .returning('product_id as productId')
    .executeTakeFirstOrThrow()
  lot = await makeLot(server, people, { quantity: 12, cartonSize: 4, productId })
})
afterAll(() => server.stop())

const ask = async ({ endpoint, sent }: Sample, { token }: { token: string }) => {
  const answer = await server.raw(endpoint, { token, ...sent(lot) })
  return { status: answer.status, text: await answer.text() }
}
const tellsOfLot = (text: string) =>
  text.includes(PRODUCT) || text.includes(`"${batchLetters(lot.batchId)}"`)

describe('another plant’s lot', () => {
  test('is tried in every operation of the plant, also in a new one', () => {
    const tried = new Set(SAMPLES.map(({ endpoint }) => endpoint))
    const untried = ofThePlant.filter((one) => !tried.has(one) && !readings.includes(one))
    expect(untried.map(nameOf)).toEqual([])
    expect(readings.map(nameOf).toSorted()).toEqual([
      'GET /api/plant/batches',
      'GET /api/plant/me',
      'GET /api/plant/shift',
    ])
  })

  test.each(SAMPLES.map((sample, index) => [index, nameOf(sample.endpoint), sample] as const))(
    'is neither told of nor changed (%i, %s)',
    async (_, __, sample) => {
      const before = await tableSums(server.db)
      const { status, text } = await ask(sample, stranger)
      expect(status, text).toBe(sample.status)
      expect(text).toMatch(sample.words ?? /belongs to another plant/)
      expect(tellsOfLot(text)).toBe(false)
      const written = writtenBetween(before, await tableSums(server.db), sample.mayWrite)
      // The queue's own rows move by themselves.
      expect(written.filter((table) => !table.startsWith('pgboss.'))).toEqual([])
    },
  )

  test('is in nothing that the other worker reads, and is there for its own', async () => {
    const told = async (token: string) => {
      const answers = await Promise.all(readings.map((one) => server.raw(one, { token })))
      return (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
    }
    expect(tellsOfLot(await told(stranger.token))).toBe(false)
    expect(tellsOfLot(await told(people.worker.token))).toBe(true)
  })

  test.each(SAMPLES.map((sample, index) => [index, nameOf(sample.endpoint), sample] as const))(
    'is open to a worker of its own (%i, %s)',
    async (_, __, sample) => {
      const { status, text } = await ask(sample, people.worker)
      expect(status, text).toBe(200)
      expect(text).not.toContain('other_plant')
    },
  )
})
