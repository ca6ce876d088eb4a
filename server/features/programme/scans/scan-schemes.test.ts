import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { revokeLeases, spentOf } from './budgets.service.ts'
import {
  POINTS,
  attempt,
  manyAtOnce,
  sentAgain,
  shuffled,
  tally,
  type Lot,
} from './engine.fixture.ts'
import { addScheme, engineSuite, reviewOf, standOf } from './engine.suite.ts'
import { releaseHeld, reverseHeld } from './review.queries.ts'
import type { EngineBusy, ScanEngine } from './scan-engine.ts'
import type { ScanOutcome } from './world.ts'

/** Schemes under load: two engines of two slots each stand for two processes. */

const MEMBERS = 120
const suite = engineSuite(MEMBERS)
/** Longer than schemes are believed and a dry budget is not asked again. */
const FORGOTTEN_MS = 1_100

const isAboutScheme = ({ cause }: EngineBusy) =>
  cause instanceof DatabaseError && (cause.where ?? '').includes('scheme')

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const bonusOf = ({ points }: ScanOutcome) => points - POINTS

type Load = { engines: ScanEngine[]; own: Lot; from?: number; to?: number; members?: number }

/** Scans of the lot's coupons by members in turn, 128 at a time. */
function play({ engines, own, from = 0, to = own.keys.length, members = MEMBERS }: Load) {
  const indexes = [...own.keys.keys()].slice(from, to)
  return manyAtOnce(indexes, 128, async (i, caller) => {
    const memberId = (i % members) + 1
    const over = engines[caller % engines.length]
    if (!over) throw new Error('No engine.')
    return { memberId, outcome: await over.scan(attempt(own, i, memberId)) }
  })
}

async function progress(schemeId: number) {
  const { rows } = await sql<{ member_id: number; scans: number; points: number }>`
    select member_id, scans, points::int from scheme_member where scheme_id = ${schemeId}
    order by member_id`.execute(suite.db)
  return rows
}

test('5,000 scans want more than the budget: it is spent to the last point and not one more', async () => {
  const budget = 20_003
  const schemeId = await addScheme(suite.db, { budget })
  const own = await suite.lot(5_000)
  const engines = [await suite.engine(), await suite.engine()]
  const scans = await play({ engines, own })
  expect(tally(scans.map(({ outcome }) => outcome.result))).toEqual({ credited: 5_000 })
  const given = scans.map(({ outcome }) => bonusOf(outcome)).filter((points) => points > 0)
  expect(sum(given)).toBe(budget)
  // Only what a slot had left at the end was less than a whole bonus.
  expect(given.filter((points) => points !== 7).length).toBeLessThanOrEqual(4)
  expect(await standOf(suite.db, schemeId)).toEqual({
    given: budget,
    spent: budget,
    leased: budget,
    budget,
  })
}, 60_000)

test.each([
  ['with room for every cap, each member has exactly that', 30_000],
  ['with less than the caps come to, it is spent to the last point', 17_001],
])(
  'a capped scheme: %s',
  async (_name, budget) => {
    const cap = 150
    const schemeId = await addScheme(suite.db, { budget, cap_per_member: cap })
    const own = await suite.lot(5_000)
    const engines = [await suite.engine(), await suite.engine()]
    const scans = await play({ engines, own })
    expect(tally(scans.map(({ outcome }) => outcome.result))).toEqual({ credited: 5_000 })
    const wanted = Math.min(budget, MEMBERS * cap)
    expect(sum(scans.map(({ outcome }) => bonusOf(outcome)))).toBe(wanted)
    const rows = await progress(schemeId)
    expect(sum(rows.map(({ points }) => points))).toBe(wanted)
    expect(Math.max(...rows.map(({ points }) => points))).toBeLessThanOrEqual(cap)
    if (budget > wanted) expect(new Set(rows.map(({ points }) => points))).toEqual(new Set([cap]))
  },
  60_000,
)

test("one member's cap is exact however many of their scans come at once", async () => {
  await addScheme(suite.db, { value: 10, cap_per_member: 95 })
  const own = await suite.lot(300)
  const engines = [await suite.engine(), await suite.engine()]
  const scans = await play({ engines, own, members: 1 })
  expect(tally(scans.map(({ outcome }) => `${outcome.result} ${bonusOf(outcome)}`))).toEqual({
    'credited 10': 9,
    'credited 5': 1,
    'credited 0': 290,
  })
})

