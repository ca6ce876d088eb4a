import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'

/** A database that was in use before 0036 keeps its groups and territories, as rows of their own. */

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
  await run((name) => name < '0036')
  await sql`insert into product (code, name, product_group, points) values
    ('A', 'A', 'Putty', 40), ('B', 'B', 'putty', 20), ('C', 'C', 'Putty', 30)`.execute(db)
  await sql`insert into distributor (code, name, state, city, territory) values
    ('D1', 'One', 27, 'Pune', 'West'), ('D2', 'Two', 27, 'Pune', 'West'),
    ('D3', 'Three', 8, 'Jaipur', 'Jaipur North'), ('D4', 'Four', 8, 'Jaipur', null)`.execute(db)
  await sql`insert into staff (staff_id, email, name, role, created_at) overriding system value
    values (1, 'a@hil.example', 'A', 'admin', now())`.execute(db)
  await sql`insert into charge_rule (product_groups, kind, paise, from_day, created_by, created_at)
    values ('{Putty,Gone}', 'coupon', 100, '2026-01-01', 1, now())`.execute(db)
  await run((name) => name >= '0036')
})
afterAll(() => database.drop())

test('each text of a group is a group, also one that only a charge rule names', async () => {
  const groups = await database.db.selectFrom('product_group').select('name').execute()
  expect(groups.map(({ name }) => name).toSorted()).toEqual(['Gone', 'Putty', 'putty'])
  const products = await database.db
    .selectFrom('product')
    .select(['code', 'product_group'])
    .orderBy('code')
    .execute()
  expect(products.map(({ product_group }) => product_group)).toEqual(['Putty', 'putty', 'Putty'])
})

test('each text of a territory is a territory with a code, and its distributors keep it', async () => {
  const territories = await database.db
    .selectFrom('territory')
    .select(['code', 'name', 'states', 'pin_prefixes as pinPrefixes'])
    .orderBy('code')
    .execute()
  expect(territories).toEqual([
    { code: 'T001', name: 'Jaipur North', states: [], pinPrefixes: [] },
    { code: 'T002', name: 'West', states: [], pinPrefixes: [] },
  ])
  await sql`update territory set name = 'Western India' where name = 'West'`.execute(database.db)
  const { rows } = await sql<{ code: string; territory: string | null }>`
    select code, territory from distributor order by code`.execute(database.db)
  expect(rows.map(({ territory }) => territory)).toEqual([
    'Western India',
    'Western India',
    'Jaipur North',
    null,
  ])
})

test('what was there is active, and a product keeps its points', async () => {
  const products = await database.db
    .selectFrom('product')
    .select(['code', 'points', 'left_at', 'added_at'])
    .orderBy('code')
    .execute()
  expect(products[0]).toEqual({ code: 'A', points: 40, left_at: null, added_at: null })
})
