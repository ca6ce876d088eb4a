import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import {
  POINTS,
  attempt,
  brokenInvariants,
  makeLot,
  makeProgramme,
  makeScheme,
  manyAtOnce,
  sentAgain,
  openEngine,
  shuffled,
  tally,
  type EngineOptions,
  type Lot,
  type LotOptions,
} from './engine.fixture.ts'
import { WIDE_LIMITS } from './limits.fixture.ts'
import { releaseHeld, reverseHeld } from './review.queries.ts'
import { EngineBusy, type ScanEngine } from './scan-engine.ts'
import type { ScanItem } from './world.ts'

let database: TestDatabase
const engines: ScanEngine[] = []
let lots = 0

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 120)
})
afterAll(async () => database.drop())
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await checkBooks()
})

/** After each test, whatever it did, the database must be in order. */
async function checkBooks(): Promise<void> {
  const broken = await brokenInvariants(database.db)
  if (broken.length > 0) throw new Error(`Broken: ${JSON.stringify(broken, null, 2)}`)
}

async function engine(options?: EngineOptions): Promise<ScanEngine> {
  const opened = await openEngine(database, options)
  engines.push(opened)
  return opened
}

function lot(coupons: number, options?: Partial<LotOptions>): Promise<Lot> {
  lots++
  return makeLot(database, { batchId: lots, coupons, ...options })
}

async function results(over: ScanEngine, items: readonly ScanItem[]): Promise<string[]> {
  const outcomes = await Promise.all(items.map((item) => over.scan(item)))
  return outcomes.map(({ result }) => result)
}

async function freshMember(memberId: number): Promise<void> {
  const clean = { scans_today: 0, wrong_today: 0 }
  await database.db
    .updateTable('member_account')
    .set(clean)
    .where('member_id', '=', memberId)
    .execute()
}

test('100 members race for 200 coupons over two engines: each pays once', async () => {
  const prize = await lot(200)
  const [one, two] = [await engine(), await engine()]
  const members = Array.from({ length: 100 }, (_, i) => i + 1)
  const items = shuffled(
    prize.keys.flatMap((_, i) => members.map((memberId) => attempt(prize, i, memberId))),
  )
  const outcomes = await manyAtOnce(items, 128, (item, caller) =>
    (caller % 2 === 0 ? one : two).scan(item),
  )
  expect(tally(outcomes.map(({ result }) => result))).toEqual({
    credited: 200,
    already_scanned: 19_800,
  })
  const { rows } = await sql<{ attempts: number; points: number }>`
    select count(*)::int as attempts, sum(points)::int as points from scan
    where batch_id = ${prize.batchId}`.execute(database.db)
  expect(rows).toEqual([{ attempts: 20_000, points: 200 * POINTS }])
})

test('the same coupon thrice in a batch, and a retry of an acknowledged scan', async () => {
  const [own, over] = [await lot(1), await engine({ slots: 1 })]
  const items = [attempt(own, 0, 1), attempt(own, 0, 2), attempt(own, 0, 1)]
  const outcomes = await Promise.all(items.map((item) => over.scan(item)))
  expect(over.stats().batches).toBe(1)
  expect(outcomes).toMatchObject([
    { result: 'credited', points: POINTS, scannedBy: null },
    { result: 'already_scanned', points: 0, scannedBy: 1, balance: null },
    { result: 'already_yours', points: POINTS, scannedBy: null, balance: null },
  ])
  const again = await over.scan(attempt(own, 0, 1))
  expect(again).toMatchObject({ result: 'already_yours', points: POINTS, at: outcomes[0]?.at })
  const stranger = await over.scan(attempt(own, 0, 3))
  expect(stranger).toMatchObject({ result: 'already_scanned', at: outcomes[0]?.at, scannedBy: 1 })
})