test('slabs count exactly over four slots, and a reversal takes its scan back', async () => {
  const slabs = [
    { from: 5, points: 3 },
    { from: 21, points: 8 },
  ]
  const schemeId = await addScheme(suite.db, { slabs })
  const own = await suite.lot(405)
  const sent = await suite.lot(2, { sentToState: 9 })
  const engines = [await suite.engine(), await suite.engine()]
  const [over] = engines
  if (!over) throw new Error('No engine.')
  const heldScans = await Promise.all([0, 1].map((i) => over.scan(attempt(sent, i, 1))))
  expect(heldScans).toMatchObject([{ held: true, points: 40 }, { held: true }])
  const scans = await play({ engines, own, to: 400, members: 8 })
  // 50 scans each; two more of member 1, who was two ahead.
  const ofMember = (id: number) =>
    scans.filter(({ memberId }) => memberId === id).map(({ outcome }) => bonusOf(outcome))
  expect(tally(ofMember(2).map(String))).toEqual({ '0': 4, '3': 16, '8': 30 })
  expect(tally(ofMember(1).map(String))).toEqual({ '0': 2, '3': 16, '8': 32 })
  expect((await progress(schemeId)).map(({ scans }) => scans)).toEqual([52, ...Array(7).fill(50)])

  for (const { scanId } of heldScans) {
    expect(await suite.change((tx) => reverseHeld(tx, reviewOf(1, scanId)))).toBe(40)
  }
  expect((await progress(schemeId))[0]).toMatchObject({ scans: 50, points: 16 * 3 + 32 * 8 })
})

test('a scan after a reversal is the nth that it would be without it', async () => {
  const schemeId = await addScheme(suite.db, { slabs: [{ from: 3, points: 9 }] })
  const own = await suite.lot(4)
  const sent = await suite.lot(1, { sentToState: 9 })
  const over = await suite.engine()
  const scan = async (lot: Lot, i: number) => over.scan(attempt(lot, i, 30))
  const held = await scan(sent, 0)
  expect(bonusOf(await scan(own, 0))).toBe(0)
  await suite.change((tx) => reverseHeld(tx, reviewOf(30, held.scanId)))
  expect(bonusOf(await scan(own, 1))).toBe(0)
  expect(bonusOf(await scan(own, 2))).toBe(9)
  expect(await progress(schemeId)).toEqual([{ member_id: 30, scans: 3, points: 9 }])
})

test('a reversed bonus makes room under the cap and in the budget; a released one does not', async () => {
  const schemeId = await addScheme(suite.db, { value: 6, cap_per_member: 12, budget: 12 })
  const own = await suite.lot(3)
  const sent = await suite.lot(2, { sentToState: 9 })
  const over = await suite.engine()
  const [first, second] = [
    await over.scan(attempt(sent, 0, 31)),
    await over.scan(attempt(sent, 1, 31)),
  ]
  expect([first, second].map(bonusOf)).toEqual([6, 6])
  expect(bonusOf(await over.scan(attempt(own, 0, 31)))).toBe(0)
  await suite.change((tx) => releaseHeld(tx, reviewOf(31, first.scanId)))
  expect(bonusOf(await over.scan(attempt(own, 1, 31)))).toBe(0)
  await suite.change((tx) => reverseHeld(tx, reviewOf(31, second.scanId)))
  expect(await spentOf(suite.db, [schemeId, 999])).toEqual(new Map([[schemeId, 6]]))
  await delay(FORGOTTEN_MS)
  expect(bonusOf(await over.scan(attempt(own, 2, 31)))).toBe(6)
  expect(await progress(schemeId)).toEqual([{ member_id: 31, scans: 0, points: 12 }])
})

test('one that gives alone, in the chain with others and with distributors', async () => {
  await addScheme(suite.db, { value: 1, priority: 1, distributor_ids: [5] })
  await addScheme(suite.db, { value: 2, priority: 2, stacks: false })
  await addScheme(suite.db, { value: 4, priority: 3 })
  const own = await suite.lot(3)
  const over = await suite.engine()
  const of = async (i: number, distributorId: number | null) =>
    bonusOf(await over.scan(attempt(own, i, 40, { distributorId })))
  expect([await of(0, 5), await of(1, null), await of(2, 6)]).toEqual([5, 2, 2])
})

