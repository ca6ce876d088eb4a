import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTransfers, memberBalance } from '../../../../contract/ledger/points.ts'
import {
  approveAdjustment,
  listAdjustments,
  rejectAdjustment,
  requestAdjustment,
} from '../../../../contract/desk/users.ts'
import { dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { auditOf, brokenInvariants, givePoints } from './test-support.ts'

const reason = 'Two packs had damaged coupons'
let server: TestServer
let maker: { token: string; staffId: number }
let checker: { token: string; staffId: number }
let second: { token: string; staffId: number }
let lastKey = 0

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('cs')
  checker = await server.staff('admin')
  second = await server.staff('almond team')
})
afterAll(() => server.stop())

const newKey = () => `test-key-${++lastKey}`
const ask = (memberId: number, points: number, changed: object = {}) =>
  server.call(requestAdjustment, {
    token: maker.token,
    params: { memberId },
    body: { idempotencyKey: newKey(), points, reason, ...changed },
  })
const approve = (adjustmentId: string, who = checker, body: object = {}) =>
  server.call(approveAdjustment, { token: who.token, params: { adjustmentId }, body })
const reject = (adjustmentId: string, body: object = { note: 'There is no proof of it' }) =>
  server.call(rejectAdjustment, { token: checker.token, params: { adjustmentId }, body })
const balanceOf = async ({ token }: { token: string }) =>
  (await server.call(memberBalance, { token })).body
const rich = async (points: number) => {
  const member = await server.member()
  const people = { maker: maker.staffId, checker: checker.staffId }
  await givePoints(server, member.memberId, points, people)
  return member
}

describe('points by two people', () => {
  test('are asked for by one and move when another approves', async () => {
    const member = await server.member()
    const asked = await ask(member.memberId, 250)
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({
      memberId: member.memberId,
      memberName: 'Ramesh Kumar',
      points: 250,
      reason,
      state: 'requested',
      requestedBy: 'Test cs',
      requestedById: maker.staffId,
      decidedBy: null,
    })
    expect((await balanceOf(member)).available).toBe(0)
    const { adjustmentId } = asked.body
    const approved = await approve(adjustmentId, checker, { note: 'Seen the packs' })
    expect(approved.body).toMatchObject({
      state: 'approved',
      decidedBy: 'Test admin',
      decisionNote: 'Seen the packs',
    })
    expect((await balanceOf(member)).available).toBe(250)
    const ledger = await server.call(listTransfers, {
      token: checker.token,
      query: { member: member.memberId },
    })
    expect(ledger.body.items).toMatchObject([
      {
        kind: 'adjustment',
        debit: 'adjustment',
        credit: 'available',
        points: 250,
        availableAfter: 250,
        ref: adjustmentId,
      },
    ])
    expect(await auditOf(server, member.memberId)).toMatchObject([
      { action: 'points.adjust.requested', staff_id: maker.staffId, reason },
      { action: 'points.adjust.approved', staff_id: checker.staffId, after: { points: 250 } },
    ])
  })

  test('are taken, but never more than there are', async () => {
    const member = await rich(40)
    const { body: all } = await ask(member.memberId, -41)
    const refused = await approve(all.adjustmentId)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: '40 points are available: 41 cannot be taken.',
    })
    const { body: still } = await server.call(listAdjustments, {
      token: maker.token,
      query: { member: member.memberId, status: 'requested' },
    })
    expect(still.items).toHaveLength(1)
    const { body: less } = await ask(member.memberId, -40)
    expect((await approve(less.adjustmentId)).status).toBe(200)
    expect(await balanceOf(member)).toEqual({ available: 0, held: 0 })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('stay where they are when they are rejected, with a reason', async () => {
    const member = await server.member()
    const { adjustmentId } = (await ask(member.memberId, 10)).body
    expect((await reject(adjustmentId, { note: ' ' })).body).toMatchObject({
      fields: { note: 'The reason: a few words.' },
    })
    expect((await reject(adjustmentId)).body).toMatchObject({
      state: 'rejected',
      decisionNote: 'There is no proof of it',
    })
    const late = await approve(adjustmentId, second)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      message: 'Test admin has rejected this adjustment already. Nothing was changed.',
    })
    expect((await balanceOf(member)).available).toBe(0)
  })

  test('are never decided by who asked, whatever their role is now', async () => {
    const member = await server.member()
    const { adjustmentId } = (await ask(member.memberId, 10)).body
    await server.db
      .updateTable('points_adjustment')
      .set({ requested_by: checker.staffId })
      .where('adjustment_id', '=', adjustmentId)
      .execute()
    for (const answer of [await approve(adjustmentId), await reject(adjustmentId)]) {
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        message: 'You asked for this adjustment: somebody else must decide it.',
      })
    }
    expect((await approve(adjustmentId, second)).status).toBe(200)
  })
})

