import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/enquiries.ts'
import * as own from '../../../../contract/desk/member-enquiries.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { payee, requested, WIDE } from '../../money/redemptions/test-support.ts'
import { takeFromWindow } from '../../platform/throttle/throttle.service.ts'
import { activeCodes } from '../users/test-support.ts'
import {
  answer,
  ask,
  asked,
  at,
  detailOf,
  mine,
  note,
  resolve,
  thread,
  wordsOf,
  write,
} from './test-support.ts'

const AADHAAR = '2341 2341 2346'
let server: TestServer
let cs: { token: string; staffId: number }

beforeAll(async () => {
  server = await testServer(WIDE)
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

const countOf = async (memberId: number) => {
  const query = { member: memberId, count: 'yes' }
  return (await server.call(contract.listEnquiries, { token: cs.token, query })).body.count
}

test('what a member asks is there for them and for the helpdesk', async () => {
  const member = await server.member()
  const { status, body } = await ask(server, member, { category: 'payment' })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    number: expect.stringMatching(/^EQ\d{6}$/),
    category: 'payment',
    subject: 'Points of yesterday',
    state: 'open',
    messages: [{ from: 'me', body: 'Where are they?', attachments: [] }],
  })
  const { body: detail } = await detailOf(server, cs, body.enquiryId)
  const hours = (until: string) => (Date.parse(until) - Date.parse(detail.openedAt)) / 3_600_000
  expect(detail).toMatchObject({
    memberId: member.memberId,
    memberName: 'Ramesh Kumar',
    mobile: member.mobile,
    ownerId: null,
    ownerName: null,
    memberWroteLast: true,
    language: 'en',
    scan: null,
    redemption: null,
    payment: null,
    others: [],
    messages: [{ kind: 'member', by: 'Ramesh Kumar', body: 'Where are they?' }],
  })
  expect([hours(detail.firstAnswer.by), hours(detail.resolution.by)]).toEqual([4, 24])
})

test('the same key and words give the same enquiry, also at once; other words are refused', async () => {
  const member = await server.member()
  const words = wordsOf()
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(server, member, words)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.enquiryId)).size).toBe(1)
  expect(await countOf(member.memberId)).toBe(1)
  for (const change of [{ body: 'Otherwise.' }, { subject: 'Otherwise' }, { category: 'gift' }]) {
    const other = await ask(server, member, { ...words, ...change })
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({ fields: { idempotencyKey: expect.any(String) } })
  }
  const neighbour = await server.member()
  expect((await ask(server, neighbour, words)).body.enquiryId).not.toBe(answers[0]?.body.enquiryId)
})

test('a message is written once for its key, also at once', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  const words = { idempotencyKey: randomUUID(), body: 'And those of Monday.' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write(server, member, enquiryId, words)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const { body } = await mine(server, member, enquiryId)
  expect(body.messages.map((message) => message.body)).toEqual(['Where are they?', words.body])
  const other = await write(server, member, enquiryId, { ...words, body: 'Otherwise.' })
  expect(other.status).toBe(409)
})

test('a number of a person is masked wherever it is written, HTML is text', async () => {
  const member = await server.member()
  const text = `My number is ${AADHAAR}.`
  const enquiryId = await asked(server, member, { subject: text, body: text })
  expect((await write(server, member, enquiryId, { body: text })).status).toBe(200)
  expect((await answer(server, cs, enquiryId, { body: text })).status).toBe(200)
  expect((await note(server, cs, enquiryId, { body: text })).status).toBe(200)
  const kept = await server.db.selectFrom('enquiry_message').select('body').execute()
  const subjects = await server.db.selectFrom('enquiry').select('subject').execute()
  expect(JSON.stringify([kept, subjects])).not.toContain(AADHAAR)
  expect(
    kept.filter(({ body }) => body === `My number is XXXX XXXX ${AADHAAR.slice(-4)}.`),
  ).toHaveLength(4)

  const html = '<img src=x onerror="alert(1)"> & <b>bold</b>'
  await write(server, member, enquiryId, { body: html })
  const { body, headers } = await detailOf(server, cs, enquiryId)
  expect(body.messages.at(-1)?.body).toBe(html)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
})

test('what is named must be the member’s own: a scan, a redemption', async () => {
  const member = await payee(server)
  const [code] = await activeCodes(server, { batchId: 4, coupons: 3 })
  const scanned = await server.call(scanCoupon, { token: member.token, body: { code } })
  expect(scanned.body.result).toBe('credited')
  const { id: scanId } = await server.db
    .selectFrom('scan')
    .select('id')
    .where('member_id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  const { redemptionId, number } = await requested(server, member, { points: 250 })
  const about = { scanId, redemptionId }
  const enquiryId = await asked(server, member, { ...about, category: 'redemption' })
  expect((await detailOf(server, cs, enquiryId)).body).toMatchObject({
    scan: {
      memberId: member.memberId,
      scanId,
      words: 'Credited 40 points, Test product, batch 4 no. 1',
    },
    redemption: {
      redemptionId,
      number,
      words: 'Requested: 250 points to the bank account, ₹250.00',
    },
    payment: null,
  })
  const stranger = await server.member()
  for (const [field, value] of [
    ['scanId', scanId],
    ['redemptionId', redemptionId],
    ['scanId', '9999999999999999999'],
    ['redemptionId', '9999999999999999999'],
  ] as const) {
    const refused = await ask(server, stranger, { [field]: value })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ fields: { [field]: expect.stringMatching(/not there/) } })
  }
  const forHim = { ...wordsOf(), memberId: stranger.memberId, scanId }
  const byStaff = await server.call(contract.openEnquiry, { token: cs.token, body: forHim })
  expect(byStaff.status).toBe(400)
  expect(await countOf(stranger.memberId)).toBe(0)
})

