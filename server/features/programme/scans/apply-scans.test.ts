import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf } from '../../../../contract/time.ts'
import { sqlState } from '../../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { Beliefs } from './beliefs.ts'
import { decide } from './decide.ts'
import {
  attempt,
  brokenInvariants,
  makeLot,
  makeProgramme,
  type Lot,
  TEST_CHAIN,
} from './engine.fixture.ts'
import type { Plan } from './plan.ts'
import {
  applyPlan,
  readAccounts,
  readCoupons,
  readSignals,
  readProgress,
} from './scan-engine.queries.ts'
import { WIDE_LIMITS } from './limits.fixture.ts'
import { WriterSlot } from './writer-slot.ts'

/** Plans made from a world that is no longer there: apply_scans must refuse them whole. */

const LIMITS = {
  ...WIDE_LIMITS,
  scansPerDay: 5,
  wrongCodesPerDay: 3,
  membersPerDevice: 2,
  serialsPerPlace: 2,
}
/** The first plan takes the scans 1 and 2 of member 1, all others would take 3 and 4. */
const SLABS = JSON.stringify([
  { from: 1, points: 1 },
  { from: 3, points: 2 },
  { from: 6, points: 5 },
])
const PLACE = { lat: 21.1458, lng: 79.0882 }

let database: TestDatabase
let slot: WriterSlot
let lot: Lot

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 3)
  lot = await makeLot(database, { batchId: 1, coupons: 100 })
  await sql`insert into scheme (name, kind, value, slabs, cap_per_member, from_at, to_at, priority,
      status, budget) values
    ('Capped', 'fixed', 7, null, 1000, '2020-01-01', '2099-01-01', 1, 'active', 10000),
    ('Slabs', 'slab', null, ${SLABS}::jsonb, null, '2020-01-01', '2099-01-01', 2, 'active',
      10000)`.execute(database.db)
  await sql`update member set kind = 'retailer' where member_id = 2`.execute(database.db)
  await sql`insert into charge_rule (kind, paise, from_day, created_by, created_at)
    values ('coupon', 150, '2020-01-01', 1, now())`.execute(database.db)
})
afterAll(async () => database.drop())

let next = 0
beforeEach(async () => {
  slot = await WriterSlot.open(database.connection, TEST_CHAIN)
  await slot.leases.refill(
    new Map([
      [1, 100],
      [2, 100],
    ]),
    1,
    new Date(),
  )
  next += 4
  return () => slot.close()
})

/** Member 1 scans, mistypes a code and scans again, all at one place with one device, in one shop. */
async function planned(): Promise<{ plan: Plan; apply: () => Promise<unknown> }> {
  const phone = { ...PLACE, device: 'Phone', retailerId: 2 }
  const items = [
    attempt(lot, next, 1, phone),
    attempt(lot, 1_000 + next, 1, phone),
    attempt(lot, next + 1, 1, phone),
  ]
  const at = new Date()
  const day = dayOf(at)
  const beliefs = new Beliefs()
  const [coupons, accounts, signals, progress, charging, { batches, schemes }] = await Promise.all([
    readCoupons(slot, items),
    readAccounts(slot, items, day),
    readSignals(slot, items, { day, all: true }),
    readProgress(slot, items, [1, 2]),
    beliefs.charges.of(slot, items),
    beliefs.of(slot, items),
  ])
  const plan = decide(items, {
    at,
    day,
    limits: LIMITS,
    coupons: new Map(coupons.map((seen) => [seen.codeKey, seen])),
    accounts: new Map(accounts.map((seen) => [seen.memberId, seen])),
    signals: new Map(signals.map(({ key, count }) => [key, count])),
    batches,
    schemes,
    leases: slot.leases.unspent,
    dry: slot.leases.dry,
    progress: new Map(progress),
    retailers: charging.retailers,
    chargeRules: charging.chargeRules,
    pointValuePaise: 100,
    makeId: () => slot.makeId(at.getTime()),
  })
  expect(plan.outcomes.map(({ result }) => result)).toEqual(['credited', 'unknown', 'credited'])
  expect(plan.progress).toHaveLength(2)
  expect(plan.charges).toHaveLength(2)
  return {
    plan,
    apply: () =>
      applyPlan(slot, plan, {
        at,
        day,
        limits: LIMITS,
        seal: slot.seals.next(plan.transfers, at),
      }),
  }
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
    (select sum(points) from scheme_member) as progress,
    (select sum(points + bonuses) from rollup_scheme) as given,
    (select count(*) from handling_charge) as charges,
    (select sum(charges + paise) from rollup_charge) as charged,
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
    'the member had as much of the capped scheme meanwhile that the cap has no room for both scans',
    () => 'update scheme_member set points = 987 where scheme_id = 1',
    'update scheme_member set points = 14 where scheme_id = 1',
  ],
  [
    'the slabs counted as many scans meanwhile that the next slab has begun',
    () => 'update scheme_member set scans = 4 where scheme_id = 2',
    'update scheme_member set scans = 2 where scheme_id = 2',
  ],
  [
    'a reversal took a scan back, and the slab has not begun',
    () => 'update scheme_member set scans = 1 where scheme_id = 2',
    'update scheme_member set scans = 2 where scheme_id = 2',
  ],
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