describe('many at once', () => {
  test('of approvals one has an effect, and the others are told', async () => {
    const member = await server.member()
    const { adjustmentId } = (await ask(member.memberId, 30)).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 5 === 4
          ? reject(adjustmentId)
          : approve(adjustmentId, index % 2 ? checker : second),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    const won = answers.find(({ status }) => status === 200)?.body.state
    expect((await balanceOf(member)).available).toBe(won === 'approved' ? 30 : 0)
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('50 times 10 points from 100: exactly ten are taken', async () => {
    const member = await rich(100)
    const asked = await Promise.all(Array.from({ length: 50 }, () => ask(member.memberId, -10)))
    const answers = await Promise.all(
      asked.map(({ body }, index) => approve(body.adjustmentId, index % 2 ? checker : second)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40)
    expect(await balanceOf(member)).toEqual({ available: 0, held: 0 })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('requests with one key are one request, and another body is refused', async () => {
    const { memberId } = await server.member()
    const other = await server.member()
    const idempotencyKey = newKey()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask(memberId, 25, { idempotencyKey })),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    for (const answer of [
      await ask(memberId, 26, { idempotencyKey }),
      await ask(other.memberId, 25, { idempotencyKey }),
      await ask(memberId, 25, { idempotencyKey, reason: 'Another reason' }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ message: expect.stringContaining('another request') })
    }
    const rows = await server.db
      .selectFrom('points_adjustment')
      .select('adjustment_id')
      .where('idempotency_key', '=', idempotencyKey)
      .execute()
    expect(rows).toHaveLength(1)
    expect(await auditOf(server, memberId)).toHaveLength(1)
    const key = newKey()
    const apart = await Promise.all([
      ask(memberId, 5, { idempotencyKey: key }),
      ask(other.memberId, 5, { idempotencyKey: key }),
    ])
    expect(apart.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

test('the list filters by state, member and day, and goes page by page', async () => {
  const member = await server.member()
  const asked: string[] = []
  for (let points = 1; points <= 5; points++) {
    asked.push((await ask(member.memberId, points)).body.adjustmentId)
  }
  await approve(asked[0] ?? '')
  await reject(asked[1] ?? '')
  const list = async (query: Record<string, unknown>) => {
    const { status, body } = await server.call(listAdjustments, {
      token: maker.token,
      query: { member: member.memberId, ...query },
    })
    expect(status).toBe(200)
    return { ...body, ids: body.items.map(({ adjustmentId }) => adjustmentId) }
  }
  const today = dayOf(new Date())
  expect((await list({})).ids).toEqual(asked.toReversed())
  expect((await list({ sort: 'oldest', from: today, to: today })).ids).toEqual(asked)
  expect((await list({ to: '2026-01-01' })).ids).toEqual([])
  expect((await list({ status: ['approved', 'rejected'], sort: 'oldest' })).ids).toEqual(
    asked.slice(0, 2),
  )
  const first = await list({ status: 'requested', limit: 2, count: 'yes' })
  expect(first).toMatchObject({ count: 3, ids: [asked[4], asked[3]] })
  const last = await list({ status: 'requested', limit: 2, after: first.next })
  expect(last).toMatchObject({ ids: [asked[2]], next: null })
})

describe('what is refused', () => {
  test.each<[object, string, string]>([
    [{ points: 0 }, 'points', 'Zero points change nothing.'],
    [{ points: 1.5 }, 'points', 'Points are whole numbers.'],
    [{ points: 1_000_001 }, 'points', 'At most 10,00,000 points at once.'],
    [{ points: '10' }, 'points', 'Enter the points; a minus takes them away.'],
    [{ reason: 'x' }, 'reason', 'The reason: a few words.'],
    [{ reason: 'For Ramesh Kumar' }, 'reason', 'Leave out the member’s name'],
    [{ idempotencyKey: 'short' }, 'idempotencyKey', 'at least 8 characters'],
    [{ idempotencyKey: 'with spaces in it' }, 'idempotencyKey', 'letters, digits'],
  ])('%j', async (changed, field, sentence) => {
    const { memberId } = await server.member()
    const answer = await ask(memberId, 10, changed)
    expect(answer.status).toBe(400)
    const { fields } = answer.body as unknown as { fields: Record<string, string> }
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toContain(sentence)
  })

  test('a member or an adjustment that does not exist', async () => {
    expect((await ask(999_999, 5)).status).toBe(404)
    for (const id of ['7000000', '9223372036854775807', '9999999999999999999']) {
      expect((await approve(id)).body).toMatchObject({
        message: 'This adjustment was not found.',
      })
    }
    expect((await approve('first')).status).toBe(400)
  })

  test('the other side of each: makers do not approve, checkers do not ask', async () => {
    const { memberId } = await server.member()
    const { adjustmentId } = (await ask(memberId, 10)).body
    expect((await approve(adjustmentId, maker)).status).toBe(403)
    const answer = await server.call(requestAdjustment, {
      token: checker.token,
      params: { memberId },
      body: { idempotencyKey: newKey(), points: 5, reason },
    })
    expect(answer.status).toBe(403)
  })
})
