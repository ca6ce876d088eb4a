import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myProfile, openMemberSession, requestOtp } from '../../../../contract/people/members.ts'
import { blockUser, getUser, listUsers, unblockUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { activeCodes, auditOf, brokenInvariants, otpOf, scanAs } from './test-support.ts'

const reason = 'Coupons were scanned before the packs were sold'
let server: TestServer
let cs: { token: string; staffId: number }
let codes: string[]

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  codes = await activeCodes(server, { batchId: 5, coupons: 120 })
})
afterAll(() => server.stop())

const block = (memberId: number, body: object = { reason }) =>
  server.call(blockUser, { token: cs.token, params: { memberId }, body })
const unblock = (memberId: number, body: object = { reason }) =>
  server.call(unblockUser, { token: cs.token, params: { memberId }, body })

async function signIn(mobile: string): Promise<string> {
  const { requestId } = (await server.call(requestOtp, { body: { mobile } })).body
  const otp = await otpOf(server, mobile)
  const entered = { mobile, otp, requestId }
  const { body } = await server.call(openMemberSession, { body: entered })
  return body.token
}

describe('a blocked member', () => {
  test('earns nothing, has no session, and goes on when unblocked', async () => {
    const { memberId, mobile, token } = await server.member()
    expect((await scanAs(server, token, codes[0])).body.result).toBe('credited')
    const blocked = await block(memberId)
    expect(blocked.status).toBe(200)
    expect(blocked.body).toMatchObject({
      status: 'blocked',
      blockedReason: reason,
      sessions: 0,
      events: [{ by: 'Test cs', action: 'member.block', reason }],
    })
    expect((await scanAs(server, token, codes[1])).status).toBe(401)
    const again = await signIn(mobile)
    expect((await scanAs(server, again, codes[1])).body).toMatchObject({
      result: 'not_eligible',
      points: 0,
    })
    expect((await server.call(myProfile, { token: again })).body.blocked).toBe(true)
    expect((await unblock(memberId)).body).toMatchObject({
      status: 'active',
      blockedReason: null,
      sessions: 1,
    })
    expect((await scanAs(server, again, codes[1])).body.result).toBe('credited')
    expect(await auditOf(server, memberId)).toMatchObject([
      { action: 'member.block', role: 'cs', staff_id: cs.staffId, reason },
      { action: 'member.unblock', before: { blocked: true }, after: { blocked: false } },
    ])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('is blocked once and unblocked once, also of many at once', async () => {
    const { memberId } = await server.member()
    const both = await Promise.all([block(memberId), block(memberId), block(memberId)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ message: `This member is blocked already: ${reason}` })
    const back = await Promise.all([unblock(memberId), unblock(memberId)])
    expect(back.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const once = back.find(({ status }) => status === 409)
    expect(once?.body).toMatchObject({ message: 'This member is not blocked.' })
    expect(await auditOf(server, memberId)).toHaveLength(2)
  })

  test('has not one point credited after the block has answered', async () => {
    const { memberId, mobile, token } = await server.member()
    const [one, two] = [await signIn(mobile), await signIn(mobile)]
    const scans = codes
      .slice(10, 110)
      .map((code, index) => scanAs(server, [token, one, two][index % 3], code))
    await scans[5]
    expect((await block(memberId)).status).toBe(200)
    const { seq, available, held } = await server.db
      .selectFrom('member_account')
      .select(['seq', 'available', 'held'])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const answers = await Promise.all(scans)
    const credited = answers.filter(({ body }) => body.result === 'credited')
    expect(credited).toHaveLength(seq)
    // So many at one place are held for a review.
    expect(Number(available) + Number(held)).toBe(credited.length * 40)
    expect(await brokenInvariants(server)).toEqual([])
  })
})

describe('what is refused', () => {
  test.each([
    [{}, 'The reason is missing.'],
    [{ reason: 'no' }, 'The reason: a few words.'],
    [{ reason: 'x'.repeat(301) }, 'The reason: at most 300 characters.'],
    [{ reason: 'I called ramesh  kumar today' }, 'Leave out the member’s name and mobile'],
  ])('the reason %j', async (body, sentence) => {
    const { memberId } = await server.member()
    const answer = await block(memberId, body)
    expect(answer.status).toBe(400)
    expect(Object(answer.body).fields.reason).toContain(sentence)
    expect(await auditOf(server, memberId)).toEqual([])
  })

  test('the member’s mobile in a reason, however it is written', async () => {
    const { memberId, mobile } = await server.member()
    const answer = await block(memberId, {
      reason: `Called +91 ${mobile.slice(0, 5)}-${mobile.slice(5)}`,
    })
    expect(Object(answer.body).fields.reason).toContain('Leave out')
  })

  test('a member who does not exist, and roles without the permission', async () => {
    expect(await block(999_999)).toMatchObject({
      status: 404,
      body: { message: 'This member was not found.' },
    })
    expect(
      (await server.call(getUser, { token: cs.token, params: { memberId: 999_999 } })).status,
    ).toBe(404)
    const { memberId } = await server.member()
    for (const role of ['sub admin', 'finance', 'almond team', 'hod'] as const) {
      const { token } = await server.staff(role)
      const answer = await server.call(blockUser, { token, params: { memberId }, body: { reason } })
      expect(answer.status, role).toBe(403)
    }
  })
})

describe('the page of a member', () => {
  test('counts scans, devices and transfers, and who else was on a device', async () => {
    const [one, two] = [await server.member(), await server.member()]
    for (const [index, { token }] of [one, one, two].entries()) {
      expect((await scanAs(server, token, codes[112 + index])).status).toBe(200)
    }
    expect((await scanAs(server, one.token, codes[112])).body.result).toBe('already_yours')
    const { body } = await server.call(getUser, {
      token: cs.token,
      params: { memberId: one.memberId },
    })
    expect(body.counts).toEqual({
      scans: 3,
      credited: 2,
      transfers: 2,
      redemptions: 0,
      openRedemptions: 0,
    })
    expect(body.devices).toEqual([
      {
        device: 'phone-of-test',
        scans: 3,
        firstAt: expect.any(String),
        lastAt: body.lastScanAt,
        others: expect.any(Number),
      },
    ])
    // Every member of this file was credited on that device today.
    const others = await server.db
      .selectFrom('scan')
      .select('member_id')
      .distinct()
      .where('result', '=', 0)
      .where('member_id', '<>', one.memberId)
      .execute()
    expect(others.length).toBeGreaterThan(1)
    expect(body.devices[0]?.others).toBe(others.length)
    expect(body).toMatchObject({ sessions: 1, adjustments: [], mobileChange: null, consents: [] })
  })

  test('is for the roles whose menu holds it', async () => {
    const { memberId } = await server.member()
    for (const role of ['worker', 'courier', 'marketing'] as const) {
      const { token } = await server.staff(role)
      expect((await server.call(getUser, { token, params: { memberId } })).status, role).toBe(403)
      expect((await server.call(listUsers, { token })).status, role).toBe(403)
    }
  })
})
