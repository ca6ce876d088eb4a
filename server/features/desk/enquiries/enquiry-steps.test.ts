import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/enquiries.ts'
import type { EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { lastMessage } from '../users/test-support.ts'
import {
  answer,
  asked,
  assign,
  at,
  detailOf,
  note,
  recategorise,
  reopen,
  resolve,
  thread,
  trailOf,
  wordsOf,
  write,
} from './test-support.ts'

const HOUR = 3_600_000
type Person = { token: string; staffId: number }
let server: TestServer
let cs: Person
let other: Person

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  other = await server.staff('sub admin')
})
afterAll(() => server.stop())

const now = new Date()
const hour = (hours: number) => new Date(now.getTime() + hours * HOUR)
const iso = (hours: number) => hour(hours).toISOString()
const told = async (member: { mobile: string }) => lastMessage(server, member.mobile)

test('an answer is seen, told without its words, and makes who gives it the owner', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  const { status, body } = await answer(server, cs, enquiryId, { body: 'Your points are 4711.' })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    state: 'waiting',
    ownerId: cs.staffId,
    ownerName: 'Test cs',
    memberWroteLast: false,
    firstAnswer: { missed: false, doneAt: expect.any(String) },
  })
  expect(thread(body)).toEqual([
    'member: Where are they?',
    'answer: Your points are 4711.',
    'event: Test cs took it.',
  ])
  await expect
    .poll(() => told(member))
    .toBe(`HIL: your enquiry ${body.number} is answered. Read it in the app.`)
  expect(await trailOf(server, enquiryId)).toEqual([
    {
      action: 'enquiry.answered',
      staffId: cs.staffId,
      before: { number: body.number, state: 'open', ownerId: null, category: 'points' },
      after: { number: body.number, state: 'waiting', ownerId: cs.staffId, category: 'points' },
      reason: null,
    },
  ])
  const second = await answer(server, other, enquiryId)
  expect(second.body).toMatchObject({ state: 'waiting', ownerId: cs.staffId })
})

test('in Hindi where the member reads Hindi, and that it is settled', async () => {
  const member = await server.member()
  await server.db
    .updateTable('member')
    .set({ language: 'hi' })
    .where('member_id', '=', member.memberId)
    .execute()
  const enquiryId = await asked(server, member)
  const { body } = await answer(server, cs, enquiryId, { resolve: true })
  expect(body).toMatchObject({ state: 'resolved', language: 'hi' })
  expect(thread(body).slice(-1)).toEqual(['event: Resolved with this answer.'])
  await expect.poll(() => told(member)).toMatch(new RegExp(`${body.number} का समाधान`))
})

