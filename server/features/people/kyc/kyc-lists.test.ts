import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import * as historyContract from '../../../../contract/people/kyc-history.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  bodyOf,
  decided,
  newMember,
  open,
  send,
  submitted,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let cs: Reviewer
let admin: Reviewer
let waiting: Person[]
let approved: Person
let sentBack: Person
let rejected: Person
const TODAY = dayOf(new Date())

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  admin = await server.staff('admin')
  approved = await submitted(server)
  sentBack = await submitted(server)
  rejected = await submitted(server)
  await decided(server, cs, approved)
  await decided(server, cs, sentBack, { refused: ['pan', 'bank'] })
  await decided(server, admin, rejected, { reject: 'Not their documents' })
  waiting = [await submitted(server), await retailer(), await submitted(server)]
  await rename(waiting[2], 'Üma_Devi')
})
afterAll(() => server.stop())

async function retailer(): Promise<Person> {
  const member = await newMember(server, 'retailer')
  const fields = ['pan', 'aadhaar', 'upi', 'selfie', 'gstin', 'shop_photo'] as const
  await send(server, member, await bodyOf(server, member, fields))
  await server.db
    .updateTable('member')
    .set({ state: 9 })
    .where('member_id', '=', member.memberId)
    .execute()
  return member
}

async function rename(member: Person | undefined, name: string) {
  await server.db
    .updateTable('member')
    .set({ name })
    .where('member_id', '=', member?.memberId ?? 0)
    .execute()
}

type Query = Record<string, unknown>
const queue = (query: Query = {}) =>
  server.call(contract.kycQueue, { token: cs.token, query: { ...query, count: 'yes' } })
const history = (query: Query = {}) =>
  server.call(historyContract.kycHistory, { token: admin.token, query: { ...query, count: 'yes' } })
const log = (query: Query = {}) =>
  server.call(historyContract.kycLog, { token: cs.token, query: { ...query, count: 'yes' } })
const idsOf = (answer: { body: { items: { memberId: number }[] } }) =>
  answer.body.items.map(({ memberId }) => memberId)
const ids = (...members: (Person | undefined)[]) => members.map((member) => member?.memberId)

/** All rows of a list, page after page of two, forwards. */
async function walked<T>(
  list: (query: Query) => Promise<{ body: { items: T[]; next: string | null } }>,
  query: Query,
): Promise<T[]> {
  const found: T[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { body } = await list({ ...query, limit: 2, ...(after && { after }) })
    found.push(...body.items)
    after = body.next
  }
  return found
}

describe('the queue', () => {
  test('holds what waits, oldest first, in pages', async () => {
    expect(idsOf(await queue())).toEqual(ids(...waiting))
    expect((await queue()).body.count).toBe(3)
    expect((await walked(queue, {})).map(({ memberId }) => memberId)).toEqual(ids(...waiting))
    expect(idsOf(await queue({ sort: 'newest' }))).toEqual(ids(...waiting.toReversed()))
    const [first] = (await queue()).body.items
    expect(first).toMatchObject({
      memberKind: 'mason',
      round: 1,
      duplicates: 0,
      lockedBy: null,
      lockedByMe: false,
      fields: ['pan', 'aadhaar', 'bank', 'selfie'].map((field) => ({ field, state: 'pending' })),
    })
  })

  test('says who has one open', async () => {
    const [, , last] = waiting
    if (!last) throw new Error('nobody waits')
    await open(server, admin, last)
    const own = (await server.call(contract.kycQueue, { token: admin.token })).body.items.at(-1)
    expect(own).toMatchObject({ lockedBy: 'Test admin', lockedByMe: true })
    expect((await queue()).body.items.at(-1)).toMatchObject({
      lockedBy: 'Test admin',
      lockedByMe: false,
    })
  })

  test('is searched by mobile, code and the start of a name', async () => {
    const [first, , last] = waiting
    expect(idsOf(await queue({ q: `+91 ${first?.mobile}` }))).toEqual(ids(first))
    expect(idsOf(await queue({ q: `m${first?.mobile}` }))).toEqual(ids(first))
    expect(idsOf(await queue({ q: 'üma_' }))).toEqual(ids(last))
    expect(idsOf(await queue({ q: 'rames' }))).toEqual(ids(...waiting.slice(0, 2)))
    for (const q of ['r%', 'ra_esh', 'kumar', '9000000000', 'M900']) {
      expect(idsOf(await queue({ q })), q).toEqual([])
    }
  })

  test('is filtered by kind, state and day', async () => {
    const [first, shop, last] = waiting
    expect(idsOf(await queue({ kind: 'retailer' }))).toEqual(ids(shop))
    expect(idsOf(await queue({ kind: ['mason', 'painter'] }))).toEqual(ids(first, last))
    expect(idsOf(await queue({ region: 9 }))).toEqual(ids(shop))
    expect(idsOf(await queue({ from: TODAY, to: TODAY }))).toHaveLength(3)
    expect(idsOf(await queue({ to: addDays(TODAY, -2) }))).toEqual([])
    expect(await queue({ from: TODAY, to: addDays(TODAY, -1) })).toMatchObject({
      status: 400,
      body: { fields: { to: 'The last day must not be before the first.' } },
    })
  })
})

