import { randomBytes } from 'node:crypto'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { financialYear } from '../../../../contract/india.ts'
import type { CheckLine } from '../../../../contract/money/redemption-states.ts'
import { TIME_ZONE, dayOf, startOfDay } from '../../../../contract/time.ts'
import { transaction } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import { payOut } from '../tax/test-support.ts'
import { checkRedemptions } from './checklist.service.ts'
import {
  WIDE,
  act,
  approve,
  cancel,
  detailOf,
  give,
  makeGift,
  PAYS_UPI,
  payee,
  requested,
  setField,
  type Payee,
  type Staff,
} from './test-support.ts'

let server: TestServer
let cs: Staff

beforeAll(async () => {
  server = await testServer({
    ...WIDE,
    ...PAYS_UPI,
    REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000000',
  })
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: TIME_ZONE })

async function lineOf(redemptionId: string, key: CheckLine['key']): Promise<CheckLine> {
  const { checklist } = await detailOf(server, cs, redemptionId)
  const line = checklist.find((one) => one.key === key)
  if (!line) throw new Error(`There is no line ${key}.`)
  return line
}

test('of many at once, each is told of its own member', async () => {
  const members = await Promise.all([1, 2, 3, 4, 5, 6].map(() => payee(server)))
  const ids: string[] = []
  for (const member of members) ids.push((await requested(server, member)).redemptionId)
  const idOf = (index: number) => members[index]?.memberId ?? 0
  const set = (index: number, change: Updateable<Database['member']>) =>
    server.db.updateTable('member').set(change).where('member_id', '=', idOf(index)).execute()
  await set(1, { blocked_reason: 'Two phones, one face.' })
  await set(2, { left_at: new Date() })
  const nobody = { name: 'Erased member', city: '', mobile: `erased-${idOf(3)}` }
  await set(3, { ...nobody, left_at: new Date(), erased_at: new Date() })
  await set(4, { kyc_state: 'rejected' })
  await setField(server, idOf(4), 'pan', { state: 'pending' })
  await server.db
    .deleteFrom('kyc_field')
    .where('member_id', '=', idOf(5))
    .where('field', '=', 'pan')
    .execute()
  const checked = await checkRedemptions(server.db, server.context, ids)
  const told = ids.map((id) => {
    const lines = checked.get(id)?.lines ?? []
    return ['member', 'kyc', 'pan'].map((key) => lines.find((one) => one.key === key)?.reason)
  })
  const [active, approved, verified] = [
    'The member is active.',
    `Approved on ${DAY.format(new Date())}.`,
    'Verified.',
  ]
  const rates = 'where tax is due, it is 20 % instead of 10 %.'
  expect(told).toEqual([
    [active, approved, verified],
    ['The member is blocked: Two phones, one face.', approved, verified],
    [
      'The member is blocked: The member withdrew the consent to the programme.',
      approved,
      verified,
    ],
    ["The member's personal data was erased.", approved, verified],
    [
      active,
      `It was rejected on ${DAY.format(new Date())}.`,
      `The PAN waits for its review: ${rates}`,
    ],
    [active, approved, `There is no PAN: ${rates}`],
  ])
})

describe('the same value on several members', () => {
  test('warns with their codes, unless it was refused them', async () => {
    const bank = randomBytes(32)
    const pan = randomBytes(32)
    const [one, other, refused] = await Promise.all(
      [1, 2, 3].map(() => payee(server, { bank, pan })),
    )
    if (!one || !other || !refused) throw new Error('nobody')
    await setField(server, refused.memberId, 'bank', { state: 'refused' })
    const { redemptionId } = await requested(server, one)
    const { state, reason } = await lineOf(redemptionId, 'duplicates')
    expect(state).toBe('warn')
    const both = [other, refused].toSorted((a, b) => a.memberId - b.memberId)
    expect(reason).toBe(
      `The same bank account is given by ${other.code}. The same PAN is given by ${both.map(({ code }) => code).join(', ')}. Approving it wants a reason.`,
    )
    const upi = await requested(server, one, { kind: 'upi', points: 10 })
    expect((await lineOf(upi.redemptionId, 'duplicates')).reason).not.toContain('UPI')
  })

  test('names five of them', async () => {
    const bank = randomBytes(32)
    const members: Payee[] = []
    for (let i = 0; i < 8; i++) members.push(await payee(server, { bank }))
    const [last] = members.splice(-1)
    if (!last) throw new Error('nobody')
    const { redemptionId } = await requested(server, last)
    expect((await lineOf(redemptionId, 'duplicates')).reason).toContain(
      `given by ${members
        .slice(0, 5)
        .map(({ code }) => code)
        .join(', ')} and others.`,
    )
  })
})

