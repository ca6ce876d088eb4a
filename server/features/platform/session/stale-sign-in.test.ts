import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../../lib/password.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { recordSignIn } from './session.queries.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('a sign-in that checked a password which was changed meanwhile is refused', async () => {
  const { staffId } = await server.staff('cs')
  const [old, fresh] = await Promise.all([
    hashPassword('the old one 1'),
    hashPassword('a new one 2'),
  ])
  const set = (values: { password_hash?: string; disabled_at?: Date }) =>
    server.db.updateTable('staff').set(values).where('staff_id', '=', staffId).execute()
  const record = (passwordHash: string) =>
    server.db
      .transaction()
      .execute((tx) => recordSignIn(tx, { staffId, passwordHash, at: new Date() }))
  await set({ password_hash: old })
  expect(await record(old)).toBe(true)
  await set({ password_hash: fresh })
  expect(await record(old)).toBe(false)
  expect(await record(fresh)).toBe(true)
  await set({ disabled_at: new Date() })
  expect(await record(fresh)).toBe(false)
})