/** Stops the scheme's bonuses and tells what it has given then: in the transaction, before its end. */
async function pause(schemeId: number): Promise<number> {
  return suite.change(async (tx) => {
    await tx
      .updateTable('scheme')
      .set({ status: 'paused' })
      .where('scheme_id', '=', schemeId)
      .execute()
    const spent = await revokeLeases(tx, schemeId)
    const { given, leased } = await standOf(tx, schemeId)
    expect([given, leased]).toEqual([spent, spent])
    return given
  })
}

const resume = (schemeId: number) =>
  suite.db
    .updateTable('scheme')
    .set({ status: 'active' })
    .where('scheme_id', '=', schemeId)
    .execute()

test('pausing in mid-load is exact: no point after it, no scan refused or lost; then it gives again', async () => {
  const schemeId = await addScheme(suite.db, {})
  const own = await suite.lot(6_000)
  const engines = [await suite.engine(), await suite.engine()]
  let settled = 0
  let running = true
  const indexes = [...own.keys.keys()]
  const load = manyAtOnce(shuffled(indexes), 128, async (i, caller) => {
    const scan = async () => engines[caller % 2]?.scan(attempt(own, i, (i % MEMBERS) + 1))
    // On a slow machine a scan may wait too long for another of the same member; never for a pause.
    const outcome = await sentAgain(scan, { unless: isAboutScheme })
    settled++
    return outcome?.result ?? 'none'
  }).finally(() => (running = false))
  const gains: number[] = []
  for (let round = 0; running && round < 6; round++) {
    const before = (await standOf(suite.db, schemeId)).given
    for (const seen = settled; running && settled < seen + 400;) await delay(5)
    const atPause = await pause(schemeId)
    gains.push(atPause - before)
    for (const seen = settled; running && settled < seen + 150;) await delay(5)
    expect((await standOf(suite.db, schemeId)).given).toBe(atPause)
    await resume(schemeId)
    await delay(FORGOTTEN_MS / 4)
  }
  expect(tally(await load)).toEqual({ credited: 6_000 })
  expect(gains[0]).toBeGreaterThan(0)
  const last = await suite.lot(3)
  await resume(schemeId)
  await delay(FORGOTTEN_MS)
  const after = await play({ engines, own: last })
  expect(after.map(({ outcome }) => bonusOf(outcome))).toEqual([7, 7, 7])
  await suite.stopAll()
  const { given, spent, leased } = await standOf(suite.db, schemeId)
  expect([spent, leased]).toEqual([given, given])
}, 60_000)

test('a budget that is lowered in mid-load is spent to its new end and no further', async () => {
  const schemeId = await addScheme(suite.db, { budget: 100_000 })
  const own = await suite.lot(3_000)
  const engines = [await suite.engine(), await suite.engine()]
  let settled = 0
  const load = manyAtOnce([...own.keys.keys()], 128, async (i, caller) => {
    const outcome = await engines[caller % 2]?.scan(attempt(own, i, (i % MEMBERS) + 1))
    settled++
    return outcome?.result ?? 'none'
  })
  while (settled < 800) await delay(5)
  const budget = await suite.change(async (tx) => {
    const lowered = (await revokeLeases(tx, schemeId)) + 1_234
    await tx
      .updateTable('scheme')
      .set({ budget: lowered })
      .where('scheme_id', '=', schemeId)
      .execute()
    return lowered
  })
  expect(tally(await load)).toEqual({ credited: 3_000 })
  expect(budget).toBeLessThan(3_000 * 7)
  expect(await standOf(suite.db, schemeId)).toEqual({
    given: budget,
    spent: budget,
    leased: budget,
    budget,
  })
}, 60_000)

test('a slot whose leases were taken back gives back nothing that it does not have', async () => {
  const schemeId = await addScheme(suite.db, { budget: 10_000 })
  const own = await suite.lot(2)
  const [one, two] = [await suite.engine({ slots: 1 }), await suite.engine({ slots: 1 })]
  await one.scan(attempt(own, 0, 50))
  expect(await suite.change((tx) => revokeLeases(tx, schemeId))).toBe(7)
  // The other leases again, and the first stops with a lease in mind that it has no more.
  await two.scan(attempt(own, 1, 51))
  await one.stop()
  await suite.checkBooks()
  expect(await standOf(suite.db, schemeId)).toMatchObject({ spent: 14, given: 14 })
  await two.stop()
  expect(await standOf(suite.db, schemeId)).toMatchObject({ spent: 14, leased: 14 })
})
