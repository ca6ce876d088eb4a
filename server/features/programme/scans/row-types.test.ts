import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { ROW_COLUMNS, ROW_TYPE_NAMES, rowTypes } from './row-types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** A column in another place would be another column without anybody's notice. */
test('the columns are those of the database, in their order and of their types', async () => {
  const { rows } = await sql<{ type: string; columns: [string, number][] }>`
    select t.typname as type,
      json_agg(json_build_array(a.attname, a.atttypid::int) order by a.attnum) as columns
    from pg_type t join pg_attribute a on a.attrelid = t.typrelid
    where t.typname = any(${ROW_TYPE_NAMES}) group by 1`.execute(database.db)
  const there = Object.fromEntries(rows.map(({ type, columns }) => [type, columns]))
  const ours = Object.fromEntries(
    Object.entries(ROW_COLUMNS).map(([type, columns]) => [
      type,
      Object.entries(columns).map(([name, { oid }]) => [name, oid]),
    ]),
  )
  expect(ours).toEqual(there)
})

test('a type that the database lacks is named', () => {
  expect(() => rowTypes([])).toThrow('The database has no type scan_attempt.')
})
