import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getScan, listScans, scanCoupon } from '../../../../contract/programme/scans.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { codesOf } from '../batches/codes.ts'
import { makeLot, makeProgramme } from './engine.fixture.ts'
import { addScheme } from './engine.suite.ts'

/** What the engine is told by a request: of the member's session and of the configuration. */

const BATCH = 1
let server: TestServer
let codes: string[]

beforeAll(async () => {
  server = await testServer({ POINT_VALUE_PAISE: '50' })
  const { db, context } = server
  await makeProgramme(db, 1)
  await makeLot(
    { db, connection: context.connection, drop: () => Promise.resolve() },
    { batchId: BATCH, coupons: 5 },
  )
  codes = codesOf(Buffer.alloc(32, BATCH), BATCH, 1, 5)
})
afterAll(() => server.stop())

const scan = (token: string, serial: number, retailerId?: number) =>
  server.call(scanCoupon, { token, body: { code: codes[serial - 1] ?? '', retailerId } })

test('a scheme of a distributor is for the members who belong to it when they scan', async () => {
  await sql`insert into distributor (distributor_id, code, name, state, city)
    overriding system value values (5, 'D5', 'Five', 27, 'Pune'), (6, 'D6', 'Six', 27, 'Pune')`.execute(
    server.db,
  )
  await addScheme(server.db, { distributor_ids: [5] })
  const { token, memberId } = await server.member()
  const belongTo = (distributorId: number) =>
    sql`update member set distributor_id = ${distributorId}
      where member_id = ${memberId}`.execute(server.db)
  const points = []
  points.push((await scan(token, 1)).body.points)
  await belongTo(5)
  points.push((await scan(token, 2)).body.points)
  await belongTo(6)
  points.push((await scan(token, 3)).body.points)
  expect(points).toEqual([40, 47, 40])
})

test('a charge in percent is of the configured value of a point', async () => {
  const shop = await server.member('retailer')
  const { token } = await server.member()
  await sql`insert into charge_rule (kind, basis_points, from_day, created_by, created_at)
    values ('percent', 250, '2020-01-01', 1, now())`.execute(server.db)
  expect((await scan(token, 4, shop.memberId)).body.result).toBe('credited')
  const { rows } = await sql`select retailer_id, paise::int, state from handling_charge`.execute(
    server.db,
  )
  // 2.5 % of 40 points at 50 paise.
  expect(rows).toEqual([{ retailer_id: shop.memberId, paise: 50, state: 1 }])
})

test('a scan that came too late says who was first, in list and detail', async () => {
  const [winner, loser] = [await server.member(), await server.member()]
  const won = (await scan(winner.token, 5)).body
  const refused = [
    [loser, (await scan(loser.token, 5)).body],
    [winner, (await scan(winner.token, 5)).body],
  ] as const
  expect(refused.map(([, { result }]) => result)).toEqual(['already_scanned', 'already_yours'])
  const { token } = await server.staff('cs')
  const first = {
    memberId: winner.memberId,
    memberCode: `M${winner.mobile}`,
    memberName: expect.any(String),
    at: won.at,
  }
  const rowOf = async (scanId: string) =>
    (await server.call(listScans, { token, query: { q: scanId } })).body.items[0]
  for (const [{ memberId }, { scanId }] of refused) {
    expect(await rowOf(scanId)).toMatchObject({ first })
    const detail = await server.call(getScan, { token, params: { memberId, scanId } })
    expect(detail.body).toMatchObject({ first })
  }
  expect(await rowOf(won.scanId)).toMatchObject({ result: 'credited', first: null })
})
