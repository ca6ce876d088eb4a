import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/members.ts'
import { memberBalance } from '../../../../contract/ledger/points.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { brokenInvariants, lastMessage, otpOf, wrongOtp } from '../../desk/users/test-support.ts'

let server: TestServer
let lastMobile = 8_100_000_000

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const newMobile = () => String(++lastMobile)
/** The newest request for each mobile, as the phone that asked holds it. */
const requests = new Map<string, string>()
async function ask(mobile: string) {
  const answer = await server.call(contract.requestRegistrationOtp, { body: { mobile } })
  requests.set(mobile.slice(-10), answer.body.requestId)
  return answer
}

const person = {
  name: 'Sunita Devi',
  kind: 'painter',
  state: 27,
  city: 'Pune',
  language: 'hi',
  consent: true,
}
/** Of no request. */
const NONE = 'x'.repeat(43)
const join = (mobile: string, otp: string, changed: Record<string, unknown> = {}) =>
  server.call(contract.registerMember, {
    body: { ...person, mobile, otp, requestId: requests.get(mobile) ?? NONE, ...changed },
  })

async function rowsOf(mobile: string) {
  return server.db.selectFrom('member').selectAll().where('mobile', '=', mobile).execute()
}

describe('a new member joins', () => {
  test('with account, consent and session, and a code of the sequence', async () => {
    const mobile = newMobile()
    expect((await ask(`+91 ${mobile}`)).status).toBe(200)
    const { status, body } = await join(mobile, await otpOf(server, mobile))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.member).toMatchObject({
      name: 'Sunita Devi',
      code: expect.stringMatching(/^HIL9\d{5}$/),
    })
    const profile = await server.call(contract.myProfile, { token: body.token })
    expect(profile.body).toMatchObject({
      memberId: body.member.memberId,
      mobile,
      kind: 'painter',
      state: 27,
      city: 'Pune',
      language: 'hi',
      kyc: 'none',
      blocked: false,
    })
    const balance = await server.call(memberBalance, { token: body.token })
    expect(balance.body).toEqual({ available: 0, held: 0 })
    const consents = await server.call(contract.myConsents, { token: body.token })
    expect(consents.body.items).toMatchObject([
      {
        purpose: 'programme',
        givenVersion: contract.NOTICES.programme.version,
        givenAt: expect.any(String),
        withdrawnAt: null,
        notice: contract.NOTICES.programme.hi,
      },
      { purpose: 'kyc', givenVersion: null, givenAt: null },
    ])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('once, however many at once hold the password', async () => {
    const mobile = newMobile()
    await ask(mobile)
    const otp = await otpOf(server, mobile)
    const answers = await Promise.all(Array.from({ length: 5 }, () => join(mobile, otp)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    expect(await rowsOf(mobile)).toHaveLength(1)
  })

  test('once, also when the number was registered since the password was sent', async () => {
    const mobile = newMobile()
    await ask(mobile)
    const otp = await otpOf(server, mobile)
    const { memberId } = await server.member()
    await server.db
      .updateTable('member')
      .set({ mobile })
      .where('member_id', '=', memberId)
      .execute()
    const late = await join(mobile, otp)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      fields: { mobile: 'This mobile is registered already. Sign in with it instead.' },
    })
    expect(await rowsOf(mobile)).toHaveLength(1)
  })

  test('or not at all: nothing is left of one that failed', async () => {
    const mobile = newMobile()
    await ask(mobile)
    const otp = await otpOf(server, mobile)
    const codes = await server.db.selectFrom('member').select('code').execute()
    const wrong = await join(mobile, wrongOtp(otp))
    expect(wrong.body).toMatchObject({
      fields: { otp: expect.stringContaining('Ask for a new one') },
    })
    expect(await rowsOf(mobile)).toEqual([])
    expect((await join(mobile, otp)).status).toBe(200)
    expect(await server.db.selectFrom('member').select('code').execute()).toHaveLength(
      codes.length + 1,
    )
  })
})

test('a password bears five tries, also when they come at once, and ends', async () => {
  const mobile = newMobile()
  await ask(mobile)
  const otp = await otpOf(server, mobile)
  await Promise.all(Array.from({ length: 6 }, () => join(mobile, wrongOtp(otp))))
  expect((await join(mobile, otp)).status).toBe(400)
  await ask(mobile)
  await server.db
    .updateTable('one_time_password')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('mobile', '=', mobile)
    .execute()
  expect((await join(mobile, await otpOf(server, mobile))).status).toBe(400)
})

test('a registered number gets the same answer, and a message that says so', async () => {
  const { mobile } = await server.member()
  const known = await ask(mobile)
  const unknown = await ask(newMobile())
  expect(known.status).toBe(200)
  expect(known.body).toEqual({ ...unknown.body, requestId: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await lastMessage(server, mobile)).toContain('registered for the HIL app already')
  expect(await otpOf(server, mobile)).toBe('none')
})

test('a password to join does not sign in, and one to sign in does not join', async () => {
  const { mobile } = await server.member()
  const { requestId } = (await server.call(contract.requestOtp, { body: { mobile } })).body
  expect((await join(mobile, await otpOf(server, mobile), { requestId })).status).toBe(400)
  const other = newMobile()
  const asked = await ask(other)
  const answer = await server.call(contract.openMemberSession, {
    body: {
      mobile: other,
      otp: await otpOf(server, other),
      requestId: asked.body.requestId,
    },
  })
  expect(answer.status).toBe(400)
})

test('messages to a number are limited together with those for signing in', async () => {
  const { mobile } = await server.member()
  for (let index = 0; index < 3; index++) expect((await ask(mobile)).status).toBe(200)
  for (let index = 0; index < 2; index++) {
    expect((await server.call(contract.requestOtp, { body: { mobile } })).status).toBe(200)
  }
  const refused = await ask(mobile)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
})

test.each<[string, Record<string, unknown>, string, string]>([
  ['no consent', { consent: false }, 'consent', 'Joining needs your consent to the notice.'],
  ['no name', { name: '' }, 'name', 'The name: a few words.'],
  ['an Aadhaar number for a name', { name: '2341 2341 2346' }, 'name', 'whole Aadhaar number'],
  ['another state', { state: 25 }, 'state', 'not an Indian state'],
  ['no city', { city: ' ' }, 'city', 'The city: a few words.'],
  ['another language', { language: 'fr' }, 'language', 'Choose English (en) or Hindi (hi).'],
  ['a short password', { otp: '123' }, 'otp', 'six digits'],
  ['half a mobile', { mobile: '98765' }, 'mobile', 'ten digits'],
  ['another kind', { kind: 'plumber' }, 'kind', ''],
])('%s is refused at its field', async (_, changed, field, sentence) => {
  const answer = await join(newMobile(), '123456', changed)
  expect(answer.status).toBe(400)
  const { fields } = answer.body as unknown as { fields: Record<string, string> }
  expect(Object.keys(fields)).toEqual([field])
  expect(fields[field]).toContain(sentence)
})
