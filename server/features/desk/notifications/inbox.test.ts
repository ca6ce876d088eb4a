import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  memberInbox,
  memberUnread,
  readNotification,
} from '../../../../contract/desk/member-inbox.ts'
import * as contract from '../../../../contract/desk/notifications.ts'
import { blockUser, eraseUser } from '../../../../contract/desk/users.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { brokenInvariants } from '../users/test-support.ts'
import { tickNotifications } from './clock.service.ts'
import { sendToInbox } from './inbox-sender.service.ts'
import { deliverPiece, lockForPiece, lockPieces } from './sending.queries.ts'
import * as support from './test-support.ts'

type Member = Awaited<ReturnType<TestServer['member']>>
let server: TestServer
let marketing: support.Sender
let admin: support.Sender
let many: number[]

beforeAll(async () => {
  server = await testServer({ ROLE: 'web', MESSAGE_LINK_HOSTS: 'hil.example' })
  marketing = await server.staff('marketing')
  admin = await server.staff('admin')
  many = await support.manyMembers(server, 40)
})
afterAll(() => server.stop())

const begun = (changed: object = {}) => support.begun(server, marketing, changed)
const detail = (notificationId: number) => support.detailOf(server, marketing, notificationId)
const inbox = async ({ token }: support.Signed, query: Record<string, unknown> = {}) =>
  (await server.call(memberInbox, { token, query })).body
const unread = ({ token }: support.Signed, headers = {}) =>
  server.call(memberUnread, { token, headers })
const read = ({ token }: support.Signed, notificationId: number) =>
  server.call(readNotification, { token, params: { notificationId } })
const whole = (notificationId: number) => support.toInbox(server, notificationId)
const reachedIds = async (notificationId: number) =>
  (await support.rowsOf(server, notificationId)).map(({ memberId }) => memberId)
const speaks = ({ memberId }: Member, language: string) =>
  sql`update member set language = ${language} where member_id = ${memberId}`.execute(server.db)

test('three workers at once in small pieces: each active member has it once, and it is sent', async () => {
  const notificationId = await begun()
  const workers = [7, 3, 5].map((piece) => support.toInbox(server, notificationId, piece))
  await Promise.all(workers)
  await support.toInbox(server, notificationId, 3)
  expect(await reachedIds(notificationId)).toEqual(many)
  expect(await detail(notificationId)).toMatchObject({
    state: 'sent',
    finishedAt: expect.any(String),
    counts: { audience: 40, reached: 40, read: 0 },
  })
  const { events } = await detail(notificationId)
  expect(events.filter(({ words }) => words === 'Sent to everybody')).toHaveLength(1)
})

test('a stop takes effect after the piece under way, and a resume goes on from there', async () => {
  const notificationId = await begun()
  const signal = new AbortController()
  const { context } = server
  // Its process is told to end in the second piece.
  let pieces = 0
  const now = () => {
    if (++pieces === 2) signal.abort()
    return new Date()
  }
  await sendToInbox({ ...context, now }, notificationId, signal.signal, 10).catch(() => {})
  expect((await reachedIds(notificationId)).length).toBeGreaterThanOrEqual(10)
  await support.stop(server, marketing, notificationId)
  const had = await reachedIds(notificationId)
  expect(had.length).toBeLessThan(40)
  await whole(notificationId)
  await tickNotifications(context)
  expect(await reachedIds(notificationId)).toEqual(had)
  await support.resume(server, marketing, notificationId)
  await whole(notificationId)
  expect(await reachedIds(notificationId)).toEqual(many)
  expect((await detail(notificationId)).state).toBe('sent')
})

test('only who is of the audience and active at that moment has it', async () => {
  const people = await Promise.all([29, 29, 29, 29].map((state) => server.member('painter', state)))
  const [stays, blocked, moved, erased] = people
  if (!stays || !blocked || !moved || !erased) throw new Error('four members')
  const notificationId = await begun({ audience: { states: [29] } })
  expect((await detail(notificationId)).counts.audience).toBe(4)
  const reason = 'Coupons were sold before use'
  const params = { memberId: blocked.memberId }
  await server.call(blockUser, { token: admin.token, params, body: { reason } })
  await sql`update member set state = 7 where member_id = ${moved.memberId}`.execute(server.db)
  const erasure = { reason: 'Asked in writing for it', confirm: `M${erased.mobile}` }
  const gone = await server.call(eraseUser, {
    token: admin.token,
    params: { memberId: erased.memberId },
    body: erasure,
  })
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  await whole(notificationId)
  expect(await reachedIds(notificationId)).toEqual([stays.memberId])
  expect((await detail(notificationId)).counts).toMatchObject({ audience: 4, reached: 1 })
})

