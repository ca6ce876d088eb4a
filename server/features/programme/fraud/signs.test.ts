import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NUMBER_RULES, type Rules } from '../../../../contract/platform/rule-definitions.ts'
import { RULE_OFF, type FraudRuleKey } from '../../../../contract/platform/rule-fraud.ts'
import { FLAGS } from '../../../../contract/programme/flag-words.ts'
import { SCAN_FLAGS } from '../../../../contract/programme/scan-flags.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { attempt, makeLot, makeProgramme, openEngine } from '../scans/engine.fixture.ts'
import { WIDE_LIMITS } from '../scans/limits.fixture.ts'
import { simulateRule } from './simulation.service.ts'
import { SIGNS, scansWith } from './signs.ts'
import { insertScans, type ScanGiven } from './test-support.ts'
import { watchScans } from './watch.service.ts'

let database: TestDatabase
let inForce: Rules
const NOON = new Date('2026-11-20T06:30:00Z')
const MINUTE_MS = 60_000
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS)
const NAGPUR = { lat: 21.1458, lng: 79.0882 }
const DELHI = { lat: 28.612, lng: 77.212 }

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 30)
  await makeLot(database, { batchId: 1, coupons: 400, sentToState: 27 })
  const off = Object.entries(NUMBER_RULES).map(([key, { max }]) => [key, max])
  inForce = { ...(Object.fromEntries(off) as Rules), ...WIDE_LIMITS }
})
afterAll(async () => database.drop())
beforeEach(async () => void (await sql`truncate scan, setting`.execute(database.db)))

const context = (at: Date, rules = inForce) => ({
  db: database.db,
  now: () => at,
  rules: { at: () => rules, start: rules, refresh: async () => {} } as never,
})
/** Scans, met, members. */
async function tried(rule: FraudRuleKey, value: number, scans: readonly ScanGiven[]) {
  await insertScans(database.db, scans)
  const found = await simulateRule(context(after(600)), { rule, value })
  return [found.scans, found.met, found.members]
}
const many = (count: number, of: (index: number) => Partial<ScanGiven>): ScanGiven[] =>
  Array.from({ length: count }, (_, index) => ({ member: 1, at: after(index), ...of(index) }))

test('scans a day, counted by hand', async () => {
  const yesterday = many(3, (i) => ({ member: 2, at: after(i - 1440) }))
  expect(await tried('scansPerDay', 4, [...many(6, () => ({})), ...yesterday])).toEqual([9, 2, 1])
})

test('wrong codes: what came after them, whatever it was', async () => {
  const wrong = many(3, () => ({ result: 'unknown' }))
  const later = many(2, (i) => ({ at: after(10 + i) }))
  expect(await tried('wrongCodesPerDay', 2, [...wrong, ...later])).toEqual([5, 3, 1])
})

test('without a place, without a device', async () => {
  const half = many(8, (i) => ({
    member: 1 + (i % 2),
    ...(i < 4 ? { place: NAGPUR } : { device: 'x' }),
  }))
  expect(await tried('scansWithoutPlace', 1, half)).toEqual([8, 2, 2])
  const found = await simulateRule(context(after(600)), { rule: 'scansWithoutDevice', value: 0 })
  expect([found.met, found.members, found.metNow]).toEqual([4, 2, 0])
})

test('clocks and kept scans', async () => {
  const scans = [
    ...many(2, (i) => ({ aheadS: 3_600 + i })),
    ...many(2, (i) => ({ occurred: after(-72 * 60 - i), at: after(0) })),
  ]
  expect(await tried('clockAheadMinutes', 60, scans)).toEqual([4, 1, 1])
  const kept = await simulateRule(context(after(600)), { rule: 'keptOfflineHours', value: 72 })
  expect([kept.met, kept.members]).toEqual([1, 1])
})

test('a run of serials, by members of one retailer only, with a lost pack', async () => {
  const run = [5, 6, 7, 9, 10, 20, 21].map((serial, i) => ({ serial, member: 1 + (i % 2) }))
  const named = many(7, (i) => ({ ...run[i], retailer: 9 }))
  // One member alone is a customer with a pallet; and without a retailer nobody is together.
  const alone = many(6, (i) => ({ serial: 100 + i, member: 3, retailer: 8, at: after(60 + i) }))
  const apart = many(6, (i) => ({ serial: 200 + i, member: 4 + i, at: after(120 + i) }))
  expect(await tried('serialsInSequence', 5, [...named, ...alone, ...apart])).toEqual([19, 5, 2])
})

test('a run of serials of members who belong to one retailer', async () => {
  await sql`insert into member_belonging (member_id, from_day, retailer_id, set_at)
    values (1, '2026-11-01', 20, now()), (2, '2026-11-01', 20, now()), (3, '2026-11-21', 20, now())`.execute(
    database.db,
  )
  const scans = many(9, (i) => ({ serial: 1 + i, member: 1 + (i % 3) }))
  // Member 3 belongs to the retailer from the next day on, so one serial in three is missing.
  expect(await tried('serialsInSequence', 6, scans)).toEqual([9, 6, 2])
  await sql`delete from member_belonging`.execute(database.db)
})

