import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testServer, type TestServer } from '../../../test/server.ts'
import { restore } from './restore.service.ts'
import { backUpTo, emptyTarget, folder, rowsOf, tablesIn } from './test-support.ts'

/** Backups from before the migrations became one baseline. */

const NAMES = 'select name from kysely_migration order by name'

/** The names that tables and columns of the baseline had, before 0009. */
const OLD_SHAPE = [
  'alter table member rename column status to standing',
  'alter table member_points rename column status to standing',
  'alter table list_preferences rename column preferences to look',
  'alter table list_preferences rename to list_look',
  'alter table saved_view rename column preferences to look',
  'alter table payment rename column next_poll_at to next_ask_at',
  'alter table payment rename column polls to asks',
]
const FILTERS = { state: ['27'], standing: ['blocked'], sort: 'name' }

/** What somebody saved of the members' list, in the words of then. */
async function saveOldView(server: TestServer, staffId: number): Promise<void> {
  const look = JSON.stringify({ shown: ['standing'], hidden: [], widths: { standing: 90 } })
  await sql`insert into list_look values (${staffId}, 'users', ${look}::jsonb, now())`.execute(
    server.db,
  )
  await sql`insert into saved_view (staff_id, list, name, folded, filters, look, changed_at)
    values (${staffId}, 'users', 'Blocked', 'blocked', ${JSON.stringify(FILTERS)}::jsonb,
      ${look}::jsonb, now())`.execute(server.db)
}

/** A backup of a programme that other migrations had made. */
async function backupBy(server: TestServer, names: string[]): Promise<string> {
  await sql`delete from kysely_migration`.execute(server.db)
  for (const name of names) {
    await sql`insert into kysely_migration values (${name}, now()::text)`.execute(server.db)
  }
  const dir = path.join(folder(), 'old')
  await backUpTo(server, dir)
  return dir
}

test('one with all the old migrations restores into the shape and the names of today', async () => {
  const server = await testServer()
  onTestFinished(() => server.stop())
  const today = await rowsOf(server.context.connection, NAMES)
  const { staffId } = await server.staff('cs')
  for (const statement of OLD_SHAPE) await sql.raw(statement).execute(server.db)
  await saveOldView(server, staffId)
  const dir = await backupBy(server, ['0001_programme', '0099_files_taken_back'])
  const { config, connection } = await emptyTarget(server)
  expect((await restore(config, dir)).findings).toEqual([])
  expect(await rowsOf(connection, NAMES)).toEqual(today)
  const staff = await rowsOf(connection, `select staff_id from staff where staff_id = ${staffId}`)
  expect(staff).toHaveLength(1)
  const preferences = expect.objectContaining({ shown: ['status'], widths: { status: 90 } })
  expect(await rowsOf(connection, 'select preferences from list_preferences')).toEqual([
    { preferences },
  ])
  expect(await rowsOf(connection, 'select filters, preferences from saved_view')).toEqual([
    { filters: { region: ['27'], status: ['blocked'], sort: 'name' }, preferences },
  ])
}, 120_000)

test('one with fewer is refused before anything is made', async () => {
  const server = await testServer()
  onTestFinished(() => server.stop())
  const dir = await backupBy(server, ['0001_programme', '0098_tax_proposals_by_day'])
  const { config, connection } = await emptyTarget(server)
  await expect(restore(config, dir)).rejects.toThrow(
    /before the baseline, on it once, and back it up/,
  )
  expect(await tablesIn(connection)).toEqual([])
}, 120_000)