test('refused first, then valid', async () => {
  const [own, over] = [await lot(1), await engine()]
  const block = (blocked: boolean) =>
    database.db.updateTable('member_account').set({ blocked }).where('member_id', '=', 4).execute()
  await block(true)
  expect(
    await results(
      over,
      [4, 5, 6].map((memberId) => attempt(own, 0, memberId)),
    ),
  ).toEqual(['not_eligible', 'credited', 'already_scanned'])
  await block(false)
})

test('a balance is the one right after its own scan', async () => {
  const [own, over] = [await lot(3), await engine({ slots: 1 })]
  const items = [0, 1, 2].map((i) => attempt(own, i, 111))
  const outcomes = await Promise.all(items.map((item) => over.scan(item)))
  expect(over.stats().batches).toBe(1)
  expect(outcomes.map(({ balance }) => balance)).toEqual([POINTS, 2 * POINTS, 3 * POINTS])
})

test('a poison item hurts only itself', async () => {
  const [own, over] = [await lot(4), await engine({ slots: 1 })]
  const poisoned = { ...attempt(own, 1, 6), codeKey: 'no uuid' }
  const tooLarge = { ...attempt(own, 2, 6), retailerId: 2 ** 40 }
  const settled = await Promise.allSettled(
    [attempt(own, 0, 6), poisoned, tooLarge, attempt(own, 3, 6)].map((item) => over.scan(item)),
  )
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(settled[0]).toMatchObject({ value: { result: 'credited' } })
  expect(settled[3]).toMatchObject({ value: { result: 'credited' } })
  expect(over.stats().splits).toBe(1)
  expect(await results(over, [attempt(own, 2, 6)])).toEqual(['credited'])
})

test('a device whose name PostgreSQL cannot hold is no poison', async () => {
  const [own, over] = [await lot(1), await engine()]
  const device = `Phone\0 \ud83d${'x'.repeat(100)}`
  expect(await results(over, [attempt(own, 0, 7, { device })])).toEqual(['credited'])
  expect(over.stats().splits).toBe(0)
})

test('the limit of the day is exact over four slots', async () => {
  const own = await lot(120)
  const limits = { ...WIDE_LIMITS, scansPerDay: 20 }
  const [one, two] = [await engine({ limits }), await engine({ limits })]
  await freshMember(8)
  const outcomes = await manyAtOnce([...own.keys.keys()], 100, (i, caller) =>
    (caller % 2 === 0 ? one : two).scan(attempt(own, i, 8)),
  )
  expect(tally(outcomes.map(({ result }) => result))).toEqual({ credited: 20, limit_reached: 100 })
})

test('the limit of wrong codes is exact over four slots, and locks out right ones too', async () => {
  const own = await lot(1)
  const limits = { ...WIDE_LIMITS, wrongCodesPerDay: 10 }
  const [one, two] = [await engine({ limits }), await engine({ limits })]
  await freshMember(9)
  const wrong = Array.from({ length: 100 }, (_, i) => attempt(own, 1_000 + i, 9))
  const outcomes = await manyAtOnce(wrong, 100, (item, caller) =>
    (caller % 2 === 0 ? one : two).scan(item),
  )
  expect(tally(outcomes.map(({ result }) => result))).toEqual({ unknown: 10, limit_reached: 90 })
  expect(await results(one, [attempt(own, 0, 9), attempt(own, 0, 10)])).toEqual([
    'limit_reached',
    'credited',
  ])
})

test('a day that has begun on a faster clock is not begun again', async () => {
  const own = await lot(30)
  const limits = { ...WIDE_LIMITS, scansPerDay: 5 }
  const midnight = new Date('2026-11-20T18:30:00Z').getTime()
  const ahead = await engine({ limits, now: () => new Date(midnight + 1_000) })
  const behind = await engine({ limits, now: () => new Date(midnight - 1_000) })
  const outcomes = await manyAtOnce([...own.keys.keys()], 1, (i) =>
    (i % 2 === 0 ? ahead : behind).scan(attempt(own, i, 112)),
  )
  expect(tally(outcomes.map(({ result }) => result))).toEqual({ credited: 5, limit_reached: 25 })
  await database.db
    .updateTable('member_account')
    .set({ day: '2000-01-01' })
    .where('member_id', '=', 112)
    .execute()
})

