import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import { openDatabase, transaction } from './database.ts'
import { checkMigrations, migrate, migrateTo } from './migrate.ts'

const OLD = ['0001_programme', '0002_scan_functions', '0058_reasons', '0099_files_taken_back']
const FEW = OLD.slice(0, -1)
const NAMES = [
  '0001_platform',
  '0002_people',
  '0003_ledger',
  '0004_programme',
  '0005_scan_engine',
  '0006_money',
  '0007_desk',
  '0008_insight',
]
const files = await readdir(path.join(import.meta.dirname, 'migrations'))
const ALL = files.map((file) => path.basename(file, '.sql')).toSorted()

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

/** The shape of the baseline, known by other migrations: one after another, as they were written over time. */
async function madeBy(names: readonly string[]): Promise<void> {
  await emptied()
  await transaction(database.db, (tx) => migrateTo(tx, NAMES))
  await sql`delete from kysely_migration`.execute(database.db)
  for (const [day, name] of names.entries()) {
    await sql`insert into kysely_migration
      values (${name}, ${new Date(Date.UTC(2026, 0, 1 + day)).toISOString()})`.execute(database.db)
  }
}

async function namesThere(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(database.db)
  return rows.map(({ name }) => name)
}

async function waitingFor(table: string): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where relation = ${table}::regclass and not granted`.execute(database.db)
  return rows.length
}

async function emptied(): Promise<void> {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
}

test('an empty database gets every file, and a second start finds nothing to do', async () => {
  await emptied()
  expect(await migrate(database.db)).toEqual(ALL)
  expect(await migrate(database.db)).toEqual([])
})

test('a database from before the baseline is brought over, by whichever of two starts is first', async () => {
  await madeBy(OLD)
  const rules = await database.db.selectFrom('tax_rule').selectAll().execute()
  const { db: other } = openDatabase(database.connection, { size: 2, onError: () => {} })
  let both = Promise.resolve<string[][]>([])
  await transaction(database.db, async (tx) => {
    await sql`lock table kysely_migration in share row exclusive mode`.execute(tx)
    both = Promise.all([migrate(database.db), migrate(other)])
    await expect.poll(() => waitingFor('kysely_migration')).toBe(2)
  })
  const done = await both
  await other.destroy()
  expect(done.flat()).toEqual(ALL.slice(NAMES.length))
  expect(await namesThere()).toEqual(ALL)
  expect(await database.db.selectFrom('tax_rule').selectAll().execute()).toEqual(rules)
  expect(await migrate(database.db)).toEqual([])
})

test('one with a part of the old migrations is refused with what to do, and stays as it is', async () => {
  await madeBy(FEW)
  await expect(migrate(database.db)).rejects.toThrow(
    'The database is of an early version of the program. Start the version of 26 November 2026, before the baseline, on it once, then this one.',
  )
  expect(await namesThere()).toEqual(FEW)
})

test('one of something else is not taken for an early version', async () => {
  for (const strange of [[...OLD, '0100_mine'], OLD.slice(1), ['0001_begin', ...OLD]]) {
    await madeBy(strange)
    await expect(migrate(database.db), strange.join(' ')).rejects.toThrow(
      'The database could not be brought up to date.',
    )
    expect(await namesThere()).toEqual(strange.toSorted())
  }
})

test('a backup from before the baseline gets the new shape under the new names', async () => {
  await emptied()
  await transaction(database.db, (tx) => migrateTo(tx, OLD))
  expect(await namesThere()).toEqual(NAMES)
  expect(await database.db.selectFrom('transfer').selectAll().execute()).toEqual([])
})

test('a backup with a part of the old migrations is refused with what to do', async () => {
  await expect(checkMigrations(FEW)).rejects.toThrow(
    'The backup is of an early version of the program. Restore it with the version that made it, start the version of 26 November 2026, before the baseline, on it once, and back it up again.',
  )
})

test('a backup of a newer version, or of something else, is refused by the name of what is strange', async () => {
  await expect(checkMigrations([...NAMES, '9999_of_tomorrow'])).rejects.toThrow(
    'no migration 9999_of_tomorrow in this place',
  )
  await expect(checkMigrations([...OLD, '0100_mine'])).rejects.toThrow(
    'no migration 0001_programme in this place',
  )
  expect(await checkMigrations(NAMES.slice(0, 3))).toEqual(NAMES.slice(0, 3))
})
