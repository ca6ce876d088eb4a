import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { fillLiabilityDays } from '../../money/liability/liability.service.ts'
import { memberOf, record } from '../../money/settlements/test-support.ts'
import { dashboardOf as figuresOf, tileOf } from './test-support.ts'

const today = dayOf(new Date())
const day = (back: number) => addDays(today, -back)
let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('admin')).token
})
afterAll(() => server.stop())

const dashboardOf = (from: string, to: string) => figuresOf({ server, token }, { from, to })

async function scheme(name: string, status: string, budget = 1000): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into scheme (name, kind, value, from_at, to_at, priority, status, budget)
    values (${name}, 'fixed', 5, ${startOfDay(day(30))}, ${endOfDay(day(-3))}, 1, ${status}, ${budget})
    returning scheme_id as id`.execute(server.db)
  return rows[0]?.id ?? 0
}
const gave = (schemeId: number, back: number, points: number, slot = 0) =>
  sql`insert into rollup_scheme values (${schemeId}, ${day(back)}, ${slot}, 2, ${points})`.execute(
    server.db,
  )

test('schemes that gave in the period or are active, with what they gave and what is spent', async () => {
  const running = await scheme('Running', 'active', 500)
  const idle = await scheme('Idle', 'active')
  const paused = await scheme('Paused', 'paused')
  const early = await scheme('Ended before', 'ended')
  await scheme('Draft', 'draft')
  await gave(running, 5, 30)
  await gave(running, 5, 20, 3)
  await gave(running, 4, 7)
  await gave(running, 9, 100)
  await gave(paused, 3, 90)
  await gave(early, 9, 400)
  await sql`insert into scheme_lease (scheme_id, slot, granted, spent)
    values (${running}, 0, 200, 120), (${running}, 3, 100, 37)`.execute(server.db)
  await sql`update scheme set returned = 17, leased = 300 where scheme_id = ${running}`.execute(
    server.db,
  )
  const { schemes } = await dashboardOf(day(5), day(3))
  const common = { budget: 1000, spent: 0, toDay: day(-3) }
  expect(schemes).toEqual([
    { ...common, schemeId: paused, name: 'Paused', status: 'paused', bonuses: 2, points: 90 },
    {
      ...common,
      schemeId: running,
      name: 'Running',
      status: 'active',
      bonuses: 6,
      points: 57,
      spent: 140,
      budget: 500,
    },
    { ...common, schemeId: idle, name: 'Idle', status: 'active', bonuses: 0, points: 0 },
  ])
  for (let i = 0; i < 12; i++) await gave(await scheme(`Many ${i}`, 'ended'), 4, 200 + i)
  const many = (await dashboardOf(day(5), day(3))).schemes ?? []
  expect(many).toHaveLength(12)
  expect(many.map(({ schemeId }) => schemeId)).toEqual(expect.arrayContaining([running, idle]))
  expect(many.map(({ points }) => points)).toEqual([
    ...Array.from({ length: 10 }, (_, i) => 211 - i),
    57,
    0,
  ])
})

test('what is owed at the end of each day, and now', async () => {
  const from = startOfDay(day(20))
  const member = await memberOf(server.db, '700000001', { from, distributorId: null })
  const earn = { kind: 'scan', debit: 'issuance', credit: 'available' } as const
  const at = (back: number) => new Date(startOfDay(day(back)).getTime() + 43_200_000)
  await record(server.db, member, at(8), { ...earn, points: 100 })
  await record(server.db, member, at(6), { ...earn, credit: 'held', points: 40 })
  await record(server.db, member, at(4), {
    kind: 'expiry',
    debit: 'available',
    credit: 'expired',
    points: 30,
  })
  await fillLiabilityDays({ db: server.db, now: () => at(1) })
  const now = startOfDay(today)
  await record(server.db, member, now, { ...earn, points: 5 })
  const owed = (back: number, available: number, held: number) => ({
    day: day(back),
    available,
    held,
  })
  expect((await dashboardOf(day(9), today)).liability).toEqual([
    owed(9, 0, 0),
    owed(8, 100, 0),
    owed(7, 100, 0),
    owed(6, 100, 40),
    owed(5, 100, 40),
    owed(4, 70, 40),
    owed(3, 70, 40),
    owed(2, 70, 40),
    owed(1, 70, 40),
    owed(0, 75, 40),
  ])
  const past = await dashboardOf(day(7), day(6))
  expect(past.liability).toEqual([owed(7, 100, 0), owed(6, 100, 40)])
  // Now, beside the end of the last day before: the fifth is compared with the sixth.
  expect(tileOf(past, 'liability')).toEqual({ value: 115, before: 100 })
  const later = await dashboardOf(day(3), day(3))
  expect(tileOf(later, 'liability')).toEqual({ value: 115, before: 110 })
  const ahead = await dashboardOf(day(0), day(-2))
  expect(ahead.liability).toEqual([owed(0, 75, 40)])
})
