import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/settlements.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { NO_FIGURES } from './figures.ts'
import { giveUpComputing } from './compute.service.ts'
import { monthAfter, monthBefore, monthOf } from './months.ts'
import { computed, playTwoMonths, type Person, type TwoMonths } from './test-support.ts'

let server: TestServer
let world: TwoMonths
let maker: Person
let admin: Person

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('sub admin')
  admin = await server.staff('admin')
  world = await playTwoMonths(server.db)
})
afterAll(() => server.stop())

const months = async () => (await server.call(contract.listMonths, { token: maker.token })).body
const compute = (month: string, token = maker.token) =>
  server.call(contract.computeMonth, { token, params: { month } })
const rowsOf = async (month: string) =>
  (await server.call(contract.getMonth, { token: maker.token, params: { month } })).body

/** Waits for the job that was asked for. */
async function done(month: string): Promise<contract.MonthRow> {
  for (;;) {
    const row = (await months()).months.find((one) => one.month === month)
    if (row && !row.computing) return row
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('months run from the first with points to the one that runs, newest first', async () => {
  const running = monthOf(new Date())
  const { months: rows } = await months()
  expect(rows.map(({ month, state, over }) => [month, state, over])).toEqual([
    [running, 'open', false],
    [world.last.month, 'open', new Date() >= new Date(world.last.end.getTime() + 900_000)],
    [world.before.month, 'open', true],
  ])
  expect(rows.every(({ figures, ledger, ages }) => !figures && !ledger && ages.length === 0)).toBe(
    true,
  )
})

test('a month that runs, or that is none of them, is not computed', async () => {
  const running = monthOf(new Date())
  const refused = await compute(running)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ message: expect.stringMatching(/^\w+ \d{4} is not over: /) })
  for (const month of [monthBefore(world.before.month), monthAfter(running)]) {
    expect((await compute(month)).status).toBe(404)
    const { status } = await server.call(contract.getMonth, {
      token: maker.token,
      params: { month },
    })
    expect(status).toBe(404)
  }
  expect((await compute(`${running.slice(0, 8)}02`)).body).toMatchObject({
    message: expect.stringContaining('named by its first day'),
  })
})

test('who may compute asks once; the job computes, and who asked is told', async () => {
  expect((await compute(world.before.month, admin.token)).status).toBe(403)
  const asked = await compute(world.before.month)
  expect([asked.status, asked.body.computing]).toEqual([200, true])
  const row = await done(world.before.month)
  expect(row).toMatchObject({ state: 'computed', computedBy: 'Test sub admin', failure: null })
  expect(row).toMatchObject({ distributors: 3, approved: 0, pointValuePaise: 100 })
  const again = () =>
    server.db.selectFrom('audit').select('action').where('action', 'like', 'settlement%').execute()
  expect((await again()).map(({ action }) => action)).toEqual([
    'settlement.compute_asked',
    'settlement.computed',
  ])
  const waiting = server.db.updateTable('settlement_month').where('month', '=', world.before.month)
  await waiting.set({ computing: true }).execute()
  expect((await compute(world.before.month)).body.computing).toBe(true)
  expect(await again()).toHaveLength(2)
  await waiting.set({ computing: false }).execute()
})

test('every figure of a distributor, beside the month before', async () => {
  await computed(server, world.last.month, maker)
  const { month, rows } = await rowsOf(world.last.month)
  const told = new Map(rows.map((row) => [row.distributorId, row]))
  expect(rows.map(({ distributorId }) => distributorId)).toEqual([world.sharma, world.long, 0])
  expect(told.get(world.sharma)).toMatchObject({
    members: 1,
    opening: 170,
    moved: -50,
    earned: 0,
    bonus: 0,
    reversed: 10,
    redeemed: 40,
    returned: 40,
    expired: 5,
    adjusted: 4,
    available: 84,
    held: 25,
    charges: 0,
    distributorName: 'Sharma Traders',
    before: { ...NO_FIGURES, members: 2, earned: 150, bonus: 20, available: 170 },
  })
  expect(told.get(world.long)).toMatchObject({
    members: 2,
    opening: 30,
    moved: 50,
    earned: 5,
    available: 85,
    held: 0,
    charges: 3,
    chargePaise: 575,
    before: { ...NO_FIGURES, members: 1, earned: 30, held: 30 },
  })
  expect(told.get(0)).toMatchObject({
    members: 1,
    opening: 10,
    moved: 0,
    available: 10,
    distributorCode: '',
    distributorName: 'Without a distributor',
  })
  expect(month.figures).toEqual(month.ledger)
  expect(month.ledger).toMatchObject({ members: 4, opening: 210, moved: 0, charges: 3 })
  expect(month.ages).toEqual([
    { from: 0, to: 3, points: 179 },
    { from: 3, to: 6, points: 0 },
    { from: 6, to: 12, points: 0 },
    { from: 12, to: 24, points: 0 },
    { from: 24, to: null, points: 0 },
  ])
  const { body } = await server.call(contract.getSettlement, {
    token: maker.token,
    params: { month: world.last.month, distributorId: world.long },
  })
  expect(body.chargesByRule).toEqual([
    expect.objectContaining({ ruleId: 1, charges: 2, paise: 500 }),
    expect.objectContaining({ ruleId: 2, charges: 1, paise: 75 }),
  ])
  expect(body.chargesByRule[0]?.words).toMatch(/^₹2\.50 a coupon for all products/)
  expect(body.events.map(({ action, by }) => [action, by])).toEqual([['compute', 'Test sub admin']])
})