test('a member sees their own enquiries, never notes nor what happened inside', async () => {
  const [member, stranger] = [await server.member(), await server.member()]
  const enquiryId = await asked(server, member)
  await note(server, cs, enquiryId)
  await answer(server, cs, enquiryId)
  const before = (await mine(server, member, enquiryId)).body
  expect(before).toMatchObject({
    state: 'waiting',
    messages: [
      { from: 'me', body: 'Where are they?' },
      { from: 'us', body: 'They are there now.' },
    ],
  })
  const later = new Date(Date.now() + 60_000)
  await at(server, later, () => note(server, cs, enquiryId, { body: 'Is often wrong.' }))
  const after = await mine(server, member, enquiryId)
  expect(after.body).toEqual(before)
  expect(JSON.stringify(after.body)).not.toMatch(/Rang the dealer|often wrong|took it|Test cs/)

  expect((await mine(server, stranger, enquiryId)).status).toBe(404)
  expect((await write(server, stranger, enquiryId)).status).toBe(404)
  const list = await server.call(own.listMemberEnquiries, { token: stranger.token })
  expect(list.body.items).toEqual([])
  expect((await mine(server, cs, enquiryId)).status).toBe(403)
})

test('a member’s list has the last written first, in pages, by state', async () => {
  const member = await server.member()
  const start = Date.now()
  const made: string[] = []
  for (const minute of [1, 2, 3, 4, 5]) {
    const moment = new Date(start + minute * 60_000)
    made.push(await at(server, moment, () => asked(server, member)))
  }
  const [first = '', second = '', third = '', ...rest] = made
  await at(server, new Date(start + 600_000), () => write(server, member, second))
  await resolve(server, cs, third)
  const list = async (query: object) => {
    const { token } = member
    return (await server.call(own.listMemberEnquiries, { token, query: { ...query } })).body
  }
  const ids = ({ items }: { items: { enquiryId: string }[] }) =>
    items.map(({ enquiryId }) => enquiryId)
  const inOrder = [second, ...rest.toReversed(), third, first]
  expect(ids(await list({}))).toEqual(inOrder)
  const page = await list({ limit: 2, count: 'yes' })
  expect([ids(page), page.count]).toEqual([inOrder.slice(0, 2), 5])
  const next = await list({ limit: 2, after: page.next })
  expect(ids(next)).toEqual(inOrder.slice(2, 4))
  expect(ids(await list({ limit: 2, before: next.previous }))).toEqual(inOrder.slice(0, 2))
  expect(ids(await list({ status: 'resolved' }))).toEqual([third])
})

test('who writes to a resolved one opens it again; a closed one stays closed', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  await resolve(server, cs, enquiryId)
  const again = await write(server, member, enquiryId, { body: 'It is not settled.' })
  expect(again.body.state).toBe('in_progress')
  const { body } = await detailOf(server, cs, enquiryId)
  expect(thread(body)).toEqual([
    'member: Where are they?',
    'event: Resolved: Settled by telephone',
    'member: It is not settled.',
    'event: Opened again: the member wrote after it was resolved.',
  ])
  await resolve(server, cs, enquiryId)
  await server.db
    .updateTable('enquiry')
    .set({ state: 'closed', closed_at: new Date() })
    .where('enquiry_id', '=', enquiryId)
    .execute()
  const refused = await write(server, member, enquiryId)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ message: expect.stringMatching(/Begin a new enquiry/) })
})

test('what a member writes to one that nobody took moves nothing but its last word', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  const { body: before } = await detailOf(server, cs, enquiryId)
  await write(server, member, enquiryId)
  const { body: after } = await detailOf(server, cs, enquiryId)
  expect(after).toMatchObject({ state: 'open', firstAnswer: before.firstAnswer })
})

test('twenty may be open, also when many are asked at once; a settled one makes room', async () => {
  const member = await server.member()
  const made = await Promise.all(Array.from({ length: 24 }, () => ask(server, member)))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = made.filter(({ status }) => status !== 200)
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
  const one = made.find(({ status }) => status === 200)?.body.enquiryId ?? ''
  await resolve(server, cs, one)
  expect((await ask(server, member)).status).toBe(200)
  expect((await ask(server, member)).status).toBe(409)
})

test('the sixty-first message of an hour has to wait', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  for (let taken = 1; taken < 59; taken++) {
    await takeFromWindow(server.db, `enquiry-message:${member.memberId}`, {
      limit: 60,
      windowSeconds: 3600,
    })
  }
  expect((await write(server, member, enquiryId)).status).toBe(200)
  expect((await write(server, member, enquiryId)).status).toBe(429)
  expect((await ask(server, member)).status).toBe(429)
})