test.each([
  ['memberScansPerHour', {}],
  ['deviceScansPerHour', { device: 'x' }],
  ['retailerScansPerHour', { retailer: 9 }],
  ['placeScansPerHour', { place: NAGPUR }],
  ['batchScansPerHour', { batch: 1 }],
] as const)('%s: those beyond the limit within any hour', async (rule, same) => {
  // Ten minutes apart, so seven are within an hour; after two hours it begins again.
  const scans = [0, 10, 20, 30, 40, 50, 60, 180, 190].map((at) => ({ member: 1, at: after(at) }))
  const given = scans.map((scan) => ({ ...scan, ...same }))
  const apart = [0, 1, 2, 3].map((i) => ({ member: 5 + i, at: after(i), batch: 2 + i }))
  expect(await tried(rule, 5, [...given, ...apart])).toEqual([13, 2, 1])
})

test('30 days are counted, and the days before them known', async () => {
  const day = 1440
  const scans = [
    { member: 1, at: after(-35 * day), device: 'old' },
    { member: 1, at: after(-1 * day), device: 'old' },
    { member: 1, at: after(0), device: 'new' },
    { member: 1, at: after(1), device: 'new' },
    { member: 2, at: after(2), device: 'first' },
  ]
  expect(await tried('scansOnNewDevices', 1, scans)).toEqual([4, 1, 1])
})

test('what the engine flags is what a simulation counts', async () => {
  const lot = await makeLot(database, { batchId: 2, coupons: 240, sentToState: 27 })
  const limits = {
    ...WIDE_LIMITS,
    membersPerDevice: 2,
    serialsPerPlace: 9,
    scansWithoutPlace: 4,
    scansWithoutDevice: 5,
    scansOnNewDevices: 3,
    clockAheadMinutes: 30,
    keptOfflineHours: 48,
    farFromDestinationKm: 300,
  }
  const engine = await openEngine(database, { limits })
  const pick = <T>(i: number, values: readonly T[]): T | undefined => values[i % values.length]
  for (let i = 0; i < 240; i++) {
    const hash = (i * 7919) % 1013
    const hours = pick(hash, [0, 0, 0, -2, -60, 1]) ?? 0
    await engine.scan(
      attempt(lot, i, 1 + (hash % 6), {
        ...pick(hash >> 3, [undefined, NAGPUR, DELHI]),
        device: pick(hash >> 1, [undefined, 'a', 'b', 'c', 'd']),
        at: hours === 0 ? undefined : new Date(Date.now() + hours * 3_600_000),
      }),
    )
  }
  await engine.stop()
  const rules = { ...inForce, ...limits }
  const met: string[] = []
  for (const flag of SCAN_FLAGS) {
    const [rule] = FLAGS[flag].rules
    if (!rule || 'later' in FLAGS[flag]) continue
    const before = firstIdAt(new Date(Date.now() + 86_400_000))
    const { rows } = await sql<{ counted: string[]; flagged: string[] }>`
      with ${scansWith('0', before)}, found as (${SIGNS[rule](rules[rule], rules)})
      select array(select id::text from found order by id) as counted,
        array(select id::text from scan where flags @> array[${flag}::text] order by id) as flagged`.execute(
      database.db,
    )
    expect(rows[0]?.counted, flag).toEqual(rows[0]?.flagged)
    if (rows[0]?.flagged.length) met.push(flag)
  }
  expect(met).toEqual(
    SCAN_FLAGS.filter((flag) => FLAGS[flag].rules.length > 0 && !('later' in FLAGS[flag])),
  )
})

test('the watch flags what came since, once, and leaves what was decided', async () => {
  const rules = { ...inForce, deviceScansPerHour: 3, serialsInSequence: RULE_OFF }
  const ids = await insertScans(
    database.db,
    many(6, () => ({ device: 'x' })),
  )
  const [, , , fourth, fifth, sixth] = ids
  await sql`update scan set review = 0, flags = '{too_far}' where id = ${fourth}`.execute(
    database.db,
  )
  await sql`update scan set review = 1, flags = '{too_far}' where id = ${fifth}`.execute(
    database.db,
  )
  await watchScans(context(after(7), rules))
  await watchScans(context(after(8), rules))
  const { rows } = await sql`select id::text, review, flags from scan
    where review is not null order by id`.execute(database.db)
  expect(rows).toEqual([
    { id: fourth, review: 0, flags: ['too_far', 'fast_device'] },
    { id: fifth, review: 1, flags: ['too_far'] },
    { id: sixth, review: 3, flags: ['fast_device'] },
  ])
  const off = { ...rules, deviceScansPerHour: RULE_OFF, memberScansPerHour: RULE_OFF }
  await sql`update scan set review = null, flags = null`.execute(database.db)
  await watchScans(context(after(9), off))
  const none = await sql`select 1 from scan where review is not null`.execute(database.db)
  expect(none.rows).toEqual([])
})
