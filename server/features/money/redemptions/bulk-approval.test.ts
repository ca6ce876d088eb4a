import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  WIDE,
  approve,
  cancel,
  detailOf,
  payee,
  reject,
  requested,
  setField,
  type Staff,
} from './test-support.ts'

let server: TestServer
let cs: Staff
let admin: Staff

beforeAll(async () => {
  server = await testServer({ ...WIDE, REDEMPTION_TWO_ROLES_FROM_PAISE: '100000' })
  cs = await server.staff('cs')
  admin = await server.staff('admin')
})
afterAll(() => server.stop())

const approveMany = (redemptionIds: unknown, totalPaise: unknown, { token }: Staff = cs) =>
  server.call(contract.approveRedemptions, { token, body: { redemptionIds, totalPaise } })
const stateOf = async (redemptionId: string) => (await detailOf(server, cs, redemptionId)).state
const many = (count: number, body?: object) =>
  Promise.all(
    Array.from({ length: count }, async () => requested(server, await payee(server), body)),
  )
const idsOf = (rows: { redemptionId: string }[]) => rows.map(({ redemptionId }) => redemptionId)

test('all that are green, once each, in their order', async () => {
  const selected = await many(4)
  const ids = idsOf(selected)
  const answer = await approveMany([...ids, ...ids], 4 * 20_000)
  expect(answer).toMatchObject({ status: 200, body: { approved: ids, left: [] } })
  for (const id of ids) expect(await stateOf(id)).toBe('approved')
})

test('a total that is not what was confirmed approves nothing and tells the true one', async () => {
  const ids = idsOf(await many(2))
  for (const total of [39_999, 20_000, -1]) {
    const answer = await approveMany(ids, total)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      fields: {
        totalPaise: expect.stringMatching(/^The selected redemptions are worth ₹400\.00, not /),
      },
    })
  }
  for (const id of ids) expect(await stateOf(id)).toBe('requested')
})

test('the rest is left, each with its reason', async () => {
  const [good, warned, stopped, gone] = await many(4)
  const large = await requested(server, await payee(server), { points: 1000 })
  const member = await payee(server)
  const mine = await server.call(contract.requestForMember, {
    token: cs.token,
    params: { memberId: member.memberId },
    body: { idempotencyKey: 'bulk-mine', kind: 'bank', points: 200, reason: 'By phone.' },
  })
  if (!good || !warned || !stopped || !gone) throw new Error('not enough')
  const memberOf = async (id: string) => (await detailOf(server, cs, id)).memberId
  await setField(server, await memberOf(warned.redemptionId), 'pan', { state: 'refused' })
  await setField(server, await memberOf(stopped.redemptionId), 'bank', { state: 'pending' })
  await approve(server, admin, gone.redemptionId)
  const selected = [good, warned, stopped, gone, large, mine.body]
  const total = selected.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const { body } = await approveMany(idsOf(selected), total)
  expect(body.approved).toEqual([good.redemptionId])
  expect(body.left.map(({ number, reason }) => reason.replace(number, 'It'))).toEqual([
    'It is not green: approve it on its own. PAN: The PAN was refused: where tax is due, it is 20 % instead of 10 %.',
    'It cannot be paid. Bank account: It was sent again and waits for its review.',
    'It is approved already: it cannot be approved.',
    'It needs two approvals by people of two roles: approve it on its own.',
    'It: You asked for it: somebody else must approve it.',
  ])
  expect(await stateOf(large.redemptionId)).toBe('requested')
  expect((await detailOf(server, cs, large.redemptionId)).approvals).toEqual([])
})

test('while one of them is rejected: it ends once, one way or the other, the others go on', async () => {
  for (let round = 0; round < 5; round++) {
    const selected = await many(4)
    const ids = idsOf(selected)
    const victim = ids[2] ?? ''
    const [bulk, rejection] = await Promise.all([
      approveMany(ids, 80_000),
      reject(server, admin, victim),
    ])
    expect(bulk.status).toBe(200)
    const state = await stateOf(victim)
    const won = rejection.status === 200
    expect(state).toBe(won ? 'rejected' : 'approved')
    expect(bulk.body.approved).toEqual(won ? ids.filter((id) => id !== victim) : ids)
    expect(bulk.body.left).toHaveLength(won ? 1 : 0)
  }
})

test('two people with the same selection at once: each is approved once', async () => {
  const ids = idsOf(await many(8))
  const both = await Promise.all([approveMany(ids, 160_000), approveMany(ids, 160_000, admin)])
  expect(both.flatMap(({ body }) => body.approved).toSorted()).toEqual(ids.toSorted())
  expect(both.flatMap(({ body }) => body.left)).toHaveLength(8)
  for (const id of ids) {
    const { state, approvals } = await detailOf(server, cs, id)
    expect([state, approvals.length]).toEqual(['approved', 1])
  }
})

test('one that was taken back is left', async () => {
  const member = await payee(server)
  const { redemptionId, number } = await requested(server, member)
  await cancel(server, member, redemptionId)
  expect((await approveMany([redemptionId], 20_000)).body).toEqual({
    approved: [],
    left: [
      { redemptionId, number, reason: `${number} was cancelled already: it cannot be approved.` },
    ],
  })
})

test.each([
  [[], 0, 'redemptionIds', 'Choose at least one.'],
  [Array.from({ length: 201 }, (_, i) => String(i)), 0, 'redemptionIds', 'At most 200 at once.'],
  [['x'], 0, 'redemptionIds.0', 'A redemption id is a number.'],
  ['1', 0, 'redemptionIds', 'This must be a list.'],
  [['1'], 0.5, 'totalPaise', 'This must be a whole number.'],
  [['1'], undefined, 'totalPaise', 'This is missing.'],
])('%.30j worth %j is refused at its field', async (ids, total, field, message) => {
  expect(await approveMany(ids, total)).toMatchObject({
    status: 400,
    body: { fields: { [field]: message } },
  })
})

test('one that is not there is told, and roles that do not approve are refused', async () => {
  const ids = idsOf(await many(1))
  for (const id of ['5', '9'.repeat(19)]) {
    expect(await approveMany([...ids, id], 20_000)).toMatchObject({
      status: 404,
      body: { message: `Redemption ${id} was not found.` },
    })
  }
  expect((await approveMany(ids, 20_000, await server.staff('hod'))).status).toBe(403)
  expect(await stateOf(ids[0] ?? '')).toBe('requested')
})
