import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/schemes.ts'
import type {
  SchemeDetail,
  SchemeStatus,
  SchemeStep,
} from '../../../../contract/programme/schemes.ts'
import { addDays, startOfDay } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { attempt, brokenInvariants, makeLot, openEngine } from '../scans/engine.fixture.ts'
import { endOverdueSchemes } from './scheme-life.service.ts'
import { activated, drafted, simulated, team, today, trailOf, type Team } from './test-support.ts'
import { haveGroups } from '../../../test/product-groups.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const reason = 'As was agreed'
const STEPS = {
  activate: contract.activateScheme,
  pause: contract.pauseScheme,
  resume: contract.resumeScheme,
  end: contract.endScheme,
}
const step = (
  name: SchemeStep,
  { schemeId, version }: Pick<SchemeDetail, 'schemeId' | 'version'>,
  who: { token: string } = people.checker,
) =>
  server.call(STEPS[name], {
    token: who.token,
    params: { schemeId },
    body: name === 'activate' ? { reason, version } : { reason },
  })

describe('steps', () => {
  test('activate, pause, resume, end: each an event and an audit row', async () => {
    const scheme = await drafted(server, people)
    await simulated(server, people, scheme.schemeId)
    const went: [SchemeStep, SchemeStatus][] = [
      ['activate', 'active'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['end', 'ended'],
    ]
    for (const [name, status] of went) {
      expect((await step(name, scheme)).body).toMatchObject({ status, schemeId: scheme.schemeId })
    }
    const { token } = people.admin
    const params = { schemeId: scheme.schemeId }
    const { body } = await server.call(contract.getScheme, { token, params })
    expect(body.events.map(({ action, by, note }) => [action, by, note])).toEqual([
      ['draft', 'Test cs', null],
      ...went.map(([name]) => [name, 'Test hod', reason]),
    ])
    const trail = await trailOf(server, scheme.schemeId)
    expect(trail.map(({ action }) => action)).toEqual([
      'scheme.drafted',
      'scheme.simulated',
      'scheme.activated',
      'scheme.paused',
      'scheme.resumed',
      'scheme.ended',
    ])
    expect(trail[2]).toMatchObject({
      before: { status: 'draft' },
      after: { status: 'active', version: 1, simulatedPoints: 0 },
      reason,
      staffId: people.checker.staffId,
    })
    const verdict = await server.db
      .transaction()
      .execute((tx) => verifyAudit(tx, server.context.keys))
    expect(verdict.broken).toBeNull()
  })

  test.each<[SchemeStatus, SchemeStep]>([
    ['draft', 'pause'],
    ['draft', 'resume'],
    ['draft', 'end'],
    ['active', 'activate'],
    ['active', 'resume'],
    ['paused', 'activate'],
    ['paused', 'pause'],
    ['ended', 'activate'],
    ['ended', 'pause'],
    ['ended', 'resume'],
    ['ended', 'end'],
  ])('one that is %s refuses %s and stays as it was', async (status, name) => {
    const scheme = await drafted(server, people)
    await simulated(server, people, scheme.schemeId)
    await server.db
      .updateTable('scheme')
      .set({ status })
      .where('scheme_id', '=', scheme.schemeId)
      .execute()
    const answer = await step(name, scheme)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ message: expect.stringContaining('it cannot be') })
    expect(await trailOf(server, scheme.schemeId)).toHaveLength(2)
  })

  test('of two people who activate at once one is told that it is active', async () => {
    const scheme = await drafted(server, people)
    await simulated(server, people, scheme.schemeId)
    const answers = await Promise.all([
      step('activate', scheme, people.checker),
      step('activate', scheme, people.admin),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('activation is refused', () => {
  const told = async (scheme: SchemeDetail, who?: { token: string }) => {
    const { status, body } = await step('activate', scheme, who)
    return [status, 'message' in body ? body.message : null]
  }

  test('before a simulation of these very terms has ended', async () => {
    const scheme = await drafted(server, people)
    const first = [409, 'Simulate it first: nobody knows yet what it would cost.']
    expect(await told(scheme)).toEqual(first)
    await simulated(server, people, scheme.schemeId)
    const { body: edited } = await server.call(contract.editScheme, {
      token: people.maker.token,
      params: { schemeId: scheme.schemeId },
      body: { terms: { ...scheme.terms, value: 11 }, version: 1 },
    })
    expect(edited.simulation).toMatchObject({ state: 'done', current: false })
    expect(await told(edited)).toEqual(first)
    await server.db
      .updateTable('scheme_simulation')
      .set({ version: 2, state: 'failed' })
      .where('scheme_id', '=', scheme.schemeId)
      .execute()
    expect(await told(edited)).toEqual(first)
    await simulated(server, people, scheme.schemeId)
    expect(await told(edited)).toEqual([200, null])
  })

  test('of terms that were changed since they were read, and names who did', async () => {
    const scheme = await drafted(server, people)
    await server.call(contract.editScheme, {
      token: people.second.token,
      params: { schemeId: scheme.schemeId },
      body: { terms: { ...scheme.terms, value: 11 }, version: 1 },
    })
    await simulated(server, people, scheme.schemeId)
    expect(await told(scheme)).toEqual([
      409,
      'Test sub admin has changed “Ten more” meanwhile. Load it again to see its terms.',
    ])
  })

  test('to whoever drafted or edited it, whatever their role is now', async () => {
    const scheme = await drafted(server, people, { value: 7 })
    const { body: edited } = await server.call(contract.editScheme, {
      token: people.second.token,
      params: { schemeId: scheme.schemeId },
      body: { terms: { ...scheme.terms, value: 11 }, version: 1 },
    })
    await simulated(server, people, scheme.schemeId)
    const own = [409, 'You drafted or edited this: somebody else must activate it.']
    const promote = (role: 'admin' | 'cs' | 'sub admin', { staffId }: { staffId: number }) =>
      server.db.updateTable('staff').set({ role }).where('staff_id', '=', staffId).execute()
    try {
      await promote('admin', people.maker)
      await promote('admin', people.second)
      expect(await told(edited, people.maker)).toEqual(own)
      expect(await told(edited, people.second)).toEqual(own)
    } finally {
      await promote('cs', people.maker)
      await promote('sub admin', people.second)
    }
    expect(await told(edited)).toEqual([200, null])
  })

  test('after the last day; a pause that outlasted it is not resumed either', async () => {
    const days = { fromDay: addDays(today(), -3), toDay: addDays(today(), -1) }
    const scheme = await drafted(server, people, days)
    await simulated(server, people, scheme.schemeId)
    const over = 'The last day of “Ten more” is over. Duplicate it with other days.'
    expect(await told(scheme)).toEqual([409, over])
    const paused = await activated(server, people)
    await step('pause', paused)
    await server.db
      .updateTable('scheme')
      .set({ from_at: startOfDay(days.fromDay), to_at: startOfDay(today()) })
      .where('scheme_id', '=', paused.schemeId)
      .execute()
    expect((await step('resume', paused)).body).toMatchObject({ message: over })
  })
})

describe('while it runs', () => {
  let own: TestServer
  let team2: Team
  let nextBatch = 1
  beforeAll(async () => {
    own = await testServer()
    team2 = await team(own)
    await own.db
      .insertInto('plant')
      .values({ code: 'P', name: 'P', state: 27, city: 'P' })
      .execute()
    const product = { code: 'C', name: 'C', product_group: 'C', points: 40 }
    await haveGroups(own.db, 'C')
    await own.db.insertInto('product').values(product).execute()
  })
  afterAll(() => own.stop())

  /** So many scans of a new lot by one member. */
  const scanned = async (coupons: number) => {
    const { connection } = own.context
    const database = { db: own.db, connection, drop: async () => {} }
    const lot = await makeLot(database, { batchId: nextBatch++, coupons })
    const { memberId } = await own.member()
    const engine = await openEngine(database)
    for (let index = 0; index < coupons; index++) await engine.scan(attempt(lot, index, memberId))
    await engine.stop()
    return memberId
  }
  const change = (schemeId: number, body: { budget: number; toDay: string }) =>
    own.call(contract.changeRunningScheme, {
      token: team2.checker.token,
      params: { schemeId },
      body: { ...body, reason },
    })
  const only = async (scheme: SchemeDetail) =>
    own.db
      .updateTable('scheme')
      .set({ status: 'ended' })
      .where('scheme_id', '<>', scheme.schemeId)
      .execute()

  test('its effect is what the engine gave', async () => {
    const scheme = await activated(own, team2)
    await only(scheme)
    await scanned(3)
    await scanned(2)
    const { token } = team2.admin
    const { schemeId } = scheme
    const { body } = await own.call(contract.getScheme, { token, params: { schemeId } })
    expect(body).toMatchObject({
      spent: 50,
      bonuses: 5,
      members: 2,
      days: [{ day: today(), bonuses: 5, points: 50 }],
    })
    const list = await own.call(contract.listSchemes, { token, query: { status: 'active' } })
    expect(list.body.items).toMatchObject([{ schemeId, spent: 50, bonuses: 5 }])
    const capped = await activated(own, team2, { capPerMember: 15, name: 'Capped' })
    await only(capped)
    await scanned(3)
    const found = await own.call(contract.getScheme, {
      token,
      params: { schemeId: capped.schemeId },
    })
    expect(found.body).toMatchObject({ spent: 15, bonuses: 2, members: 1 })
    expect(await brokenInvariants(own.db)).toEqual([])
  })

  test('the budget can be lowered to what is spent, not below, though engines hold leases', async () => {
    const scheme = await activated(own, team2, { budget: 1_000 })
    await only(scheme)
    const { schemeId, toDay } = scheme
    const { connection } = own.context
    const database = { db: own.db, connection, drop: async () => {} }
    const lot = await makeLot(database, { batchId: nextBatch++, coupons: 20 })
    const { memberId } = await own.member()
    const engine = await openEngine(database)
    for (let index = 0; index < 5; index++) await engine.scan(attempt(lot, index, memberId))
    const leased = async () => {
      const query = own.db.selectFrom('scheme').select(['leased', 'budget', 'version'])
      return query.where('scheme_id', '=', schemeId).executeTakeFirstOrThrow()
    }
    expect(Number((await leased()).leased)).toBeGreaterThan(50)
    const below = await change(schemeId, { budget: 49, toDay })
    expect(below.status).toBe(400)
    expect(below.body).toMatchObject({
      fields: { budget: '50 points are spent already: the budget cannot be below that.' },
    })
    expect(Number((await leased()).budget)).toBe(1_000)
    const done = await change(schemeId, { budget: 60, toDay })
    expect(done.body).toMatchObject({ budget: 60, spent: 50, version: 2 })
    for (let index = 5; index < 9; index++) await engine.scan(attempt(lot, index, memberId))
    await engine.stop()
    const { token } = team2.admin
    const after = await own.call(contract.getScheme, { token, params: { schemeId } })
    expect(after.body).toMatchObject({ spent: 60, bonuses: 6 })
    expect(await trailOf(own, schemeId)).toMatchObject([
      {},
      {},
      {},
      { action: 'scheme.changed', before: { budget: 1_000 }, after: { budget: 60 }, reason },
    ])
    expect(await brokenInvariants(own.db)).toEqual([])
  })

  test('the last day is moved to today or later, and nothing else is a change', async () => {
    const { schemeId, budget, toDay } = await activated(own, team2, {
      fromDay: addDays(today(), 2),
    })
    expect((await change(schemeId, { budget, toDay })).body).toMatchObject({
      message: 'This is its budget and its last day already.',
    })
    expect((await change(schemeId, { budget, toDay: addDays(today(), -1) })).body).toMatchObject({
      fields: { toDay: 'This day is over. End the scheme to stop it now.' },
    })
    expect((await change(schemeId, { budget, toDay: today() })).body).toMatchObject({
      fields: { toDay: 'The last day must not be before the first.' },
    })
    const moved = await change(schemeId, { budget, toDay: addDays(today(), 9) })
    expect(moved.body).toMatchObject({ toDay: addDays(today(), 9), budget, status: 'active' })
    const draft = await drafted(own, team2)
    expect((await change(draft.schemeId, { budget: 5, toDay })).body).toMatchObject({
      message: '“Ten more” is a draft: edit it instead.',
    })
  })

  test('an activated one gives from the next scan on', async () => {
    const scheme = await drafted(own, team2)
    await simulated(own, team2, scheme.schemeId)
    await only(scheme)
    const { connection, scanEngine } = own.context
    const database = { db: own.db, connection, drop: async () => {} }
    const lot = await makeLot(database, { batchId: nextBatch++, coupons: 2 })
    const { memberId } = await own.member()
    // What the engine reads for this scan it would believe for a second.
    expect((await scanEngine.scan(attempt(lot, 0, memberId))).points).toBe(40)
    await own.call(contract.activateScheme, {
      token: team2.checker.token,
      params: { schemeId: scheme.schemeId },
      body: { version: scheme.version, reason },
    })
    expect((await scanEngine.scan(attempt(lot, 1, memberId))).points).toBe(50)
  })

  test('a paused one gives nothing from the next scan on', async () => {
    const scheme = await activated(own, team2)
    await only(scheme)
    const { schemeId } = scheme
    const { connection } = own.context
    const database = { db: own.db, connection, drop: async () => {} }
    const lot = await makeLot(database, { batchId: nextBatch++, coupons: 4 })
    const { memberId } = await own.member()
    const engine = await openEngine(database)
    expect((await engine.scan(attempt(lot, 0, memberId))).points).toBe(50)
    const call = { token: team2.checker.token, params: { schemeId }, body: { reason } }
    await own.call(contract.pauseScheme, call)
    expect((await engine.scan(attempt(lot, 1, memberId))).points).toBe(40)
    await engine.stop()
  })

  test('it ends by itself after its last day, once, whoever runs it', async () => {
    const scheme = await activated(own, team2, { toDay: addDays(today(), 1) })
    const paused = await activated(own, team2, { toDay: addDays(today(), 1), name: 'Paused' })
    const later = await activated(own, team2, { toDay: addDays(today(), 2), name: 'Later' })
    const call = { token: team2.checker.token, params: { schemeId: paused.schemeId } }
    await own.call(contract.pauseScheme, { ...call, body: { reason } })
    const end = startOfDay(addDays(today(), 2))
    const endAt = (at: Date) => endOverdueSchemes({ ...own.context, now: () => at })
    const statusOf = async ({ schemeId }: SchemeDetail) =>
      (await own.call(contract.getScheme, { token: team2.admin.token, params: { schemeId } })).body
    await endAt(new Date(end.getTime() - 1))
    expect(await statusOf(scheme)).toMatchObject({ status: 'active' })
    await Promise.all([endAt(end), endAt(end)])
    for (const one of [scheme, paused]) {
      const { status, events } = await statusOf(one)
      expect(status).toBe('ended')
      expect(events.filter(({ action }) => action === 'end')).toEqual([
        { at: end.toISOString(), by: null, action: 'end', note: null },
      ])
      expect((await trailOf(own, one.schemeId)).at(-1)).toMatchObject({
        action: 'scheme.ended',
        staffId: null,
      })
    }
    expect(await statusOf(later)).toMatchObject({ status: 'active' })
  })
})
