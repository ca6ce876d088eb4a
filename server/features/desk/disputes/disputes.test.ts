import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openEnquiry } from '../../../../contract/desk/enquiries.ts'
import { reverseScan } from '../../../../contract/programme/scans.ts'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { answer, asked, recategorise, resolve, thread, wordsOf } from '../enquiries/test-support.ts'
import { deskOf, NAGPUR, PUNE, SETTINGS, type Member, type Person } from './test-support.ts'

/** How a dispute begins, what is seen of it, and what an enquiry with one refuses. */

let server: TestServer
let desk: ReturnType<typeof deskOf>
let cs: Person
let admin: Person
let codes: string[]
let first: Member
let claimant: Member
let next = 0

beforeAll(async () => {
  server = await testServer(SETTINGS)
  desk = deskOf(server)
  ;({ cs, admin } = await desk.people())
  ;({ codes } = await desk.lot(20))
  first = await server.member()
  claimant = await server.member('painter')
})
afterAll(() => server.stop())
afterEach(() => desk.intact())

/** A coupon of the first one that the claimant scanned too; gives the refused scan. */
async function refused(): Promise<string> {
  const code = codes[next++]
  await desk.scan(first, code, PUNE)
  await desk.scan(claimant, code, NAGPUR)
  return desk.scanIdOf(claimant)
}

test('a refused scan makes it a dispute, with both scans side by side', async () => {
  const scanId = await refused()
  const { body: enquiry } = await desk.ask(claimant, scanId)
  const { status, body } = await desk.detail(cs, enquiry.enquiryId)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    number: enquiry.number,
    state: 'open',
    coupon: { batchId: 1, serial: next, points: 40, productName: 'Test product' },
    first: { memberId: first.memberId, device: PUNE.device, credited: next, lostDisputes: 0 },
    claimant: { memberId: claimant.memberId, scanId, device: NAGPUR.device, credited: 0 },
    minutes: 0,
    effect: { takes: 40, bonus: 0, gives: 40, available: 40 * next, whyNot: null },
    proposal: null,
    decision: null,
    mayDecide: false,
    whyNotMe: 'Nobody has proposed anything yet.',
  })
  // Pune to Nagpur, as the crow flies.
  expect(body.kilometres).toBeGreaterThan(600)
  expect(body.kilometres).toBeLessThan(640)
})

test('an enquiry is a dispute only by its category and such a scan', async () => {
  const scanId = await refused()
  const plain = [
    await asked(server, claimant, { scanId, category: 'coupon' }),
    await asked(server, claimant, { category: 'dispute' }),
    await asked(server, first, { scanId: await desk.scanIdOf(first), category: 'dispute' }),
  ]
  for (const enquiryId of plain) expect((await desk.detail(cs, enquiryId)).status).toBe(404)
  const [coupon = ''] = plain
  expect((await recategorise(server, cs, coupon, 'dispute')).status).toBe(200)
  expect((await desk.detail(cs, coupon)).body).toMatchObject({ state: 'open' })
  const away = await recategorise(server, cs, coupon, 'points')
  expect(away.status).toBe(409)
  expect(Object(away.body).message).toContain('is not decided')
})

