import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf } from '../../../contract/time.ts'
import { sqlState } from '../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../test/harness.ts'
import { Beliefs } from './beliefs.ts'
import { decide } from './decide.ts'
import { attempt, brokenInvariants, makeLot, makeProgramme, type Lot } from './engine.fixture.ts'
import type { Plan } from './plan.ts'
import { applyPlan, readAccounts, readCoupons, readSignals } from './scan-engine.queries.ts'
import { WriterSlot } from './writer-slot.ts'

/** Plans made from a world that is no longer there: apply_scans must refuse them whole. */

const LIMITS = { scansPerDay: 5, wrongCodesPerDay: 3, membersPerDevice: 2, serialsPerPlace: 2 }
const PLACE = { lat: 21.1458, lng: 79.0882 }

let database: TestDatabase
let slot: WriterSlot
let lot: Lot

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 3)
  lot = await makeLot(database, { batchId: 1, coupons: 100 })
  await sql`insert into scheme (name, kind, value, from_at, to_at, priority, status, budget) values
    ('Bonus', 'fixed', 7, '2020-01-01', '2099-01-01', 1, 'active', 10000)`.execute(database.db)
})
afterAll(async () => database.drop())

let next = 0
beforeEach(async () => {
  slot = await WriterSlot.open(database.connection)
  await slot.leases.refill(new Map([[1, 100]]), [], 1)
  next += 4
  return () => slot.close()
})

/** Member 1 scans, mistypes a code and scans again, all at one place with one device. */
async function planned(): Promise<{ plan: Plan; apply: () => Promise<unknown> }> {
  const phone = { ...PLACE, device: 'Phone' }
  const items = [
    attempt(lot, next, 1, phone),
    attempt(lot, 1_000 + next, 1, phone),
    attempt(lot, next + 1, 1, phone),
  ]
  const at = new Date()
  const day = dayOf(at)
  const [coupons, accounts, signals, { batches, schemes }] = await Promise.all([
    readCoupons(slot, items),
    readAccounts(slot, items, day),
    readSignals(slot, items, { day, all: true }),
    new Beliefs().of(slot, items),
  ])
  const plan = decide(items, {
    at,
    limits: LIMITS,
    coupons: new Map(coupons.map((seen) => [seen.codeKey, seen])),
    accounts: new Map(accounts.map((seen) => [seen.memberId, seen])),
    signals: new Map(signals.map(({ key, count }) => [key, count])),
    batches,
    schemes,
    leases: slot.leases.unspent,
    makeId: () => slot.makeId(at.getTime()),
  })
  expect(plan.outcomes.map(({ result }) => result)).toEqual(['credited', 'unknown', 'credited'])
  return { plan, apply: () => applyPlan(slot, plan, { at, day, limits: LIMITS }) }
}

async function rows(): Promise<unknown> {
  const { rows: found } = await sql`select
    (select count(*) from scan) as scans, (select count(*) from transfer) as transfers,
    (select sum(available + held + seq) from member_account) as accounts,
    (select sum(cardinality(devices)) from member_account) as devices,
    (select count(*) from coupon where status = 3) as scanned,
    (select sum(attempts) from rollup_day) as attempts,
    (select sum(scanned) from rollup_batch) as counted,
    (select sum(spent) from scheme_lease) as spent,
    (select sum(count) from scan_signal) as signals`.execute(database.db)
  return found
}

/** The day's counters of member 1 and of its phone and place as they were in the morning. */
async function morning(): Promise<void> {
  await sql`update member_account
    set scans_today = 0, wrong_today = 0, blocked = false, devices = '{}'`.execute(database.db)
  await sql`delete from scan_signal`.execute(database.db)
}

test('a plan of the world as it is goes through', async () => {
  await morning()
  const { plan, apply } = await planned()
  await apply()
  slot.leases.spend(plan.spends)
  expect(await brokenInvariants(database.db)).toEqual([])
})

const TODAY = `day = (now() at time zone 'Asia/Kolkata')::date`
const signal = (key: string, count: number) =>
  `insert into scan_signal select '${key}', (now() at time zone 'Asia/Kolkata')::date, ${count}, false`

const MOVES: [string, () => string, string][] = [
  [
    'a coupon was deactivated',
    () => `update coupon set status = 2 where code_key = '${lot.keys[next]}'`,
    `update coupon set status = 1 where status = 2`,
  ],
  ['the member was blocked', () => 'update member_account set blocked = true', ''],
  [
    'the day has four scans more',
    () => `update member_account set ${TODAY}, scans_today = 4 where member_id = 1`,
    '',
  ],
  [
    'the day has its three wrong codes',
    () => `update member_account set ${TODAY}, wrong_today = 3 where member_id = 1`,
    '',
  ],
  [
    'the wrong code of this batch was the third, so what came after it was locked out',
    () => `update member_account set ${TODAY}, wrong_today = 2 where member_id = 1`,
    '',
  ],
  [
    'another slot counted the member on this device',
    () => `update member_account set ${TODAY}, devices = '{Other,Phone}' where member_id = 1`,
    '',
  ],
  ['two members more are on this device', () => signal('d:Phone', 2), ''],
  ['one serial more was scanned at this place', () => signal('p:2114,7908:1', 1), ''],
  [
    'the lease is gone',
    () => `update scheme_lease set slot = slot + 100`,
    `update scheme_lease set slot = slot - 100`,
  ],
]

test.each(MOVES)('%s: refused whole', async (_name, move, undo) => {
  await morning()
  const { apply } = await planned()
  await sql.raw(move()).execute(database.db)
  const before = await rows()
  expect(await apply().then(() => 'applied', sqlState)).toBe('SC001')
  expect(await rows()).toEqual(before)
  if (undo) await sql.raw(undo).execute(database.db)
})

test('a lease cannot be overspent: the table itself refuses', async () => {
  await morning()
  const { apply } = await planned()
  await sql`update scheme_lease set granted = spent`.execute(database.db)
  const before = await rows()
  expect(await apply().then(() => 'applied', sqlState)).toBe('23514')
  expect(await rows()).toEqual(before)
  await slot.leases.load()
})

test('a budget is never leased beyond what it has', async () => {
  const lease = async (want: number) => {
    const { rows: found } = await sql<{ granted: number }>`
      select lease_budget(2, 900::smallint, ${want}::bigint)::int as granted`.execute(database.db)
    return found[0]?.granted
  }
  expect(await lease(10)).toBe(0)
  await sql`insert into scheme (name, kind, value, from_at, to_at, priority, status, budget, returned)
    values ('Small', 'fixed', 7, '2020-01-01', '2020-01-02', 1, 'active', 100, 20)`.execute(
    database.db,
  )
  expect(await lease(90)).toBe(90)
  expect(await lease(90)).toBe(30)
  expect(await lease(90)).toBe(0)
  expect(await lease(-50)).toBe(-50)
  expect(await lease(60)).toBe(50)
})
