import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as coupons from '../../../../contract/programme/coupons.ts'
import * as contract from '../../../../contract/programme/plant.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { countedCoupons, team, type Team } from '../batches/test-support.ts'
import { ModelPlant, type Item } from './plant.model.ts'
import {
  brokenInvariants,
  elsewhere,
  makeLot,
  resultsOf,
  scanAs,
  type Lot,
} from './test-support.ts'

// In full: npm run trust -- models [seed].
const RUNS = examples(10, 200)
const LOTS = [
  { quantity: 7, cartonSize: 3 },
  { quantity: 3, cartonSize: null },
]
const NAMES = 16

let server: TestServer
let people: Team
let workers: { token: string }[]

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
  workers = [people.worker, await server.staff('worker'), await elsewhere(server)]
})
afterAll(() => server.stop())

const lot = fc.nat({ max: 1 })
const serial = fc.integer({ min: 1, max: 8 })
const name = fc.nat({ max: NAMES - 1 })
const item: fc.Arbitrary<Item> = fc.record({
  name,
  meant: fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('pack' as const), lot, serial }) },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('carton' as const),
        lot,
        carton: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('undo' as const), name }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('nonsense' as const) }) },
  ),
})
const worker = fc.constantFrom(0, 0, 0, 1, 1, 2)
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('deliver' as const),
      worker,
      items: fc.array(item, { minLength: 1, maxLength: 10 }),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('activate' as const, 'deactivate' as const),
      lot,
      serial,
      length: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('scan', 'block', 'unblock'), lot, serial }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('explain' as const),
      lot,
      serial,
      length: fc.integer({ min: 1, max: 4 }),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
type World = { model: ModelPlant; lots: Lot[]; names: string[]; at: string }

async function play(world: World, doing: Act): Promise<void> {
  if (doing.act === 'deliver') await deliver(world, doing)
  else if ('length' in doing) await playRun(world, doing)
  else await playOne(world, doing)
}

async function deliver(
  { model, lots, names, at }: World,
  { worker, items, times }: Extract<Act, { act: 'deliver' }>,
): Promise<void> {
  const sent = items.map(({ name, meant }) => {
    const id = names[name] ?? ''
    if (meant.what === 'undo') return { id, undoes: names[meant.name], at }
    if (meant.what === 'nonsense') return { id, code: 'no code', at }
    const of = lots[meant.lot]
    const code = meant.what === 'pack' ? of?.packs[meant.serial - 1] : of?.cartons[meant.carton - 1]
    return { id, code: code ?? `nothing at ${JSON.stringify(meant)}`, at }
  })
  for (let time = 0; time < times; time++) {
    const expected = items.map((one) => model.read(worker, worker !== 2, one))
    expect(await resultsOf(server, workers[worker]?.token ?? '', sent)).toEqual(expected)
  }
}

async function playRun(
  { model, lots }: World,
  { act, lot, serial, length }: Extract<Act, { length: number }>,
): Promise<void> {
  const quantity = LOTS[lot]?.quantity ?? 0
  const run = { from: Math.min(serial, quantity), to: Math.min(serial + length - 1, quantity) }
  const batchId = lots[lot]?.batchId ?? 0
  const { token } = people.worker
  if (act === 'explain') {
    const body = { ...run, kind: 'damaged' }
    await server.call(contract.explainCoupons, { token, params: { batchId }, body })
    model.explain(lot, run.from, run.to)
    return
  }
  const body = { batchId, ...run, action: act, reason: 'Wrong lot' }
  const done = await server.call(coupons.activateCoupons, { token, body })
  expect(done.body.changed).toBe(model.range(lot, run.from, run.to, act))
}

async function playOne(
  { model, lots }: World,
  { act, lot, serial }: Extract<Act, { act: string; lot: number; serial: number }>,
): Promise<void> {
  const code = lots[lot]?.packs[serial - 1]
  if (!code) return
  if (act === 'scan') {
    const member = await server.member()
    const { body } = await scanAs(server, member.token, code)
    expect(body.result === 'credited').toBe(model.scan(lot, serial))
    return
  }
  const { token } = people.second
  const found = await server.call(coupons.findCoupon, { token, query: { q: code } })
  const step = act === 'block' ? coupons.blockCoupon : coupons.unblockCoupon
  const params = { couponKey: found.body.couponKey }
  const done = await server.call(step, { token, params, body: { reason: 'Looked into' } })
  const moved = act === 'block' ? model.block(lot, serial) : model.unblock(lot, serial)
  expect(done.status).toBe(moved ? 200 : 409)
}

/** The coupons, their counts and the reconciliation, serial by serial, are those of the model. */
async function agrees({ model, lots }: World): Promise<void> {
  for (const [lot, { batchId }] of lots.entries()) {
    const counts = model.counts(lot)
    expect(await countedCoupons(server, batchId)).toEqual(counts)
    const { body } = await server.call(contract.batchReconciliation, {
      token: people.checker.token,
      params: { batchId },
    })
    const where = model.whereabouts(lot)
    const of = (status: string) => where.filter((one) => one === status).length
    expect(body).toMatchObject({
      counts,
      waiting: of('waiting'),
      explained: of('explained'),
      unexplained: of('hole'),
      moreRuns: 0,
    })
    const told: (string | null)[] = where.map(() => null)
    for (const { status, fromSerial, toSerial } of body.runs) {
      expect(told.slice(fromSerial - 1, toSerial).every((one) => one === null)).toBe(true)
      told.fill(status, fromSerial - 1, toSerial)
    }
    expect(told).toEqual(where)
  }
}

test(`random deliveries among all else that moves coupons do what a plain model does, ${RUNS.numRuns} times; seed ${SEED}`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 25 }), async (acts) => {
      const lots: Lot[] = []
      for (const lot of LOTS) lots.push(await makeLot(server, people, lot))
      const names = Array.from({ length: NAMES }, () => randomUUID())
      const world = { model: new ModelPlant(LOTS), lots, names, at: new Date().toISOString() }
      for (const doing of acts) await play(world, doing)
      await agrees(world)
    }),
    { ...RUNS, endOnFailure: true },
  )
  expect(await brokenInvariants(server)).toEqual([])
}, 1_800_000)
