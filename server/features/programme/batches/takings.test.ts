import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printBatch, type BatchDetail } from '../../../../contract/programme/batches.ts'
import * as contract from '../../../../contract/programme/print-takings.ts'
import type { WorkName } from '../../../../contract/insight/dashboard-work.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { dashboardOf } from '../../insight/dashboard/test-support.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import { generated, team, type Team } from './test-support.ts'

// Nobody alone takes live codes twice. See decision 0067.

type Person = Team['printer']
let server: TestServer
let people: Team
let other: Person
let batch: BatchDetail

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
  other = await server.staff('almond team')
  batch = await generated(server, people, { quantity: 240, cartonSize: 12 })
})
afterAll(async () => {
  const broken = await brokenInvariants(server)
  await server.stop()
  if (broken.length > 0) throw new Error(broken.join('\n'))
})

async function print(by: Person, wish: object = {}, of: BatchDetail = batch) {
  const answer = await server.raw(printBatch, {
    token: by.token,
    params: { batchId: of.batchId },
    body: { format: 'csv', ...wish },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const message = answer.status === 200 ? '' : JSON.parse(bytes.toString()).message
  return { status: answer.status, message, bytes }
}
const takings = async () => {
  const params = { batchId: batch.batchId }
  return (await server.call(contract.listTakings, { token: people.checker.token, params })).body
}
const ask = (by: Person, body: object, of: BatchDetail = batch) =>
  server.call(contract.askTaking, {
    token: by.token,
    params: { batchId: of.batchId },
    body: { reason: 'The roll was torn in the printer', ...body },
  })
const decision = ({ token }: Person, againId = 0) => ({
  token,
  params: { batchId: batch.batchId },
  body: { againId, note: 'Looked at the roll' },
})
const approve = (by: Person, againId?: number) =>
  server.call(contract.approveTaking, decision(by, againId))
const reject = (by: Person, againId?: number) =>
  server.call(contract.rejectTaking, decision(by, againId))
const withdraw = ({ token }: Person, againId = 0) =>
  server.call(contract.withdrawTaking, {
    token,
    params: { batchId: batch.batchId },
    body: { againId },
  })
const idOf = (asked: { body: contract.PrintTakings }) => asked.body.again?.againId
const messageOf = ({ body }: { body: unknown }): string => Object(body).message

// Succeeded on 25 November 2026: one login took the codes of every batch, again and again, and nobody
// was asked.
test('codes are taken once, in any format and any part', async () => {
  expect((await print(people.printer, { from: 1, to: 120 })).status).toBe(200)
  expect((await print(other, { from: 121, format: 'xlsx' })).status).toBe(200)
  for (const [by, wish] of [
    [people.printer, {}],
    [people.printer, { from: 120, to: 120 }],
    [other, { from: 100, to: 130, format: 'xlsx' }],
    [other, { from: 7, to: 7, format: 'svg' }],
    [other, { from: 7, to: 7, format: 'png' }],
  ] as const) {
    const { status, message } = await print(by, wish)
    expect([status, message]).toEqual([
      409,
      expect.stringMatching(/took codes of the serials .* already\. They are given out again once/),
    ])
  }
  expect((await print(people.printer, { of: 'cartons' })).status).toBe(200)
  expect((await print(people.printer, { of: 'cartons', from: 3, to: 3 })).status).toBe(409)
  expect((await takings()).takings).toMatchObject([
    { of: 'packs', from: 1, to: 120, format: 'csv', by: 'Test almond team', approvedBy: null },
    { of: 'packs', from: 121, to: 240, format: 'xlsx' },
    { of: 'cartons', from: 1, to: 20 },
  ])
})

test('two who take the same at once are one of the two', async () => {
  const fresh = await generated(server, people, { quantity: 150 })
  const both = await Promise.all([print(people.printer, {}, fresh), print(other, {}, fresh)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a further taking needs a reason and a second person, serves once and only whoever asked', async () => {
  expect((await ask(people.printer, { from: 5, to: 9, reason: '' })).status).toBe(400)
  const asked = await ask(people.printer, { from: 5, to: 9 })
  expect(asked.body.again).toMatchObject({
    state: 'proposed',
    from: 5,
    to: 9,
    reason: 'The roll was torn in the printer',
  })
  expect((await ask(other, { from: 1, to: 2 })).status).toBe(409)
  expect((await print(people.printer, { from: 5, to: 9 })).message).toMatch(/waits for a second/)
  expect((await approve(other, idOf(asked))).status).toBe(403)
  expect((await approve(people.checker, 999_999)).status).toBe(409)
  const approved = await approve(people.checker, idOf(asked))
  expect(approved.body.again).toMatchObject({ state: 'approved', decidedBy: 'Test hod' })
  expect((await approve(people.checker, idOf(asked))).status).toBe(409)
  expect((await print(other, { from: 5, to: 9 })).status, 'another person').toBe(409)
  expect((await print(people.printer, { from: 5, to: 10 })).status, 'more than asked for').toBe(409)
  const once = await Promise.all([1, 2].map(() => print(people.printer, { from: 5, to: 9 })))
  expect(once.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await takings()).takings.at(-1)).toMatchObject({ from: 5, to: 9, approvedBy: 'Test hod' })
  const { rows } = await sql<{ after: unknown; reason: string }>`select after, reason from audit
    where action = 'batch.printed' and subject_id = ${String(batch.batchId)}
    order by seq desc limit 1`.execute(server.db)
  expect(rows[0]).toMatchObject({
    reason: 'csv, 5 to 9',
    after: {
      taken: { of: 'packs', from: 5, to: 9, reason: 'The roll was torn in the printer' },
    },
  })
})

test('an approval that nobody used ends, and a request is rejected or withdrawn', async () => {
  const first = await ask(people.printer, { from: 1, to: 2 })
  await approve(people.checker, idOf(first))
  await sql`update print_again set proposed_at = proposed_at - interval '4 days',
    decided_at = decided_at - interval '4 days' where again_id = ${idOf(first)}`.execute(server.db)
  expect((await print(people.printer, { from: 1, to: 2 })).status).toBe(409)
  const second = await ask(people.printer, { from: 1, to: 2 })
  expect((await withdraw(other, idOf(second))).status).toBe(409)
  expect((await withdraw(people.printer, idOf(second))).body.again).toBeNull()
  const third = await ask(people.printer, { from: 1, to: 2 })
  expect((await reject(people.checker, idOf(third))).body.again).toBeNull()
  expect((await print(people.printer, { from: 1, to: 2 })).status).toBe(409)
})

test('who made the other’s account, and a young one, is no second person', async () => {
  const asked = await ask(people.printer, { from: 1, to: 2 })
  const young = await server.staff('hod')
  await sql`update staff set origin = 'approved', created_at = now() where staff_id = ${young.staffId}`.execute(
    server.db,
  )
  const refused = await approve(young, idOf(asked))
  expect(messageOf(refused)).toMatch(/younger than 7 days/)
  await sql`update staff set origin = 'founding' where staff_id = ${young.staffId}`.execute(
    server.db,
  )
  await withdraw(people.printer, idOf(asked))
})

test('it waits in the list and in the work of whoever may decide it', async () => {
  const name: WorkName = 'printRequests'
  const waiting = async () => {
    const { work } = await dashboardOf({ server, token: people.checker.token })
    return work.find((one) => one.name === name)?.count
  }
  expect(await waiting()).toBe(0)
  const asked = await ask(people.printer, { from: 1, to: 2 })
  expect(await waiting()).toBe(1)
  const { body } = await server.call(contract.waitingTakings, { token: people.checker.token })
  expect(body.items).toMatchObject([{ againId: idOf(asked), batchId: batch.batchId }])
  await withdraw(people.printer, idOf(asked))
})

test('a small batch is taken as often as it is needed, and nothing is asked for that nobody took', async () => {
  const small = await generated(server, people, { quantity: 100 })
  for (let time = 0; time < 2; time++) {
    expect((await print(people.printer, {}, small)).status).toBe(200)
  }
  expect(messageOf(await ask(people.printer, {}, small))).toMatch(/is small/)
  const fresh = await generated(server, people, { quantity: 101 })
  expect(messageOf(await ask(people.printer, {}, fresh))).toMatch(/Nobody took/)
  expect((await ask(people.printer, { from: 102 }, fresh)).status).toBe(400)
})
