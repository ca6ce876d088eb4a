import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import { openDatabase, type Db } from './database.ts'
import { keepPlan, planName } from './kept-plans.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase(database.connection, { size: 1, onError: () => {} }).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const plantsNamed = async (names: string[]) =>
  db
    .selectFrom('plant')
    .modifyFront(keepPlan('plants, named'))
    .select('name')
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute()

async function prepared(): Promise<{ name: string; times: number }[]> {
  const { rows } = await sql<{ name: string; times: number }>`
    select name, (generic_plans + custom_plans)::int as times from pg_prepared_statements`.execute(
    db,
  )
  return rows
}

test('a marked statement is planned once on a connection, and answers as any other', async () => {
  await sql`insert into plant (code, name, state, city) values
    ('P1', 'First', 1, 'City'), ('P2', 'Second', 1, 'City')`.execute(db)
  expect(await plantsNamed(['First'])).toEqual([{ name: 'First' }])
  expect(await plantsNamed(['Second', 'None'])).toEqual([{ name: 'Second' }])
  expect(await prepared()).toEqual([{ name: 'plants, named', times: 2 }])
})

test('what is not marked is not kept', async () => {
  await db.selectFrom('plant').select('name').where('code', '=', 'P1').execute()
  expect((await prepared()).map(({ name }) => name)).toEqual(['plants, named'])
})

test('another text under a name that is taken is refused', async () => {
  const other = sql`${keepPlan('plants, named')} select 1`.execute(db)
  await expect(other).rejects.toThrow('Prepared statements must be unique')
})

test('an error leaves the connection as it was', async () => {
  const divide = async (by: number) =>
    sql<{ one: number }>`${keepPlan('divided')} select 1 / ${by}::int as one`.execute(db)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(1)).rows).toEqual([{ one: 1 }])
})

test.each([
  ['/* plan: a name */ select 1', 'a name'],
  ['\n  /* plan: a name */\n select 1', 'a name'],
  ['select /* plan: a name */ 1', 'a name'],
  ['with /* plan: a name */ t as (select 1) select', 'a name'],
  ['select count(*) from (select /* plan: a name */ 1)', undefined],
  ["select '/* plan: a name */'", undefined],
  ['select 1', undefined],
])('the name of %j is %s', (text, name) => {
  expect(planName(text)).toBe(name)
})
