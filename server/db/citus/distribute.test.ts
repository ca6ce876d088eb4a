import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl, testDatabase, type TestDatabase } from '../../test/harness.ts'
import { transaction } from '../database.ts'
import { catalogFaults } from './catalog-rules.ts'
import { distribute, statementsFor } from './distribute.ts'
import { DISTRIBUTED_TABLES } from './shape.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

test('the tables of this version can be distributed', async () => {
  expect(await catalogFaults(database.db)).toEqual([])
})

const BREAKS: [change: string, fault: string][] = [
  [
    'create unique index scan_once on scan (code_key, id)',
    'The unique key scan_once of scan lacks its column member_id.',
  ],
  [
    'alter table scan add constraint scan_member foreign key (member_id) references member',
    'The foreign key scan_member leads from scan to member, and one of them is distributed.',
  ],
  [
    'alter table enquiry add constraint enquiry_account foreign key (member_id) references member_account',
    'The foreign key enquiry_account leads from enquiry to member_account, and one of them is distributed.',
  ],
  [
    'create trigger coupon_watch before update on coupon for each row execute function suppress_redundant_updates_trigger()',
    'The trigger coupon_watch hangs on the distributed table coupon.',
  ],
  [
    'alter table transfer add column place bigint generated always as identity',
    'transfer.place is drawn from a sequence: ids come from the application.',
  ],
  ['drop table scheme_member', 'There is no table scheme_member.'],
]
test.each(BREAKS)('%s is told', async (change, fault) => {
  const undone = new Error('undone')
  const told = transaction(database.db, async (tx) => {
    await sql.raw(change).execute(tx)
    expect(await catalogFaults(tx)).toEqual([fault])
    throw undone
  })
  await expect(told).rejects.toBe(undone)
})

test('a database without the extension is refused in words, and stays as it was', async () => {
  await expect(distribute(database.db)).rejects.toThrow('This database has no Citus')
  const cli = path.join(import.meta.dirname, '../../cli/distribute.ts')
  const run = promisify(execFile)(process.execPath, [cli], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl(database.connection),
      MASTER_KEY: '01'.repeat(32),
    },
  })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no Citus') })
  const { rows } = await sql`select from pg_trigger where tgname = 'transfer_append_only'`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
})

test('each table is cut by its column, beside the one it belongs to, which comes first', () => {
  const said = statementsFor(DISTRIBUTED_TABLES)
  expect(said[0]).toBe('drop trigger if exists transfer_append_only on transfer')
  const at = (table: string) => said.findIndex((text) => text.includes(`table('${table}'`))
  expect(said[at('transfer')]).toBe(
    "select create_distributed_table('transfer', 'member_id', colocate_with => 'member_account')",
  )
  for (const table of ['scan', 'transfer', 'scheme_member', 'handling_charge']) {
    expect(at(table)).toBeGreaterThan(at('member_account'))
  }
  expect(statementsFor(['scan'])).toHaveLength(1)
})