test('what is between its bounds goes through: another slot was there, and nothing changes by it', async () => {
  await morning()
  const { plan, apply } = await planned()
  await sql`update scheme_member set points = 986 where scheme_id = 1`.execute(database.db)
  await sql`update scheme_member set scans = 3 where scheme_id = 2`.execute(database.db)
  await apply()
  slot.leases.spend(plan.spends)
  const { rows: after } = await sql`select scheme_id, scans, points::int from scheme_member
    order by scheme_id`.execute(database.db)
  expect(after).toEqual([
    { scheme_id: 1, scans: 0, points: 1000 },
    { scheme_id: 2, scans: 5, points: 6 },
  ])
  await sql`delete from scheme_member`.execute(database.db)
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

test('nothing is recorded in books that are closed', async () => {
  await morning()
  const { apply } = await planned()
  await sql`update ledger_close set closed_until = now() + interval '1 hour'`.execute(database.db)
  const before = await rows()
  expect(await apply().then(() => 'applied', sqlState)).toBe('SC002')
  expect(await rows()).toEqual(before)
  await sql`update ledger_close set closed_until = '2000-01-01'`.execute(database.db)
})

const lease = async (missing: number, change: { at?: string; scheme?: number } = {}) => {
  const { at = '2020-01-01T12:00:00Z', scheme = 3 } = change
  const { rows: found } = await sql<{ granted: number }>`
    select lease_budget(${scheme}::int, 900::smallint, ${missing}::bigint, 2, ${at}::timestamptz)::int
      as granted`.execute(database.db)
  return found[0]?.granted
}

test('a budget is never leased beyond what it has, and in smaller pieces towards its end', async () => {
  expect(await lease(10)).toBe(0)
  await sql`insert into scheme (name, kind, value, from_at, to_at, priority, status, budget, returned)
    values ('Small', 'fixed', 7, '2020-01-01', '2020-01-02', 1, 'active', 1000, 200)`.execute(
    database.db,
  )
  // 200 and a fortieth part of the 1,000 that are left then.
  expect(await lease(200)).toBe(225)
  expect(await lease(175)).toBe(195)
  expect(await lease(740)).toBe(741)
  expect(await lease(90)).toBe(39)
  expect(await lease(90)).toBe(0)
  await sql`select return_leases(900::smallint)`.execute(database.db)
  expect(await lease(1_300)).toBe(1_200)
  await sql`select revoke_leases(3)`.execute(database.db)
  expect(await lease(5)).toBe(34)
})

test('only a scheme that runs at that moment leases', async () => {
  expect(await lease(5, { at: '2020-01-01T00:00:00Z' })).toBeGreaterThan(0)
  expect(await lease(5, { at: '2019-12-31T23:59:59Z' })).toBe(0)
  expect(await lease(5, { at: '2020-01-02T00:00:00Z' })).toBe(0)
  for (const status of ['draft', 'paused', 'ended']) {
    await sql`update scheme set status = ${status} where scheme_id = 3`.execute(database.db)
    expect(await lease(5), status).toBe(0)
  }
})
