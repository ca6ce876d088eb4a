import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findCoupon } from '../../../../contract/programme/coupons.ts'
import { getMemberEnquiry } from '../../../../contract/desk/member-enquiries.ts'
import { releaseScan } from '../../../../contract/programme/scans.ts'
import { blockUser } from '../../../../contract/desk/users.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import { detailOf, reopen, thread } from '../enquiries/test-support.ts'
import { addScheme } from '../../programme/scans/engine.suite.ts'
import { lastMessage } from '../users/test-support.ts'
import { deskOf, REASON, SETTINGS, type Member, type Person } from './test-support.ts'

/** What a proposal and a decision do, to whose points, and who may. */

let server: TestServer
let desk: ReturnType<typeof deskOf>
let cs: Person
let admin: Person
let almond: Person
let codes: string[]
let heldCodes: string[]
let next = 0
let nextHeld = 0
let schemes: { capped: number; slab: number }

beforeAll(async () => {
  server = await testServer(SETTINGS)
  desk = deskOf(server)
  ;({ cs, admin, almond } = await desk.people())
  ;({ codes } = await desk.lot(40))
  ;({ codes: heldCodes } = await desk.lot(10, { held: true }))
  schemes = {
    capped: await addScheme(server.db, { cap_per_member: 10 }),
    slab: await addScheme(server.db, { slabs: [{ from: 1, points: 3 }] }),
  }
  await sql`update scheme set member_kinds = '{contractor}'`.execute(server.db)
  await sql`insert into charge_rule (kind, paise, from_day, created_by, created_at)
    values ('coupon', 150, '2020-01-01', 1, now())`.execute(server.db)
})
afterAll(() => server.stop())
afterEach(() => desk.intact())

/** Two members and a coupon that both claim, proposed to be moved. */
async function proposed(outcome: 'move' | 'keep' = 'move', place: object = {}) {
  const [first, claimant] = [await server.member(), await server.member('painter')]
  const code = codes[next++]
  const enquiryId = await desk.disputed(first, claimant, code, place)
  const { status, body } = await desk.propose(cs, enquiryId, outcome)
  expect(status, JSON.stringify(body)).toBe(200)
  return { first, claimant, code, enquiryId, proposal: body }
}

const told = ({ mobile }: Member, text: string) =>
  expect.poll(() => lastMessage(server, mobile)).toContain(text)
const message = ({ body }: { body: unknown }) => String(Object(body).message)
const speaks = ({ memberId }: Member, language: string) =>
  sql`update member set language = ${language} where member_id = ${memberId}`.execute(server.db)

test('moved: one reversal, one credit, both told in their language, the enquiry resolved', async () => {
  const { first, claimant, code, enquiryId, proposal } = await proposed()
  expect(proposal).toMatchObject({
    state: 'proposed',
    proposal: { outcome: 'move', reason: REASON, by: 'Test cs' },
    mayDecide: false,
    whyNotMe: 'An admin or the almond team decides.',
  })
  await speaks(claimant, 'hi')
  const decided = await desk.decide(admin, enquiryId, 'move')
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  expect(decided.body).toMatchObject({
    state: 'moved',
    first: { lostDisputes: 1 },
    claimant: { credited: 1 },
    decision: { outcome: 'move', note: 'Seen the same way', by: 'Test admin' },
    mayDecide: false,
  })
  expect(await desk.balance(first)).toEqual({ available: 0, held: 0 })
  expect(await desk.balance(claimant)).toEqual({ available: 40, held: 0 })
  await told(first, 'were taken back')
  await told(claimant, 'समाधान हो गया')

  const { body: enquiry } = await detailOf(server, cs, enquiryId)
  expect(enquiry).toMatchObject({ state: 'resolved', memberWroteLast: false })
  const [one, other] = [`M${first.mobile}`, `M${claimant.mobile}`]
  const moved = `take 40 points from ${one} and give 40 points to ${other}`
  expect(thread(enquiry)).toEqual([
    'member: I opened the bag myself.',
    `event: Test cs proposed to ${moved}: ${REASON}`,
    expect.stringContaining('answer: हमने कूपन'),
    `event: Test admin agreed to ${moved}: Seen the same way`,
  ])
  const { body: mine } = await server.call(getMemberEnquiry, {
    token: claimant.token,
    params: { enquiryId },
  })
  expect(mine.messages.map(({ from }) => from)).toEqual(['me', 'us'])
  expect(mine.messages.at(-1)?.body).toContain('40 अंक')
  // Who scans it now is told so.
  expect((await desk.scan(claimant, code)).body.result).toBe('already_yours')
  expect((await desk.scan(first, code)).body.result).toBe('already_scanned')
})

