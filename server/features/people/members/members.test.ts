import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/members.ts'
import { memberBalance } from '../../../../contract/ledger/points.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let lastMobile = 9_100_000_000

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

async function newMember(): Promise<string> {
  const { memberId } = await server.member()
  const mobile = String(++lastMobile)
  await server.db.updateTable('member').set({ mobile }).where('member_id', '=', memberId).execute()
  return mobile
}

async function otpOf(mobile: string): Promise<string> {
  const { body } = await server.call(contract.demoOutbox, { query: { to: mobile } })
  return /^\d{6}/.exec(body.items[0]?.text ?? '')?.[0] ?? 'none'
}

/** The newest request for each mobile, as the phone that asked holds it. */
const requests = new Map<string, string>()
async function ask(mobile: string) {
  const answer = await server.call(contract.requestOtp, { body: { mobile } })
  requests.set(mobile.replaceAll(' ', '').slice(-10), answer.body.requestId)
  return answer
}
const enter = (mobile: string, otp: string) =>
  server.call(contract.openMemberSession, {
    body: { mobile, otp, requestId: requests.get(mobile) },
  })

describe('a member signs in with a one-time password', () => {
  test('that the demo outbox shows, however the mobile is written', async () => {
    const mobile = await newMember()
    expect((await ask(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`)).status).toBe(200)
    const { status, body } = await enter(mobile, await otpOf(mobile))
    expect(status).toBe(200)
    const balance = await server.call(memberBalance, { token: body.token })
    expect(balance.body).toEqual({ available: 0, held: 0 })
    expect((await server.call(contract.closeMemberSession, { token: body.token })).status).toBe(200)
    expect((await server.call(memberBalance, { token: body.token })).status).toBe(401)
  })

  test('once: of two uses at the same time one is refused', async () => {
    const mobile = await newMember()
    await ask(mobile)
    const otp = await otpOf(mobile)
    const both = await Promise.all([enter(mobile, otp), enter(mobile, otp)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('and has five tries, also when they come at once', async () => {
    const mobile = await newMember()
    await ask(mobile)
    const otp = await otpOf(mobile)
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
    await Promise.all(Array.from({ length: 7 }, () => enter(mobile, wrong)))
    const late = await enter(mobile, otp)
    expect(late.status).toBe(400)
    expect(late.body).toMatchObject({
      fields: { otp: expect.stringContaining('Ask for a new one') },
    })
  })

  test('and an ended one is refused', async () => {
    const mobile = await newMember()
    await ask(mobile)
    const otp = await otpOf(mobile)
    await server.db
      .updateTable('one_time_password')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('mobile', '=', mobile)
      .execute()
    expect((await enter(mobile, otp)).status).toBe(400)
  })
})

test('an unknown mobile gets the same answer and no message', async () => {
  const known = await ask(await newMember())
  const unknown = await ask('9000000001')
  expect(unknown.status).toBe(200)
  expect(unknown.body).toEqual({ ...known.body, requestId: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await otpOf('9000000001')).toBe('none')
})

test('five messages in a quarter of an hour, then 429 with the time to wait', async () => {
  const mobile = await newMember()
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(mobile)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(800)
  expect(refused?.body).toMatchObject({
    message: expect.stringMatching(/Try again in 1[45] minutes/),
  })
})

test('the database holds no one-time password that could be used', async () => {
  const mobile = await newMember()
  await ask(mobile)
  const otp = await otpOf(mobile)
  const row = await server.db
    .selectFrom('one_time_password')
    .selectAll()
    .where('mobile', '=', mobile)
    .executeTakeFirstOrThrow()
  expect(row.code_hash.toString('latin1')).not.toContain(otp)
  expect(row.code_hash.toString('hex')).not.toContain(otp)
})

test.each([
  ['12345', 'mobile'],
  ['5123456789', 'mobile'],
  ['98765432101', 'mobile'],
  ['', 'mobile'],
])('the mobile %j is refused at its field', async (mobile, field) => {
  const answer = await ask(mobile)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ fields: { [field]: expect.stringContaining('ten digits') } })
})

test('the outbox exists only in the demo', async () => {
  const real = await testServer({ DATABASE_URL: 'postgres://not-used' })
  try {
    const answer = await real.call(contract.demoOutbox, { query: { to: '9876543210' } })
    expect(answer.status).toBe(404)
  } finally {
    await real.stop()
  }
})
