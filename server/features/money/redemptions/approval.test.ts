import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoOutbox } from '../../../../contract/people/members.ts'
import { myNotices } from '../../../../contract/platform/notices.ts'
import * as contract from '../../../../contract/money/redemptions.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { untilLockWaits } from '../../../test/lock-waits.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  WIDE,
  approve,
  ask,
  balanceOf,
  cancel,
  detailOf,
  makeGift,
  payee,
  reject,
  requested,
  setField,
  setProof,
  stockOf,
  type Payee,
  type Staff,
} from './test-support.ts'

let server: TestServer
let cs: Staff
let cs2: Staff
let admin: Staff
let almond: Staff

beforeAll(async () => {
  server = await testServer({ ...WIDE, REDEMPTION_TWO_ROLES_FROM_PAISE: '100000' })
  cs = await server.staff('cs')
  cs2 = await server.staff('cs')
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
})
afterAll(() => server.stop())

const messagesTo = async ({ mobile }: Payee) => {
  const { body } = await server.call(demoOutbox, { query: { to: mobile } })
  return body.items.map(({ text }) => text)
}
/** What somebody was told of a redemption. */
const toldOf = async (redemptionId: string, { token }: Staff) => {
  const { items } = (await server.call(myNotices, { token })).body
  const link = `/dashboard/approvals/redemption?open=${redemptionId}`
  return items.filter((item) => item.link === link).map(({ words }) => words)
}
const trailOf = (redemptionId: string) =>
  server.db
    .selectFrom('audit')
    .select(['staff_id', 'role', 'action', 'before', 'after', 'reason'])
    .where('subject', '=', 'redemption')
    .where('subject_id', '=', redemptionId)
    .orderBy('seq')
    .execute()

describe('an approval', () => {
  test('leaves the points held, names the approver and tells the member in their language', async () => {
    const member = await payee(server)
    await server.db
      .updateTable('member')
      .set({ language: 'hi' })
      .where('member_id', '=', member.memberId)
      .execute()
    const { redemptionId, number } = await requested(server, member)
    const { status, body } = await approve(server, cs, redemptionId)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      state: 'approved',
      approvals: ['Test cs (CS)'],
      verdict: null,
      mayApprove: false,
      whyNot: `${number} is approved already.`,
      balance: { available: 800, held: 200 },
      events: [
        { by: 'Member', action: 'request' },
        { by: 'Test cs', action: 'approve', state: 'approved' },
      ],
    })
    expect(body.checklist.every(({ state }) => state === 'ok')).toBe(true)
    await expect
      .poll(() => messagesTo(member))
      .toEqual([`HIL: ${number} स्वीकृत हुआ: ₹200.00 (लागू कर घटाकर) ••••••••1234 में भेजे जाएंगे।`])
    expect(await trailOf(redemptionId)).toMatchObject([
      {
        staff_id: cs.staffId,
        role: 'cs',
        action: 'redemption.approve',
        before: { state: 'requested', amountPaise: 20_000 },
        after: { state: 'approved', verdict: 'green', warned: [], taxPaise: 0 },
      },
    ])
  })

  test('is not for whoever asked', async () => {
    const member = await payee(server)
    const made = await server.call(contract.requestForMember, {
      token: cs.token,
      params: { memberId: member.memberId },
      body: { idempotencyKey: 'for-member-1', kind: 'bank', points: 100, reason: 'By phone.' },
    })
    const { redemptionId, number } = made.body
    expect(await approve(server, cs, redemptionId)).toMatchObject({
      status: 409,
      body: { message: `${number}: You asked for it: somebody else must approve it.` },
    })
    expect((await approve(server, cs2, redemptionId)).status).toBe(200)
  })

  test('by two at once is made once', async () => {
    for (let round = 0; round < 10; round++) {
      const member = await payee(server)
      const { redemptionId, number } = await requested(server, member)
      const both = await Promise.all([
        approve(server, cs, redemptionId),
        approve(server, admin, redemptionId),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
        message: `${number} is approved already: it cannot be approved.`,
      })
      const { approvals } = await detailOf(server, cs, redemptionId)
      expect(approvals).toHaveLength(1)
    }
  })

  // Both outcomes are forced, because a race by chance may go the same way every time.
  test.each(['approved', 'cancelled'] as const)(
    'against the member who takes it back at once: who comes first wins, here %s',
    async (winner: 'approved' | 'cancelled') => {
      const member = await payee(server)
      const { redemptionId } = await requested(server, member)
      const acts = {
        approved: () => approve(server, cs, redemptionId),
        cancelled: () => cancel(server, member, redemptionId),
      }
      const loser = winner === 'approved' ? 'cancelled' : 'approved'
      const answers: Promise<{ status: number }>[] = []
      await server.db.transaction().execute(async (tx) => {
        await sql`select from redemption where redemption_id = ${redemptionId} for update`.execute(
          tx,
        )
        for (const [turn, act] of ([winner, loser] as const).entries()) {
          answers.push(acts[act]())
          await untilLockWaits(server.db, turn + 1)
        }
      })
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409])
      const { state, events } = await detailOf(server, cs, redemptionId)
      expect(state).toBe(winner)
      expect(events).toHaveLength(2)
      const held = winner === 'approved' ? 200 : 0
      expect(await balanceOf(server, member.memberId)).toEqual({ available: 1000 - held, held })
    },
  )

  test('of one that is not there', async () => {
    for (const id of ['1', '9'.repeat(19)]) {
      expect((await approve(server, cs, id)).status).toBe(404)
      expect((await reject(server, cs, id)).status).toBe(404)
    }
  })
})