test('a KYC that was opened again stops, with the day', async () => {
  const member = await payee(server)
  const { redemptionId } = await requested(server, member)
  const since = new Date('2026-02-03T20:00:00Z')
  await server.db
    .updateTable('kyc')
    .set({ state: 'pending', submitted_at: since, decided_at: null })
    .where('member_id', '=', member.memberId)
    .execute()
  await server.db
    .updateTable('member')
    .set({ kyc_state: 'pending' })
    .where('member_id', '=', member.memberId)
    .execute()
  expect(await lineOf(redemptionId, 'kyc')).toMatchObject({
    state: 'stop',
    reason: 'It waits for its review since 4 Feb 2026: it must be approved first.',
  })
})

test('the day counts what did not come to nothing, from midnight to midnight in Kolkata', async () => {
  const member = await payee(server, { points: 20_000 })
  const first = await requested(server, member, { points: 1000 })
  const second = await requested(server, member, { points: 2000 })
  const gone = await requested(server, member, { points: 4000 })
  await cancel(server, member, gone.redemptionId)
  const setAt = (redemptionId: string, at: Date) =>
    server.db
      .updateTable('redemption')
      .set({ requested_at: at })
      .where('redemption_id', '=', redemptionId)
      .execute()
  const midnight = startOfDay(dayOf(new Date())).getTime()
  await setAt(first.redemptionId, new Date(midnight))
  await setAt(second.redemptionId, new Date(midnight + 86_399_999))
  expect((await lineOf(first.redemptionId, 'limits')).reason).toMatch(/^₹3,000\.00 of /)
  await setAt(second.redemptionId, new Date(midnight - 1))
  expect((await lineOf(first.redemptionId, 'limits')).reason).toMatch(/^₹1,000\.00 of /)
  await setAt(second.redemptionId, new Date(midnight + 86_400_000))
  expect((await lineOf(second.redemptionId, 'limits')).reason).toMatch(/^₹2,000\.00 of /)
})

test('points that the ledger does not hold for it stop it', async () => {
  const member = await payee(server)
  const { redemptionId } = await requested(server, member)
  await transaction(server.db, (tx) =>
    postTransfer(tx, {
      memberId: member.memberId,
      at: new Date(),
      moves: [
        {
          kind: 'redemption_released',
          debit: 'held',
          credit: 'available',
          points: 50,
          ref: redemptionId,
        },
      ],
    }),
  )
  expect(await lineOf(redemptionId, 'points')).toMatchObject({
    state: 'stop',
    reason: 'The ledger holds 150 for it and should hold 200: ask an engineer.',
  })
  expect((await approve(server, cs, redemptionId)).status).toBe(409)
})

