import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/schemes.ts'
import type { SchemeTerms, SimulationResult } from '../../../../contract/programme/schemes.ts'
import { addDays } from '../../../../contract/time.ts'
import { withClient } from '../../../db/database.ts'
import { makeRandom } from '../../../demo/random.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { attempt, makeLot, openEngine, type Lot } from '../scans/engine.fixture.ts'
import { readScans } from './simulation-scans.ts'
import { giveUpSimulation, runSimulation } from './simulation.service.ts'
import {
  activated,
  drafted,
  simulated,
  team,
  termsWith,
  today,
  trailOf,
  type Team,
} from './test-support.ts'
import { haveGroups } from '../../../test/product-groups.ts'

let server: TestServer
let people: Team
let lots: Lot[]
let members: {
  memberId: number
  kind: 'mason' | 'painter'
  state: number
  distributorId: number | null
}[]
const used = [0, 0]
const SCANS = 240

beforeAll(async () => {
  server = await testServer({ POINT_VALUE_PAISE: '50' })
  people = await team(server)
  const { db } = server
  await db.insertInto('plant').values({ code: 'P', name: 'P', state: 27, city: 'P' }).execute()
  const product = { product_group: 'C', points: 1 }
  await haveGroups(db, 'C')
  await db
    .insertInto('product')
    .values(['One', 'Two'].map((name) => ({ ...product, code: name, name })))
    .execute()
  await db
    .insertInto('distributor')
    .values({ code: 'D1', name: 'Trader', state: 27, city: 'P' })
    .execute()
  const database = { db, connection: server.context.connection, drop: async () => {} }
  lots = [
    await makeLot(database, { batchId: 1, coupons: 2_000, points: 40 }),
    await makeLot(database, { batchId: 2, coupons: 2_000, points: 25 }),
  ]
  await db.updateTable('coupon_batch').set({ product_id: 2 }).where('batch_id', '=', 2).execute()
  members = []
  for (let index = 0; index < 9; index++) {
    const kind = index % 3 === 0 ? 'painter' : 'mason'
    const state = index % 2 === 0 ? 27 : 29
    const distributorId = index % 4 === 0 ? 1 : null
    const { memberId } = await server.member(kind, state)
    await db
      .updateTable('member')
      .set({ distributor_id: distributorId })
      .where('member_id', '=', memberId)
      .execute()
    members.push({ memberId, kind, state, distributorId })
  }
})
afterAll(() => server.stop())

/** Scans by the members, one after another, through the engine. */
async function scanSome(seed: number): Promise<void> {
  const random = makeRandom(seed)
  const { connection } = server.context
  const engine = await openEngine({ db: server.db, connection, drop: async () => {} })
  for (let count = 0; count < SCANS; count++) {
    const which = random.below(2)
    const [lot, member] = [lots[which], random.pick([...members] as [(typeof members)[0]])]
    const index = used[which] ?? 0
    used[which] = index + 1
    if (!lot) throw new Error('There is no such lot.')
    const { result } = await engine.scan(attempt(lot, index, member.memberId, member))
    expect(result).toBe('credited')
  }
  await engine.stop()
}

/** What the engine gave for a scheme, from the ledger itself. */
async function givenTo(schemeId: number) {
  const rows = await server.db
    .selectFrom('transfer as t')
    .innerJoin('scan as s', (join) =>
      join.onRef('s.member_id', '=', 't.member_id').onRef('s.id', '=', 't.ref'),
    )
    .select(['t.member_id as memberId', 't.points', 's.product_id as productId', 's.state'])
    .where('t.scheme_id', '=', schemeId)
    .execute()
  const by = (key: 'memberId' | 'productId' | 'state') =>
    [...Map.groupBy(rows, (row) => row[key] ?? 0)]
      .map(([id, list]) => ({
        id,
        points: list.reduce((sum, { points }) => sum + Number(points), 0),
      }))
      .toSorted((a, b) => b.points - a.points || a.id - b.id)
  return {
    bonuses: rows.length,
    members: by('memberId'),
    products: by('productId'),
    states: by('state'),
  }
}

async function resultFor(terms: Partial<SchemeTerms>): Promise<SimulationResult> {
  const { schemeId } = await drafted(server, people, terms)
  const { result, failure } = await simulated(server, people, schemeId)
  if (!result) throw new Error(`Not simulated: ${failure}`)
  return result
}

const bare = (list: { id: number; points: number }[]) =>
  list.map(({ id, points }) => ({ id, points }))

