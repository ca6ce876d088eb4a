import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myProfile, openMemberSession, requestOtp } from '../../../../contract/people/members.ts'
import { changeMobile, confirmMobile, getUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { auditOf, lastMessage, otpOf, wrongOtp } from './test-support.ts'

const reason = 'Lost the phone and came to the office with papers'
let server: TestServer
let cs: { token: string; staffId: number }
let lastMobile = 8_200_000_000

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

const newMobile = () => String(++lastMobile)
const begin = (memberId: number, mobile: string, changed: object = {}) =>
  server.call(changeMobile, {
    token: cs.token,
    params: { memberId },
    body: { mobile, reason, ...changed },
  })
const confirm = (memberId: number, otp: string) =>
  server.call(confirmMobile, { token: cs.token, params: { memberId }, body: { otp } })

test('the password goes to the new number, and finishes the change', async () => {
  const member = await server.member()
  const { memberId } = member
  const mobile = newMobile()
  const begun = await begin(memberId, `+91 ${mobile}`)
  expect(begun.status).toBe(200)
  expect(begun.body).toMatchObject({
    mobile: member.mobile,
    mobileChange: { mobile, askedBy: 'Test cs', expiresAt: expect.any(String) },
  })
  expect(await lastMessage(server, member.mobile)).toBe('')
  expect((await server.call(myProfile, { token: member.token })).status).toBe(200)
  const done = await confirm(memberId, await otpOf(server, mobile))
  expect(done.status).toBe(200)
  expect(done.body).toMatchObject({ mobile, mobileChange: null, sessions: 0 })
  expect((await server.call(myProfile, { token: member.token })).status).toBe(401)
  expect(await lastMessage(server, member.mobile)).toContain(`ending in ${mobile.slice(-2)}`)
  const { requestId } = (await server.call(requestOtp, { body: { mobile } })).body
  const otp = await otpOf(server, mobile)
  const signedIn = await server.call(openMemberSession, { body: { mobile, otp, requestId } })
  expect(signedIn.body.member.memberId).toBe(memberId)
  const mask = (whole: string) => ({ mobile: `••••••••${whole.slice(-2)}` })
  expect(await auditOf(server, memberId)).toMatchObject(
    ['member.mobile.asked', 'member.mobile.changed'].map((action) => ({
      action,
      reason,
      before: mask(member.mobile),
      after: mask(mobile),
    })),
  )
  expect(JSON.stringify(await auditOf(server, memberId))).not.toContain(mobile)
})

test('of two who finish it at once one does', async () => {
  const { memberId } = await server.member()
  const mobile = newMobile()
  await begin(memberId, mobile)
  const otp = await otpOf(server, mobile)
  const both = await Promise.all([confirm(memberId, otp), confirm(memberId, otp)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await auditOf(server, memberId)).toHaveLength(2)
})

test('a password bears five tries, also when they come at once', async () => {
  const { memberId, mobile: old } = await server.member()
  const mobile = newMobile()
  await begin(memberId, mobile)
  const otp = await otpOf(server, mobile)
  await Promise.all(Array.from({ length: 12 }, () => confirm(memberId, wrongOtp(otp))))
  const late = await confirm(memberId, otp)
  expect(late.status).toBe(400)
  expect(late.body).toMatchObject({
    fields: { otp: expect.stringContaining('Begin the change again') },
  })
  const { body } = await server.call(getUser, { token: cs.token, params: { memberId } })
  expect(body.mobile).toBe(old)
})

test('one that has ended, or that a newer one has replaced, is refused', async () => {
  const { memberId } = await server.member()
  const [first, second] = [newMobile(), newMobile()]
  await begin(memberId, first)
  const old = await otpOf(server, first)
  await begin(memberId, second)
  expect((await confirm(memberId, old)).status).toBe(400)
  await server.db
    .updateTable('mobile_change')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('member_id', '=', memberId)
    .execute()
  const { body } = await server.call(getUser, { token: cs.token, params: { memberId } })
  expect(body.mobileChange).toBeNull()
  expect((await confirm(memberId, await otpOf(server, second))).status).toBe(400)
})

describe('a number', () => {
  test('that another member has is refused, also when it was taken meanwhile', async () => {
    const [one, two] = [await server.member(), await server.member()]
    const taken = await begin(one.memberId, two.mobile)
    expect(taken.status).toBe(400)
    expect(taken.body).toMatchObject({
      fields: { mobile: 'Another member has this mobile number.' },
    })
    const mobile = newMobile()
    await begin(one.memberId, mobile)
    await server.db
      .updateTable('member')
      .set({ mobile })
      .where('member_id', '=', two.memberId)
      .execute()
    const late = await confirm(one.memberId, await otpOf(server, mobile))
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ message: 'Another member has this mobile number.' })
    expect((await server.call(myProfile, { token: one.token })).body.mobile).toBe(one.mobile)
  })

  test('that is the member’s own, or none, is refused', async () => {
    const { memberId, mobile } = await server.member()
    expect((await begin(memberId, mobile)).body).toMatchObject({
      fields: { mobile: 'This is the number that the member has now.' },
    })
    expect((await begin(memberId, '12345')).body).toMatchObject({
      fields: { mobile: expect.stringContaining('ten digits') },
    })
  })

  test('gets five messages in a quarter of an hour', async () => {
    const { memberId } = await server.member()
    const mobile = newMobile()
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(memberId, mobile)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })
})

test('a reason is needed and names nobody; a password has six digits; the role must have it', async () => {
  const { memberId, mobile } = await server.member()
  const other = newMobile()
  expect((await begin(memberId, other, { reason: ' ' })).body).toMatchObject({
    fields: { reason: 'The reason: a few words.' },
  })
  for (const named of [mobile, other]) {
    const answer = await begin(memberId, other, { reason: `The number is ${named}` })
    expect(Object(answer.body).fields.reason).toContain('Leave out')
  }
  expect((await confirm(memberId, '12')).body).toMatchObject({
    fields: { otp: 'The one-time password has six digits.' },
  })
  expect((await confirm(memberId, '123456')).status).toBe(400)
  for (const role of ['sub admin', 'almond team', 'finance'] as const) {
    const { token } = await server.staff(role)
    const body = { mobile: other, reason }
    expect((await server.call(changeMobile, { token, params: { memberId }, body })).status).toBe(
      403,
    )
  }
})