const addScheme = (budget: number, bonus: number, priority?: number) =>
  makeScheme(database.db, budget, bonus, priority)

async function endSchemes(): Promise<void> {
  await database.db.updateTable('scheme').set({ status: 'ended' }).execute()
}

test('a budget that four slots race for is spent exactly', async () => {
  const [budget, bonus, scans] = [6_000, 10, 2_000]
  const schemeId = await addScheme(budget, bonus)
  const own = await lot(scans)
  const [one, two] = [await engine(), await engine()]
  const outcomes = await manyAtOnce([...own.keys.keys()], 128, (i, caller) =>
    (caller % 2 === 0 ? one : two).scan(attempt(own, i, (i % 100) + 1)),
  )
  const given = outcomes.map(({ points }) => points - POINTS).filter((points) => points > 0)
  expect(given.reduce((sum, points) => sum + points, 0)).toBe(budget)
  // Each of the four slots may end its lease with a part of a bonus.
  expect(given.filter((points) => points < bonus).length).toBeLessThanOrEqual(4)
  expect(Math.max(...given)).toBe(bonus)
  await endSchemes()
  const { rows } = await sql<{ spent: number }>`
    select sum(spent)::int as spent from scheme_lease where scheme_id = ${schemeId}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ spent: budget }])
})

test('what an engine leased and did not spend is given back', async () => {
  const schemeId = await addScheme(100_000, 10)
  const own = await lot(3)
  const over = await engine()
  expect(
    await results(
      over,
      [0, 1, 2].map((i) => attempt(own, i, 11)),
    ),
  ).toHaveLength(3)
  await engines.splice(0)[0]?.stop()
  const { leased } = await database.db
    .selectFrom('scheme')
    .select('leased')
    .where('scheme_id', '=', schemeId)
    .executeTakeFirstOrThrow()
  expect(leased).toBe('30')
  await endSchemes()
})

test('a flagged scan is held; released once, its points are available', async () => {
  await addScheme(1_000, 7)
  const own = await lot(2, { sentToState: 9 })
  const over = await engine()
  const outcome = await over.scan(attempt(own, 0, 113))
  expect(outcome).toMatchObject({ result: 'credited', held: true, points: 47, balance: 0 })
  const review = {
    memberId: 113,
    scanId: outcome.scanId,
    staffId: 1,
    reason: 'In order',
    at: new Date(),
  }
  const twice = await Promise.all(
    [1, 2].map(() => transaction(database.db, (tx) => releaseHeld(tx, review))),
  )
  expect(twice.filter((points) => points !== null)).toEqual([47])
  expect(await transaction(database.db, (tx) => reverseHeld(tx, review))).toBeNull()
  const { rows } = await sql`select available::int, held::int, seq from member_account
    where member_id = 113`.execute(database.db)
  expect(rows).toEqual([{ available: 47, held: 0, seq: 4 }])
  expect(await results(over, [attempt(own, 0, 113)])).toEqual(['already_yours'])
  await endSchemes()
})

test('a reversed scan frees its coupon, its bonus and its budget', async () => {
  const schemeId = await addScheme(7, 7)
  const own = await lot(1, { sentToState: 9 })
  const over = await engine()
  const first = await over.scan(attempt(own, 0, 114))
  expect(first).toMatchObject({ held: true, points: 47 })
  const review = {
    memberId: 114,
    scanId: first.scanId,
    staffId: 1,
    reason: 'Not sold',
    at: new Date(),
  }
  const twice = await Promise.all(
    [1, 2].map(() => transaction(database.db, (tx) => reverseHeld(tx, review))),
  )
  expect(twice.filter((points) => points !== null)).toEqual([47])
  await checkBooks()
  const { rows } = await sql`select returned::int, leased::int from scheme
    where scheme_id = ${schemeId}`.execute(database.db)
  expect(rows).toEqual([{ returned: 7, leased: 7 }])
  // The budget was spent; only what came back can pay this bonus.
  await delay(1_100)
  const next = await over.scan(attempt(own, 0, 115, { state: 9 }))
  expect(next).toMatchObject({ result: 'credited', held: false, points: 47, balance: 47 })
  await endSchemes()
})

test('flags stay exact when two slots count at once', async () => {
  const own = await lot(300)
  const limits = { ...WIDE_LIMITS, serialsPerPlace: 50, membersPerDevice: 3 }
  const [one, two] = [await engine({ limits }), await engine({ limits })]
  const place = { lat: 21.1458, lng: 79.0882 }
  const outcomes = await manyAtOnce([...own.keys.keys()].slice(0, 200), 100, (i, caller) =>
    (caller % 2 === 0 ? one : two).scan(attempt(own, i, (i % 100) + 1, place)),
  )
  expect(outcomes.filter(({ held }) => !held)).toHaveLength(50)
  const devices = await manyAtOnce([...own.keys.keys()].slice(200, 220), 20, (i, caller) =>
    (caller % 2 === 0 ? one : two).scan(attempt(own, i, i - 199, { device: 'One phone' })),
  )
  expect(devices.filter(({ held }) => !held)).toHaveLength(3)
})

test('connections killed in mid-flight: every scan is answered right and credited once', async () => {
  // So many that a fast machine is killed in the middle of a batch as well.
  const own = await lot(4_000)
  const over = await engine()
  let settled = 0
  let running = true
  const killer = (async () => {
    while (running) {
      // However slow the machine is, something is settled between two kills.
      for (const before = settled; running && settled === before;) await delay(5)
      await delay(30)
      await sql`select pg_terminate_backend(l.pid) from pg_locks l
        where l.locktype = 'advisory' and l.classid = 4711
          and l.database = (select oid from pg_database where datname = current_database())
        limit 1`.execute(database.db)
    }
  })()
  const scanned = manyAtOnce([...own.keys.keys()], 64, async (i) => {
    const outcome = await sentAgain(() => over.scan(attempt(own, i, (i % 100) + 1)))
    settled++
    return outcome
  })
  const outcomes = await scanned.finally(() => (running = false))
  await killer
  const { credited = 0, already_yours = 0 } = tally(outcomes.map(({ result }) => result))
  expect(credited + already_yours).toBe(4_000)
  expect(outcomes.every(({ points }) => points === POINTS)).toBe(true)
  expect(over.stats().retries).toBeGreaterThan(0)
})

test('blocked and expired batches, and what is not generated', async () => {
  const [own, ended, blocked] = [
    await lot(1),
    await lot(1, { expiresAt: new Date(Date.now() - 1_000) }),
    await lot(1),
  ]
  const set = (status: 'blocked' | 'approved' | 'printed', batchId: number) =>
    database.db
      .updateTable('coupon_batch')
      .set({ status })
      .where('batch_id', '=', batchId)
      .execute()
  await set('blocked', blocked.batchId)
  await set('approved', own.batchId)
  const over = await engine()
  const items = [own, ended, blocked].map((each) => attempt(each, 0, 12))
  expect(await results(over, items)).toEqual(['unknown', 'expired', 'blocked'])
  await set('printed', own.batchId)
  await delay(1_100)
  expect(await results(over, items)).toEqual(['credited', 'expired', 'blocked'])
})

test('a full queue and a stopping engine say so at once', async () => {
  const [own, over] = [await lot(1), await engine()]
  const flood = Array.from({ length: 5_001 }, () => over.scan(attempt(own, 0, 13)))
  const last = flood.pop()
  await expect(last).rejects.toThrow(EngineBusy)
  const stopped = over.stop()
  await expect(over.scan(attempt(own, 0, 13))).rejects.toThrow(EngineBusy)
  // What was taken is settled before the engine stops.
  const outcomes = await Promise.all(flood)
  await stopped
  expect(tally(outcomes.map(({ result }) => result))).toEqual({ credited: 1, already_yours: 4_999 })
})
