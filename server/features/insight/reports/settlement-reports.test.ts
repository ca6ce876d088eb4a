import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewReport, type ReportType } from '../../../../contract/insight/reports.ts'
import { dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { fillLiabilityDays } from '../../money/liability/liability.service.ts'
import {
  computed,
  playTwoMonths,
  type Person,
  type TwoMonths,
} from '../../money/settlements/test-support.ts'

let server: TestServer
let world: TwoMonths
let maker: Person
let finance: Person

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('sub admin')
  finance = await server.staff('finance')
  world = await playTwoMonths(server.db)
  for (const { month } of [world.before, world.last]) await computed(server, month, maker)
  await fillLiabilityDays(server.context)
})
afterAll(() => server.stop())

const preview = async (reportType: ReportType, token: string, filters: object = {}) =>
  server.call(previewReport, { token, body: { reportType, ...filters } })

test('reports: settlements by distributor and month, liability by day; finance has them too', async () => {
  const hod = await server.staff('hod')
  const { status, body } = await preview('settlements', finance.token)
  expect([status, body.count]).toEqual([200, 6])
  const at = (header: string) => body.columns.findIndex((column) => column.header === header)
  const named = ['Month', 'Distributor', 'Stands', 'Opening', 'Closing', 'Charges due'].map(at)
  const told = body.rows.map((row) => named.map((place) => row[place]))
  expect(told[0]).toEqual([world.last.month, 'Sharma Traders', 'Computed', 170, 109, 0])
  expect(told[1]?.slice(2)).toEqual(['Computed', 30, 85, 5.75])
  expect(told[5]).toEqual([world.before.month, 'Without a distributor', 'Computed', 0, 10, 0])
  const days = { from: dayOf(world.last.at(10)), to: dayOf(world.last.at(20)) }
  expect((await preview('settlements', finance.token, days)).body.count).toBe(3)
  const liability = await preview('liability', finance.token, days)
  expect(liability.body.rows).toHaveLength(11)
  const [last] = await server.db
    .selectFrom('liability_day')
    .selectAll()
    .where('day', '=', days.to)
    .execute()
  expect(liability.body.rows[0]?.[0]).toBe(days.to)
  expect(liability.body.rows[0]?.slice(-3)).toEqual(
    [last?.available, last?.held, Number(last?.available) + Number(last?.held)].map(Number),
  )
  expect((await preview('liability', hod.token)).status).toBe(403)
})
