import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as members from '../../../../contract/people/members.ts'
import { listTransfers } from '../../../../contract/ledger/points.ts'
import { reverseScan } from '../../../../contract/programme/scans.ts'
import {
  approveAdjustment,
  blockUser,
  changeMobile,
  eraseUser,
  getUser,
  listUsers,
  rejectAdjustment,
  requestAdjustment,
  unblockUser,
} from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { bodyOf, send, USUAL } from '../../people/kyc/test-support.ts'
import { payee, reject, requested } from '../../money/redemptions/test-support.ts'
import {
  activeCodes,
  auditOf,
  brokenInvariants,
  givePoints,
  otpOf,
  scanAs,
} from '../../desk/users/test-support.ts'

const reason = 'Asked for it in writing on 3 November'
const MARKER = 'Chandramukhi Markerwali'
let server: TestServer
let admin: { token: string; staffId: number }
let cs: { token: string; staffId: number }
let codes: string[]
let heldCodes: string[]
let lastMobile = 8_300_000_000

beforeAll(async () => {
  server = await testServer({ OTP_PER_MOBILE: '100' })
  admin = await server.staff('admin')
  cs = await server.staff('cs')
  codes = await activeCodes(server, { batchId: 6, coupons: 40 })
  heldCodes = await activeCodes(server, { batchId: 7, coupons: 10, sentToState: 9 })
})
afterAll(() => server.stop())

const newMobile = () => String(++lastMobile)
const erase = (memberId: number, confirm: string, body: object = {}) =>
  server.call(eraseUser, {
    token: admin.token,
    params: { memberId },
    body: { reason, confirm, ...body },
  })
const codeOf = ({ mobile }: { mobile: string }) => `M${mobile}`

/** Registers through the API, so that nothing of how a member comes to be is left out. */
async function joined() {
  const mobile = newMobile()
  const asked = await server.call(members.requestRegistrationOtp, { body: { mobile } })
  const { requestId } = asked.body
  const person = { name: MARKER, kind: 'mason', state: 27, city: 'Markerpur', consent: true }
  const { body } = await server.call(members.registerMember, {
    body: { ...person, mobile, requestId, otp: await otpOf(server, mobile) },
  })
  return { mobile, token: body.token, ...body.member }
}

