import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStaff, roleCounts, type StaffListQuery } from '../../../../contract/people/staff.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('admin')).token
  await server.staff('cs')
  const { staffId } = await server.staff('cs')
  await server.staff('worker')
  await server.db
    .updateTable('staff')
    .set({ disabled_at: new Date(), name: 'Zubeida_100%' })
    .where('staff_id', '=', staffId)
    .execute()
})
afterAll(() => server.stop())

type Query = Partial<Record<keyof StaffListQuery, unknown>>
const list = async (query: Query) =>
  (await server.call(listStaff, { token, query: { count: 'yes', ...query } })).body

test('the filters give exactly those that a look at the table gives', async () => {
  const all = await server.db.selectFrom('staff').selectAll().execute()
  const names = (rows: { name: string; email: string }[]) =>
    rows.map(({ email }) => email).toSorted()
  const expected: [Query, (row: (typeof all)[number]) => boolean][] = [
    [{}, () => true],
    [{ role: 'cs' }, ({ role }) => role === 'cs'],
    [{ role: ['cs', 'worker'] }, ({ role }) => role === 'cs' || role === 'worker'],
    [{ office: 'yes' }, ({ role }) => role !== 'worker'],
    [{ status: 'disabled' }, ({ disabled_at }) => disabled_at !== null],
    [{ status: 'active' }, ({ disabled_at }) => disabled_at === null],
    [{ q: 'zubeida_100%' }, ({ name }) => name === 'Zubeida_100%'],
    [{ q: '%' }, () => false],
    [{ q: 'ADMIN.' }, ({ email }) => email.startsWith('admin.')],
  ]
  for (const [query, fits] of expected) {
    const { items, count } = await list(query)
    expect([query, names(items)]).toEqual([query, names(all.filter(fits))])
    expect(count).toBe(items.length)
  }
})

test('pages by name follow each other without a gap, and hold no hash', async () => {
  const whole = await list({})
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await list({ limit: 2, ...(after && { after }) })
    seen.push(...page.items.map(({ email }) => email))
    after = page.next
  } while (after)
  expect(seen).toEqual(whole.items.map(({ email }) => email))
  expect(JSON.stringify(whole)).not.toMatch(/password_?hash/i)
})

test('the roles are counted without disabled accounts', async () => {
  const { body } = await server.call(roleCounts, { token })
  const of = (role: string) => body.counts.find((count) => count.role === role)?.people
  expect([of('cs'), of('admin'), of('worker'), of('finance')]).toEqual([1, 1, 1, 0])
  expect(body.counts).toHaveLength(9)
})
