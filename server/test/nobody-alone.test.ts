// One person tries to move money to a place of their own choice. See decision 0059.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  beginTwoFactor,
  confirmTwoFactor,
  resetTwoFactor,
} from '../../contract/platform/my-account.ts'
import * as contract from '../../contract/people/staff.ts'
import { listStaffChanges } from '../../contract/people/staff-changes.ts'
import { approveAdjustment, requestAdjustment } from '../../contract/desk/users.ts'
import { payable, send, type Approved } from '../features/money/payments/test-support.ts'
import { approve, give, requested, WIDE } from '../features/money/redemptions/test-support.ts'
import { issueLink } from '../features/platform/session/session.service.ts'
import * as staff from '../features/people/staff/test-support.ts'
import type { Signed } from '../features/people/staff/test-support.ts'
import { checkInvariants } from '../features/operations/verify/invariants.ts'
import { testServer, type TestServer } from './server.ts'
import { versionOf } from '../features/platform/audit/versions.service.ts'

let server: TestServer
let admin: Signed
let almond: Signed
let honest: Signed
beforeAll(async () => {
  server = await testServer(WIDE)
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
  honest = await server.staff('admin')
  await give(server, (await server.member()).memberId, 10)
})
afterAll(async () => {
  const query = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(server.db)).rows
  const broken = await checkInvariants(query)
  await server.stop()
  if (broken.length > 0) throw new Error(JSON.stringify(broken))
})

const reason = 'Asked for by HR'
const newcomer = (role: string) => ({
  name: 'Meera Nair',
  email: `${randomUUID()}@x.example`,
  role,
})
const add = (by: Signed, body: object) => server.call(contract.addStaff, { token: by.token, body })

/** An account that one person proposes, another approves, and its mailbox opens. */
async function puppet(role: string, by = almond, second = honest): Promise<Signed> {
  const wanted = newcomer(role)
  const { changeId } = (await add(by, wanted)).body.change
  const done = await staff.approveStaff(server, second, changeId)
  expect([done.status, done.body]).toMatchObject([200, { link: 'mail' }])
  return staff.joinByMail(server, wanted.email)
}

const change = async (by: Signed, { staffId }: Signed, body: object) =>
  server.call(contract.changeStaff, {
    token: by.token,
    params: { staffId },
    body: { ...body, version: await versionOf(server.db, 'staff', staffId) },
  })