/** The tables of which some row, as text, holds this text. */
async function tablesThatHold(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(server.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}) as found`.execute(
      server.db,
    )
    if (rows[0]?.found) found.push(name)
  }
  return found
}

async function tracesGone(memberId: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ left: number }>`
          select count(*)::int as left from scan where member_id = ${memberId}
            and (device is not null or lat is not null or lng is not null)`.execute(server.db)
        return rows[0]?.left
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBe(0)
}

test('nothing names an erased member any more, and the ledger is whole', async () => {
  const member = await joined()
  const { memberId, mobile, token, code } = member
  const params = { memberId }
  for (const index of [0, 1, 2]) {
    const { body } = await scanAs(server, token, codes[index])
    expect(body.result).toBe('credited')
  }
  await server.call(members.giveConsent, {
    token,
    params: { purpose: 'kyc' },
    body: { version: members.NOTICES.kyc.version },
  })
  expect((await send(server, member, await bodyOf(server, member, USUAL))).status).toBe(200)
  await server.call(members.requestOtp, { body: { mobile } })
  const wanted = newMobile()
  await server.call(changeMobile, {
    token: cs.token,
    params,
    body: { mobile: wanted, reason: 'Lost the phone' },
  })
  expect(await tablesThatHold(MARKER)).toContain('public.member')
  const holding = await tablesThatHold(mobile)
  for (const table of ['member', 'one_time_password', 'outbox', 'throttle']) {
    expect(holding).toContain(`public.${table}`)
  }
  expect(await tablesThatHold(wanted)).toContain('public.mobile_change')

  const erased = await erase(memberId, ` ${code.toLowerCase()} `)
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect(erased.body).toMatchObject({
    status: 'erased',
    name: 'Erased member',
    mobile: `erased-${memberId}`,
    city: '',
    code,
    state: 27,
    available: 0,
    held: 0,
    sessions: 0,
    mobileChange: null,
    blockedReason: `Erased: ${reason}`,
    counts: { scans: 3, credited: 3, transfers: 4 },
    adjustments: [{ points: -120, state: 'approved', reason, requestedBy: 'Test admin' }],
  })
  expect(erased.body.consents.every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true)
  await tracesGone(memberId)
  expect(await tablesThatHold(MARKER)).toEqual([])
  expect(await tablesThatHold('Markerpur')).toEqual([])
  expect(await tablesThatHold(mobile)).toEqual([])
  expect(await tablesThatHold(wanted)).toEqual([])
  expect((await server.call(members.myProfile, { token })).status).toBe(401)
  const ledger = await server.call(listTransfers, { token: cs.token, query: { member: memberId } })
  expect(ledger.body.items[0]).toMatchObject({
    kind: 'adjustment',
    debit: 'available',
    credit: 'adjustment',
    points: 120,
    availableAfter: 0,
    ref: erased.body.adjustments[0]?.adjustmentId,
    memberName: 'Erased member',
  })
  const audit = await auditOf(server, memberId)
  expect(audit.at(-1)).toMatchObject({
    action: 'member.erased',
    staff_id: admin.staffId,
    reason,
    after: { lapsedPoints: 120 },
  })
  expect(await brokenInvariants(server)).toEqual([])

  const list = await server.call(listUsers, { token: cs.token, query: { status: 'erased' } })
  expect(list.body.items.map((row) => row.memberId)).toContain(memberId)
  const asked = await server.call(members.requestRegistrationOtp, { body: { mobile } })
  const again = await server.call(members.registerMember, {
    body: {
      name: 'Chandra',
      kind: 'mason',
      state: 27,
      city: 'Pune',
      consent: true,
      mobile,
      requestId: asked.body.requestId,
      otp: await otpOf(server, mobile),
    },
  })
  expect(again.status).toBe(200)
  expect(again.body.member.memberId).not.toBe(memberId)
})

describe('it is refused', () => {
  test('without the code, without a reason, with a reason that names the member', async () => {
    const member = await server.member()
    const { memberId } = member
    for (const confirm of ['', 'M', `${codeOf(member)}1`]) {
      const answer = await erase(memberId, confirm)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        fields: { confirm: `Type the member code ${codeOf(member)} to confirm.` },
      })
    }
    expect((await erase(memberId, codeOf(member), { reason: '' })).body).toMatchObject({
      fields: { reason: 'The reason: a few words.' },
    })
    const named = await erase(memberId, codeOf(member), { reason: 'Ramesh Kumar wants it' })
    expect(Object(named.body).fields.reason).toContain('Leave out')
    expect((await erase(999_999, 'M1')).status).toBe(404)
    for (const role of ['cs', 'almond team', 'sub admin'] as const) {
      const { token } = await server.staff(role)
      const body = { reason, confirm: codeOf(member) }
      const answer = await server.call(eraseUser, { token, params: { memberId }, body })
      expect(answer.status, role).toBe(403)
    }
    const { body } = await server.call(getUser, { token: cs.token, params: { memberId } })
    expect(body.status).toBe('active')
  })

  test('while held points wait, until they are decided', async () => {
    const member = await server.member()
    const { memberId } = member
    const held = await scanAs(server, member.token, heldCodes[0])
    expect(held.body).toMatchObject({ result: 'credited', held: true })
    const refused = await erase(memberId, codeOf(member))
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message:
        '40 held points wait for the review of their scans. Release or reverse them first, then erase.',
    })
    const { id } = await server.db
      .selectFrom('scan')
      .select('id')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const reversed = await server.call(reverseScan, {
      token: cs.token,
      params: { memberId, scanId: id },
      body: { reason: 'other', note: reason },
    })
    expect(reversed.status).toBe(200)
    expect((await erase(memberId, codeOf(member))).status).toBe(200)
    await tracesGone(memberId)
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('while a redemption is open, until it is decided', async () => {
    const member = await payee(server, { points: 600 })
    const redemption = await requested(server, member, { kind: 'bank', points: 500 })
    const refused = await erase(member.memberId, member.code)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: '1 redemption is not finished. Finish or cancel first, then erase.',
    })
    expect((await reject(server, cs, redemption.redemptionId)).status).toBe(200)
    expect((await erase(member.memberId, member.code)).status).toBe(200)
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('while an adjustment waits, and once it is done', async () => {
    const member = await server.member()
    const params = { memberId: member.memberId }
    const asked = await server.call(requestAdjustment, {
      token: cs.token,
      params,
      body: { idempotencyKey: 'before-the-erasure', points: 5, reason },
    })
    const refused = await erase(member.memberId, codeOf(member))
    expect(refused.body).toMatchObject({
      message:
        'A points adjustment waits for its decision. Approve or reject it first, then erase.',
    })
    const { adjustmentId } = asked.body
    await server.call(rejectAdjustment, {
      token: admin.token,
      params: { adjustmentId },
      body: { note: 'The member is leaving' },
    })
    expect((await erase(member.memberId, codeOf(member))).status).toBe(200)
    const gone = 'The personal data of this member was erased: nothing more can change.'
    const others = [
      await erase(member.memberId, codeOf(member)),
      await server.call(blockUser, { token: cs.token, params, body: { reason } }),
      await server.call(unblockUser, { token: cs.token, params, body: { reason } }),
      await server.call(changeMobile, {
        token: cs.token,
        params,
        body: { mobile: newMobile(), reason },
      }),
      await server.call(requestAdjustment, {
        token: cs.token,
        params,
        body: { idempotencyKey: 'after-the-erasure', points: 5, reason },
      }),
    ]
    for (const answer of others) {
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ message: gone })
    }
  })
})

test('of many at once one erases; what runs beside it leaves no trace or stops it', async () => {
  const member = await server.member()
  const { memberId, token } = member
  await givePoints(server, memberId, 300, { maker: cs.staffId, checker: admin.staffId })
  const asked = await server.call(requestAdjustment, {
    token: cs.token,
    params: { memberId },
    body: { idempotencyKey: 'beside-the-erasure', points: -100, reason },
  })
  const { adjustmentId } = asked.body
  const beside = [
    server.call(members.updateMyProfile, { token, body: { name: MARKER, city: 'Markerpur' } }),
    ...codes.slice(20, 30).map((code) => scanAs(server, token, code)),
    server.call(approveAdjustment, { token: admin.token, params: { adjustmentId }, body: {} }),
  ]
  const tries = await Promise.all([1, 2, 3, 4].map(() => erase(memberId, codeOf(member))))
  await Promise.all(beside)
  expect(tries.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  const { body } = await server.call(getUser, { token: cs.token, params: { memberId } })
  if (body.status !== 'erased') {
    expect((await erase(memberId, codeOf(member))).status).toBe(200)
  }
  await tracesGone(memberId)
  expect(await tablesThatHold(MARKER)).toEqual([])
  expect(await brokenInvariants(server)).toEqual([])
})
