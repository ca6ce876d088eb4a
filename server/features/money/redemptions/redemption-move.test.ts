import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  act,
  approve,
  balanceOf,
  detailOf,
  makeGift,
  payee,
  requested,
  stockOf,
  type Staff,
} from './test-support.ts'

let server: TestServer
let cs: Staff

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

/** A redemption of 200 points that is approved. */
async function approved(body?: object) {
  const member = await payee(server)
  const redemption = await requested(server, member, body)
  await approve(server, cs, redemption.redemptionId)
  return { ...redemption, memberId: member.memberId }
}

const transfersOf = (memberId: number, ref: string) =>
  server.db
    .selectFrom('transfer')
    .select(['seq', 'kind', 'points', 'reverses'])
    .where('member_id', '=', memberId)
    .where('ref', '=', ref)
    .orderBy('seq')
    .execute()

test('paid, back, and paid again: each reversal undoes the payment before it', async () => {
  const { redemptionId, memberId } = await approved()
  const steps = ['queue', 'pay', 'reverse', 'queue', 'pay', 'reverse', 'queue', 'pay'] as const
  const balances: [number, number][] = []
  for (const step of steps) {
    await act(server, redemptionId, step)
    const { available, held } = await balanceOf(server, memberId)
    balances.push([available, held])
  }
  const [out, back] = [
    [800, 0],
    [800, 200],
  ]
  expect(balances).toEqual([back, out, back, back, out, back, back, out])
  const { redemption_hold, redemption_paid, reversal } = TRANSFER_KINDS
  const rows = await transfersOf(memberId, redemptionId)
  expect(rows.map(({ kind, points, reverses }) => [kind, Number(points), reverses])).toEqual([
    [redemption_hold, 200, null],
    [redemption_paid, 200, null],
    [reversal, 200, rows[1]?.seq],
    [redemption_paid, 200, null],
    [reversal, 200, rows[3]?.seq],
    [redemption_paid, 200, null],
  ])
})

test('given up after a failure: points and gifts are back, staff is on record, others are not', async () => {
  const giftId = await makeGift(server, { points: 200 })
  const { redemptionId, memberId } = await approved({ kind: 'gift', giftId, quantity: 2 })
  for (const step of ['queue', 'fail'] as const) await act(server, redemptionId, step)
  expect(await stockOf(server, giftId)).toBe(1)
  await act(server, redemptionId, 'give_up', { staffId: cs.staffId, role: 'cs' })
  expect(await stockOf(server, giftId)).toBe(3)
  expect(await balanceOf(server, memberId)).toEqual({ available: 1000, held: 0 })
  const { state, events } = await detailOf(server, cs, redemptionId)
  expect(state).toBe('cancelled')
  expect(events.map(({ action, by, state: after }) => [action, by, after])).toEqual([
    ['request', 'Member', 'requested'],
    ['approve', 'Test cs', 'approved'],
    ['queue', 'HIL Dashboard', 'payment_pending'],
    ['fail', 'HIL Dashboard', 'failed'],
    ['give_up', 'Test cs', 'cancelled'],
  ])
  const trail = await server.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', 'redemption')
    .where('subject_id', '=', redemptionId)
    .orderBy('seq')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual(['redemption.approve', 'redemption.give_up'])
})

test('what the machine does not know changes nothing', async () => {
  const { redemptionId, memberId, number } = await approved()
  for (const step of ['pay', 'fail', 'reverse', 'cancel', 'reject', 'approve'] as const) {
    await expect(act(server, redemptionId, step)).rejects.toThrow(`${number} is approved already`)
  }
  await expect(act(server, '9'.repeat(19), 'queue')).rejects.toThrow('was not found')
  expect(await detailOf(server, cs, redemptionId)).toMatchObject({ state: 'approved' })
  expect(await balanceOf(server, memberId)).toEqual({ available: 800, held: 200 })
})

test('of two steps at once exactly one is taken', async () => {
  for (let round = 0; round < 10; round++) {
    const { redemptionId, memberId } = await approved()
    await act(server, redemptionId, 'queue')
    const steps = ['pay', 'fail', 'pay', 'fail'] as const
    const done = await Promise.allSettled(steps.map((step) => act(server, redemptionId, step)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { state } = await detailOf(server, cs, redemptionId)
    const held = state === 'paid' ? 0 : 200
    expect(await balanceOf(server, memberId)).toEqual({ available: 800, held })
  }
})
