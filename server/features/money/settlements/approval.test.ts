import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/settlements.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { SETTLEMENT_INVARIANTS } from '../../operations/verify/settlement-invariants.ts'
import {
  computed,
  playTwoMonths,
  record,
  smuggle,
  unsmuggle,
  type Person,
  type TwoMonths,
} from './test-support.ts'

let server: TestServer
let world: TwoMonths
let maker: Person
let admin: Person
let almond: Person
let all: number[]

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('sub admin')
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
  world = await playTwoMonths(server.db)
  all = [world.sharma, world.long, 0]
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const { month } of [world.before, world.last]) await computed(server, month, maker)
})
afterEach(async () => {
  await sql`truncate settlement, settlement_month, settlement_event cascade`.execute(server.db)
  await sql`update ledger_close set closed_until = '2000-01-01'`.execute(server.db)
})

const approve = async (
  month: string,
  { by = admin, of = all, reason }: { by?: Person; of?: number[]; reason?: string } = {},
) => {
  const body = { distributorIds: of, ...(reason && { reason }) }
  const sent = { token: by.token, params: { month }, body }
  return server.call(contract.approveSettlements, sent)
}
const at = (distributorId = world.sharma, month = world.last.month) => ({ month, distributorId })
const settle = (reference = 'CN/2026/118', params = at()) =>
  server.call(contract.settleSettlement, { token: admin.token, params, body: { reference } })
const ask = (reason = 'The rate was wrong', params = at(), token = maker.token) =>
  server.call(contract.askReopen, { token, params, body: { reason } })
const decide = (reopen: boolean, by = almond, params = at()) =>
  server.call(contract.decideReopen, {
    token: by.token,
    params,
    body: { reopen, reason: 'Looked at' },
  })
const stored = async (month = world.last.month) =>
  (await server.call(contract.getMonth, { token: maker.token, params: { month } })).body
const closedUntil = async () =>
  (await server.db.selectFrom('ledger_close').select('closed_until').executeTakeFirstOrThrow())
    .closed_until
const audited = async () => {
  const rows = await server.db
    .selectFrom('audit')
    .select(['action', 'staff_id as by', 'subject_id as of', 'reason', 'after'])
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  return rows[0]
}
async function brokenOnes(): Promise<string[]> {
  const names: string[] = []
  for (const { name, sql: text } of SETTLEMENT_INVARIANTS) {
    const { rows } = await sql.raw(text).execute(server.db)
    if (rows.length > 0) names.push(name)
  }
  return names
}

test('approves many at once, tells who, and closes the books of the month', async () => {
  const { status, body } = await approve(world.last.month, { of: [...all, 77], reason: 'Seen' })
  expect(status).toBe(200)
  expect(body).toEqual({
    done: [0, world.sharma, world.long],
    left: [
      { distributorId: 77, name: 'Distributor 77', reason: 'It has no settlement in this month.' },
    ],
  })
  const { month, rows } = await stored()
  expect(month).toMatchObject({ state: 'approved', approved: 3, settled: 0 })
  expect(rows.map(({ approvedBy }) => approvedBy)).toEqual(Array(3).fill('Test admin'))
  expect(await closedUntil()).toEqual(world.last.end)
  expect(await audited()).toMatchObject({
    action: 'settlement.approved',
    by: admin.staffId,
    of: world.last.month,
    reason: 'Seen',
    after: { distributors: [0, world.sharma, world.long] },
  })
  const again = await approve(world.last.month, { by: almond, of: [world.sharma] })
  expect(again.body.left[0]?.reason).toBe('Sharma Traders is approved: it cannot be approved.')
  expect(await brokenOnes()).toEqual([])
})

test('nobody approves what they computed, and only who may approve does', async () => {
  await computed(server, world.last.month, admin)
  const { body } = await approve(world.last.month)
  expect(body.done).toEqual([])
  expect(new Set(body.left.map(({ reason }) => reason))).toEqual(
    new Set(['You computed it: somebody else must approve it.']),
  )
  expect(await closedUntil()).toEqual(new Date('2000-01-01'))
  expect((await approve(world.last.month, { by: almond })).body.done).toHaveLength(3)
  expect((await approve(world.last.month, { by: maker })).status).toBe(403)
})

test('where the ledger has moved since, it is left alone until it is computed again', async () => {
  await smuggle(server.db, world.one, world.last.at(20))
  try {
    const { body } = await approve(world.last.month)
    expect(body.done).toEqual([0, world.long])
    expect(body.left).toEqual([
      {
        distributorId: world.sharma,
        name: 'Sharma Traders',
        reason: 'The ledger has moved since it was computed: compute it again.',
      },
    ])
    await computed(server, world.last.month, maker)
    expect((await approve(world.last.month, { of: [world.sharma] })).body.done).toHaveLength(1)
  } finally {
    await unsmuggle(server.db, world.one)
  }
})