test('each figure opens the transfers that it sums, page by page', async () => {
  let listed = 0
  for (const distributorId of [world.sharma, world.long, 0]) {
    const params = { month: world.last.month, distributorId }
    const { body } = await server.call(contract.getSettlement, { token: maker.token, params })
    for (const figure of contract.POINT_FIGURES) {
      const items: { points: number; transferId: string; memberId: number }[] = []
      let after: string | null | undefined
      do {
        const { status, body: page } = await server.call(contract.listSettlementTransfers, {
          token: maker.token,
          params,
          query: { figure, limit: 1, sort: 'oldest', count: 'yes', ...(after && { after }) },
        })
        expect(status).toBe(200)
        items.push(...page.items)
        after = page.next
        if (!after) expect(page.count).toBe(items.length)
      } while (after)
      listed += items.length
      const sum = items.reduce((all, { points }) => all + points, 0)
      expect([distributorId, figure, sum]).toEqual([distributorId, figure, body[figure]])
      expect(items.map(({ transferId }) => transferId)).toEqual(
        items.map(({ transferId }) => transferId).toSorted(),
      )
    }
  }
  // All of the month but what only moved between available and held.
  expect(listed).toBe(7)
})

test('its members by code come to the figures, with who went away', async () => {
  for (const distributorId of [world.sharma, world.long, 0]) {
    const params = { month: world.last.month, distributorId }
    const { body } = await server.call(contract.getSettlement, { token: maker.token, params })
    const list = (query: Record<string, unknown>) =>
      server.call(contract.listSettlementMembers, { token: maker.token, params, query })
    const first = (await list({ limit: 1, count: 'yes' })).body
    const rest = first.next ? (await list({ limit: 5, after: first.next })).body.items : []
    const items = [...first.items, ...rest]
    expect(first.count).toBe(items.length)
    const sums = Object.fromEntries(
      (['opening', 'moved', 'earned', 'adjusted', 'available', 'held', 'chargePaise'] as const).map(
        (figure) => [figure, items.reduce((sum, item) => sum + item[figure], 0)],
      ),
    )
    expect(body).toMatchObject(sums)
    const codes = items.map(({ memberCode }) => memberCode)
    expect(codes).toEqual(codes.toSorted())
    if (distributorId === world.sharma) {
      expect(items.map(({ memberId, moved }) => [memberId, moved])).toEqual([
        [world.one, 0],
        [world.two, -50],
      ])
    }
  }
})

test('a settlement that was never computed is not found', async () => {
  const params = { month: world.last.month, distributorId: 999 }
  const { token } = maker
  expect((await server.call(contract.getSettlement, { token, params })).status).toBe(404)
  expect((await server.call(contract.listSettlementMembers, { token, params })).status).toBe(404)
  const query = { figure: 'earned' }
  const transfers = await server.call(contract.listSettlementTransfers, { token, params, query })
  expect(transfers.status).toBe(404)
  const statement = { token, params, query: { format: 'pdf' } }
  expect((await server.raw(contract.settlementStatement, statement)).status).toBe(404)
})

test('the page is for those whose menu holds it', async () => {
  for (const role of ['finance', 'cs', 'hod', 'worker'] as const) {
    const { token } = await server.staff(role)
    expect([role, (await server.call(contract.listMonths, { token })).status]).toEqual([role, 403])
  }
})

test('a computation that was given up is told, and can be asked for again', async () => {
  const { month } = world.before
  await server.db.updateTable('settlement_month').set({ computing: true }).execute()
  await giveUpComputing(server.context, month)
  const told = (await months()).months.find((one) => one.month === month)
  expect(told).toMatchObject({ computing: false, failure: expect.stringContaining('Try it again') })
  expect((await compute(month)).body).toMatchObject({ computing: true, failure: null })
  expect((await done(month)).failure).toBe(null)
})

test('a distributor that has nothing any more is not kept from an earlier computation', async () => {
  await sql`delete from member_distributor where distributor_id = ${world.long}`.execute(server.db)
  await computed(server, world.last.month, maker)
  const { month, rows } = await rowsOf(world.last.month)
  expect(rows.map(({ distributorId }) => distributorId)).toEqual([world.sharma, 0])
  expect(month.figures).toEqual(month.ledger)
  expect(month.failure).toBe(null)
})

test('what the distributors miss of the ledger is told', async () => {
  await sql`
    with account as (update member_account set seq = seq + 1, available = available + 10
      where member_id = ${world.one} returning *)
    insert into transfer (member_id, seq, id, ref, points, available_after, held_after, occurred_at,
      recorded_at, debit, credit, kind)
    select member_id, seq, 1, 1, 10, available, held, ${world.last.at(20)}, ${world.last.at(20)},
      1, 11, 1 from account`.execute(server.db)
  await computed(server, world.last.month, maker)
  const { month } = await rowsOf(world.last.month)
  expect(month.failure).toMatch(
    /^The distributors do not come to the ledger: Opening 220 is the sum of the distributors, 210 is/,
  )
  const approval = await server.call(contract.approveSettlements, {
    token: admin.token,
    params: { month: world.last.month },
    body: { distributorIds: [world.sharma] },
  })
  expect([approval.status, approval.body]).toEqual([
    409,
    expect.objectContaining({ message: `Nothing can be approved: ${month.failure}` }),
  ])
})
