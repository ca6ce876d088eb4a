import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attempt,
  brokenInvariants,
  makeLot,
  makeProgramme,
  openEngine,
} from '../features/programme/scans/engine.fixture.ts'
import { WIDE_LIMITS } from '../features/programme/scans/limits.fixture.ts'
import { testDatabase, type TestDatabase } from '../test/harness.ts'

/** A database that was in use before 0005 keeps what was counted on its devices and places today. */

const FOLDER = path.join(import.meta.dirname, 'migrations')
const TODAY = `(now() at time zone 'Asia/Kolkata')::date`
const DEVICE = `Riya's "phone": 2, {x}`

let database: TestDatabase

async function run(wanted: (name: string) => boolean): Promise<void> {
  const names = (await readdir(FOLDER)).toSorted().filter(wanted)
  for (const name of names) {
    await sql.raw(await readFile(path.join(FOLDER, name), 'utf8')).execute(database.db)
  }
}

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await run((name) => name < '0005')
  await makeProgramme(db, 3)
  const marks = [
    `('m:' || $$${DEVICE}$$ || ':1', ${TODAY}, 1)`,
    `('m:Phone:1', ${TODAY}, 1)`,
    `('m:Phone:2', ${TODAY} - 1, 1)`,
    `('d:Phone', ${TODAY}, 1)`,
    `('p:2114,7908:1', ${TODAY}, 1)`,
  ]
  await sql.raw(`insert into scan_signal (key, day, count) values ${marks.join(', ')}`).execute(db)
  await sql.raw(`update member_account set day = ${TODAY} where member_id <= 2`).execute(db)
  await run((name) => name >= '0005')
})
afterAll(() => database.drop())

test('the devices of today go to their members, and the counters stay', async () => {
  const accounts = await database.db
    .selectFrom('member_account')
    .select(['member_id', 'devices'])
    .orderBy('member_id')
    .execute()
  const devices = accounts.map((account) => account.devices.toSorted())
  expect(devices).toEqual([['Phone', DEVICE], [], []])
  const counters = await database.db.selectFrom('scan_signal').selectAll().orderBy('key').execute()
  expect(counters.map(({ key, count, above }) => [key, count, above])).toEqual([
    ['d:Phone', 1, true],
    ['p:2114,7908:1', 1, true],
  ])
})

test('scans go on from there', async () => {
  const lot = await makeLot(database, { batchId: 1, coupons: 3 })
  const limits = { ...WIDE_LIMITS, membersPerDevice: 1, serialsPerPlace: 1 }
  const engine = await openEngine(database, { limits })
  const phone = { device: 'Phone' }
  const outcomes = [
    await engine.scan(attempt(lot, 0, 1, phone)),
    await engine.scan(attempt(lot, 1, 2, phone)),
    await engine.scan(attempt(lot, 2, 3, { lat: 21.1458, lng: 79.0882 })),
  ]
  await engine.stop()
  // Member 1 was counted on the phone already; member 2 is its second, member 3 the place's second.
  expect(outcomes.map(({ result, held }) => [result, held])).toEqual([
    ['credited', false],
    ['credited', true],
    ['credited', true],
  ])
  expect(await brokenInvariants(database.db)).toEqual([])
})