test('the finder tells of it, and the audit trail of every step', async () => {
  const { first, claimant, code, enquiryId, proposal } = await proposed()
  const { body: before } = await server.call(findCoupon, { token: cs.token, query: { q: code } })
  const claimId = proposal.claimant.scanId
  expect(before.timeline.flatMap(({ claim }) => claim ?? [])).toEqual([
    { memberId: claimant.memberId, scanId: claimId },
  ])
  await desk.decide(almond, enquiryId, 'move')
  const { body: story } = await server.call(findCoupon, { token: cs.token, query: { q: code } })
  expect(story.scannedBy?.memberId).toBe(claimant.memberId)
  const told = story.timeline.map(({ title, detail, by }) => `${title} · ${detail} · ${by}`)
  expect(told.join('\n')).toContain(
    `Dispute ${proposal.number}: moved to Ramesh Kumar · ••••••${claimant.mobile.slice(-4)} · Test almond team`,
  )
  expect(told.join('\n')).toContain(
    `Scan reversed · Dispute ${proposal.number}: ${REASON} · the coupon went to Ramesh Kumar · Test almond team`,
  )
  expect(told.join('\n')).toContain('40 points taken back · Then 0 available, 0 held')
  const { rows } = await sql`select action, staff_id, reason, after->>'takes' as takes,
      after->>'firstMemberId' as first
    from audit where subject = 'dispute' and subject_id = ${enquiryId} order by seq`.execute(
    server.db,
  )
  expect(rows).toEqual([
    { action: 'dispute.proposed', staff_id: cs.staffId, reason: REASON, takes: null, first: null },
    {
      action: 'dispute.decided',
      staff_id: almond.staffId,
      reason: 'Seen the same way',
      takes: '40',
      first: String(first.memberId),
    },
  ])
  const { keys } = server.context
  expect(await transaction(server.db, (tx) => verifyAudit(tx, keys))).toMatchObject({
    broken: null,
  })
})

test('bonuses go back to their schemes and their progress; a charge that is due stays', async () => {
  const [first, claimant] = [await server.member('contractor'), await server.member('contractor')]
  const shop = await server.member('retailer')
  const code = codes[next++]
  const enquiryId = await desk.disputed(first, claimant, code, { retailerId: shop.memberId })
  expect(await desk.balance(first)).toEqual({ available: 50, held: 0 })
  const { body } = await desk.propose(cs, enquiryId, 'move')
  expect(body.effect).toMatchObject({ takes: 50, bonus: 10, gives: 40, available: 50 })
  expect((await desk.decide(admin, enquiryId, 'move')).status).toBe(200)
  expect(await desk.balance(first)).toEqual({ available: 0, held: 0 })
  expect(await desk.balance(claimant)).toEqual({ available: 40, held: 0 })
  const { rows } = await sql`select scheme_id, returned::int from scheme order by 1`.execute(
    server.db,
  )
  expect(rows).toEqual([
    { scheme_id: schemes.capped, returned: 7 },
    { scheme_id: schemes.slab, returned: 3 },
  ])
  const { rows: stood } = await sql`select scans, points::int from scheme_member
    where member_id = ${first.memberId} order by scheme_id`.execute(server.db)
  expect(stood).toEqual([
    { scans: 0, points: 0 },
    { scans: 0, points: 0 },
  ])
  const { rows: charges } =
    await sql`select retailer_id, member_id, state from handling_charge`.execute(server.db)
  expect(charges).toEqual([{ retailer_id: shop.memberId, member_id: first.memberId, state: 1 }])
  // The cap is free again: the member's next scan has the whole bonus.
  expect((await desk.scan(first, codes[next++])).body.points).toBe(50)
})