const CASES: [string, Partial<SchemeTerms>][] = [
  ['a multiplier for one product', { kind: 'multiplier', value: 133, productIds: [2] }],
  ['a fixed bonus with a cap for masons', { value: 7, capPerMember: 50, memberKinds: ['mason'] }],
  [
    'slabs with a cap in one state',
    {
      kind: 'slab',
      value: null,
      slabs: [
        { from: 3, points: 5 },
        { from: 10, points: 9 },
      ],
      capPerMember: 123,
      states: [27],
    },
  ],
  ['a bonus for the members of a distributor', { value: 3, distributorIds: [1] }],
]
test.each(CASES)('%s: the simulation is what the engine gives', async (_, terms) => {
  const { db } = server
  // Scans of other cases are none of this one's.
  await db.updateTable('scan').set({ result: 1 }).execute()
  const running = await activated(server, people, { ...terms, budget: 1_000_000 })
  await scanSome(running.schemeId)
  await db.updateTable('scheme').set({ status: 'ended' }).where('status', '=', 'active').execute()
  const given = await givenTo(running.schemeId)
  expect(given.bonuses).toBeGreaterThan(10)
  const result = await resultFor({ ...terms, budget: 1_000_000 })
  expect(result).toMatchObject({
    scans: SCANS,
    bonuses: given.bonuses,
    members: given.members.length,
    points: given.members.reduce((sum, { points }) => sum + points, 0),
    costPaise: result.points * 50,
    withinBudget: result.points,
    spentOn: null,
  })
  expect(bare(result.topMembers)).toEqual(given.members)
  expect(bare(result.products)).toEqual(given.products)
  expect(result.states).toEqual(given.states)
  expect(result.days).toHaveLength(30)
  expect(result.days.at(-1)).toEqual({
    day: today(),
    bonuses: given.bonuses,
    points: result.points,
  })
  expect(result.days.slice(0, -1).every(({ points }) => points === 0)).toBe(true)
})

describe('of the scans of thirty days', () => {
  test('reversed ones are left out, held ones are in, and the budget ends on its day', async () => {
    const { db } = server
    await db.updateTable('scan').set({ result: 1 }).execute()
    await scanSome(5)
    const newest = await db.selectFrom('scan').select('id').orderBy('id', 'desc').limit(3).execute()
    for (const [index, review] of [2, 0, 0].entries()) {
      const id = newest[index]?.id ?? ''
      await db.updateTable('scan').set({ review }).where('id', '=', id).execute()
    }
    const result = await resultFor({ value: 2, budget: 101, toDay: addDays(today(), 59) })
    expect(result).toMatchObject({
      scans: SCANS - 1,
      points: (SCANS - 1) * 2,
      withinBudget: 101,
      spentOn: today(),
    })
    // Sixty days of what twenty-nine days and a part of today gave.
    const [low, high] = [(result.points / 30) * 60, (result.points / 29) * 60]
    expect(result.forWholeLife).toBeGreaterThanOrEqual(Math.floor(low))
    expect(result.forWholeLife).toBeLessThanOrEqual(Math.ceil(high))
    expect(result.products.map(({ name }) => name).toSorted()).toEqual(['One', 'Two'])
    expect(result.topMembers[0]).toMatchObject({
      name: 'Ramesh Kumar',
      code: expect.stringMatching(/^M9/),
    })
  })
})

