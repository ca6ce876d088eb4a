import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/members.ts'
import { memberBalance } from '../../../../contract/ledger/points.ts'
import { blockUser, getUser, unblockUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { activeCodes, brokenInvariants, otpOf, scanAs } from '../../desk/users/test-support.ts'
import { hasConsent } from './consents.service.ts'
import { memberStatusOf } from './status.service.ts'

const { version } = contract.NOTICES.programme

let server: TestServer
let cs: { token: string; staffId: number }
let codes: string[]

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  codes = await activeCodes(server, { batchId: 4, coupons: 20 })
})
afterAll(() => server.stop())

type Member = Awaited<ReturnType<TestServer['member']>>

const give = (token: string, purpose: contract.ConsentPurpose, which = version) =>
  server.call(contract.giveConsent, { token, params: { purpose }, body: { version: which } })
const withdraw = (token: string, purpose: contract.ConsentPurpose) =>
  server.call(contract.withdrawConsent, { token, params: { purpose } })

async function signIn({ mobile }: Pick<Member, 'mobile'>): Promise<string> {
  const { requestId } = (await server.call(contract.requestOtp, { body: { mobile } })).body
  const otp = await otpOf(server, mobile)
  const entered = { mobile, otp, requestId }
  const { body } = await server.call(contract.openMemberSession, { body: entered })
  return body.token
}

describe('the profile', () => {
  test('shows the member, and changes what is given', async () => {
    const { token } = await server.member()
    const changed = await server.call(contract.updateMyProfile, {
      token,
      body: { name: 'Ramesh Patil', language: 'hi' },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ name: 'Ramesh Patil', language: 'hi', city: 'Pune' })
    const nothing = await server.call(contract.updateMyProfile, { token, body: {} })
    expect(nothing.body).toEqual(changed.body)
  })

  test('keeps the name that KYC has verified, and only that', async () => {
    const { token, memberId } = await server.member()
    const setKyc = (kyc_state: 'approved' | 'none') =>
      server.db.updateTable('member').set({ kyc_state }).where('member_id', '=', memberId).execute()
    await setKyc('approved')
    const update = (body: object) => server.call(contract.updateMyProfile, { token, body })
    const refused = await update({ name: 'Somebody Else', city: 'Nashik' })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      fields: { name: expect.stringContaining('verified with your KYC') },
    })
    expect((await update({ name: 'Ramesh Kumar', city: 'Nashik' })).body).toMatchObject({
      name: 'Ramesh Kumar',
      city: 'Nashik',
    })
    await setKyc('none')
  })

  test.each([
    [{ name: 'x' }, 'name'],
    [{ city: 'y' }, 'city'],
    [{ language: 'ta' }, 'language'],
  ])('%j is refused at its field', async (body, field) => {
    const { token } = await server.member()
    const answer = await server.call(contract.updateMyProfile, { token, body })
    expect(answer.status).toBe(400)
    expect(Object.keys(Object(answer.body).fields)).toEqual([field])
  })
})

describe('a consent', () => {
  test('is given by the version in force, once, and can be withdrawn and given again', async () => {
    const { token, memberId } = await server.member()
    expect(await hasConsent(server.db, memberId, 'kyc')).toBe(false)
    await Promise.all([give(token, 'kyc'), give(token, 'kyc'), give(token, 'kyc')])
    const rows = () =>
      server.db.selectFrom('member_consent').selectAll().where('member_id', '=', memberId).execute()
    expect(await rows()).toMatchObject([{ purpose: 'kyc', version, withdrawn_at: null }])
    expect(await hasConsent(server.db, memberId, 'kyc')).toBe(true)
    const withdrawn = await withdraw(token, 'kyc')
    expect(withdrawn.body.items[1]).toMatchObject({
      purpose: 'kyc',
      givenVersion: version,
      withdrawnAt: expect.any(String),
    })
    expect(await hasConsent(server.db, memberId, 'kyc')).toBe(false)
    expect((await withdraw(token, 'kyc')).body).toEqual(withdrawn.body)
    await give(token, 'kyc')
    expect(await rows()).toHaveLength(2)
    const { body } = await server.call(getUser, { token: cs.token, params: { memberId } })
    expect(body.consents).toHaveLength(2)
    expect(body.events.map(({ action, by }) => [action, by])).toEqual([
      ['consent.kyc.given', 'Member'],
      ['consent.kyc.withdrawn', 'Member'],
      ['consent.kyc.given', 'Member'],
    ])
  })

  test('to a newer version takes the place of the older one', async () => {
    const { token, memberId } = await server.member()
    await server.db
      .insertInto('member_consent')
      .values({
        member_id: memberId,
        purpose: 'programme',
        version: '2020-01',
        given_at: new Date(),
      })
      .execute()
    const { body } = await server.call(contract.myConsents, { token })
    expect(body.items[0]).toMatchObject({ version, givenVersion: '2020-01' })
    expect((await give(token, 'programme')).body.items[0]).toMatchObject({ givenVersion: version })
    expect(await hasConsent(server.db, memberId, 'programme')).toBe(true)
  })

  test('to a notice that is not in force is refused, and so is one to no purpose', async () => {
    const { token } = await server.member()
    const old = await give(token, 'kyc', '2020-01')
    expect(old.status).toBe(400)
    expect(old.body).toMatchObject({
      fields: { version: `The notice in force is ${version}: show that one.` },
    })
    const answer = await server.call(contract.giveConsent, {
      token,
      params: { purpose: 'marketing' },
      body: { version },
    })
    expect(answer.body).toMatchObject({ fields: { purpose: 'There is no such purpose.' } })
  })
})

describe('who leaves the programme', () => {
  test('earns nothing more, keeps the points, and comes back by consent', async () => {
    const member = await server.member()
    const { memberId, token } = member
    await give(token, 'programme')
    expect((await scanAs(server, token, codes[0])).body.result).toBe('credited')
    expect((await withdraw(token, 'programme')).status).toBe(200)
    expect((await scanAs(server, token, codes[1])).status).toBe(401)
    expect((await memberStatusOf(server.db, [memberId])).get(memberId)).toEqual({
      status: 'blocked',
      blockedReason: 'The member withdrew the consent to the programme.',
    })
    const again = await signIn(member)
    expect((await scanAs(server, again, codes[1])).body.result).toBe('not_eligible')
    expect((await server.call(memberBalance, { token: again })).body.available).toBe(40)
    const profile = await server.call(contract.myProfile, { token: again })
    expect(profile.body.blocked).toBe(true)
    await give(again, 'programme')
    expect((await scanAs(server, again, codes[1])).body.result).toBe('credited')
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('is let back by their own consent only, and stays blocked where staff have blocked them', async () => {
    const member = await server.member()
    const params = { memberId: member.memberId }
    await withdraw(member.token, 'programme')
    const reason = 'Packs were scanned in the plant'
    const unblocked = await server.call(unblockUser, {
      token: cs.token,
      params,
      body: { reason },
    })
    expect(unblocked.status).toBe(409)
    expect(unblocked.body).toMatchObject({ message: expect.stringContaining('their own consent') })
    await server.call(blockUser, { token: cs.token, params, body: { reason } })
    const token = await signIn(member)
    await give(token, 'programme')
    expect((await scanAs(server, token, codes[2])).body.result).toBe('not_eligible')
    await server.call(unblockUser, { token: cs.token, params, body: { reason } })
    expect((await scanAs(server, token, codes[2])).body.result).toBe('credited')
    expect(await brokenInvariants(server)).toEqual([])
  })
})
