import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetPassword } from '../../../../contract/platform/session.ts'
import { sql } from 'kysely'
import { testServer, type TestServer } from '../../../test/server.ts'
import { printedLink } from './printed-link.service.ts'

let server: TestServer
let email: string
beforeAll(async () => {
  server = await testServer()
  const { staffId } = await server.staff('cs')
  const { rows } = await sql<{ email: string }>`
    select email from staff where staff_id = ${staffId}`.execute(server.db)
  email = rows[0]?.email ?? ''
})
afterAll(() => server.stop())

const reset = (token: string) =>
  server.call(resetPassword, {
    body: { token, password: 'a new long one 7', confirmPassword: 'a new long one 7' },
  })

test('a printed link sets a password once, ends the older ones, and is in the trail', async () => {
  const older = await printedLink(server.context, email)
  const newer = await printedLink(server.context, ` ${email.toUpperCase()} `)
  expect((await reset(older.token)).status).toBe(400)
  expect((await reset(newer.token)).status).toBe(200)
  expect((await reset(newer.token)).status).toBe(400)
  const { rows } =
    await sql`select staff_id from audit where action = 'staff.link_printed'`.execute(server.db)
  expect(rows).toEqual([{ staff_id: null }, { staff_id: null }])
})

test('a link lives for a day, and one that has ended sets nothing', async () => {
  const { token } = await printedLink(server.context, email)
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from expires_at - created_at)::float8 / 3600 as hours
    from one_time_link order by created_at desc limit 1`.execute(server.db)
  expect(rows[0]?.hours).toBe(24)
  await sql`update one_time_link set created_at = created_at - interval '24 hours',
    expires_at = expires_at - interval '24 hours'`.execute(server.db)
  expect((await reset(token)).status).toBe(400)
})

test('none is printed for nobody or for a disabled account', async () => {
  await expect(printedLink(server.context, 'nobody@hil.example')).rejects.toThrow(
    'There is no account for nobody@hil.example.',
  )
  await sql`update staff set disabled_at = now() where email = ${email}`.execute(server.db)
  await expect(printedLink(server.context, email)).rejects.toThrow('is disabled: enable it first.')
})
