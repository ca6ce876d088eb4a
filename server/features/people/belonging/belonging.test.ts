import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/belonging.ts'
import { registerMember, requestRegistrationOtp } from '../../../../contract/people/members.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { fillDistributorDays } from './distributor-days.service.ts'
import { monthBefore, monthOf } from '../../money/settlements/months.ts'
import { computed, distributor, record } from '../../money/settlements/test-support.ts'
import { auditOf, brokenInvariants, otpOf } from '../../desk/users/test-support.ts'

let server: TestServer
let cs: { token: string; staffId: number }
let sharma: number
let gupta: number
let lastMobile = 8_200_000_000
const today = dayOf(new Date())

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  sharma = await distributor(server.db, 'Sharma Traders')
  gupta = await distributor(server.db, 'Gupta Stores')
})
afterAll(() => server.stop())

const codeOf = async (distributorId: number) =>
  (
    await server.db
      .selectFrom('distributor')
      .select('code')
      .where('distributor_id', '=', distributorId)
      .executeTakeFirstOrThrow()
  ).code

/** A member who joined so many days ago. */
async function joined(kind: 'retailer' | 'mason', daysAgo = 100) {
  const { memberId } = await server.member(kind)
  const at = startOfDay(addDays(today, -daysAgo))
  await sql`update member set joined_at = ${at} where member_id = ${memberId}`.execute(server.db)
  await sql`update member_distributor set from_at = ${at} where member_id = ${memberId}`.execute(
    server.db,
  )
  const { code } = await server.db
    .selectFrom('member')
    .select('code')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { memberId, code }
}

type To = { distributorCode?: string; retailerCode?: string }
const change = (memberId: number, to: To, fromDay = today, token = cs.token) =>
  server.call(contract.changeBelonging, {
    token,
    params: { memberId },
    body: { ...to, fromDay, reason: 'Buys there now' },
  })
const get = async (memberId: number) =>
  (await server.call(contract.getBelonging, { token: cs.token, params: { memberId } })).body

async function distributorsOf(memberId: number) {
  const rows = await server.db
    .selectFrom('member_distributor')
    .select(['from_at', 'distributor_id'])
    .where('member_id', '=', memberId)
    .orderBy('from_at')
    .execute()
  return rows.map((row) => [dayOf(row.from_at), row.distributor_id])
}