const nameOf = async ({ staffId }: Signed) =>
  server.db
    .selectFrom('staff')
    .select(['name', 'email', 'role'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()

async function askFor(by: Signed, points = 144_000) {
  const { memberId } = await payable(server, { points: 0 })
  const body = { points, reason: 'Goodwill for a lost carton', idempotencyKey: randomUUID() }
  const sent = { token: by.token, params: { memberId }, body }
  return (await server.call(requestAdjustment, sent)).body.adjustmentId
}
const giveTo = (by: Signed, adjustmentId: string) =>
  server.call(approveAdjustment, { token: by.token, params: { adjustmentId }, body: {} })

async function refused(answer: Promise<{ status: number; body: unknown }>, words: string | RegExp) {
  const { status, body } = await answer
  expect([status, body]).toMatchObject([409, { message: expect.stringMatching(words) }])
}

// Succeeded on 25 November 2026: one login of the almond team made two accounts, read their links in
// the answers, and paid ₹36,000 to an accomplice past every rule of two people in ten seconds.
test('nobody gets into accounts of their own making', async () => {
  for (const role of ['sub admin', 'cs']) {
    const wanted = newcomer(role)
    const { status, body } = await add(almond, wanted)
    expect([status, body]).toMatchObject([200, { change: { state: 'proposed', staffId: null } }])
    expect(JSON.stringify(body)).not.toContain('/reset/')
    await refused(
      staff.approveStaff(server, almond, body.change.changeId),
      'You proposed this: a second person must approve it.',
    )
    expect(await staff.mailsTo(server, wanted.email)).toEqual([])
    expect((await staff.signIn(server, wanted.email)).status).toBe(401)
    await staff.rejectStaff(server, honest, body.change.changeId)
  }
})

describe('who had a hand in an account is not its second person', () => {
  test('who proposed it, who approved it, and another account of the same hand', async () => {
    const [one, two] = [await puppet('sub admin'), await puppet('almond team')]
    await staff.growOld(server, two.staffId, 8)
    const asked = await askFor(one)
    await refused(giveTo(almond, asked), /^You had a hand in the new account of Meera Nair on /)
    await refused(giveTo(honest, asked), /so for 30 days you two do not count as two people/)
    await refused(giveTo(two, asked), /were made or changed by the same person within 30 days/)
    expect((await giveTo(admin, asked)).status).toBe(200)
  })

  test('nor is an account that such an account made', async () => {
    const first = await puppet('almond team')
    await staff.growOld(server, first.staffId, 8)
    const second = await puppet('almond team', first, admin)
    await staff.growOld(server, second.staffId, 8)
    const member = await payable(server, { points: 1000 })
    const { redemptionId, number, amountPaise } = await requested(server, member)
    expect((await approve(server, almond, redemptionId)).status).toBe(200)
    const made: Approved = { redemptionId, number, amountPaise, member }
    const paid = await send(server, second, [made], { provider: 'bank-file' })
    expect(paid.body).toMatchObject({
      queued: [],
      left: [{ reason: expect.stringContaining('do not count as two people') }],
    })
  })

  test('after thirty days it is', async () => {
    const third = await puppet('sub admin')
    const asked = await askFor(third, 100)
    const before = server.context.now
    server.context.now = () => new Date(Date.now() + 31 * 86_400_000)
    try {
      expect((await giveTo(almond, asked)).status).toBe(200)
    } finally {
      server.context.now = before
    }
  })
})

describe('the account of a colleague', () => {
  test('gets no e-mail of mine, and is told of the attempt', async () => {
    const colleague = await server.staff('cs')
    const { name, email, role } = await nameOf(colleague)
    const mine = `${randomUUID()}@evil.example`
    const asked = await change(almond, colleague, { name, email: mine, role, reason })
    expect(asked.body).toMatchObject({
      email,
      waiting: { kind: 'change', staffId: colleague.staffId },
    })
    await expect
      .poll(() => staff.mailsTo(server, email))
      .toEqual([expect.stringContaining(`e-mail ${mine} instead of ${email}`)])
    expect(await staff.mailsTo(server, mine)).toEqual([])
    const { changeId = '' } = asked.body.waiting ?? {}
    expect((await staff.rejectStaff(server, honest, changeId)).body.change.state).toBe('rejected')
    expect((await nameOf(colleague)).email).toBe(email)
    const params = { staffId: colleague.staffId }
    const { body } = await server.call(contract.getStaff, { token: almond.token, params })
    expect(body.events.map(({ words }) => words)).toEqual([
      'Rejected what was proposed: another e-mail or role',
      'Proposed: another e-mail or role',
    ])
  })

  test('keeps its second factor and its password until a second person agrees', async () => {
    const colleague = await server.staff('sub admin')
    const params = { staffId: colleague.staffId }
    const token = await freshToken(colleague)
    const { secret } = (await server.call(beginTwoFactor, { token })).body
    await server.call(confirmTwoFactor, { token, body: { code: await generate({ secret }) } })
    const look = { token: almond.token, params }
    const sent = { token: almond.token, params, body: { reason } }
    const reset = await server.call(resetTwoFactor, sent)
    expect(reset.body).toMatchObject({ change: { state: 'proposed' }, link: null })
    await refused(
      server.call(contract.relinkStaff, sent),
      /^This waits for a decision already: The two-factor sign-in of Test sub admin/,
    )
    expect((await server.call(contract.getStaff, look)).body.twoFactor).toBe(true)
    await staff.approveStaff(server, honest, reset.body.change.changeId)
    expect((await server.call(contract.getStaff, look)).body.twoFactor).toBe(false)
    const again = (await staff.signIn(server, (await nameOf(colleague)).email)).body.token
    const asked = await askFor({ ...colleague, token: again }, 100)
    await refused(giveTo(almond, asked), /^You had a hand in the reset of two-factor sign-in of/)
  })

  test('that somebody re-linked is not the second person of who did', async () => {
    const colleague = await server.staff('sub admin')
    const { email } = await nameOf(colleague)
    const sent = { token: almond.token, params: { staffId: colleague.staffId }, body: { reason } }
    const { changeId } = (await server.call(contract.relinkStaff, sent)).body.change
    const approved = await staff.approveStaff(server, honest, changeId)
    expect(JSON.stringify(approved.body)).not.toContain('/reset/')
    const asked = await askFor(await staff.joinByMail(server, email), 100)
    await refused(giveTo(almond, asked), /^You had a hand in the new link of Test sub admin on /)
  })

  test('whose role went up and down again stays tied', async () => {
    const colleague = await server.staff('cs')
    const { name, email } = await nameOf(colleague)
    for (const role of ['sub admin', 'cs']) {
      const asked = await change(almond, colleague, { name, email, role, reason })
      const { changeId = '' } = asked.body.waiting ?? {}
      expect((await staff.approveStaff(server, admin, changeId)).status).toBe(200)
    }
    const asked = await askFor({ ...colleague, token: await freshToken(colleague) }, 100)
    await refused(giveTo(almond, asked), /^You had a hand in the new e-mail or role of Test cs on /)
  })

  test('that was disabled is not let in again by one person', async () => {
    const colleague = await server.staff('cs')
    const sent = { token: almond.token, params: { staffId: colleague.staffId }, body: { reason } }
    await server.call(contract.disableStaff, sent)
    expect((await server.call(contract.enableStaff, sent)).body.change.state).toBe('proposed')
    const look = { token: almond.token, params: sent.params }
    expect((await server.call(contract.getStaff, look)).body.disabledAt).not.toBeNull()
  })
})

/** A session as after a new sign-in. */
async function freshToken({ staffId }: Signed): Promise<string> {
  const { email } = await nameOf({ staffId, token: '' })
  const token = await server.db.transaction().execute((tx) => issueLink(tx, staffId))
  await staff.setPasswordBy(server, `/reset/${token}`)
  return (await staff.signIn(server, email)).body.token
}

describe('money', () => {
  test('is not sent by who approved it, nor corrected', async () => {
    const member = await payable(server, { points: 1000 })
    const { redemptionId, number, amountPaise } = await requested(server, member)
    expect((await approve(server, almond, redemptionId)).status).toBe(200)
    const made: Approved = { redemptionId, number, amountPaise, member }
    const own = await send(server, almond, [made], { provider: 'bank-file' })
    expect(own.body).toMatchObject({
      queued: [],
      left: [
        { reason: `${number}: You approved this redemption: somebody else must send its money.` },
      ],
    })
    const other = await send(server, admin, [made], { provider: 'bank-file' })
    expect(other.body).toMatchObject({ queued: [redemptionId], left: [] })
  })

  test('is approved by no account younger than seven days', async () => {
    const young = await puppet('almond team', almond, honest)
    const member = await payable(server, { points: 1000 })
    const { redemptionId } = await requested(server, member)
    await refused(
      approve(server, young, redemptionId),
      /Your account is younger than 7 days: it approves and pays nothing before \d+ \w+ \d{4}\. Ask somebody else\.$/,
    )
    await staff.growOld(server, young.staffId, 8)
    expect((await approve(server, young, redemptionId)).status).toBe(200)
  })
})

describe('a proposal', () => {
  test('is decided once, by neither its maker nor its account', async () => {
    const colleague = await server.staff('almond team')
    const { name, email } = await nameOf(colleague)
    const asked = await change(admin, colleague, { name, email, role: 'hod', reason })
    const { changeId = '' } = asked.body.waiting ?? {}
    await refused(staff.approveStaff(server, admin, changeId), /^You proposed this/)
    await refused(staff.approveStaff(server, colleague, changeId), /^This is your own account/)
    const both = await Promise.all([
      staff.approveStaff(server, almond, changeId),
      staff.approveStaff(server, honest, changeId),
      staff.rejectStaff(server, honest, changeId),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('about an admin is not approved by the almond team', async () => {
    const { changeId } = (await add(admin, newcomer('admin'))).body.change
    await refused(staff.approveStaff(server, almond, changeId), /^Only an admin approves/)
    const { body } = await server.call(listStaffChanges, { token: almond.token })
    const shown = body.items.find((item) => item.changeId === changeId)
    expect(shown?.whyNot).toBe('Only an admin approves what is about an admin.')
    await staff.rejectStaff(server, honest, changeId)
  })

  test('of an e-mail that was taken meanwhile is refused in words', async () => {
    const wanted = newcomer('cs')
    const { changeId } = (await add(admin, wanted)).body.change
    await refused(add(almond, wanted), /^This waits for a decision already: A new account for /)
    const other = await server.staff('cs')
    await server.db
      .updateTable('staff')
      .set({ email: wanted.email })
      .where('staff_id', '=', other.staffId)
      .execute()
    const answer = await staff.approveStaff(server, honest, changeId)
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body)).toContain(`There is an account for ${wanted.email}`)
    await staff.rejectStaff(server, honest, changeId)
  })
})
