import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import {
  attempt,
  brokenInvariants,
  makeLot,
  makeProgramme,
  makeScheme,
  openEngine,
  tally,
  type Lot,
} from './engine.fixture.ts'
import { EngineBusy, type ScanEngine, type ScanEngineOptions } from './scan-engine.ts'
import type { ScanItem } from './world.ts'

/** Rows that somebody else holds for longer than a batch may wait. */

let database: TestDatabase
const engines: ScanEngine[] = []
let lots = 0

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 80)
})
afterAll(() => database.drop())
afterEach(async () => {
  await Promise.all(engines.splice(0).map((one) => one.stop()))
  const broken = await brokenInvariants(database.db)
  if (broken.length > 0) throw new Error(`Broken: ${JSON.stringify(broken, null, 2)}`)
})

async function engine(options?: Partial<ScanEngineOptions>): Promise<ScanEngine> {
  const opened = await openEngine(database, options)
  engines.push(opened)
  return opened
}

function lot(coupons: number): Promise<Lot> {
  lots++
  return makeLot(database, { batchId: lots, coupons })
}

async function results(over: ScanEngine, items: readonly ScanItem[]): Promise<string[]> {
  const outcomes = await Promise.all(items.map((item) => over.scan(item)))
  return outcomes.map(({ result }) => result)
}

/** Runs `work` while another connection holds the rows that a query names. */
async function whileHeld(query: string, work: () => Promise<void>): Promise<void> {
  await withClient(database.connection, async (holder) => {
    await holder.query('begin')
    await holder.query(query)
    try {
      await work()
    } finally {
      await holder.query('rollback')
    }
  })
}

test('coupons that somebody holds keep only their own scans waiting', async () => {
  const own = await lot(40)
  const over = await engine({ slots: 1 })
  const held = [3, 9, 20].map((i) => own.keys[i])
  const scans = [...own.keys.keys()].map((i) => attempt(own, i, 20 + i))
  const query = `select from coupon where code_key in ('${held.join("', '")}') for update`
  await whileHeld(query, async () => {
    const settled = await Promise.allSettled(scans.map((scan) => over.scan(scan)))
    const busy = settled.flatMap((one, i) => (one.status === 'rejected' ? [i] : []))
    expect(busy).toEqual([3, 9, 20])
    for (const i of busy) expect(settled[i]).toMatchObject({ reason: expect.any(EngineBusy) })
    const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(tally(outcomes.map(({ result }) => result))).toEqual({ credited: 37 })
  })
  expect(await results(over, scans.slice(0, 5))).toEqual([
    ...Array.from({ length: 3 }, () => 'already_yours'),
    'credited',
    'already_yours',
  ])
})

test('a whole lot that is held takes a worker for a moment only', async () => {
  const [own, other] = [await lot(32), await lot(1)]
  const over = await engine({ slots: 1 })
  await whileHeld(`select from coupon where batch_id = ${own.batchId} for update`, async () => {
    const refused = Promise.allSettled(own.keys.map((_, i) => over.scan(attempt(own, i, 30 + i))))
    await delay(5)
    const begun = performance.now()
    expect(await results(over, [attempt(other, 0, 14)])).toEqual(['credited'])
    // One by one at full patience it would be eight seconds.
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect((await refused).map(({ status }) => status)).toEqual(own.keys.map(() => 'rejected'))
  })
})

test('a scheme that somebody holds costs scans their bonus, not their time', async () => {
  const schemeId = await makeScheme(database.db, 1_000, 7)
  const own = await lot(2)
  const over = await engine()
  await whileHeld(`select from scheme where scheme_id = ${schemeId} for update`, async () => {
    expect(await over.scan(attempt(own, 0, 15))).toMatchObject({ result: 'credited', points: 40 })
  })
  await delay(1_100)
  expect(await over.scan(attempt(own, 1, 15))).toMatchObject({ result: 'credited', points: 47 })
})

test('leases that are being taken back keep scans waiting and refuse none', async () => {
  await database.db.updateTable('scheme').set({ status: 'ended' }).execute()
  const schemeId = await makeScheme(database.db, 1_000_000, 7)
  const own = await lot(20)
  const over = await engine()
  expect(await results(over, [attempt(own, 0, 16)])).toEqual(['credited'])
  let scans: Promise<string[]> = Promise.resolve([])
  await whileHeld(`select revoke_leases(${schemeId})`, async () => {
    scans = results(
      over,
      own.keys.slice(1).map((_, i) => attempt(own, i + 1, 20 + i)),
    )
    // More than a batch waits for a row.
    await delay(1_000)
  })
  expect(tally(await scans)).toEqual({ credited: 19 })
})
