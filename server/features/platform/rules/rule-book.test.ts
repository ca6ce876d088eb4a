import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { openRuleBook } from './rule-book.ts'
import { startValues } from './start-values.ts'

const start = startValues(readConfig({}))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.db
    .insertInto('staff')
    .values([person('maker'), person('checker')])
    .execute()
})
afterAll(() => database.drop())

const person = (name: string) => ({
  email: `${name}@test.example`,
  name,
  role: 'admin' as const,
  plant_id: null,
  password_hash: null,
  disabled_at: null,
  last_sign_in_at: null,
  created_at: new Date(),
})

let changes = 0
async function approved(rule: string, value: unknown): Promise<void> {
  const at = new Date()
  await database.db
    .insertInto('rule_change')
    .values({
      change_id: String(++changes),
      rule,
      value: JSON.stringify(value),
      from_at: null,
      reason: 'For the test',
      needs_two: true,
      state: 'approved',
      proposed_by: 1,
      proposed_at: at,
      decided_by: 2,
      decided_at: at,
      note: null,
      holds_from: at,
    })
    .execute()
}

function openBook(size = 2) {
  const warned: string[] = []
  const pool = new pg.Pool({ ...database.connection, max: size, connectionTimeoutMillis: 200 })
  pool.on('error', () => {})
  const log = { warn: (_: object, message: string) => void warned.push(message) }
  return { warned, pool, opening: openRuleBook(pool, { start, log }) }
}

test('while the database is away the rules known last stay in force, and it is told once', async () => {
  await approved('scansPerDay', 150)
  const { warned, pool, opening } = openBook(1)
  const book = await opening
  const held = await pool.connect()
  while (warned.length === 0) await pause(20)
  expect(book.at(new Date()).scansPerDay).toBe(150)
  await expect(book.reload()).rejects.toThrow('timeout')
  expect(book.at(new Date()).scansPerDay).toBe(150)
  await approved('scansPerDay', 160)
  held.release()
  while (book.at(new Date()).scansPerDay !== 160) await pause(20)
  expect(warned).toEqual(['the rules could not be read: those known stay in force'])
  await book.stop()
  await pool.end()
})

test('a rule of a newer version is passed over with a warning, the others are used', async () => {
  await approved('moonPhase', 3)
  await approved('membersPerDevice', 2)
  const { warned, pool, opening } = openBook()
  const book = await opening
  expect(book.at(new Date())).toMatchObject({ membersPerDevice: 2 })
  expect(Object.keys(book.at(new Date()))).toEqual(Object.keys(start))
  await book.reload()
  expect(warned).toEqual(['a rule that this version cannot use'])
  await book.stop()
  await pool.end()
})
