// The acceptance of a programme of one's own: from an empty database to a settled month, over HTTP.
// Nothing is put into the database beside the API. Each step goes on from the one before it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateCoupons } from '../../contract/programme/coupons.ts'
import { sendPlantScans } from '../../contract/programme/plant.ts'
import * as files from '../../contract/ledger/points-files.ts'
import { scanCoupon } from '../../contract/programme/scans.ts'
import { resetPassword, whoAmI } from '../../contract/platform/session.ts'
import * as settlements from '../../contract/money/settlements.ts'
import * as setup from '../../contract/people/setup.ts'
import { verifyAudit } from '../features/platform/audit/audit.service.ts'
import { decided } from '../features/people/kyc/test-support.ts'
import { applied } from '../features/people/onboarding/test-support.ts'
import { monthOf } from '../features/money/settlements/months.ts'
import { setUp } from '../features/people/setup/test-support.ts'
import { checkInvariants } from '../features/operations/verify/invariants.ts'
import { makeBatch, printLabels } from './own-programme/coupons.ts'
import { addGift, addressLabels, sendParcel } from './own-programme/gifts.ts'
import * as masters from './own-programme/masters.ts'
import { openingOf, PUTTY_POINTS, mobileOf } from './own-programme/masters.ts'
import * as money from './own-programme/money.ts'
import { ok, openProgramme, signInMember, until } from './own-programme/programme.ts'
import type { Member, Programme, Signed } from './own-programme/programme.ts'
import { compute, endMonth, statementOf } from './own-programme/settling.ts'

const MEMBERS = 1_000
const LABELS = 48
/** Points that the members of each distributor scan. */
const SCANNED = [5 * PUTTY_POINTS, 2 * PUTTY_POINTS, 0]
/** By one member: to UPI, to the bank, and for a gift. */
const REDEEMED = 300 + 250 + 500

let programme: Programme
/** Of the admin, who has two factors from the guide. */
let admin: Signed
let subAdmin: Signed
let almond: Signed
let worker: Signed
let plants: number[]
let putty: number
let firms: masters.Firm[]
let batchId: number
/** What a phone reads on each label, in the order of the serials. */
let labels: string[]
let ramesh: Member
let other: Member
let month: string
let details: { account: string }

beforeAll(async () => {
  programme = await openProgramme()
})
afterAll(() => programme.close())

const undone = async (): Promise<string[]> => {
  const { items } = await ok(programme.server.call(setup.getSetup, { token: admin.token }))
  return items.filter(({ done }) => !done).map(({ key }) => key)
}
const rowsOfFirm = (index: number): number[] =>
  Array.from({ length: MEMBERS }, (_, row) => row).filter((row) => row % firms.length === index)
const broughtBy = (rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + openingOf(row), 0)

test('the guide makes the programme and its administrator', async () => {
  const { server } = programme
  const token = await setUp(server)
  const { data, userRole } = await ok(server.call(whoAmI, { token }))
  expect(userRole).toBe('admin')
  admin = { token, staffId: data.staffId }
  expect(await undone()).toEqual(setup.CHECKLIST.filter((key) => key !== 'programme'))
})

test('messages and payments are tried', async () => {
  const { server, messages } = programme
  const { token } = admin
  const body = { channel: 'sms', to: '9820012345' }
  expect(await ok(server.call(setup.tryMessage, { token, body }))).toMatchObject({ ok: true })
  expect(messages.to('9820012345')).toEqual([expect.stringContaining('test message')])
  const way = { way: 'provider' }
  expect(await ok(server.call(setup.tryPayouts, { token, body: way }))).toMatchObject({ ok: true })
})

test('two colleagues set their passwords by links that work once', async () => {
  const { server } = programme
  const ravi = { name: 'Ravi Shah', email: 'ravi@shakti.example', role: 'sub admin' } as const
  const meera = { name: 'Meera Nair', email: 'meera@shakti.example', role: 'almond team' } as const
  const { link, ...signed } = await masters.addColleague(programme, admin, ravi)
  subAdmin = signed
  almond = await masters.addColleague(programme, admin, meera)
  const password = 'another long password 77'
  const token = link.split('/reset/')[1]
  const again = { token, password, confirmPassword: password }
  expect((await server.call(resetPassword, { body: again })).status).toBe(400)
})

test('two plants, five products and three distributors are added', async () => {
  plants = await masters.addPlants(programme, admin.token)
  putty = await masters.addProductByForm(programme, admin.token)
  const rows = masters.productRows()
  const upload = await applied(programme.server, admin, 'products', rows)
  expect(upload).toMatchObject({ creates: 4, applied: 4, refused: 0 })
  firms = await masters.addDistributors(programme, subAdmin.token)
  worker = await masters.addWorker(programme, subAdmin.token, plants[0] ?? 0)
  expect(await undone()).toEqual(['batch', 'member'])
})

