import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rejectNotification } from '../../../../contract/desk/notification-approval.ts'
import * as contract from '../../../../contract/desk/notifications.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { changeRule } from '../../platform/rules/test-support.ts'
import { brokenInvariants } from '../users/test-support.ts'
import { tickNotifications } from './clock.service.ts'
import * as support from './test-support.ts'

// Nobody alone writes to everybody. See decision 0067.

const HOUR_MS = 3_600_000
const MOST = 10
let server: TestServer
let marketing: support.Sender
let hod: support.Sender
let members: number[]

beforeAll(async () => {
  server = await testServer({ ROLE: 'web', MESSAGE_LINK_HOSTS: 'hil.example' })
  marketing = await server.staff('marketing')
  hod = await server.staff('hod')
  members = await support.manyMembers(server, 15)
  await sql`update member set state = 9 where member_id <= ${members[5] ?? 0}`.execute(server.db)
  const people = { maker: await server.staff('admin'), checker: await server.staff('almond team') }
  await changeRule(server, people, { rule: 'broadcastAloneMembers', value: MOST })
})
beforeEach(async () => {
  await sql`update notification set state = 'draft', send_at = null where state in ('scheduled', 'proposed')`.execute(
    server.db,
  )
  // Each test has a day of its own.
  await sql`update notification_event set at = at - interval '2 days'`.execute(server.db)
  await sql`update notification set started_at = started_at - interval '2 days',
    approved_at = approved_at - interval '2 days'`.execute(server.db)
})
afterAll(async () => {
  const broken = await brokenInvariants(server)
  await server.stop()
  if (broken.length > 0) throw new Error(broken.join('\n'))
})

/** Six members of fifteen. */
const FEW = { audience: { states: [9] } }
const LINK = { target: { to: 'web', address: 'https://hil.example/offer' } }
const draft = async (changed: object = {}, by = marketing) =>
  (await support.save(server, by, changed)).body
const schedule = (one: contract.NotificationDetail, sendAt: string | null = null, by = marketing) =>
  support.schedule(server, by, one, sendAt)
const approve = (by: support.Sender, one: contract.NotificationDetail) =>
  support.approve(server, by, one)
const reject = ({ token }: support.Sender, notificationId: number) =>
  server.call(rejectNotification, {
    token,
    params: { notificationId },
    body: { note: 'This reads like a trick' },
  })
const unschedule = (notificationId: number) =>
  server.call(contract.unscheduleNotification, {
    token: marketing.token,
    params: { notificationId },
  })
const detail = (notificationId: number) => support.detailOf(server, marketing, notificationId)
const tick = (hours = 0) =>
  tickNotifications({ ...server.context, now: () => new Date(Date.now() + hours * HOUR_MS) })
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const messageOf = (body: unknown): string => Object(body).message

// Succeeded on 25 November 2026: one login of marketing wrote to every member, with a link of its own.
test('one login sends no link of its own to anybody', async () => {
  for (const [changed, field] of [
    [{ target: { to: 'web', address: 'https://hil-rewards.example/login' } }, 'target.address'],
    [{ en: { title: 'Your points expire', body: 'Sign in: https://evil.example/x' } }, 'en.body'],
    [{ en: { title: 'Your points expire', body: 'Sign in at evil.example today' } }, 'en.body'],
    [{ hi: { title: 'evil．example', body: 'अभी खोलें' } }, 'hi.title'],
    [{ hi: { title: 'अंक', body: 'https://hil.example@evil.example/' } }, 'hi.body'],
    [{ en: { title: 'Pay', body: 'upi://pay?pa=thief@upi' } }, 'en.body'],
  ] as const) {
    const { status, body } = await support.save(server, marketing, changed)
    expect(status, JSON.stringify(changed)).toBe(400)
    expect(Object.keys(Object(Object(body).fields))).toEqual([field])
  }
})

// Succeeded on 25 November 2026: the same, without a link, to everybody at once.
test('one login writes to nobody beyond the rule, however it is cut', async () => {
  const all = await draft()
  const asked = await schedule(all)
  expect(asked.body).toMatchObject({ state: 'proposed', sendAt: null })
  expect(asked.body.secondWhy).toBe(
    'It goes to more than 10 members, the most that one person writes to in a day.',
  )
  await tick(1)
  expect((await detail(all.notificationId)).state).toBe('proposed')
  // In two parts of six and nine.
  const [one, other] = [await draft(FEW), await draft({ audience: { states: [27] } })]
  for (const part of [one, other]) expect((await schedule(part)).body.state).toBe('scheduled')
  await Promise.all([tick(), tick(), tick()])
  const states = await Promise.all([one, other].map((part) => detail(part.notificationId)))
  expect(states.map(({ state }) => state).toSorted()).toEqual(['proposed', 'sending'])
  const held = states.find(({ state }) => state === 'proposed')
  expect(held?.secondWhy).toMatch(
    /With the \d+ members of that day’s other messages it goes to more than 10 members/,
  )
})

test('an audience that grows beyond the rule by its time waits for a second person', async () => {
  const one = await draft(FEW)
  await schedule(one, inHours(2))
  await sql`update member set state = 9`.execute(server.db)
  await tick(3)
  const held = await detail(one.notificationId)
  expect(held).toMatchObject({ state: 'proposed', sendAt: null, counts: { audience: null } })
  expect(held.events.at(-1)).toMatchObject({ by: null, words: 'Waits for a second person' })
  await sql`update member set state = 27 where member_id > ${members[5] ?? 0}`.execute(server.db)
})