test('an answer is given once for its key, also at once', async () => {
  const enquiryId = await asked(server, await server.member())
  const words = { idempotencyKey: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => answer(server, cs, enquiryId, words)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const { body } = await detailOf(server, cs, enquiryId)
  expect(body.messages.map(({ kind }) => kind)).toEqual(['member', 'answer', 'event'])
  expect(await trailOf(server, enquiryId)).toHaveLength(1)
  const otherwise = await answer(server, cs, enquiryId, { ...words, resolve: true })
  expect(otherwise.status).toBe(409)
  expect((await answer(server, other, enquiryId, words)).status).toBe(409)
})

test('of two who answer at once one is the owner, and both answers stand', async () => {
  const enquiryId = await asked(server, await server.member())
  const both = await Promise.all([
    answer(server, cs, enquiryId, { body: 'From the first.' }),
    answer(server, other, enquiryId, { body: 'From the second.' }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await detailOf(server, cs, enquiryId)
  const kinds = body.messages.map(({ kind }) => kind)
  expect(kinds).toEqual(['member', 'answer', 'event', 'answer'])
  const takes = body.messages[2]
  expect(takes?.body).toBe(`${takes?.by} took it.`)
  expect(body.ownerName).toBe(takes?.by)
})

test('of two who resolve at once the second is told that it is', async () => {
  const enquiryId = await asked(server, await server.member())
  const both = await Promise.all([
    answer(server, cs, enquiryId, { resolve: true }),
    resolve(server, other, enquiryId),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ message: expect.stringMatching(/is resolved/) })
  const late = await answer(server, cs, enquiryId)
  expect(late.status).toBe(409)
})

test('a note is for staff alone and moves nothing', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  const { body: before } = await detailOf(server, cs, enquiryId)
  const words = { idempotencyKey: randomUUID() }
  await note(server, cs, enquiryId, words)
  const { body } = await note(server, cs, enquiryId, words)
  expect(thread(body)).toEqual(['member: Where are they?', 'note: Rang the dealer.'])
  expect(body.messages[1]?.by).toBe('Test cs')
  expect({ ...body, messages: [] }).toEqual({ ...before, messages: [] })
  expect((await trailOf(server, enquiryId)).map(({ action }) => action)).toEqual(['enquiry.noted'])
  expect(await told(member)).toBe('')
})

test('it is given to me, to another, to nobody; an open one is then in progress', async () => {
  const enquiryId = await asked(server, await server.member())
  const taken = await assign(server, cs, enquiryId, cs.staffId)
  expect(taken.body).toMatchObject({ state: 'in_progress', ownerId: cs.staffId })
  await assign(server, cs, enquiryId, cs.staffId)
  const given = await assign(server, cs, enquiryId, other.staffId)
  expect(given.body).toMatchObject({ state: 'in_progress', ownerName: 'Test sub admin' })
  const nobodys = await assign(server, cs, enquiryId, null)
  expect(nobodys.body).toMatchObject({ state: 'in_progress', ownerId: null })
  expect(thread(nobodys.body).slice(1)).toEqual([
    'event: Test cs took it.',
    'event: Given to Test sub admin.',
    'event: Given back: nobody has it.',
  ])
  expect(await trailOf(server, enquiryId)).toHaveLength(3)
  await resolve(server, cs, enquiryId)
  expect((await assign(server, cs, enquiryId, cs.staffId)).status).toBe(409)
})

test('only who may answer and whose account works can have it', async () => {
  const enquiryId = await asked(server, await server.member())
  const gone = await server.staff('cs')
  await server.db
    .updateTable('staff')
    .set({ disabled_at: new Date() })
    .where('staff_id', '=', gone.staffId)
    .execute()
  const hod = await server.staff('hod')
  for (const staffId of [gone.staffId, hod.staffId, 2_000_000_000]) {
    const refused = await assign(server, cs, enquiryId, staffId)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ fields: { ownerId: expect.any(String) } })
  }
  await assign(server, cs, enquiryId, cs.staffId)
  const { body } = await server.call(contract.enquiryOwners, { token: hod.token })
  const ids = body.owners.map(({ staffId }) => staffId)
  expect(ids).toEqual(expect.arrayContaining([cs.staffId, other.staffId]))
  expect(ids).not.toContain(gone.staffId)
  expect(ids).not.toContain(hod.staffId)
  const query = { owner: cs.staffId, status: ['open', 'in_progress', 'waiting'], count: 'yes' }
  const list = await server.call(contract.listEnquiries, { token: hod.token, query })
  expect(body.owners.find(({ staffId }) => staffId === cs.staffId)?.open).toBe(list.body.count)
})

test('who sees the page may read; only who may answer does anything', async () => {
  const enquiryId = await asked(server, await server.member())
  const acts = [answer, note, resolve, reopen].map(
    (act) => (who: Person) => act(server, who, enquiryId),
  )
  for (const role of ROLES) {
    const person = await server.staff(role)
    const reads = ['admin', 'hod', 'cs', 'sub admin', 'almond team'].includes(role)
    expect((await detailOf(server, person, enquiryId)).status, role).toBe(reads ? 200 : 403)
    if (['admin', 'cs', 'sub admin'].includes(role)) continue
    for (const act of acts) expect((await act(person)).status, role).toBe(403)
    expect((await assign(server, person, enquiryId, null)).status, role).toBe(403)
    expect((await recategorise(server, person, enquiryId, 'gift')).status, role).toBe(403)
  }
  expect((await detailOf(server, cs, enquiryId)).body).toMatchObject({
    state: 'open',
    messages: [{}],
  })
})

test('the time to settle stands still while the member is waited for', async () => {
  const member = await server.member()
  const payment = { category: 'payment' }
  const enquiryId = await at(server, now, () => asked(server, member, payment))
  const seen = (hours: number) => at(server, hour(hours), () => detailOf(server, cs, enquiryId))
  expect((await seen(5)).body.firstAnswer).toEqual({ by: iso(4), doneAt: null, missed: true })
  await at(server, hour(3), () => answer(server, cs, enquiryId))
  expect((await seen(53)).body).toMatchObject({
    firstAnswer: { by: iso(4), doneAt: iso(3), missed: false },
    resolution: { by: iso(74), doneAt: null, missed: false },
  })
  expect(await dueOf(enquiryId)).toBeNull()
  await at(server, hour(53), () => write(server, member, enquiryId))
  expect(await dueOf(enquiryId)).toEqual(hour(74))
  const settled = await at(server, hour(80), () => resolve(server, cs, enquiryId))
  expect(settled.body.resolution).toEqual({ by: iso(74), doneAt: iso(80), missed: true })
  expect(await dueOf(enquiryId)).toBeNull()
  const back = await at(server, hour(90), () => reopen(server, cs, enquiryId))
  expect(back.body).toMatchObject({
    state: 'in_progress',
    resolution: { by: iso(84), doneAt: null },
  })
  expect(await dueOf(enquiryId)).toEqual(hour(84))
})

async function dueOf(enquiryId: string): Promise<Date | null> {
  const row = await server.db
    .selectFrom('enquiry')
    .select('due_at')
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow()
  return row.due_at
}

test('of another category it has other deadlines, from when it was opened', async () => {
  const enquiryId = await at(server, now, async () => asked(server, await server.member()))
  const { body } = await recategorise(server, cs, enquiryId, 'scheme')
  expect(body).toMatchObject({
    category: 'scheme',
    firstAnswer: { by: iso(24) },
    resolution: { by: iso(72) },
  })
  expect(thread(body).at(-1)).toBe('event: About something else: from Points to Scheme or offer.')
  expect(await dueOf(enquiryId)).toEqual(hour(24))
  await recategorise(server, cs, enquiryId, 'scheme')
  expect(await trailOf(server, enquiryId)).toHaveLength(1)
})

test('the reason is kept, without a number and without the member', async () => {
  const member = await server.member()
  const enquiryId = await asked(server, member)
  for (const reason of ['It is Ramesh Kumar', `Rang ${member.mobile}`]) {
    expect((await resolve(server, cs, enquiryId, reason)).status, reason).toBe(400)
  }
  await resolve(server, cs, enquiryId, 'The points came')
  await reopen(server, other, enquiryId, 'They went again')
  const trail = await trailOf(server, enquiryId)
  expect(trail.map(({ action, reason, staffId }) => [action, reason, staffId])).toEqual([
    ['enquiry.resolved', 'The points came', cs.staffId],
    ['enquiry.reopened', 'They went again', other.staffId],
  ])
  const verdict = await transaction(server.db, (tx) => verifyAudit(tx, server.context.keys))
  expect(verdict.broken).toBeNull()
})

test('staff write down what a member asked by telephone', async () => {
  const member = await server.member()
  const body = { ...wordsOf({ category: 'gift' }), memberId: member.memberId }
  const send = (changed: object = {}, { token }: Person = cs) =>
    server.call(contract.openEnquiry, { token, body: { ...body, ...changed } })
  const answers = await Promise.all([send(), send(), send()])
  const [first] = answers.map((each): EnquiryDetail => each.body)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map((each) => each.body.enquiryId)).size).toBe(1)
  expect(first && thread(first)).toEqual([
    'member: Where are they?',
    'event: Test cs wrote this down for the member.',
  ])
  expect(first).toMatchObject({ state: 'open', ownerId: null, memberWroteLast: true })
  expect(await trailOf(server, first?.enquiryId ?? '')).toMatchObject([
    { action: 'enquiry.opened', after: { memberId: member.memberId, category: 'gift' } },
  ])
  expect((await send({ body: 'Otherwise.' })).status).toBe(409)
  expect((await send({}, other)).status).toBe(409)
  expect((await send({ memberId: 2_000_000_000 })).status).toBe(404)
  const again = await send({ idempotencyKey: randomUUID() })
  expect(again.body.others).toMatchObject([{ number: first?.number, state: 'open' }])
})

test('what is not there is told so', async () => {
  for (const enquiryId of ['1', '9999999999999999999']) {
    expect((await detailOf(server, cs, enquiryId)).status).toBe(404)
    expect((await answer(server, cs, enquiryId)).status).toBe(404)
  }
})
