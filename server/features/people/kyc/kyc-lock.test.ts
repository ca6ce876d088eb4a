import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  decide,
  decided,
  newMember,
  open,
  submitted,
  verdicts,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let asha: Reviewer
let ravi: Reviewer
let member: Person
let start: Date

beforeAll(async () => {
  server = await testServer()
  asha = await named('cs', 'Asha Rao')
  ravi = await named('almond team', 'Ravi Iyer')
})
afterAll(() => server.stop())

async function named(role: 'cs' | 'almond team', name: string): Promise<Reviewer> {
  const person = await server.staff(role)
  await server.db
    .updateTable('staff')
    .set({ name })
    .where('staff_id', '=', person.staffId)
    .execute()
  return person
}

const detail = async () =>
  (await server.call(contract.getKyc, { token: asha.token, params: { memberId: member.memberId } }))
    .body
const leave = (who: Reviewer) =>
  server.call(contract.leaveKyc, { token: who.token, params: { memberId: member.memberId } })
const takings = async () =>
  (await detail()).events.filter(({ action }) => action === 'opened').length
const setClock = (minutes: number) => {
  server.context.now = () => new Date(start.getTime() + minutes * 60_000)
}

beforeEach(async () => {
  member = await submitted(server)
  start = new Date()
})
afterEach(() => {
  server.context.now = () => new Date()
})

test('of many who open one at once one gets it, and the others are told who and until when', async () => {
  const answers = await Promise.all(
    [asha, ravi, asha, ravi, asha, ravi].map((who) => open(server, who, member)),
  )
  const winner = answers.find(({ status }) => status === 200)?.body.lock?.by
  const losers = answers.filter(({ status }) => status === 409)
  expect(losers).toHaveLength(3)
  for (const { body } of losers) {
    const message = new RegExp(`^${winner} has this open until \\d\\d:\\d\\d\\.$`)
    expect(body).toMatchObject({ message: expect.stringMatching(message) })
  }
  expect(await takings()).toBe(1)
})

test('it is the reviewer’s for ten minutes, and ten more when they open it again', async () => {
  setClock(0)
  await open(server, asha, member)
  setClock(8)
  const again = await open(server, asha, member)
  expect(again.body.lock).toMatchObject({ by: 'Asha Rao', mine: true })
  expect(new Date(again.body.lock?.until ?? 0)).toEqual(new Date(start.getTime() + 18 * 60_000))
  expect(await takings()).toBe(1)
  setClock(17.9)
  expect((await open(server, ravi, member)).status).toBe(409)
  setClock(18)
  expect((await open(server, ravi, member)).body.lock).toMatchObject({ by: 'Ravi Iyer' })
  expect((await open(server, asha, member)).status).toBe(409)
  expect(await takings()).toBe(2)
})

test('nobody decides what they do not have open (any more)', async () => {
  setClock(0)
  const seen = await detail()
  const body = { version: seen.version, decision: 'approve', fields: verdicts(seen) }
  expect(await decide(server, asha, member, body)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('You do not have this open') },
  })
  await open(server, asha, member)
  expect(await decide(server, ravi, member, body)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Asha Rao has this open') },
  })
  setClock(10)
  expect((await decide(server, asha, member, body)).status).toBe(409)
  expect(await detail()).toMatchObject({ kycState: 'pending', lock: null })
})

test('who lets go of it makes it free, and of nobody else’s', async () => {
  await open(server, asha, member)
  expect((await leave(ravi)).body.message).toBe('You did not have it open.')
  expect((await open(server, ravi, member)).status).toBe(409)
  expect((await leave(asha)).body.message).toBe('It is free for others.')
  expect((await open(server, ravi, member)).status).toBe(200)
})

test('only what waits can be opened', async () => {
  await decided(server, asha, member)
  expect(await open(server, ravi, member)).toMatchObject({
    status: 409,
    body: { message: 'This KYC is approved already: there is nothing to decide.' },
  })
  const nobody = await newMember(server)
  expect((await open(server, ravi, nobody)).status).toBe(404)
  expect((await open(server, ravi, { memberId: 99_999_999 })).status).toBe(404)
})