describe('the history', () => {
  test('tells each decision, the newest first', async () => {
    const { body } = await history()
    expect(body.count).toBe(3)
    expect(body.items).toMatchObject([
      {
        memberId: rejected.memberId,
        decision: 'reject',
        decidedBy: 'Test admin',
        note: 'Not their documents',
        accepted: ['pan', 'aadhaar', 'bank', 'selfie'],
        refused: [],
      },
      {
        memberId: sentBack.memberId,
        decision: 'resubmit',
        accepted: ['aadhaar', 'selfie'],
        refused: [
          { field: 'pan', reason: { key: 'unreadable', label: 'Cannot be read' } },
          { field: 'bank', reason: { key: 'unreadable' } },
        ],
      },
      { memberId: approved.memberId, decision: 'approve', round: 1, refused: [] },
    ])
    for (const { waitedSeconds, reviewSeconds } of body.items) {
      expect(waitedSeconds).toBeGreaterThanOrEqual(0)
      expect(reviewSeconds).toBeGreaterThanOrEqual(0)
      expect(waitedSeconds).toBeLessThan(60)
    }
  })

  test('is paged and filtered', async () => {
    const all = [approved, sentBack, rejected]
    const oldest = await walked(history, { sort: 'oldest' })
    expect(oldest.map(({ memberId }) => memberId)).toEqual(ids(...all))
    expect(idsOf(await history({ decision: ['approve', 'reject'] }))).toEqual(
      ids(rejected, approved),
    )
    expect(idsOf(await history({ field: 'bank' }))).toEqual(ids(sentBack))
    expect(idsOf(await history({ field: 'selfie' }))).toEqual([])
    expect(idsOf(await history({ by: admin.staffId }))).toEqual(ids(rejected))
    expect(idsOf(await history({ q: approved.mobile }))).toEqual(ids(approved))
    expect(idsOf(await history({ from: addDays(TODAY, 1) }))).toEqual([])
  })
})

describe('the log', () => {
  test('tells every event with who did it', async () => {
    const { body } = await log({ member: sentBack.memberId, sort: 'oldest' })
    expect(body.items.map(({ action, by, field }) => [action, by, field])).toEqual([
      ['submitted', 'Member', null],
      ['opened', 'Test cs', null],
      ['field_accepted', 'Test cs', 'aadhaar'],
      ['field_accepted', 'Test cs', 'selfie'],
      ['field_refused', 'Test cs', 'pan'],
      ['field_refused', 'Test cs', 'bank'],
      ['decided', 'Test cs', null],
    ])
    expect(body.items.at(-1)).toMatchObject({
      decision: 'resubmit',
      memberCode: `M${sentBack.mobile}`,
    })
  })

  test('pages joined are all rows once, both ways', async () => {
    const all = (await log({ limit: 200 })).body
    expect(all.items.length).toBe(all.count)
    expect(await walked(log, {})).toEqual(all.items)
    expect((await walked(log, { sort: 'oldest' })).toReversed()).toEqual(all.items)
    const second = await log({ limit: 5, after: (await log({ limit: 5 })).body.next })
    const back = await log({ limit: 5, before: second.body.previous })
    expect(back.body.items).toEqual(all.items.slice(0, 5))
  })

  test('is filtered by what, field, person and member', async () => {
    expect((await log({ action: ['decided', 'opened'], by: admin.staffId })).body.count).toBe(3)
    expect((await log({ field: 'bank', action: 'field_refused' })).body.count).toBe(1)
    expect((await log({ q: 'ramesh', action: 'submitted' })).body.count).toBe(5)
    expect((await log({ member: 99_999 })).body.items).toEqual([])
  })

  test('names those who are in it', async () => {
    await server.staff('hod')
    const { body } = await server.call(historyContract.kycReviewers, { token: admin.token })
    expect(body.items).toEqual([
      { staffId: admin.staffId, name: 'Test admin' },
      { staffId: cs.staffId, name: 'Test cs' },
    ])
  })
})

test('each list is for whoever sees its page', async () => {
  const lists = [
    contract.kycQueue,
    historyContract.kycHistory,
    historyContract.kycLog,
    historyContract.kycReviewers,
  ]
  for (const role of ['finance', 'marketing', 'courier', 'worker'] as const) {
    const { token } = await server.staff(role)
    for (const list of lists) expect((await server.raw(list, { token })).status, role).toBe(403)
    const params = { memberId: approved.memberId }
    for (const act of [contract.openKyc, contract.leaveKyc, contract.decideKyc]) {
      expect((await server.raw(act, { token, params })).status, role).toBe(403)
    }
  }
  expect((await server.raw(contract.kycQueue, { token: approved.token })).status).toBe(403)
})
