import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers } from '../../../../contract/desk/users.ts'
import { buildApp } from '../../../app.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import type { ReadList } from '../../../http/mount-list.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { RunningDownloads } from '../reports/running-downloads.ts'
import { exportRows } from './list-exports.service.ts'
import { bookOf } from './test-support.ts'

const MEMBERS = 450
const origin = { requestId: 'test', address: '127.0.0.1', userAgent: undefined }

let server: TestServer
let caller: StaffCaller
beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  const { staffId } = await server.staff('admin')
  const email = 'admin@test.example'
  const sessionHash = Buffer.alloc(32)
  caller = { kind: 'staff', staffId, email, name: 'A', role: 'admin', plantId: null, sessionHash }
  await sql`insert into member (code, mobile, name, kind, state, city, joined_at)
    select 'M' || n, (9000000000 + n)::text, 'Name ' || to_char(n, 'FM0000'), 'mason', 27, 'Pune',
      now()
    from generate_series(1, ${MEMBERS}::int) n`.execute(server.db)
})
afterAll(() => server.stop())

/** The names in a file of the users by name; `meanwhile` is done when its first whole page is read. */
async function namesWhile(meanwhile: () => Promise<unknown>): Promise<unknown[]> {
  const app = await buildApp(server.context, { isReady: () => true })
  const asItIs = app.lists.get(listUsers)
  if (!asItIs) throw new Error('The list of users is not mounted.')
  let pages = 0
  const read: ReadList = async (db, asked) => {
    const page = await asItIs(db, asked)
    // The first reading counts, the next one is the first page.
    if (++pages === 2) await meanwhile()
    return page
  }
  const body = { list: 'users' as const, query: { sort: 'name' }, columns: ['name'] }
  const tools = { lists: new Map([[listUsers, read]]), running: new RunningDownloads() }
  const { stream } = await exportRows(server.context, tools, { caller, origin, body })
  if (!stream) throw new Error('There is no file.')
  const book = await bookOf(new Response(Readable.toWeb(stream) as ReadableStream))
  await app.close()
  expect(pages).toBeGreaterThan(3)
  return book.rows.map(([name]) => name)
}

test('a row that moves ahead of the walk, or away, or comes, leaves the file of one moment', async () => {
  const before = Array.from(
    { length: MEMBERS },
    (_, index) => `Name ${String(index + 1).padStart(4, '0')}`,
  )
  const names = await namesWhile(async () => {
    await sql`update member set name = 'A ' || name where code = 'M400'`.execute(server.db)
    await sql`update member set name = 'Z ' || name where code = 'M5'`.execute(server.db)
    await sql`insert into member (code, mobile, name, kind, state, city, joined_at)
      values ('M9999', '9100000000', 'Name 0300 b', 'mason', 27, 'Pune', now())`.execute(server.db)
  })
  expect(names).toEqual(before)
})

test('its connection is given back at the end', async () => {
  await namesWhile(async () => {})
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        open: number
      }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(server.db)
      return rows[0]?.open
    })
    .toBe(0)
})
