import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewReport } from '../../../../contract/insight/reports.ts'
import { addDays } from '../../../../contract/time.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { activated, drafted, team, today } from '../../programme/schemes/test-support.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('almond team')).token
})
afterAll(() => server.stop())

async function previewed(filters: Record<string, unknown> = {}) {
  const body = { reportType: 'schemes', ...filters }
  const answer = await server.call(previewReport, { token, body })
  expect(answer.status).toBe(200)
  const headers = answer.body.columns.map(({ header }) => header)
  return answer.body.rows.map((row) =>
    Object.fromEntries(headers.map((header, index) => [header, row[index]])),
  )
}

test('a row says the rule, the days and what was given', async () => {
  const people = await team(server)
  const productId = await anyProduct(server.db)
  const slabs = [
    { from: 5, points: 10 },
    { from: 15, points: 20 },
  ]
  await drafted(server, people, {
    kind: 'slab',
    value: null,
    slabs,
    states: [29, 27],
    memberKinds: ['painter', 'mason'],
    capPerMember: 90,
    stacks: false,
    fromDay: addDays(today(), 40),
    toDay: addDays(today(), 49),
  })
  const { schemeId } = await activated(server, people, {
    kind: 'multiplier',
    value: 150,
    name: '=Half',
    productIds: [productId],
  })
  const lease = { scheme_id: schemeId, slot: 1, granted: '100', spent: '60' }
  await server.db.insertInto('scheme_lease').values(lease).execute()
  const given = { scheme_id: schemeId, slot: 1, bonuses: '4', points: '70' }
  await server.db
    .insertInto('rollup_scheme')
    .values([
      { ...given, day: today() },
      { ...given, day: addDays(today(), -1) },
    ])
    .execute()
  await server.db
    .updateTable('scheme')
    .set({ leased: '100', returned: '20' })
    .where('scheme_id', '=', schemeId)
    .execute()
  const [active, draft] = await previewed()
  expect(active).toMatchObject({
    Name: '=Half',
    Stands: 'Active',
    'Points more for a scan': '+50 %',
    Products: 'Test product',
    States: null,
    'First day': today(),
    'Last day': addDays(today(), 29),
    Budget: 10_000,
    Spent: 40,
    Left: 9_960,
    'Bonuses given': 8,
    'Points given': 140,
    'Drafted by': 'Test cs',
  })
  expect(draft).toMatchObject({
    Kind: 'Slabs',
    'Points more for a scan': '10 from scan 5, 20 from scan 15',
    'Member types': 'Mason, Painter',
    States: 'Karnataka, Maharashtra',
    'With others': 'Never',
    'Most for a member': 90,
    Spent: 0,
    Left: 10_000,
  })
})

test.each([
  [{ to: addDays(today(), 39) }, ['=Half']],
  [{ from: addDays(today(), 30) }, ['Ten more']],
  [{ from: addDays(today(), 29), to: addDays(today(), 40) }, ['Ten more', '=Half']],
  [{ state: [1] }, ['=Half']],
  [{ product: [999] }, ['Ten more']],
])('schemes of %o', async (filters, names) => {
  const found = await previewed(filters)
  expect(found.map((row) => row.Name).toSorted()).toEqual(names.toSorted())
})
