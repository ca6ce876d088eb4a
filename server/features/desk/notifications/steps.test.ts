import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/notifications.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { tickNotifications } from './clock.service.ts'
import * as support from './test-support.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let marketing: support.Sender

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  marketing = await server.staff('marketing')
  await support.manyMembers(server, 7)
})
afterEach(async () => {
  await sql`update notification set state = 'draft', send_at = null where state = 'scheduled'`.execute(
    server.db,
  )
})
afterAll(() => server.stop())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const draft = async (changed: object = {}) => (await support.save(server, marketing, changed)).body
const schedule = (of: { notificationId: number; version: number }, sendAt: string | null) =>
  support.schedule(server, marketing, of, sendAt)
const unschedule = (notificationId: number) =>
  server.call(contract.unscheduleNotification, {
    token: marketing.token,
    params: { notificationId },
  })
const detail = (notificationId: number) => support.detailOf(server, marketing, notificationId)
/** The clock at a time: so many hours from now. */
const tick = (hours = 0) =>
  tickNotifications({ ...server.context, now: () => new Date(Date.now() + hours * HOUR_MS) })
const fieldsOf = (body: unknown): Record<string, string> => Object(Object(body).fields)

test('a time that has passed, a draft that changed and an audience of nobody are refused in words', async () => {
  const one = await draft()
  expect(fieldsOf((await schedule(one, inHours(-0.05))).body).sendAt).toMatch(/has passed/)
  expect(fieldsOf((await schedule(one, inHours(24 * 400))).body).sendAt).toMatch(/within a year/)
  const changed = await draft({
    notificationId: one.notificationId,
    version: one.version,
    en: { title: 'Changed', body: 'Changed' },
  })
  expect((await schedule(one, null)).status).toBe(409)
  expect((await detail(one.notificationId)).state).toBe('draft')
  const nobody = await draft({ audience: { states: [38] } })
  const refused = await schedule(nobody, null)
  expect(refused.status).toBe(409)
  expect(fieldsOf(refused.body).audience).toMatch(/Nobody/)
  expect((await schedule(changed, inHours(-0.01))).status, 'a minute of tolerance').toBe(200)
})

test('an offer that is over by then and a picture that is no picture any more are refused', async () => {
  const soon = new Date(Date.now() + 2 * HOUR_MS)
  const offerId = await support.offerRow(server, marketing.staffId, soon)
  const one = await draft({ target: { to: 'offer', offerId } })
  expect(fieldsOf((await schedule(one, inHours(3))).body)['target.offerId']).toMatch(/over/)
  expect((await schedule(one, inHours(1))).status).toBe(200)
  const mediaId = await support.pictureRow(server, marketing.staffId)
  const other = await draft({ mediaId })
  await sql`update media set kind = 'document' where media_id = ${mediaId}`.execute(server.db)
  expect(fieldsOf((await schedule(other, null)).body).mediaId).toMatch(/image/)
})

test('a plan can be taken back, and what is planned or sent is neither changed nor deleted', async () => {
  const one = await draft()
  const { notificationId, version } = one
  const sendAt = inHours(2)
  expect((await schedule(one, sendAt)).body).toMatchObject({ state: 'scheduled', sendAt })
  const change = { notificationId, version, en: { title: 'Other', body: 'Other' } }
  const refused = await support.save(server, marketing, change)
  expect(refused.status).toBe(409)
  expect(Object(refused.body).message).toMatch(/Take its plan back/)
  expect((await unschedule(notificationId)).body).toMatchObject({ state: 'draft', sendAt: null })
  await tick(3)
  expect((await detail(notificationId)).state).toBe('draft')
  expect((await unschedule(notificationId)).status).toBe(409)
  const trail = await server.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', String(notificationId))
    .orderBy('seq')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'notification.written',
    'notification.scheduled',
    'notification.unscheduled',
  ])
})

test('it begins at its time and not before, once, however many look', async () => {
  const one = await draft()
  const { notificationId } = one
  await schedule(one, inHours(2))
  await tick(1.99)
  expect((await detail(notificationId)).state).toBe('scheduled')
  // As after a night in which no server ran.
  await Promise.all([tick(10), tick(10), tick(10), tick(10)])
  const begun = await detail(notificationId)
  expect(begun).toMatchObject({ state: 'sending', counts: { audience: 7, reached: 0 } })
  expect(begun.events.filter(({ words }) => words === 'Sending began')).toHaveLength(1)
  expect(begun.events.at(-1)).toMatchObject({ by: null, note: '7 members' })
})

test('a plan taken back at the moment it begins is one of the two, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await draft()
    await schedule(one, null)
    const [taken] = await Promise.all([unschedule(one.notificationId), tick(0.01)])
    const { state, events } = await detail(one.notificationId)
    expect(state).toBe(taken.status === 200 ? 'draft' : 'sending')
    const began = events.some(({ words }) => words === 'Sending began')
    expect(began).toBe(taken.status !== 200)
  }
})

test('its job waits in the queue for the very moment, with the commit of the plan', async () => {
  const jobsAt = async () => {
    const { rows } = await sql<{ due: Date }>`
      select start_after as due from pgboss.job where name = 'notification-clock'
      order by start_after`.execute(server.db)
    return rows.map(({ due }) => Math.round((due.getTime() - Date.now()) / 60_000))
  }
  const [one, other] = [await draft(), await draft({ audience: { states: [38] } })]
  await schedule(one, inHours(70))
  expect((await schedule(other, inHours(71))).status).toBe(409)
  expect((await jobsAt()).filter((minutes) => minutes > 69 * 60)).toEqual([70 * 60])
})

test('a reason is wanted to stop and to resume, and both are in the history', async () => {
  const notificationId = await support.begun(server, marketing)
  const bad = await server.call(contract.stopNotification, {
    token: marketing.token,
    params: { notificationId },
    body: { reason: '' },
  })
  expect(bad.status).toBe(400)
  expect((await support.resume(server, marketing, notificationId)).status).toBe(409)
  expect((await support.stop(server, marketing, notificationId)).body.state).toBe('stopped')
  expect((await support.stop(server, marketing, notificationId)).status).toBe(409)
  expect((await support.resume(server, marketing, notificationId)).body.state).toBe('sending')
  const { events } = await detail(notificationId)
  expect(events.slice(-2)).toMatchObject([
    { words: 'Stopped', note: 'Asked by the head of sales', by: 'Test marketing' },
    { words: 'Resumed', note: 'Asked by the head of sales' },
  ])
})