test('a thousand members come by file, and their opening points by a second person', async () => {
  const { server } = programme
  const rows = masters.memberRows(MEMBERS, firms)
  const upload = await applied(server, almond, 'members', rows)
  expect(upload).toMatchObject({ creates: MEMBERS, applied: MEMBERS, refused: 0 })
  const query = { upload: upload.uploadId }
  const read = async () =>
    (await ok(server.call(files.listPointsFiles, { token: admin.token, query }))).items[0] ??
    expect.fail()
  const file = await read()
  const all = Array.from({ length: MEMBERS }, (_, row) => row)
  const members = all.filter((row) => openingOf(row) > 0).length
  expect(file).toMatchObject({ state: 'waiting', members, given: broughtBy(all), taken: 0 })
  const sent = {
    params: { pointsFileId: file.pointsFileId },
    body: { members, given: broughtBy(all), taken: 0 },
  }
  const own = await server.call(files.approvePointsFile, { token: almond.token, ...sent })
  expect(own.status).toBe(409)
  await ok(server.call(files.approvePointsFile, { token: admin.token, ...sent }))
  const credited = await until(read, ({ state }) => state === 'credited')
  expect(credited).toMatchObject({ credited: members, short: 0 })
})

test('a batch is requested, approved by another person, and printed as labels', async () => {
  const [plantId = 0] = plants
  const wanted = { plantId, productId: putty, quantity: LABELS, points: PUTTY_POINTS }
  batchId = await makeBatch(programme, { maker: subAdmin, approver: admin }, wanted)
  const { begins, pages } = await printLabels(programme, almond, batchId)
  expect([begins, pages.map(({ length }) => length)]).toEqual(['%PDF', [24, 24]])
  labels = pages.flat()
  expect(new Set(labels).size).toBe(LABELS)
})

test('a worker activates a run of serials, and one more by its QR', async () => {
  const { server } = programme
  const { token } = worker
  const run = { batchId, from: 1, to: 40, action: 'activate' }
  expect(await ok(server.call(activateCoupons, { token, body: run }))).toMatchObject({
    changed: 40,
    unchanged: [],
  })
  const item = { id: crypto.randomUUID(), code: labels[40], at: new Date().toISOString() }
  const { items } = await ok(server.call(sendPlantScans, { token, body: { items: [item] } }))
  expect(items).toMatchObject([{ result: 'activated', fromSerial: 41, changed: 1 }])
})

test('members sign in with the password of an SMS and scan the labels', async () => {
  const scan = async (member: Member, label: number) => {
    const body = { code: labels[label], device: `phone-of-${member.memberId}` }
    const { token } = member
    const { result, points } = await ok(programme.server.call(scanCoupon, { token, body }))
    return `${result} ${points}`
  }
  ramesh = await signInMember(programme, mobileOf(0))
  other = await signInMember(programme, mobileOf(1))
  for (const label of [0, 1, 2, 3, 40]) expect(await scan(ramesh, label)).toBe('credited 40')
  for (const label of [4, 5]) expect(await scan(other, label)).toBe('credited 40')
  expect(await scan(other, 0)).toBe('already_scanned 0')
  expect(await scan(ramesh, LABELS - 1)).toBe('not_active 0')
  const scanned = openingOf(0) + 5 * PUTTY_POINTS
  expect(await money.balanceOf(programme, ramesh)).toEqual({ available: scanned, held: 0 })
  expect(await money.balanceOf(programme, other)).toEqual({
    available: openingOf(1) + 2 * PUTTY_POINTS,
    held: 0,
  })
  month = monthOf(new Date())
  expect(await undone()).toEqual([])
})

test('KYC with its documents is sent by the member and decided by staff', async () => {
  const { server } = programme
  details = await money.sendKyc(programme, ramesh)
  expect(await decided(server, almond, ramesh)).toMatchObject({ kycState: 'approved' })
})

test('points become money at a UPI address, by the provider', async () => {
  const made = await money.redeem(programme, ramesh, { kind: 'upi', points: 300 })
  expect(made).toMatchObject({ state: 'requested', amountPaise: 30_000 })
  await money.approve(programme, admin, made.redemptionId)
  // A file for the bank has account numbers only, and the page says so.
  const byFile = await ok(money.pay(programme, almond, made, 'bank-file'))
  expect(byFile.left).toMatchObject([{ reason: expect.stringContaining('no bank file can pay') }])
  const sent = await ok(money.pay(programme, almond, made, 'razorpayx'))
  expect(sent).toEqual({ queued: [made.redemptionId], left: [] })
  const paid = await until(
    () => money.mine(programme, ramesh, made),
    ({ state }) => state === 'paid',
  )
  const [payout, ...more] = await programme.simulator.control.payouts()
  expect(more).toEqual([])
  expect(payout).toMatchObject({ amount: 30_000, mode: 'UPI', status: 'processed' })
  expect(paid.payment).toMatchObject({ netPaise: 30_000, taxPaise: 0, utr: payout?.utr })
})