test('what is still held is taken from there, with its charge', async () => {
  const [first, claimant] = [await server.member(), await server.member()]
  const shop = await server.member('retailer')
  const code = heldCodes[nextHeld++]
  const enquiryId = await desk.disputed(first, claimant, code, { retailerId: shop.memberId })
  expect(await desk.balance(first)).toEqual({ available: 0, held: 40 })
  const { body } = await desk.propose(cs, enquiryId, 'move')
  expect(body.effect).toMatchObject({ takes: 40, available: 40, whyNot: null })
  expect((await desk.decide(admin, enquiryId, 'move')).status).toBe(200)
  expect(await desk.balance(first)).toEqual({ available: 0, held: 0 })
  expect(await desk.balance(claimant)).toEqual({ available: 40, held: 0 })
  const { rows } = await sql`select state from handling_charge
    where retailer_id = ${shop.memberId}`.execute(server.db)
  expect(rows).toEqual([{ state: 2 }])
})

test('what was held and released is taken back row by row', async () => {
  const [first, claimant] = [await server.member('contractor'), await server.member()]
  const enquiryId = await desk.disputed(first, claimant, heldCodes[nextHeld++])
  const { body: open } = await desk.detail(cs, enquiryId)
  const released = await server.call(releaseScan, {
    token: cs.token,
    params: { memberId: first.memberId, scanId: open.first.scanId },
    body: { reason: 'Looked right at first' },
  })
  expect(released.body).toMatchObject({ review: 'released' })
  expect(await desk.balance(first)).toEqual({ available: 50, held: 0 })
  await desk.propose(cs, enquiryId, 'move')
  expect((await desk.decide(admin, enquiryId, 'move')).status).toBe(200)
  expect(await desk.balance(first)).toEqual({ available: 0, held: 0 })
})

test('too few points: it is not moved, in words with the way out, and can be kept', async () => {
  const { first, claimant, enquiryId } = await proposed()
  await spend(first, 28)
  const refused = await desk.decide(admin, enquiryId, 'move')
  expect(refused.status).toBe(409)
  expect(message(refused)).toContain('has only 12 of the 40 points available')
  expect(message(refused)).toContain('adjust points')
  expect((await desk.propose(cs, enquiryId, 'move')).status).toBe(409)
  expect((await desk.propose(cs, enquiryId, 'keep')).status).toBe(200)
  const kept = await desk.decide(admin, enquiryId, 'keep')
  expect(kept.body).toMatchObject({ state: 'kept', decision: { outcome: 'keep' } })
  expect(await desk.balance(first)).toEqual({ available: 12, held: 0 })
  expect(await desk.balance(claimant)).toEqual({ available: 0, held: 0 })
  await told(claimant, 'is settled')
  expect(await lastMessage(server, first.mobile)).not.toContain('taken back')
})