test('what is approved is locked against a late change', async () => {
  await approve(world.last.month, { of: [world.sharma] })
  const before = await stored()
  await computed(server, world.last.month, maker)
  expect((await stored()).rows[0]).toEqual(before.rows[0])
  const late = record(server.db, world.one, world.last.at(20), {
    kind: 'scan',
    debit: 'issuance',
    credit: 'available',
    points: 10,
  })
  await expect(late).rejects.toThrow(/closed/)
  await smuggle(server.db, world.one, world.last.at(20))
  try {
    await computed(server, world.last.month, maker)
    const after = await stored()
    expect(after.rows[0]).toEqual(before.rows[0])
    expect(after.month.failure).toContain(
      'Sharma Traders no longer agrees with the ledger: Earned 0 was approved, 10 is in the ledger;',
    )
    expect(await brokenOnes()).toContain('An approved settlement equals the ledger of its month')
    const statement = { token: maker.token, params: at(), query: { format: 'pdf' } }
    const refused = await server.raw(contract.settlementStatement, statement)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('no longer agrees with the ledger'),
    ])
  } finally {
    await unsmuggle(server.db, world.one)
  }
  expect(await brokenOnes()).toEqual([])
})

test('a distributor that is approved and has nothing in the ledger any more is named too', async () => {
  await approve(world.last.month, { of: [world.sharma] })
  await sql`update settlement set distributor_id = 555 where distributor_id = ${world.sharma}`.execute(
    server.db,
  )
  await computed(server, world.last.month, maker)
  expect((await stored()).month.failure).toContain('no longer agrees with the ledger: Members 1')
})

test('is settled with a reference, from approved only', async () => {
  expect((await settle()).body).toMatchObject({
    message: 'Sharma Traders is computed and not approved: it cannot be settled.',
  })
  await approve(world.last.month)
  const { status, body } = await settle()
  expect([status, body.state, body.settledReference]).toEqual([200, 'settled', 'CN/2026/118'])
  expect(body).toMatchObject({ settledBy: 'Test admin', approvedBy: 'Test admin' })
  expect(body.events.map(({ action }) => action)).toEqual(['compute', 'approve', 'settle'])
  expect(await audited()).toMatchObject({
    action: 'settlement.settled',
    of: world.last.month,
    after: { references: { [world.sharma]: 'CN/2026/118' } },
  })
  expect((await settle()).status).toBe(409)
  expect((await settle('x')).status).toBe(400)
  expect((await settle('CN/1', at(999))).status).toBe(404)
})

test('is opened again by two people, and the books with it', async () => {
  await approve(world.before.month)
  await approve(world.last.month, { of: [world.sharma] })
  expect((await decide(true)).body).toMatchObject({
    message: 'Nobody asked for Sharma Traders to be opened again.',
  })
  const asked = await ask()
  expect(asked.body.reopen).toMatchObject({
    askedById: maker.staffId,
    reason: 'The rate was wrong',
  })
  expect((await stored()).month.reopenAsked).toBe(1)
  expect((await ask()).status).toBe(409)
  expect((await settle()).body).toMatchObject({ message: expect.stringContaining('decide about') })
  // Whoever asked is an admin by now: still they do not decide.
  const staff = server.db.updateTable('staff').where('staff_id', '=', maker.staffId)
  await staff.set({ role: 'admin' }).execute()
  expect((await decide(true, maker)).body).toMatchObject({
    message: 'You asked for this yourself: somebody else must decide.',
  })
  await staff.set({ role: 'sub admin' }).execute()
  expect((await decide(true, maker)).status).toBe(403)
  const kept = await decide(false)
  expect([kept.body.state, kept.body.reopen]).toEqual(['approved', null])
  expect(await closedUntil()).toEqual(world.last.end)
  await ask()
  const opened = await decide(true)
  expect(opened.body).toMatchObject({ state: 'computed', approvedAt: null, reopen: null })
  expect(opened.body.events.map(({ action }) => action).slice(2)).toEqual([
    'ask-reopen',
    'keep-closed',
    'ask-reopen',
    'reopen',
  ])
  expect(await closedUntil()).toEqual(world.before.end)
  expect(await audited()).toMatchObject({ action: 'settlement.reopened', by: almond.staffId })
  expect((await approve(world.last.month, { of: [world.sharma] })).body.done).toHaveLength(1)
})

test('an earlier month that is approved later does not open the later one', async () => {
  await approve(world.last.month, { of: [world.sharma] })
  await approve(world.before.month)
  expect(await closedUntil()).toEqual(world.last.end)
  await settle()
  await ask('Look again', at(world.sharma, world.before.month))
  await decide(true, almond, at(world.sharma, world.before.month))
  expect(await closedUntil()).toEqual(world.last.end)
})

test('what is settled is opened again as well, and only what is approved', async () => {
  expect((await ask()).status).toBe(409)
  await approve(world.last.month)
  await settle()
  await ask()
  const { body } = await decide(true)
  expect(body).toMatchObject({ state: 'computed', settledAt: null, settledReference: null })
})

test('while a month is computed nothing of it is decided', async () => {
  const month = server.db.updateTable('settlement_month').where('month', '=', world.last.month)
  await month.set({ computing: true }).execute()
  for (const act of [() => approve(world.last.month), () => settle(), () => ask()]) {
    const { status, body } = await act()
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('is being computed: wait') }),
    ])
  }
})
