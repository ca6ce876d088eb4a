import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEnquiry } from '../../../../contract/desk/enquiries.ts'
import { listNotifications } from '../../../../contract/desk/notifications.ts'
import { listGiftItems } from '../../../../contract/desk/offers.ts'
import { PARCEL_STATE_NAMES } from '../../../../contract/money/payment-states.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { deskOf, REASON, SETTINGS as DISPUTES } from '../../desk/disputes/test-support.ts'
import { answer, asked, detailOf, resolve, write } from '../../desk/enquiries/test-support.ts'
import { begun, toInbox } from '../../desk/notifications/test-support.ts'
import { parcelsOn, SETTINGS as PARCELS } from '../../money/parcels/test-support.ts'
import { makeGift } from '../../money/redemptions/test-support.ts'
import { cellTime, fileOf, wall } from './test-support.ts'

const today = dayOf(new Date())
const yesterday = addDays(today, -1)
let server: TestServer
let admin: { token: string; staffId: number }
let cs: { token: string; staffId: number }

beforeAll(async () => {
  server = await testServer({ ...DISPUTES, ...PARCELS, ROLE: 'web' })
  admin = await server.staff('admin')
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

const report = (...of: [Parameters<typeof fileOf>[2], object?]) => fileOf(server, admin, ...of)

test('enquiries: both deadlines as their pages have them, whose word is last, how many there are', async () => {
  const [one, other] = [await server.member('painter', 9), await server.member()]
  const answered = await asked(server, one, { subject: '=HYPERLINK("x")' })
  await answer(server, cs, answered)
  await write(server, one, answered)
  const late = await asked(server, other, { category: 'payment' })
  await sql`update enquiry set answer_by = now() - interval '1 hour', due_at = now() - interval '1 hour'
    where enquiry_id = ${late}`.execute(server.db)
  const waiting = await asked(server, other, { category: 'gift' })
  await answer(server, cs, waiting)
  const settled = await asked(server, other)
  await resolve(server, cs, settled)
  const { rows, total } = await report('enquiries')
  const ids = [settled, waiting, late, answered]
  expect(rows).toHaveLength(4)
  for (const [index, enquiryId] of ids.entries()) {
    const detail = (await detailOf(server, cs, enquiryId)).body
    const row = rows[index]
    expect([row?.Number, row?.Subject, row?.Owner]).toEqual([
      detail.number,
      detail.subject,
      detail.ownerName,
    ])
    const { firstAnswer, resolution } = detail
    expect([cellTime(row?.['Answer by']), cellTime(row?.Answered)]).toEqual(
      [firstAnswer.by, firstAnswer.doneAt].map(wall),
    )
    const missed = [firstAnswer, resolution].map((deadline) => (deadline.missed ? 'Yes' : 'No'))
    expect([row?.['Answer late'], row?.['Settled late']]).toEqual(missed)
    expect(cellTime(row?.Settled)).toBe(wall(resolution.doneAt))
    const words = detail.messages.filter(({ kind }) => kind === 'member' || kind === 'answer')
    expect(row?.Messages).toBe(words.length)
  }
  expect(rows.map((row) => [row.Stands, row.About, row['Last word']])).toEqual([
    ['Resolved', 'Points', expect.any(String)],
    ['Waiting', 'Gift', 'Staff'],
    ['Open', 'Payment', 'Member'],
    ['In progress', 'Points', 'Member'],
  ])
  expect(rows.map((row) => row['Answer late'])).toEqual(['No', 'No', 'Yes', 'No'])
  expect(total?.Messages).toBeGreaterThan(4)
  const numbers = async (filters: object) =>
    (await report('enquiries', filters)).rows.map((row) => row.Subject)
  expect(await numbers({ enquiryState: ['in_progress'] })).toEqual(['=HYPERLINK("x")'])
  expect(await numbers({ state: [9] })).toHaveLength(1)
  expect(await numbers({ memberKind: ['mason'], from: today })).toHaveLength(3)
  expect(await numbers({ to: yesterday })).toEqual([])
  expect(
    (await server.call(getEnquiry, { token: cs.token, params: { enquiryId: late } })).status,
  ).toBe(200)
})

test('disputes: both members, their scans, what was proposed and decided', async () => {
  const desk = deskOf(server)
  const { batchId, codes } = await desk.lot(4)
  const [first, claimant] = [await server.member(), await server.member('painter', 9)]
  const moved = await desk.disputed(first, claimant, codes[0])
  await desk.propose(cs, moved, 'move')
  await desk.decide(admin, moved, 'move')
  const open = await desk.disputed(first, claimant, codes[1])
  const { rows, total } = await report('disputes')
  const details = [(await desk.detail(cs, open)).body, (await desk.detail(cs, moved)).body]
  expect(rows).toHaveLength(2)
  for (const [index, detail] of details.entries()) {
    const row = rows[index]
    expect([row?.Enquiry, row?.Batch, row?.Serial, row?.Points, row?.Product]).toEqual([
      detail.number,
      detail.coupon.batchId,
      detail.coupon.serial,
      detail.coupon.points,
      detail.coupon.productName,
    ])
    for (const [name, side] of [
      ['First', detail.first],
      ['Claimant', detail.claimant],
    ] as const) {
      expect([row?.[`${name}: code`], row?.[name], row?.[`${name}: mobile`]]).toEqual([
        side.memberCode,
        side.memberName,
        side.mobile,
      ])
      expect(cellTime(row?.[`${name}: scanned`])).toBe(wall(side.occurredAt))
    }
  }
  const said = ['Stands', 'Proposed', 'Why', 'Proposed by', 'Decided by', 'Note']
  expect(rows.map((row) => said.map((name) => row[name]))).toEqual([
    ['Open', null, null, null, null, null],
    ['Moved', 'To move', REASON, 'Test cs', 'Test admin', 'Seen the same way'],
  ])
  expect(total?.Points).toBe(80)
  const count = async (filters: object) => (await report('disputes', filters)).rows.length
  expect(await count({ batch: batchId })).toBe(2)
  expect(await count({ batch: batchId + 1 })).toBe(0)
  expect(await count({ to: yesterday })).toBe(0)
})

test('notifications: as the list has them, with how many were reached and read', async () => {
  const notificationId = await begun(server, admin)
  await toInbox(server, notificationId)
  await sql`update notification_count set read = read + 2
    where notification_id = ${notificationId} and share = 3`.execute(server.db)
  const { rows } = await report('notifications')
  const { items } = (await server.call(listNotifications, { token: admin.token })).body
  expect(rows).toHaveLength(1)
  const [item] = items
  const members = await server.db.selectFrom('member').select('member_id').execute()
  expect(rows[0]).toMatchObject({
    Message: notificationId,
    Stands: 'Sent',
    Channels: 'inbox',
    Audience: members.length,
    Reached: members.length,
    Read: 2,
    'Made by': 'Test admin',
  })
  expect(JSON.stringify(item)).toContain(String(rows[0]?.Title))
  expect((await report('notifications', { to: yesterday })).rows).toEqual([])
})

test('gifts and parcels: the stock adds up, and each parcel is where its list says', async () => {
  const courier = await server.staff('courier')
  const parcels = parcelsOn(server, { cs, courier })
  const [kept, sent, back] = [
    await parcels.approvedGift({}, 2),
    await parcels.approvedGift(),
    await parcels.approvedGift(),
  ]
  await parcels.sendOut(sent, 'AB-1234')
  await parcels.deliver([sent])
  await parcels.sendOut(back)
  await parcels.bringBack(back)
  await makeGift(server, { name: 'A cap', stock: 0, active: false })
  const gifts = await report('gifts')
  const listed = (await server.call(listGiftItems, { token: admin.token })).body.gifts
  expect(listed).toHaveLength(4)
  expect(
    gifts.rows.map((row) => [
      String(row.Code).toUpperCase(),
      row.Points,
      row.Promised,
      row.Given,
      row['In stock'],
    ]),
  ).toEqual(listed.map((gift) => [gift.code, gift.points, gift.promised, gift.given, gift.stock]))
  for (const row of gifts.rows) {
    const left = Number(row['Put in']) - Number(row.Promised) - Number(row.Given)
    expect(row['In stock']).toBe(left)
    expect(row['Worth of the stock']).toBe(left * Number(row['Worth of one']))
  }
  expect(gifts.rows.map((row) => row.Stands)).toEqual([
    'Withdrawn',
    'Offered',
    'Offered',
    'Offered',
  ])
  const file = await report('parcels')
  const list = (await parcels.list({ sort: 'newest' })).body.items
  const told = file.rows.map((row) => [
    row.Number,
    row['Member code'],
    row.Quantity,
    row.Stands,
    row['Tracking number'],
    cellTime(row.Delivered),
    row['Why it came back'],
    row['Times sent'],
  ])
  expect(told).toEqual(
    list.map((item) => [
      item.number,
      item.memberCode,
      item.quantity,
      PARCEL_STATE_NAMES[item.state],
      item.trackingNumber,
      wall(item.deliveredAt),
      item.returnReason,
      item.tries,
    ]),
  )
  expect(file.rows.map((row) => row.Number)).toEqual([back, sent, kept].map((gift) => gift.number))
  expect(file.total?.Quantity).toBe(4)
  expect((await report('parcels', { to: yesterday })).rows).toEqual([])
  expect((await report('parcels', { memberKind: ['painter'] })).rows).toEqual([])
})