describe('tax', () => {
  const taxOf = async (redemptionId: string) => (await lineOf(redemptionId, 'tax')).reason
  const paid = async (member: Payee, points: number, until: 'approved' | 'paid' = 'paid') => {
    const { redemptionId } = await requested(server, member, { points })
    const { status, body } = await approve(server, cs, redemptionId)
    if (status !== 200) throw new Error(JSON.stringify(body))
    if (until === 'paid') await payOut(server, redemptionId)
    return redemptionId
  }

  test('counts what was paid and what is on its way, not what only waits or came to nothing', async () => {
    const member = await payee(server, { points: 100_000 })
    await requested(server, member, { points: 30_000 })
    const failed = await paid(member, 9000, 'approved')
    for (const step of ['queue', 'fail'] as const) await act(server, failed, step)
    const { redemptionId } = await requested(server, member, { points: 1500 })
    expect(await taxOf(redemptionId)).toMatch(/^No tax: .* total is ₹1,500\.00,/)
    await paid(member, 8000)
    await paid(member, 4000, 'approved')
    expect(await taxOf(redemptionId)).toMatch(/^No tax: .* total is ₹13,500\.00,/)
    const last = await paid(member, 8000, 'approved')
    expect(await taxOf(last)).toMatch(
      /^No tax: with this one the year's total is ₹20,000\.00, and up to ₹20,000\.00 is free \(Section .*\)\.$/,
    )
    expect(await taxOf(redemptionId)).toMatch(
      /^₹2,150\.00 will be deducted: 10 % of ₹21,500\.00, as this year's total passes ₹20,000\.00 \(Section .*\)\. Of ₹1,500\.00 nothing would be left to pay/,
    )
    expect((await lineOf(redemptionId, 'tax')).state).toBe('stop')
  })

  test('is found in the order of approval: who passed the threshold bears it, once', async () => {
    const member = await payee(server, { points: 100_000 })
    const first = await paid(member, 15_000, 'approved')
    const second = await paid(member, 10_000, 'approved')
    const third = await paid(member, 3000, 'approved')
    expect(await taxOf(first)).toMatch(/^No tax/)
    expect(await taxOf(second)).toMatch(/^₹2,500\.00 will be deducted: 10 % of ₹25,000\.00, as/)
    expect(await taxOf(third)).toMatch(
      /^₹300\.00 will be deducted: 10 % of ₹3,000\.00, as this year's total, ₹28,000\.00, passes/,
    )
  })

  test('is counted by PAN over members, and by member without one', async () => {
    const pan = randomBytes(32)
    const [one, other] = [
      await payee(server, { pan, points: 20_000 }),
      await payee(server, { pan, points: 20_000 }),
    ]
    const seen = { verdict: 'amber', reason: 'Brothers with one shop.' }
    const first = await requested(server, one, { points: 15_000 })
    await approve(server, cs, first.redemptionId, seen)
    const { redemptionId } = await requested(server, other, { points: 6000 })
    expect(await taxOf(redemptionId)).toMatch(/^₹2,100\.00 will be deducted: 10 % of ₹21,000\.00/)
    await setField(server, other.memberId, 'pan', { state: 'refused' })
    expect(await taxOf(redemptionId)).toMatch(/^No tax: .* total is ₹6,000\.00/)
    await give(server, other.memberId, 20_000)
    const large = await requested(server, other, { points: 20_001 })
    expect(await taxOf(large.redemptionId)).toMatch(
      /^₹4,000\.20 will be deducted: 20 %, the rate without PAN, of ₹20,001\.00/,
    )
  })

  test('starts over each April, by the day of payment', async () => {
    const member = await payee(server, { points: 100_000 })
    const redemptionId = await paid(member, 19_000)
    const next = await requested(server, member, { points: 5000 })
    expect(await taxOf(next.redemptionId)).toMatch(/^₹2,400\.00 will be deducted/)
    const given = await server.db
      .selectFrom('benefit')
      .select('financial_year')
      .where('redemption_id', '=', redemptionId)
      .execute()
    expect(given).toEqual([{ financial_year: financialYear(dayOf(new Date())) }])
    await server.db
      .updateTable('benefit')
      .set({ financial_year: 2026 })
      .where('redemption_id', '=', redemptionId)
      .execute()
    const checkedOn = async (day: string) => {
      const context = { ...server.context, now: () => startOfDay(day) }
      const checked = await checkRedemptions(server.db, context, [next.redemptionId])
      return checked.get(next.redemptionId)?.tax
    }
    expect(await checkedOn('2027-03-31')).toMatchObject({ taxPaise: 240_000 })
    expect(await checkedOn('2027-04-01')).toMatchObject({ taxPaise: 0, totalPaise: 500_000 })
    expect((await checkedOn('2026-03-31'))?.words).toContain('Section 194R')
    expect((await checkedOn('2022-06-30'))?.words).toBe(
      'No tax: no rule of tax on benefits is in force.',
    )
  })

  test('of a gift is on what it costs, and comes on top', async () => {
    const member = await payee(server, { points: 100_000 })
    await paid(member, 15_000)
    const giftId = await makeGift(server, { points: 3000, value_paise: 600_000 })
    const { redemptionId } = await requested(server, member, { kind: 'gift', giftId, quantity: 2 })
    expect(await taxOf(redemptionId)).toMatch(
      /^₹3,000\.00 will be paid on top of the gift: 10 % grossed up on ₹27,000\.00/,
    )
    await server.db
      .updateTable('gift')
      .set({ value_paise: 1 })
      .where('gift_id', '=', giftId)
      .execute()
    expect(await taxOf(redemptionId)).toMatch(/grossed up on ₹27,000\.00/)
  })
})

test('a page of redemptions asks as often as a single one', async () => {
  let asked = 0
  const counting = server.db.withPlugin({
    transformQuery({ node }) {
      asked++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const ids: string[] = []
  for (let i = 0; i < 12; i++) {
    const { redemptionId } = await requested(server, await payee(server))
    ids.push(redemptionId)
  }
  await checkRedemptions(counting, server.context, ids.slice(0, 1))
  const forOne = asked
  expect(forOne).toBeGreaterThan(0)
  asked = 0
  const checked = await checkRedemptions(counting, server.context, ids)
  expect([asked, checked.size]).toEqual([forOne, 12])
})