describe('from the configured amount on', () => {
  test('two people of two roles approve, and the list says who still may', async () => {
    const member = await payee(server, { points: 5000 })
    const { redemptionId, number } = await requested(server, member, { points: 1000 })
    const first = await approve(server, cs, redemptionId)
    expect(first.body).toMatchObject({
      state: 'requested',
      approvals: ['Test cs (CS)'],
      approvalsNeeded: 2,
      mayApprove: false,
      whyNot: 'You approved it already: somebody of another role must approve it as well.',
    })
    expect(await approve(server, cs, redemptionId)).toMatchObject({
      status: 409,
      body: {
        message: `${number}: You approved it already: somebody of another role must approve it as well.`,
      },
    })
    expect(await approve(server, cs2, redemptionId)).toMatchObject({
      status: 409,
      body: {
        message: `${number}: CS approved it already: the second approval must come from another role.`,
      },
    })
    expect(await messagesTo(member)).toEqual([])
    await setProof(server, almond, null)
    const unsure = await approve(server, almond, redemptionId)
    expect(unsure).toMatchObject({ status: 403, body: { code: 'fresh_proof' } })
    await setProof(server, almond, new Date())
    const second = await approve(server, almond, redemptionId)
    expect(second.body).toMatchObject({
      state: 'approved',
      approvals: ['Test cs (CS)', 'Test almond team (Almond Team)'],
    })
    await expect.poll(() => messagesTo(member)).toHaveLength(1)
    expect((await trailOf(redemptionId)).map(({ action }) => action)).toEqual([
      'redemption.approve',
      'redemption.approve',
    ])
  })

  test('who approved first is told what became of it, and nobody of their own doing', async () => {
    const member = await payee(server, { points: 5000 })
    const one = await requested(server, member, { points: 1000 })
    const other = await requested(server, member, { points: 1000 })
    for (const { redemptionId } of [one, other]) await approve(server, cs, redemptionId)
    expect(await toldOf(one.redemptionId, cs)).toEqual([])
    await approve(server, almond, one.redemptionId)
    await reject(server, almond, other.redemptionId)
    const told = (number: string, done: string) =>
      `Redemption ${number}, which you approved first, was ${done}.`
    expect(await toldOf(one.redemptionId, cs)).toEqual([told(one.number, 'approved')])
    expect(await toldOf(other.redemptionId, cs)).toEqual([told(other.number, 'rejected')])
    expect(await toldOf(one.redemptionId, almond)).toEqual([])
  })

  test('two first approvals of one role at once: one stands', async () => {
    const member = await payee(server, { points: 5000 })
    const { redemptionId } = await requested(server, member, { points: 1000 })
    const both = await Promise.all([
      approve(server, cs, redemptionId),
      approve(server, cs2, redemptionId),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await detailOf(server, cs, redemptionId)).toMatchObject({ state: 'requested' })
  })

  test('a half approved one can be rejected or taken back', async () => {
    const member = await payee(server, { points: 5000 })
    const one = await requested(server, member, { points: 1000 })
    const other = await requested(server, member, { points: 1000 })
    await approve(server, cs, one.redemptionId)
    await approve(server, cs, other.redemptionId)
    expect((await reject(server, cs, one.redemptionId)).status).toBe(200)
    expect((await cancel(server, member, other.redemptionId)).status).toBe(200)
    expect(await balanceOf(server, member.memberId)).toEqual({ available: 5000, held: 0 })
  })
})

describe('the checklist is evaluated again', () => {
  test('one that stops is refused with the lines, whatever was seen', async () => {
    const member = await payee(server)
    const { redemptionId, number } = await requested(server, member)
    await setField(server, member.memberId, 'bank', { digest: randomBytes(32) })
    for (const verdict of ['green', 'red']) {
      const answer = await approve(server, cs, redemptionId, { verdict, reason: 'Please' })
      expect(answer).toMatchObject({
        status: 409,
        body: {
          message: `${number} cannot be paid. Bank account: It is another one than at the request.`,
          fields: { destination: 'It is another one than at the request.' },
        },
      })
    }
    expect(await detailOf(server, cs, redemptionId)).toMatchObject({
      verdict: 'red',
      mayApprove: false,
      whyNot: 'It cannot be paid. Bank account: It is another one than at the request.',
    })
  })

  test('another verdict than was seen is refused, better or worse', async () => {
    const member = await payee(server)
    const { redemptionId, number } = await requested(server, member)
    expect(
      await approve(server, cs, redemptionId, { verdict: 'amber', reason: 'Known' }),
    ).toMatchObject({
      status: 409,
      body: { message: `${number}: It has changed since you looked: look again.` },
    })
    await server.db
      .deleteFrom('kyc_field')
      .where('member_id', '=', member.memberId)
      .where('field', '=', 'pan')
      .execute()
    expect(await approve(server, cs, redemptionId)).toMatchObject({
      status: 409,
      body: {
        message: `${number}: It has changed since you looked: look again. PAN: There is no PAN: where tax is due, it is 20 % instead of 10 %.`,
      },
    })
  })

  test('a warned one wants a reason, which is kept', async () => {
    const member = await payee(server, { pan: null })
    const { redemptionId } = await requested(server, member)
    const seen = { verdict: 'amber' }
    const message = 'Say why it is approved in spite of what the checklist warns of.'
    for (const reason of [undefined, '', '  ']) {
      expect(await approve(server, cs, redemptionId, { ...seen, reason })).toMatchObject({
        status: 400,
        body: { fields: { reason: message } },
      })
    }
    const done = await approve(server, cs, redemptionId, { ...seen, reason: 'Small amount.' })
    expect(done.body).toMatchObject({ state: 'approved' })
    expect(await trailOf(redemptionId)).toMatchObject([
      { reason: 'Small amount.', after: { verdict: 'amber', warned: ['pan'] } },
    ])
    const own = await server.call(contract.getMyRedemption, {
      token: member.token,
      params: { redemptionId },
    })
    expect(own.body.events).toMatchObject([{ note: null }, { state: 'approved', note: null }])
  })

  test.each<[object, string, string]>([
    [{ verdict: 'blue' }, 'verdict', 'A checklist is green, amber or red.'],
    [{}, 'verdict', 'A checklist is green, amber or red.'],
    [
      { verdict: 'green', reason: 'x'.repeat(301) },
      'reason',
      'The reason: at most 300 characters.',
    ],
    [
      { verdict: 'green', reason: 'Call 98765 43210' },
      'reason',
      'Leave the number out: no PAN, GSTIN, account, mobile or payment address is kept in a note.',
    ],
  ])('%.60j is refused at its field', async (body, field, message) => {
    const member = await payee(server)
    const { redemptionId } = await requested(server, member)
    expect(await approve(server, cs, redemptionId, body)).toMatchObject({
      status: 400,
      body: { fields: { [field]: message } },
    })
  })
})

describe('a rejection', () => {
  test('gives points and gifts back and tells the member why', async () => {
    const member = await payee(server)
    const giftId = await makeGift(server, { points: 100, stock: 2 })
    const { redemptionId, number } = await requested(server, member, { kind: 'gift', giftId })
    expect(await stockOf(server, giftId)).toBe(1)
    const { status, body } = await reject(server, admin, redemptionId, 'Not sent to this state.')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'rejected',
      rejectReason: 'Not sent to this state.',
      verdict: null,
      checklist: [],
      balance: { available: 1000, held: 0 },
      transfers: [{ kind: 'redemption_hold' }, { kind: 'redemption_released' }],
    })
    expect(await stockOf(server, giftId)).toBe(2)
    const own = await server.call(contract.getMyRedemption, {
      token: member.token,
      params: { redemptionId },
    })
    expect(own.body).toMatchObject({
      state: 'rejected',
      reason: 'Not sent to this state.',
      events: [{ state: 'requested' }, { state: 'rejected', note: 'Not sent to this state.' }],
    })
    await expect
      .poll(() => messagesTo(member))
      .toEqual([
        `HIL: ${number} was rejected; its 100 points are yours again. Not sent to this state.`,
      ])
    expect(await reject(server, cs, redemptionId)).toMatchObject({
      status: 409,
      body: { message: `${number} was rejected already: it cannot be rejected.` },
    })
  })

  test('against an approval at once: exactly one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const member = await payee(server)
      const { redemptionId } = await requested(server, member)
      const answers = await Promise.all([
        approve(server, cs, redemptionId),
        reject(server, admin, redemptionId),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test.each([
    ['', 'Write the reason in a few words.'],
    [undefined, 'Write the reason in a few words.'],
    ['x'.repeat(301), 'The note: at most 300 characters.'],
    [
      'Pay ravi@okbank instead',
      'Leave the number out: no PAN, GSTIN, account, mobile or payment address is kept in a note.',
    ],
  ])('wants a reason in words, not %.60j', async (note, message) => {
    const member = await payee(server)
    const { redemptionId } = await requested(server, member)
    const answer = await server.call(contract.rejectRedemption, {
      token: cs.token,
      params: { redemptionId },
      body: { reason: 'other', note },
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { note: message } } })
  })
})

test('only the roles that approve may, and what is refused changes nothing', async () => {
  const member = await payee(server)
  const { redemptionId } = await requested(server, member)
  for (const role of ['finance', 'hod', 'courier', 'sub admin', 'marketing', 'worker'] as const) {
    const staff = await server.staff(role)
    expect((await approve(server, staff, redemptionId)).status, role).toBe(403)
    expect((await reject(server, staff, redemptionId)).status, role).toBe(403)
  }
  expect((await approve(server, { token: member.token, staffId: 0 }, redemptionId)).status).toBe(
    403,
  )
  expect(await detailOf(server, cs, redemptionId)).toMatchObject({ state: 'requested' })
  const subAdmin = await server.staff('sub admin')
  expect(await detailOf(server, subAdmin, redemptionId)).toMatchObject({
    mayApprove: false,
    whyNot: 'Your role does not approve redemptions.',
  })
})

test('a member who is blocked meanwhile cannot be paid, and can again afterwards', async () => {
  const member = await payee(server)
  const { redemptionId } = await requested(server, member)
  const block = (reason: string | null) =>
    server.db
      .updateTable('member')
      .set({ blocked_reason: reason })
      .where('member_id', '=', member.memberId)
      .execute()
  await block('Two accounts')
  expect((await approve(server, cs, redemptionId)).body).toMatchObject({
    fields: { member: 'The member is blocked: Two accounts' },
  })
  expect((await ask(server, member, { points: 10 })).status).toBe(409)
  await block(null)
  expect((await approve(server, cs, redemptionId)).status).toBe(200)
})

test('the trail of staff holds', async () => {
  const { keys, db } = server.context
  const verdict = await db.transaction().execute((tx) => verifyAudit(tx, keys))
  expect(verdict.broken).toBeNull()
})