test('points become money in a bank account, by a file for the bank', async () => {
  const made = await money.redeem(programme, ramesh, { kind: 'bank', points: 250 })
  await money.approve(programme, admin, made.redemptionId)
  await ok(money.pay(programme, almond, made, 'bank-file'))
  const row = await money.takeBankFile(programme, almond, 25_000)
  const [reference = '', , , , rupees = ''] = row
  expect(row.slice(1)).toEqual([
    'Ramesh Kumar',
    details.account,
    'HDFC0001234',
    '250.00',
    'NEFT',
    `Shakti Rewards ${reference}`,
  ])
  const utr = 'HDFCN52026110001'
  const answer = await money.bankPaid(programme, almond, { reference, rupees, utr })
  expect(answer).toMatchObject({ state: 'applied', counts: { pay: 1, refused: 0 } })
  expect(await money.paid(programme, almond, made.redemptionId)).toMatchObject({
    state: 'processed',
    grossPaise: 25_000,
    netPaise: 25_000,
    utr,
  })
  expect(await money.mine(programme, ramesh, made)).toMatchObject({ state: 'paid' })
})

test('points become a gift that goes to an address', async () => {
  const giftId = await addGift(programme, admin)
  const wanted = { kind: 'gift', giftId, quantity: 1, address: money.ADDRESS }
  const made = await money.redeem(programme, ramesh, wanted)
  await money.approve(programme, almond, made.redemptionId)
  expect(await addressLabels(programme, admin, made.redemptionId)).toEqual([
    expect.stringContaining('Shop 14, Station Road'),
  ])
  await sendParcel(programme, admin, made.redemptionId)
  expect(await money.mine(programme, ramesh, made)).toMatchObject({ state: 'paid' })
  expect(await money.balanceOf(programme, ramesh)).toEqual({
    available: openingOf(0) + 5 * PUTTY_POINTS - REDEEMED,
    held: 0,
  })
})

test('the month is closed by two people, and says what was brought, scanned and redeemed', async () => {
  const { server } = programme
  endMonth(programme, month)
  const { rows } = await compute(programme, subAdmin, month)
  const distributorIds = firms.map(({ distributorId }) => distributorId)
  expect(rows.map((row) => row.distributorId).toSorted()).toEqual(distributorIds.toSorted())
  const close = { params: { month }, body: { distributorIds } }
  const own = await server.call(settlements.approveSettlements, { token: subAdmin.token, ...close })
  expect(own.status).toBe(403)
  const approved = await ok(
    server.call(settlements.approveSettlements, { token: admin.token, ...close }),
  )
  expect([approved.done.toSorted(), approved.left]).toEqual([distributorIds.toSorted(), []])
  for (const [index, { distributorId }] of firms.entries()) {
    const members = rowsOfFirm(index)
    const [brought, earned] = [broughtBy(members), SCANNED[index] ?? 0]
    const redeemed = index === 0 ? REDEEMED : 0
    const left = brought + earned - redeemed
    const row = rows.find((one) => one.distributorId === distributorId)
    expect(row).toMatchObject({ brought, earned, redeemed, available: left, held: 0 })
    const statement = await statementOf(programme, subAdmin, { month, distributorId })
    expect(statement.notes.get('Points settlement')).toBe('Approved')
    expect(statement.members).toHaveLength(members.filter((it) => openingOf(it) > 0).length)
    expect((['brought', 'earned', 'redeemed', 'available'] as const).map(statement.total)).toEqual([
      brought,
      earned,
      redeemed,
      left,
    ])
  }
})

test('once points have moved, another account takes two people', async () => {
  const nina = { name: 'Nina Das', email: 'nina@shakti.example', role: 'almond team' } as const
  const signed = await masters.addColleague(programme, admin, nina, almond)
  expect((await ok(programme.server.call(whoAmI, signed))).userRole).toBe('almond team')
})

test('every invariant holds, and the trail of staff activity is whole', async () => {
  const { db, context } = programme.server
  const query = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(db)).rows
  expect(await checkInvariants(query)).toEqual([])
  const verdict = await db.transaction().execute((tx) => verifyAudit(tx, context.keys))
  expect(verdict.broken).toBeNull()
  expect(verdict.rows).toBeGreaterThan(25)
})