/** An adjustment of two people, as the ledger has it. */
async function spend({ memberId }: Member, points: number): Promise<void> {
  await transaction(server.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into points_adjustment (adjustment_id, member_id, points, reason, state, requested_by,
        requested_at, decided_by, decided_at, idempotency_key, body_hash)
      select coalesce(max(adjustment_id), 0) + 1, ${memberId}, ${-points}, 'Spent', 'approved',
        ${cs.staffId}, now(), ${admin.staffId}, now(), gen_random_uuid()::text, ''
      from points_adjustment returning adjustment_id as id`.execute(tx)
    const move = {
      kind: 'adjustment' as const,
      debit: 'available' as const,
      credit: 'adjustment' as const,
      points,
      ref: rows[0]?.id ?? '',
    }
    await postTransfer(tx, { memberId, at: new Date(), moves: [move] })
  })
}

test('another person decides, and what was read; who does not agree sends it back', async () => {
  const { enquiryId } = await proposed('keep')
  const own = await desk.propose(admin, enquiryId, 'move')
  expect(own.body).toMatchObject({
    mayDecide: false,
    whyNotMe: 'You proposed this: another person decides.',
  })
  expect(message(await desk.decide(admin, enquiryId, 'move'))).toContain('another person decides')
  expect(message(await desk.decide(almond, enquiryId, 'keep'))).toContain('Another outcome')
  expect((await desk.decide(cs, enquiryId, 'move')).status).toBe(403)
  const back = await desk.decide(almond, enquiryId, 'move', { agree: false, note: 'No bill yet' })
  expect(back.body).toMatchObject({ state: 'open', proposal: null, decision: null })
  expect(message(await desk.decide(almond, enquiryId, 'move'))).toContain('Nobody has proposed')
  const { body: enquiry } = await detailOf(server, cs, enquiryId)
  expect(enquiry.state).toBe('open')
  expect(thread(enquiry).at(-1)).toBe(
    'event: Test almond team did not agree, and sent the proposal back: No bill yet',
  )
})

test('of many at once one decides, and the others are told who', async () => {
  const { first, claimant, enquiryId } = await proposed()
  const people = await Promise.all(Array.from({ length: 8 }, () => server.staff('admin')))
  const answers = await Promise.all(people.map((by) => desk.decide(by, enquiryId, 'move')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect(message(refused)).toMatch(/^Test admin has decided this already .*to move the points/)
  }
  expect(await desk.balance(first)).toEqual({ available: 0, held: 0 })
  expect(await desk.balance(claimant)).toEqual({ available: 40, held: 0 })
  expect(message(await desk.propose(cs, enquiryId, 'keep'))).toContain('decided this already')
})

test('the first one may claim it back by the scan that was lost, and a third from whoever has it', async () => {
  const { first, claimant, code, enquiryId, proposal } = await proposed()
  const third = await server.member()
  await desk.scan(third, code)
  const { body: late } = await desk.ask(third, await desk.scanIdOf(third))
  await desk.decide(admin, enquiryId, 'move')
  // It changed hands since the third one claimed it from the first.
  const { body: stale } = await desk.detail(cs, late.enquiryId)
  expect(stale.effect.whyNot).toContain('changed hands')
  expect((await desk.propose(cs, late.enquiryId, 'move')).status).toBe(409)
  const again = await desk.ask(first, proposal.first.scanId)
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  const { body: objection } = await desk.propose(cs, again.body.enquiryId, 'move')
  expect(objection).toMatchObject({
    first: { memberId: claimant.memberId },
    claimant: { memberId: first.memberId, scanId: proposal.first.scanId },
  })
  expect((await desk.decide(admin, again.body.enquiryId, 'move')).status).toBe(200)
  expect(await desk.balance(first)).toEqual({ available: 40, held: 0 })
  expect(await desk.balance(claimant)).toEqual({ available: 0, held: 0 })
  // Opened again the decision stands, and nothing of it can be decided once more.
  await reopen(server, cs, enquiryId)
  expect((await desk.propose(cs, enquiryId, 'move')).status).toBe(409)
})

test('a blocked claimant gets nothing; words that name one of the two are refused', async () => {
  const { first, claimant, enquiryId } = await proposed()
  for (const [field, act] of [
    ['reason', (text: string) => desk.propose(cs, enquiryId, 'keep', text)],
    ['note', (text: string) => desk.decide(admin, enquiryId, 'move', { note: text })],
  ] as const) {
    for (const text of [first.mobile, claimant.mobile, 'Ramesh Kumar was not there']) {
      const { status, body } = await act(text)
      expect(status).toBe(400)
      expect(Object.keys(Object(body).fields)).toEqual([field])
    }
  }
  await server.call(blockUser, {
    token: admin.token,
    params: { memberId: claimant.memberId },
    body: { reason: 'Many coupons of others' },
  })
  const refused = await desk.decide(admin, enquiryId, 'move')
  expect(message(refused)).toContain('The claimant is blocked')
})

test('moves in both directions beside scans and each other: none waits for ever, none is lost', async () => {
  const [one, other] = [await server.member(), await server.member()]
  const pairs = Array.from({ length: 6 }, (_, i) =>
    i % 2 ? { first: one, claimant: other } : { first: other, claimant: one },
  )
  const enquiries: string[] = []
  for (const { first, claimant } of pairs) {
    const enquiryId = await desk.disputed(first, claimant, codes[next++])
    await desk.propose(cs, enquiryId, 'move')
    enquiries.push(enquiryId)
  }
  const fresh = [codes[next++], codes[next++], codes[next++], codes[next++]]
  const [decided, scans] = await Promise.all([
    Promise.all(enquiries.map((enquiryId) => desk.decide(admin, enquiryId, 'move'))),
    Promise.all(fresh.map((code, i) => desk.scan(i % 2 ? one : other, code))),
  ])
  expect(decided.map(({ status }) => status)).toEqual(enquiries.map(() => 200))
  expect(scans.map(({ body }) => body.result)).toEqual(fresh.map(() => 'credited'))
  expect(await desk.balance(one)).toEqual({ available: 200, held: 0 })
  expect(await desk.balance(other)).toEqual({ available: 200, held: 0 })
})
