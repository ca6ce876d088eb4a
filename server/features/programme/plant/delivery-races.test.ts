import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBatch } from '../../../../contract/programme/batches.ts'
import { parseCode } from '../../../../contract/programme/code.ts'
import { activateCoupons } from '../../../../contract/programme/coupons.ts'
import { withClient } from '../../../db/database.ts'
import { untilLockWaits } from '../../../test/lock-waits.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { countedCoupons, team, type Team } from '../batches/test-support.ts'
import { codeKey } from '../batches/codes.ts'
import {
  brokenInvariants,
  footprint,
  makeLot,
  read,
  resultsOf,
  scanAs,
  send,
  undo,
} from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const together = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

async function countsAreTrue(batchId: number): Promise<void> {
  const { body } = await server.call(getBatch, { token: people.checker.token, params: { batchId } })
  expect(body.counts).toEqual(await countedCoupons(server, batchId))
}

test('the same delivery twenty times at once has the effect of one, and the same answer', async () => {
  const { batchId, packs, cartons } = await makeLot(server, people, {
    quantity: 60,
    cartonSize: 10,
  })
  const worker = await server.staff('worker')
  const [carton, pack] = [read(cartons[0]), read(packs[11])]
  const items = [
    ...packs.slice(20, 40).map((code) => read(code)),
    carton,
    pack,
    undo(carton),
    read(cartons[1]),
    undo(pack),
    read('nobody’s'),
  ]
  const answers = await together(20, () => send(server, worker.token, items))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
  const print = await footprint(server, batchId, worker.staffId)
  expect(print).toMatchObject({
    worker: [40, 11],
    audits: ['coupons.activated', 'coupons.deactivated'],
    coupons: { printed: 20, active: 29, deactivated: 11 },
  })
  expect(print.changes).toHaveLength(25)
})

test('overlapping deliveries of one phone: each reading once, an undoing finds its reading', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 30 })
  const worker = await server.staff('worker')
  const readings = packs.map((code) => read(code))
  const undoings = readings.slice(0, 10).map((reading) => undo(reading))
  const all = [...readings, ...undoings]
  await together(12, (index) => send(server, worker.token, all.slice(0, 20 + index * 2)))
  const last = await send(server, worker.token, all)
  expect(last.body.items.map(({ result }) => result)).toEqual([
    ...Array(30).fill('activated'),
    ...Array(10).fill('undone'),
  ])
  expect(await footprint(server, batchId, worker.staffId)).toMatchObject({
    worker: [30, 10],
    coupons: { active: 20, deactivated: 10 },
  })
})

test('one name by two workers at once is one reading', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 40 })
  const [one, two] = [await server.staff('worker'), await server.staff('worker')]
  for (let pair = 0; pair < 20; pair++) {
    const id = randomUUID()
    const answers = await Promise.all([
      send(server, one.token, [{ ...read(packs[pair * 2]), id }]),
      send(server, two.token, [{ ...read(packs[pair * 2 + 1]), id }]),
    ])
    const results = answers.flatMap(({ body }) => body.items.map(({ result }) => result))
    expect(results.toSorted()).toEqual(['activated', 'id_taken'])
  }
  expect(await countedCoupons(server, batchId)).toMatchObject({ printed: 20, active: 20 })
  await countsAreTrue(batchId)
})

test('members scan while a delivery is undone: a scanned one stays, the counts are true', async () => {
  const { batchId, packs, cartons } = await makeLot(server, people, {
    quantity: 120,
    cartonSize: 20,
  })
  const { token } = people.worker
  const members = await together(6, () => server.member())
  const readings = cartons.map((code) => read(code))
  await resultsOf(server, token, readings)
  const scanning = packs
    .filter((_, index) => index % 2 === 0)
    .map(async (code, index) => {
      const { body } = await scanAs(server, members[index % 6]?.token ?? '', code)
      return [code, body.result] as const
    })
  const undone = await together(6, (index) =>
    resultsOf(server, token, [undo(readings[index] ?? { id: '' })]),
  )
  const scans = await Promise.all(scanning)
  const credited = scans.filter(([, result]) => result === 'credited').length
  const refused = scans.filter(([, result]) => result === 'not_active').length
  expect(credited + refused).toBe(60)
  const back = undone.flat().reduce((sum, [, changed]) => sum + changed, 0)
  expect(back).toBe(120 - credited)
  expect(await countedCoupons(server, batchId)).toEqual({
    printed: 0,
    active: 0,
    deactivated: 120 - credited,
    scanned: credited,
    blocked: 0,
  })
  await countsAreTrue(batchId)
})