test('a member reads their messages in their language, each counted once', async () => {
  const member = await server.member('mason', 9)
  const other = await server.member('mason', 9)
  const mediaId = await support.pictureRow(server, marketing.staffId)
  const target = { to: 'web', address: 'https://hil.example/offer' }
  const first = await begun({ audience: { states: [9] }, mediaId, target })
  const second = await begun({ audience: { states: [9] }, en: { title: 'Two', body: '<b>2</b>' } })
  for (const one of [first, second]) await whole(one)

  const page = await inbox(member, { limit: 1 })
  expect(page.items).toMatchObject([
    { notificationId: second, title: 'Two', body: '<b>2</b>', readAt: null, pictures: [] },
  ])
  await speaks(member, 'hi')
  const rest = await inbox(member, { limit: 1, after: page.next })
  expect(rest).toMatchObject({
    items: [
      {
        notificationId: first,
        title: 'दोगुने अंक',
        target,
        pictures: [{ url: expect.stringContaining('a-320.webp'), width: 320 }],
      },
    ],
    next: null,
  })

  const answer = await unread(member)
  expect(answer.body).toEqual({ unread: 2 })
  const tag = answer.headers.get('etag') ?? ''
  expect((await unread(member, { 'if-none-match': tag })).status).toBe(304)
  const twice = await Promise.all([read(member, first), read(member, first)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect((await unread(member, { 'if-none-match': tag })).body).toEqual({ unread: 1 })
  expect((await detail(first)).counts.read).toBe(1)
  const [row] = (await inbox(member, { limit: 1, after: page.next })).items
  expect(row?.readAt).toEqual(expect.any(String))
  expect((await unread(other)).body, 'their own only').toEqual({ unread: 2 })
  const stranger = await server.member('mason', 30)
  expect((await read(stranger, first)).status).toBe(404)
  expect((await inbox(stranger)).items).toEqual([])
})

test('who reads while it is being sent waits for nobody, and all are counted', async () => {
  const readers = await Promise.all(Array.from({ length: 8 }, () => server.member('mason', 24)))
  const notificationId = await begun({ audience: { states: [24, 27] } })
  const sending = support.toInbox(server, notificationId, 4)
  const reading = readers.map(async (reader) => {
    for (;;) {
      const { status } = await read(reader, notificationId)
      if (status === 200) return
      expect([404, 503]).toContain(status)
      await pause(50)
    }
  })
  await Promise.all([sending, ...reading])
  expect((await detail(notificationId)).counts).toMatchObject({ reached: 48, read: 8 })
})

test('an erased member has no message left and none comes after, also while it is being sent', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => server.member('mason', 33)))
  const earlier = await begun({ audience: { states: [33] } })
  await whole(earlier)
  for (const person of people.slice(0, 6)) await read(person, earlier)
  const notificationId = await begun({ audience: { states: [33] } })
  const erasing = people.slice(0, 8).map(({ memberId, mobile }) =>
    server.call(eraseUser, {
      token: admin.token,
      params: { memberId },
      body: { reason: 'Asked in writing for it', confirm: `M${mobile}` },
    }),
  )
  const [erased] = await Promise.all([
    Promise.all(erasing),
    support.toInbox(server, notificationId, 1),
  ])
  expect(erased.map(({ status }) => status)).toEqual(erased.map(() => 200))
  const left = people
    .slice(8)
    .map(({ memberId }) => memberId)
    .toSorted((a, b) => a - b)
  for (const one of [earlier, notificationId]) expect(await reachedIds(one)).toEqual(left)
  expect((await detail(earlier)).counts).toMatchObject({ audience: 12, reached: 4, read: 0 })
})

test('an erasure waits for the piece under way, whose row it could not see yet', async () => {
  const { memberId, mobile } = await server.member('mason', 11)
  const notificationId = await begun({ audience: { states: [11] } })
  const written = Promise.withResolvers<void>()
  const may = Promise.withResolvers<void>()
  const piece = transaction(server.db, async (tx) => {
    await lockPieces(tx, 'piece')
    await lockForPiece(tx, notificationId)
    const [isOf, at] = [sql<boolean>`m.member_id = ${memberId}`, new Date()]
    const those = { notificationId, after: 0, upTo: memberId, isOf, byWebhook: false, at }
    await deliverPiece(tx, those)
    written.resolve()
    await may.promise
  })
  await written.promise
  const erased = server.call(eraseUser, {
    token: admin.token,
    params: { memberId },
    body: { reason: 'Asked in writing for it', confirm: `M${mobile}` },
  })
  await pause(500)
  may.resolve()
  await piece
  expect((await erased).status).toBe(200)
  expect(await reachedIds(notificationId)).toEqual([])
  expect((await detail(notificationId)).counts.reached).toBe(0)
})

test('deliveries are found by member and by what became of them', async () => {
  const person = await server.member('retailer', 32)
  await server.member('retailer', 32)
  const notificationId = await begun({ audience: { states: [32] } })
  await whole(notificationId)
  await read(person, notificationId)
  const deliveries = (query: Record<string, unknown>) =>
    server.call(contract.listDeliveries, {
      token: marketing.token,
      params: { notificationId },
      query,
    })
  const found = await deliveries({ read: 'yes' })
  expect(found.body.items).toMatchObject([
    { memberId: person.memberId, mobile: person.mobile, webhook: null, language: 'en' },
  ])
  expect((await deliveries({ read: 'no', count: 'yes' })).body.count).toBe(1)
  expect((await deliveries({ q: `+91 ${person.mobile}` })).body.items).toHaveLength(1)
  expect((await deliveries({ q: `M${person.mobile}` })).body.items).toHaveLength(1)
  expect((await deliveries({ q: '9999999999' })).body.items).toEqual([])
  expect((await deliveries({ webhook: ['failed', 'unknown'] })).body.items).toEqual([])
  expect((await deliveries({ q: 'Ramesh' })).status).toBe(400)
  const first = await deliveries({ limit: 1 })
  const second = await deliveries({ limit: 1, after: first.body.next })
  expect(second.body.items[0]?.memberId).toBeGreaterThan(first.body.items[0]?.memberId ?? 0)
  const missing = { token: marketing.token, params: { notificationId: 999_999 } }
  expect((await server.call(contract.listDeliveries, missing)).status).toBe(404)
})

test('after all of that every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