describe('the job', () => {
  /** A simulation that waits, as its job does not run. */
  const waiting = async () => {
    const { schemeId, version } = await drafted(server, people)
    const at = new Date()
    const { simulationId } = await server.db
      .insertInto('scheme_simulation')
      .values({
        scheme_id: schemeId,
        version,
        from_at: new Date(at.getTime() - 86_400_000),
        to_at: at,
        requested_by: people.checker.staffId,
        requested_at: at,
        state: 'queued',
        scans: null,
        result: null,
        failure: null,
        finished_at: null,
      })
      .returning('simulation_id as simulationId')
      .executeTakeFirstOrThrow()
    return { schemeId, simulationId }
  }
  const shown = async (schemeId: number) =>
    (
      await server.call(contract.getSimulation, {
        token: people.checker.token,
        params: { schemeId },
      })
    ).body
  const ask = async (schemeId: number) =>
    (
      await server.call(contract.simulateScheme, {
        token: people.checker.token,
        params: { schemeId },
      })
    ).body

  test('one that waits or runs for the same terms is given instead of another', async () => {
    const { schemeId, simulationId } = await waiting()
    expect(await ask(schemeId)).toMatchObject({ simulationId, state: 'queued', current: true })
    await server.db.updateTable('scheme_simulation').set({ state: 'running' }).execute()
    expect(await ask(schemeId)).toMatchObject({ simulationId, state: 'running' })
    expect(await trailOf(server, schemeId)).toHaveLength(1)
    await runSimulation(server.context, simulationId)
    expect((await ask(schemeId)).simulationId).not.toBe(simulationId)
    expect((await trailOf(server, schemeId)).at(-1)).toMatchObject({ action: 'scheme.simulated' })
  })

  test('of terms that were edited meanwhile is dropped by the next, and shown as old until then', async () => {
    const { schemeId, simulationId } = await waiting()
    const body = { terms: termsWith({ value: 99 }), version: 1 }
    await server.call(contract.editScheme, {
      token: people.maker.token,
      params: { schemeId },
      body,
    })
    await runSimulation(server.context, simulationId)
    expect(await shown(schemeId)).toMatchObject({
      state: 'failed',
      current: false,
      failure: 'The terms were changed before it was played. Simulate again.',
    })
    await simulated(server, people, schemeId)
    expect(await shown(schemeId)).toMatchObject({ state: 'done', current: true })
    const left = await server.db
      .selectFrom('scheme_simulation')
      .select('simulation_id')
      .where('scheme_id', '=', schemeId)
      .execute()
    expect(left).toHaveLength(1)
  })

  test('run twice at once has one result, and a third run changes nothing', async () => {
    const { schemeId, simulationId } = await waiting()
    await Promise.all([
      runSimulation(server.context, simulationId),
      runSimulation(server.context, simulationId),
    ])
    const done = await shown(schemeId)
    expect(done).toMatchObject({ state: 'done', failure: null })
    expect(done.scans).toBe(done.played)
    await runSimulation(server.context, simulationId)
    await giveUpSimulation(server.context, simulationId)
    expect(await shown(schemeId)).toEqual(done)
  })

  test('that is stopped throws, and ends when it is run again', async () => {
    const { schemeId, simulationId } = await waiting()
    const stopped = runSimulation(server.context, simulationId, AbortSignal.abort())
    await expect(stopped).rejects.toThrow(/abort/i)
    expect(await shown(schemeId)).toMatchObject({ state: 'queued', result: null })
    await runSimulation(server.context, simulationId)
    expect(await shown(schemeId)).toMatchObject({ state: 'done' })
  })

  test('that is stopped during the scans ends at once, and so does its query', async () => {
    const { db, context } = server
    await sql`insert into scan (id, code_key, occurred_at, recorded_at, member_id, batch_id, serial,
        points, product_id, result, state)
      select ${firstIdAt(new Date())}::bigint + n, gen_random_uuid(), now(), now(),
        ${members[0]?.memberId}::int, 1, n, 40, 1, 0, 27
      from generate_series(1, 60000) n`.execute(db)
    const span = { fromAt: new Date(Date.now() - 60_000), toAt: new Date(Date.now() + 60_000) }
    const name = 'stopped-simulation'
    let [scans, pieces] = [0, 0]
    const stopped = withClient({ ...context.connection, application_name: name }, (client) =>
      readScans(
        client,
        span,
        () => scans++,
        async () => {
          if (++pieces === 3) throw new Error('stopped')
        },
      ),
    )
    await expect(stopped).rejects.toThrow('stopped')
    expect(scans).toBeGreaterThan(0)
    expect(scans).toBeLessThan(60_000)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where application_name = ${name}`.execute(db)
        return rows.length
      })
      .toBe(0)
    await db.deleteFrom('scan').where('points', '=', 40).where('product_id', '=', 1).execute()
  })

  test('that was discarded under way ends without a word', async () => {
    const { schemeId, simulationId } = await waiting()
    const call = { token: people.maker.token, params: { schemeId } }
    const running = runSimulation(server.context, simulationId)
    await server.call(contract.discardScheme, call)
    await expect(running).resolves.toBeUndefined()
  })

  test('that was given up says so', async () => {
    const { schemeId, simulationId } = await waiting()
    await giveUpSimulation(server.context, simulationId)
    expect(await shown(schemeId)).toMatchObject({
      state: 'failed',
      failure: 'It was tried several times and did not come to its end. Simulate again.',
    })
  })

  test('was never asked for: 404', async () => {
    const { schemeId } = await drafted(server, people)
    expect(await shown(schemeId)).toMatchObject({
      message: 'A simulation of “Ten more” was not found.',
    })
    expect(await shown(999_999)).toMatchObject({ message: 'Scheme 999999 was not found.' })
  })
})
