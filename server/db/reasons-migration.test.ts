import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLE_RULES } from '../../contract/platform/rule-definitions.ts'
import { testDatabase, type TestDatabase } from '../test/harness.ts'

/** What was decided before 0058 keeps its reason, with the words of then. */

const FOLDER = path.join(import.meta.dirname, 'migrations')
const REASONS = TABLE_RULES.kycRefusals.start
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
  await run((name) => name < '0058')
  await sql`insert into staff (staff_id, email, name, role, created_at) overriding system value
    values (1, 'a@hil.example', 'A', 'admin', now())`.execute(db)
  await sql`set session_replication_role = replica`.execute(db)
  for (const [index, { key }] of REASONS.entries()) {
    await sql`insert into kyc_event (member_id, at, action, staff_id, round, field, reason)
      values (${index}, now(), 'field_refused', 1, 1, 'pan', ${key})`.execute(db)
  }
  await sql`insert into kyc_event (member_id, at, action, staff_id, round, decision, accepted, refused) values
    (100, now(), 'decided', 1, 1, 'resubmit', '{aadhaar}',
      '[{"field":"pan","reason":"unreadable"},{"field":"bank","reason":"other"}]'),
    (101, now(), 'decided', 1, 1, 'approve', '{aadhaar}', '[]')`.execute(db)
  await run((name) => name >= '0058')
})
afterAll(() => database.drop())

test('each reason has its words', async () => {
  const rows = await database.db
    .selectFrom('kyc_event')
    .select('reason')
    .where('action', '=', 'field_refused')
    .orderBy('member_id')
    .execute()
  expect(rows.map(({ reason }) => reason)).toEqual(
    REASONS.map(({ key, label, en, hi }) => ({ key, label, en, hi })),
  )
})

test('a decision keeps its refused fields in their order, also where there are none', async () => {
  const rows = await database.db
    .selectFrom('kyc_event')
    .select('refused')
    .where('action', '=', 'decided')
    .orderBy('member_id')
    .execute()
  expect(rows).toMatchObject([
    {
      refused: [
        { field: 'pan', reason: { key: 'unreadable', label: 'Cannot be read' } },
        { field: 'bank', reason: { key: 'other' } },
      ],
    },
    { refused: [] },
  ])
})