describe('staff let a member belong', () => {
  test('to a distributor from a day on, to another from a later one, with history and audit', async () => {
    const { memberId } = await joined('mason')
    const [first, second] = [addDays(today, -20), addDays(today, -5)]
    const code = await codeOf(sharma)
    const { status, body } = await change(memberId, { distributorCode: code }, first)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.distributor).toMatchObject({ distributorId: sharma, name: 'Sharma Traders' })
    await change(memberId, { distributorCode: await codeOf(gupta) }, second)
    const { history, distributor: now } = await get(memberId)
    expect(now?.distributorId).toBe(gupta)
    expect(history).toMatchObject([
      { fromDay: second, toDay: null, distributor: { distributorId: gupta } },
      { fromDay: first, toDay: addDays(second, -1), distributor: { distributorId: sharma } },
    ])
    expect(await distributorsOf(memberId)).toEqual([
      [addDays(today, -100), null],
      [first, sharma],
      [second, gupta],
    ])
    const audit = await auditOf(server, memberId)
    expect(audit.map(({ action }) => action)).toEqual(['member.belonging', 'member.belonging'])
    expect(audit[1]).toMatchObject({
      staff_id: cs.staffId,
      reason: 'Buys there now',
      before: { belonging: [{ from: first, to: null, code }] },
      after: { from: second, code: await codeOf(gupta) },
    })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('to nobody, and a day that is set again takes the place of what was known of it', async () => {
    const { memberId } = await joined('mason')
    await change(memberId, { distributorCode: await codeOf(sharma) }, addDays(today, -9))
    await change(memberId, {}, addDays(today, -3))
    expect((await get(memberId)).distributor).toBeNull()
    await change(memberId, { distributorCode: await codeOf(gupta) }, addDays(today, -6))
    expect(await distributorsOf(memberId)).toEqual([
      [addDays(today, -100), null],
      [addDays(today, -9), sharma],
      [addDays(today, -6), gupta],
    ])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('to a retailer, and goes with the retailer from distributor to distributor', async () => {
    const shop = await joined('retailer')
    const mason = await joined('mason')
    await change(shop.memberId, { distributorCode: await codeOf(sharma) }, addDays(today, -50))
    await change(mason.memberId, { retailerCode: shop.code }, addDays(today, -40))
    expect((await get(mason.memberId)).distributor?.distributorId).toBe(sharma)
    expect((await get(shop.memberId)).members).toBe(1)
    await change(shop.memberId, { distributorCode: await codeOf(gupta) }, addDays(today, -2))
    expect((await get(mason.memberId)).distributor?.distributorId).toBe(gupta)
    expect(await distributorsOf(mason.memberId)).toEqual([
      [addDays(today, -100), null],
      [addDays(today, -40), sharma],
      [addDays(today, -2), gupta],
    ])
    const listed = await server.db
      .selectFrom('member')
      .select('distributor_id')
      .where('member_id', '=', mason.memberId)
      .executeTakeFirstOrThrow()
    expect(listed.distributor_id).toBe(gupta)
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('at the same moment as the retailer moves, and ends with the retailer', async () => {
    const shop = await joined('retailer')
    const masons = await Promise.all([1, 2, 3].map(() => joined('mason')))
    await change(shop.memberId, { distributorCode: await codeOf(sharma) }, addDays(today, -50))
    const answers = await Promise.all([
      ...masons.map(({ memberId }) => change(memberId, { retailerCode: shop.code })),
      change(shop.memberId, { distributorCode: await codeOf(gupta) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { memberId } of masons) {
      expect((await get(memberId)).distributor?.distributorId).toBe(gupta)
    }
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('and days that were counted by distributor follow', async () => {
    const { memberId } = await joined('mason')
    const day = addDays(today, -3)
    const at = new Date(startOfDay(day).getTime() + 3_600_000)
    await sql`insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result, state)
      values (${String((BigInt(at.getTime() - Date.UTC(2025, 0, 1)) << 22n) + 1n)}, gen_random_uuid(),
        ${at}, ${at}, ${memberId}, 40, 0, 27)`.execute(server.db)
    await fillDistributorDays({ db: server.db, now: () => new Date() })
    const counted = async () =>
      (
        await sql`select distributor_id, credited, points::int from distributor_day
          where day = ${day} and credited > 0`.execute(server.db)
      ).rows
    expect(await counted()).toEqual([{ distributor_id: 0, credited: 1, points: 40 }])
    await change(memberId, { distributorCode: await codeOf(sharma) }, day)
    expect(await counted()).toEqual([{ distributor_id: sharma, credited: 1, points: 40 }])
    await sql`delete from scan where member_id = ${memberId}`.execute(server.db)
    await sql`delete from distributor_day`.execute(server.db)
  })
})

describe('a belonging is refused', () => {
  const refused = async (memberId: number, to: To, fromDay?: string) => {
    const { status, body } = await change(memberId, to, fromDay)
    expect(status).toBe(400)
    return (body as unknown as { fields: Record<string, string> }).fields
  }

  test('before joining and from a day to come', async () => {
    const { memberId } = await joined('mason', 10)
    const to = { distributorCode: await codeOf(sharma) }
    expect(await refused(memberId, to, addDays(today, -11))).toEqual({
      fromDay: `The member joined on ${addDays(today, -10)}: choose that day or a later one.`,
    })
    expect(await refused(memberId, to, addDays(today, 1))).toEqual({
      fromDay: 'This day is still to come: choose today or an earlier day.',
    })
  })

  test('in a month that is settled', async () => {
    const { memberId } = await joined('mason', 100)
    await sql`update ledger_close set closed_until = ${startOfDay(addDays(today, -10))}`.execute(
      server.db,
    )
    const to = { distributorCode: await codeOf(sharma) }
    expect(await refused(memberId, to, addDays(today, -11))).toEqual({
      fromDay: `The months until ${addDays(today, -11)} are settled: choose ${addDays(today, -10)} or a later day.`,
    })
    expect((await get(memberId)).earliest).toBe(addDays(today, -10))
    expect((await change(memberId, to, addDays(today, -10))).status).toBe(200)
    await sql`update ledger_close set closed_until = '2000-01-01'`.execute(server.db)
  })

  test('to what is not there, deactivated, no retailer, itself, or both at once', async () => {
    const { memberId } = await joined('mason')
    const other = await joined('mason')
    const shop = await joined('retailer')
    const second = await joined('retailer')
    const left = await distributor(server.db, 'Left Traders')
    await sql`update distributor set left_at = now(), left_reason = 'Closed'
      where distributor_id = ${left}`.execute(server.db)
    expect(await refused(memberId, { distributorCode: 'NOBODY' })).toEqual({
      distributorCode: 'No distributor has this code.',
    })
    expect(await refused(memberId, { distributorCode: await codeOf(left) })).toMatchObject({
      distributorCode: expect.stringContaining('is deactivated'),
    })
    expect(await refused(memberId, { retailerCode: other.code })).toEqual({
      retailerCode: 'This member is a mason: members belong to a retailer or a distributor.',
    })
    expect(await refused(shop.memberId, { retailerCode: second.code })).toEqual({
      retailerCode: 'A retailer belongs to a distributor, not to another retailer.',
    })
    const both = { distributorCode: await codeOf(sharma), retailerCode: shop.code }
    expect(await refused(memberId, both)).toEqual({
      retailerCode: expect.stringContaining('not to both'),
    })
    expect((await get(memberId)).history).toEqual([])
  })

  test('by a role that only looks, and of a member who was erased', async () => {
    const finance = await server.staff('finance')
    const { memberId } = await joined('mason')
    const to = { distributorCode: await codeOf(sharma) }
    expect((await change(memberId, to, today, finance.token)).status).toBe(403)
    await sql`update member set name = 'Erased member', city = '', mobile = 'erased-' || member_id,
      erased_at = now(), blocked_reason = 'Erased' where member_id = ${memberId}`.execute(server.db)
    await sql`update member_account set blocked = true where member_id = ${memberId}`.execute(
      server.db,
    )
    await sql`delete from session where member_id = ${memberId}`.execute(server.db)
    expect((await change(memberId, to)).status).toBe(409)
  })
})

describe('a member joins by code', () => {
  const asked = async () => {
    const mobile = String(++lastMobile)
    const { requestId } = (await server.call(requestRegistrationOtp, { body: { mobile } })).body
    return { mobile, requestId, otp: await otpOf(server, mobile) }
  }
  const person = { name: 'Sunita Devi', kind: 'mason', state: 27, city: 'Pune', consent: true }
  const join = (given: { mobile: string; requestId: string; otp: string }, codes: To) =>
    server.call(registerMember, { body: { ...person, ...codes, ...given } })

  test('of a distributor or of a retailer, and belongs from the first moment', async () => {
    const shop = await joined('retailer')
    await change(shop.memberId, { distributorCode: await codeOf(sharma) })
    for (const codes of [
      { distributorCode: (await codeOf(sharma)).toLowerCase() },
      { retailerCode: shop.code },
    ]) {
      const { status, body } = await join(await asked(), codes)
      expect(status, JSON.stringify(body)).toBe(200)
      const { memberId } = body.member
      expect((await get(memberId)).distributor?.distributorId).toBe(sharma)
      expect(await distributorsOf(memberId)).toEqual([[today, sharma]])
    }
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('that is nobody’s: told at its field, and the password still works', async () => {
    const given = await asked()
    const { status, body } = await join(given, { distributorCode: 'NOBODY' })
    expect([status, body]).toMatchObject([
      400,
      { fields: { distributorCode: 'No distributor has this code.' } },
    ])
    expect((await join(given, {})).status).toBe(200)
  })
})

test('a settled month counts for the distributor of then, whoever it is now', async () => {
  const last = monthBefore(monthOf(new Date()))
  const { memberId } = await joined('mason', 150)
  await change(memberId, { distributorCode: await codeOf(sharma) }, addDays(today, -140))
  const at = new Date(startOfDay(last).getTime() + 5 * 86_400_000)
  const earn = { kind: 'scan', debit: 'issuance', credit: 'available', points: 70 } as const
  await record(server.db, memberId, at, earn)
  const rowsOf = async () => {
    await computed(server, last, cs)
    const rows = await server.db
      .selectFrom('settlement')
      .select(['distributor_id', 'earned'])
      .where('month', '=', last)
      .where('earned', '>', 0)
      .execute()
    return rows.map((row) => [row.distributor_id, Number(row.earned)])
  }
  expect(await rowsOf()).toEqual([[sharma, 70]])
  // Later than the month: nothing of it changes.
  await change(memberId, { distributorCode: await codeOf(gupta) }, today)
  expect(await rowsOf()).toEqual([[sharma, 70]])
  // From a day of the month, which nobody has approved: it counts where the member was at its end.
  await change(memberId, { distributorCode: await codeOf(gupta) }, addDays(last, 3))
  expect(await rowsOf()).toEqual([[gupta, 70]])
})