test('staff open one from the finder or a call, and asked again it is the same', async () => {
  const scanId = await refused()
  const both = await Promise.all([1, 2].map(() => desk.open(cs, claimant, scanId)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const [one, other] = both.map(({ body }) => body.enquiryId)
  expect(one).toBe(other)
  expect((await desk.detail(cs, one ?? '')).body.claimant.scanId).toBe(scanId)
  const own = await desk.open(cs, first, await desk.scanIdOf(first))
  expect(own.status).toBe(400)
  expect(Object(own.body).fields.scanId).toContain('somebody else was first')

  const called = await refused()
  const { status, body } = await server.call(openEnquiry, {
    token: cs.token,
    body: wordsOf({ memberId: claimant.memberId, category: 'dispute', scanId: called }),
  })
  expect(status).toBe(200)
  expect((await desk.detail(cs, body.enquiryId)).status).toBe(200)
})

test('a second one about the same coupon is refused while the first is not decided', async () => {
  const scanId = await refused()
  const { body: enquiry } = await desk.ask(claimant, scanId)
  const code = codes[next - 1]
  await desk.scan(claimant, code)
  for (const again of [scanId, await desk.scanIdOf(claimant)]) {
    const { status, body } = await desk.ask(claimant, again)
    expect(status).toBe(409)
    expect(Object(body).message).toBe(`${enquiry.number} about this coupon is open: write there.`)
  }
  // Somebody else may claim it, too.
  const third = await server.member()
  await desk.scan(third, code)
  expect((await desk.ask(third, await desk.scanIdOf(third))).status).toBe(200)
})

test('a coupon that nobody has, or that is one’s own by now, cannot be claimed', async () => {
  const held = await desk.lot(1, { held: true })
  await desk.scan(first, held.codes[0])
  const params = { memberId: first.memberId, scanId: await desk.scanIdOf(first) }
  await desk.scan(claimant, held.codes[0])
  const scanId = await desk.scanIdOf(claimant)
  const reviewed = await server.call(reverseScan, {
    token: cs.token,
    params,
    body: { reason: 'other', note: 'Not theirs' },
  })
  expect(reviewed.status).toBe(200)
  const nobodys = await desk.ask(claimant, scanId)
  expect(nobodys.status).toBe(409)
  expect(Object(nobodys.body).message).toContain('Scan it again')
  await desk.scan(claimant, held.codes[0])
  const own = await desk.ask(claimant, scanId)
  expect(own.status).toBe(409)
  expect(Object(own.body).message).toContain('yours already')
})

test('an undecided dispute is not resolved by any other way', async () => {
  const { body: enquiry } = await desk.ask(claimant, await refused())
  const { enquiryId } = enquiry
  for (const ended of [
    await resolve(server, cs, enquiryId),
    await answer(server, cs, enquiryId, { resolve: true }),
  ]) {
    expect(ended.status).toBe(409)
    expect(Object(ended.body).message).toContain('another person’s decision resolves it')
  }
  const answered = await answer(server, cs, enquiryId, { body: 'We are looking at it.' })
  expect(thread(answered.body)).toContain('answer: We are looking at it.')
})

test('the desk lists them, what waits longest first, and finds them by number and member', async () => {
  const { body: enquiry } = await desk.ask(claimant, await refused())
  const { body: all } = await desk.list(cs, { count: 'yes' })
  expect(all.items.at(-1)).toMatchObject({
    enquiryId: enquiry.enquiryId,
    state: 'open',
    points: 40,
    firstId: first.memberId,
    claimantId: claimant.memberId,
    proposedBy: null,
  })
  const { body: newest } = await desk.list(cs, { sort: 'newest', limit: '1' })
  expect(newest.items[0]?.enquiryId).toBe(enquiry.enquiryId)
  const ids = async (query: object) =>
    (await desk.list(cs, query)).body.items.map(({ enquiryId }) => enquiryId)
  expect(await ids({ q: enquiry.number })).toEqual([enquiry.enquiryId])
  expect((await ids({ q: first.mobile })).length).toBe((await ids({})).length)
  expect(await ids({ q: '9000000000' })).toEqual([])
  expect(await ids({ status: ['moved', 'kept'] })).toEqual([])
  expect((await desk.list(cs, { q: 'x!' })).status).toBe(400)
})

test('neither of the two is erased before it is decided', async () => {
  const [one, other] = [await server.member(), await server.member()]
  const enquiryId = await desk.disputed(one, other, codes[next++])
  const erase = ({ memberId, mobile }: Member) =>
    server.call(eraseUser, {
      token: admin.token,
      params: { memberId },
      body: { reason: 'Asked for it in writing', confirm: `M${mobile}` },
    })
  for (const member of [one, other]) {
    const { status, body } = await erase(member)
    expect(status).toBe(409)
    expect(Object(body).message).toContain('Decide it first')
  }
  await desk.propose(cs, enquiryId, 'keep')
  expect((await desk.decide(admin, enquiryId, 'keep')).status).toBe(200)
  for (const member of [one, other]) expect((await erase(member)).status).toBe(200)
  const { body } = await desk.detail(cs, enquiryId)
  expect(body).toMatchObject({
    state: 'kept',
    first: { memberName: 'Erased member', blocked: true },
    claimant: { memberName: 'Erased member' },
  })
})