test('the second person is another one, reads what is sent, and then it goes out', async () => {
  const one = await draft({ ...FEW, ...LINK })
  const asked = await schedule(one)
  expect(asked.body).toMatchObject({
    state: 'proposed',
    secondWhy: 'It has a link to hil.example.',
    links: ['hil.example'],
    authorIds: [marketing.staffId],
  })
  expect((await approve(marketing, one)).status).toBe(403)
  const stale = { ...one, version: one.version + 1 }
  expect((await approve(hod, stale)).status).toBe(409)
  const approved = await approve(hod, one)
  expect(approved.body).toMatchObject({ state: 'scheduled', approvedBy: 'Test hod' })
  expect(approved.body.events.at(-1)).toMatchObject({ words: 'Approved', note: '6 members' })
  await tick()
  expect((await detail(one.notificationId)).state).toBe('sending')
  await support.toInbox(server, one.notificationId)
  expect(await support.rowsOf(server, one.notificationId)).toHaveLength(6)
})

test('who wrote, changed or planned it approves it in no way', async () => {
  const [admin, almond, other] = await Promise.all(
    (['admin', 'almond team', 'almond team'] as const).map((role) => server.staff(role)),
  )
  if (!admin || !almond || !other) throw new Error('Three people are needed.')
  const one = await draft({}, admin)
  const words = { en: { title: 'Triple points', body: 'On Friday.' } }
  const { notificationId, version } = one
  const changed = await draft({ ...words, notificationId, version }, almond)
  await schedule(changed, null, other)
  expect(messageOf((await approve(admin, changed)).body)).toMatch(/You wrote this message/)
  expect(messageOf((await approve(almond, changed)).body)).toMatch(/You wrote this message/)
  expect(messageOf((await approve(other, changed)).body)).toMatch(/You asked for this sending/)
  // Who made the other's account is no second person either (decision 0059).
  const young = await server.staff('hod')
  await sql`update staff set origin = 'approved', created_at = now() where staff_id = ${young.staffId}`.execute(
    server.db,
  )
  expect(messageOf((await approve(young, changed)).body)).toMatch(/younger than 7 days/)
  await sql`update staff set origin = 'founding' where staff_id = ${young.staffId}`.execute(
    server.db,
  )
  expect((await approve(hod, changed)).status).toBe(200)
})

test('what waits or is approved is not changed; taken back, it needs a new approval', async () => {
  const one = await draft(LINK)
  const change = { ...LINK, notificationId: one.notificationId, version: one.version }
  await schedule(one, inHours(2))
  const words = { en: { title: 'Other words', body: 'Other words.' } }
  expect((await support.save(server, marketing, { ...change, ...words })).status).toBe(409)
  await approve(hod, one)
  expect((await support.save(server, marketing, { ...change, ...words })).status).toBe(409)
  expect((await unschedule(one.notificationId)).body).toMatchObject({
    state: 'draft',
    approvedBy: null,
    secondWhy: null,
  })
  const changed = await draft({ ...change, ...words })
  expect((await schedule(changed)).body.state).toBe('proposed')
  const rejected = await reject(hod, one.notificationId)
  expect(rejected.body).toMatchObject({ state: 'draft' })
  expect(rejected.body.events.at(-1)).toMatchObject({
    words: 'Rejected',
    note: 'This reads like a trick',
  })
  expect((await approve(hod, changed)).status).toBe(409)
  await tick()
  expect((await detail(one.notificationId)).state).toBe('draft')
})

test('what nobody approved by its time does not go out, and says why', async () => {
  const one = await draft(LINK)
  await schedule(one, inHours(2))
  await tick(1)
  expect((await detail(one.notificationId)).state).toBe('proposed')
  await Promise.all([tick(3), tick(3)])
  const lapsed = await detail(one.notificationId)
  expect(lapsed).toMatchObject({ state: 'draft', sendAt: null })
  expect(lapsed.events.at(-1)).toMatchObject({
    by: null,
    words: 'Not sent: nobody approved it by its time',
  })
  const { rows } = await sql<{ words: string }>`select words from staff_notice
    where staff_id = ${marketing.staffId} order by at desc limit 1`.execute(server.db)
  expect(rows).toEqual([{ words: 'Your message to members was not sent: nobody approved it.' }])
})

test('a stopped one goes on without a second approval, unless nobody approved it and it has grown', async () => {
  const approved = await support.begun(server, marketing, LINK)
  await support.stop(server, marketing, approved)
  expect((await support.resume(server, marketing, approved)).body.state).toBe('sending')
  const alone = await support.begun(server, await server.staff('marketing'), FEW)
  await support.stop(server, marketing, alone)
  await sql`update member set state = 9`.execute(server.db)
  const grown = await support.resume(server, marketing, alone)
  expect(messageOf(grown.body)).toMatch(/grown beyond what one person sends to/)
  await sql`update member set state = 27 where member_id > ${members[5] ?? 0}`.execute(server.db)
  expect((await support.resume(server, marketing, alone)).body.state).toBe('sending')
})

test('what waits stands in the list of whoever may decide it', async () => {
  const one = await draft(LINK)
  await schedule(one)
  const listed = async (approver: number) => {
    const query = { status: 'proposed', approver }
    const { body } = await server.call(contract.listNotifications, { token: hod.token, query })
    return body.items.map(({ notificationId }) => notificationId)
  }
  expect(await listed(hod.staffId)).toContain(one.notificationId)
  expect(await listed(marketing.staffId)).not.toContain(one.notificationId)
})