/** Holds a pack, as a scan would that is just being settled, while `work` is done. */
async function whileHeld(code: string, work: () => Promise<void>): Promise<void> {
  const key = codeKey(parseCode(code)?.batchId ?? 0, code)
  await withClient(server.context.connection, async (client) => {
    await client.query('begin')
    await client.query('select from coupon where code_key = $1 for update', [key])
    try {
      await work()
    } finally {
      await client.query('rollback')
    }
  })
}

test('a pack that is scanned while its undoing waits for another stays scanned', async () => {
  const { batchId, packs, cartons } = await makeLot(server, people, {
    quantity: 10,
    cartonSize: 10,
  })
  const carton = read(cartons[0])
  await resultsOf(server, people.worker.token, [carton])
  const ordered = packs.toSorted((a, b) => (codeKey(batchId, a) < codeKey(batchId, b) ? -1 : 1))
  const member = await server.member()
  const undone: ReturnType<typeof resultsOf>[] = []
  await whileHeld(ordered[0] ?? '', async () => {
    undone.push(resultsOf(server, people.worker.token, [undo(carton)]))
    await untilLockWaits(server.db, 1)
    expect((await scanAs(server, member.token, ordered[9])).body.result).toBe('credited')
  })
  expect(await Promise.all(undone)).toEqual([[['undone', 9]]])
  expect(await countedCoupons(server, batchId)).toMatchObject({ deactivated: 9, scanned: 1 })
  await countsAreTrue(batchId)
})

test('an undoing that overtakes its reading on the way waits for it', async () => {
  const { packs } = await makeLot(server, people, { quantity: 10 })
  const pack = read(packs[0])
  const results: Awaited<ReturnType<typeof resultsOf>>[] = []
  const sent: Promise<unknown>[] = []
  const sendOne = (item: object) =>
    sent.push(resultsOf(server, people.worker.token, [item]).then((done) => results.push(done)))
  await whileHeld(packs[0] ?? '', async () => {
    sendOne(pack)
    await untilLockWaits(server.db, 1)
    sendOne(undo(pack))
    await delay(200)
  })
  await Promise.all(sent)
  expect(results).toEqual([[['activated', 1]], [['undone', 1]]])
})

test('lines that work on the same lots in any order wait for each other without a deadlock', async () => {
  const lots = await together(3, () => makeLot(server, people, { quantity: 40, cartonSize: 10 }))
  const workers = await together(6, () => server.staff('worker'))
  const deliveries = await together(6, async (index) => {
    const ordered = index % 2 === 0 ? lots : lots.toReversed()
    const items = ordered.flatMap(({ packs, cartons }) => [
      ...packs.slice(index * 4, index * 4 + 8).map((code) => read(code)),
      read(cartons[index % 4]),
    ])
    const answer = send(server, workers[index]?.token ?? '', [
      ...items,
      undo(items[3] ?? { id: '' }),
    ])
    const runs = lots.map(({ batchId }) =>
      server.call(activateCoupons, {
        token: workers[index]?.token ?? '',
        body: { batchId, from: 5, to: 30, action: 'deactivate', reason: 'Wrong lot' },
      }),
    )
    return Promise.all([answer, ...runs])
  })
  expect(deliveries.flat().map(({ status }) => status)).toEqual(Array(24).fill(200))
  for (const { batchId } of lots) await countsAreTrue(batchId)
  await delay(1_100) // until every connection has told its statistics
  await together(10, () => sql`select 1`.execute(server.db))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(
    server.db,
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})

test('every invariant holds after all that', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
