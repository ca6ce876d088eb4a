import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OFFER_INVARIANTS } from '../features/operations/verify/offer-invariants.ts'
import { testDatabase, type TestDatabase } from '../test/harness.ts'

/** A database that was in use before 0011 has the stock of its gifts explained from its first row on. */

const FOLDER = path.join(import.meta.dirname, 'migrations')
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
  await run((name) => name < '0011')
  await sql`insert into member (member_id, code, mobile, name, kind, state, city, joined_at)
    overriding system value values (1, 'M1', '9000000001', 'Leela', 'mason', 27, 'Pune', now())`.execute(
    db,
  )
  await sql`insert into gift (gift_id, code, name, points, value_paise, stock)
    overriding system value values (1, 'A', 'Asked for', 5, 900, 7), (2, 'B', 'Given away', 5, 900, 0),
      (3, 'C', 'Never there', 5, 900, 0), (4, 'D', 'Untouched', 5, 900, 3)`.execute(db)
  const asked = [
    [1, 1, 'requested', 2],
    [2, 1, 'paid', 3],
    [3, 1, 'rejected', 40],
    [4, 1, 'cancelled', 50],
    [5, 1, 'failed', 1],
    [6, 2, 'payment_pending', 4],
    [7, 3, 'rejected', 1],
  ] as const
  for (const [id, gift, state, quantity] of asked) {
    await sql`insert into redemption (redemption_id, number, member_id, kind, state, points,
        point_value_paise, amount_paise, benefit_paise, gift_id, quantity, approvals_needed,
        requested_at, changed_at, key_digest, body_digest)
      values (${id}, ${`RD${id}`}, 1, 'gift', ${state}, 5, 100, 500, 900, ${gift}, ${quantity}, 1,
        now(), now(), ${Buffer.of(id)}, '')`.execute(db)
  }
  await run((name) => name >= '0011')
})
afterAll(() => database.drop())

test('what had been put in by then is one row a gift: the stock and what was asked for', async () => {
  const openings = await database.db
    .selectFrom('gift_stock_change')
    .select(['gift_id', 'staff_id', 'change', 'stock_after'])
    .orderBy('gift_id')
    .execute()
  expect(openings).toEqual([
    { gift_id: 1, staff_id: null, change: 13, stock_after: 7 },
    { gift_id: 2, staff_id: null, change: 4, stock_after: 0 },
    { gift_id: 4, staff_id: null, change: 3, stock_after: 3 },
  ])
  for (const invariant of OFFER_INVARIANTS) {
    const { rows } = await sql.raw(invariant.sql).execute(database.db)
    expect(rows, invariant.name).toEqual([])
  }
})
