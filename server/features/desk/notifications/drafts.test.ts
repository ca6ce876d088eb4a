import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/notifications.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import * as support from './test-support.ts'

let server: TestServer
let marketing: support.Sender

beforeAll(async () => {
  // On a database of its own, as where it is for real: nothing stands in for the webhook.
  server = await testServer({ ROLE: 'web', DATABASE_URL: 'postgres://of/another' })
  marketing = await server.staff('marketing')
})
afterAll(() => server.stop())

const save = (changed: object = {}, by: support.Signed = marketing) =>
  support.save(server, by, changed)
const remove = (notificationId: number) =>
  server.call(contract.deleteNotification, { token: marketing.token, params: { notificationId } })
const list = async (query: Record<string, unknown> = {}) => {
  const { body } = await server.call(contract.listNotifications, { token: marketing.token, query })
  return body
}
const auditOf = (notificationId: number) =>
  server.db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId', 'before', 'after'])
    .where('subject', '=', 'notification')
    .where('subject_id', '=', String(notificationId))
    .orderBy('seq')
    .execute()

test('a draft is written, changed and deleted, each in its history and the audit trail', async () => {
  const mediaId = await support.pictureRow(server, marketing.staffId)
  const offerId = await support.offerRow(server, marketing.staffId)
  const audience = { states: [29, 27, 29], languages: ['hi'] }
  const written = await save({ mediaId, target: { to: 'offer', offerId }, audience })
  expect(written.status, JSON.stringify(written.body)).toBe(200)
  const { notificationId, version } = written.body
  expect(written.body).toMatchObject({
    state: 'draft',
    title: 'Double points',
    mediaId,
    media: { mediaId, kind: 'image' },
    targetWords: 'Offer: Diwali offer',
    audience: { states: [27, 29], languages: ['hi'], kinds: [], activity: null },
    channels: ['inbox'],
    createdBy: 'Test marketing',
    sendAt: null,
    counts: { audience: null, reached: 0, read: 0 },
  })

  const almond = await server.staff('almond team')
  const words = { en: { title: 'Triple points', body: 'On Friday.' }, target: { to: 'nothing' } }
  const changed = await save({ notificationId, version, mediaId, audience, ...words }, almond)
  expect(changed.body).toMatchObject({ ...words, targetWords: null, version: version + 1 })
  const { events } = await support.detailOf(server, marketing, notificationId)
  expect(events.map((event) => [event.by, event.words])).toEqual([
    ['Test marketing', 'Draft written'],
    ['Test almond team', 'Draft changed'],
  ])

  expect((await remove(notificationId)).body.message).toBe('“Triple points” is deleted.')
  expect((await remove(notificationId)).status).toBe(404)
  expect(await auditOf(notificationId)).toMatchObject([
    { action: 'notification.written', staffId: marketing.staffId },
    {
      action: 'notification.changed',
      staffId: almond.staffId,
      before: { en: { title: 'Double points' } },
      after: { en: { title: 'Triple points' } },
    },
    { action: 'notification.deleted', before: { en: { title: 'Triple points' } }, after: null },
  ])
})

test('texts are kept and answered as they are, markup and all', async () => {
  const body = '<img src=x onerror="alert(1)"> & <b>25 %</b> off \\ {name} ’ 🎉'
  const written = await save({ en: { title: '<script>1</script>', body } })
  expect(written.body.en).toEqual({ title: '<script>1</script>', body })
  const found = await support.detailOf(server, marketing, written.body.notificationId)
  expect(found.en).toEqual({ title: '<script>1</script>', body })
  expect((await list({ q: '<script>' })).items[0]?.title).toBe('<script>1</script>')
})

test('the same key is the same draft; with another draft it is refused', async () => {
  const idempotencyKey = 'draft-of-monday'
  const both = await Promise.all([save({ idempotencyKey }), save({ idempotencyKey })])
  const [one, other] = both.map(({ body }) => body.notificationId)
  expect(one).toBeGreaterThan(0)
  expect(other).toBe(one)
  const refused = await save({ idempotencyKey, en: { title: 'Another', body: 'Another one.' } })
  expect(refused.status).toBe(409)
  expect(await auditOf(one ?? 0)).toHaveLength(1)
  const almond = await server.staff('almond team')
  expect((await save({ idempotencyKey }, almond)).body.notificationId).not.toBe(one)
})

test('a change by somebody who has not read the last one is refused, and changes nothing', async () => {
  const { notificationId, version } = (await save()).body
  const one = { en: { title: 'One', body: 'The words of one.' } }
  const other = { en: { title: 'Other', body: 'The words of the other.' } }
  const [first, second] = await Promise.all([
    save({ notificationId, version, ...one }),
    save({ notificationId, version, ...other }),
  ])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  const won = first.status === 200 ? one : other
  expect(await support.detailOf(server, marketing, notificationId)).toMatchObject(won)
  expect((await save({ notificationId, ...other, hi: other.en })).body).toMatchObject({
    fields: { version: expect.stringContaining('version') },
  })
  const again = await save({ notificationId, version, ...won })
  expect(again.body.version, 'sent twice').toBe(version + 1)
})

test('a picture or an offer that is gone, another kind of file and a missing webhook are refused', async () => {
  const { staffId } = marketing
  const gone = await support.pictureRow(server, staffId)
  await sql`delete from media where media_id = ${gone}`.execute(server.db)
  const film = await support.pictureRow(server, staffId)
  await sql`update media set kind = 'video', duration_ms = 5 where media_id = ${film}`.execute(
    server.db,
  )
  for (const [changed, field] of [
    [{ mediaId: gone }, 'mediaId'],
    [{ mediaId: film }, 'mediaId'],
    [{ target: { to: 'offer', offerId: 999_999 } }, 'target.offerId'],
    [{ channels: ['inbox', 'webhook'] }, 'channels'],
    [{ channels: ['webhook'] }, 'channels'],
    [{ target: { to: 'web', address: 'javascript:alert(1)' } }, 'target.address'],
    [{ target: { to: 'web', address: 'https://hil.example@evil.example' } }, 'target.address'],
    [{ target: { to: 'web', address: 'https://hil.example/\0' } }, 'target.address'],
    [{ hi: { title: '', body: 'x' } }, 'hi.title'],
  ] as const) {
    const { status, body } = await save(changed)
    expect(status, JSON.stringify(changed)).toBe(400)
    expect(Object.keys(Object(Object(body).fields))).toContain(field)
  }
  const hod = await server.staff('hod')
  expect((await save({}, hod)).status).toBe(403)
})

test('the list is by the last change, and goes page by page', async () => {
  const { notificationId: oldest } = (await save({ en: { title: 'Paged 1', body: 'One' } })).body
  for (const title of ['Paged 2', 'Paged 3']) await save({ en: { title, body: 'More' } })
  await save({ notificationId: oldest, version: 1, en: { title: 'Paged 1', body: 'Changed' } })
  const first = await list({ q: 'paged', limit: 2, count: 'yes' })
  expect(first.items.map(({ title }) => title)).toEqual(['Paged 1', 'Paged 3'])
  expect(first.count).toBe(3)
  const second = await list({ q: 'paged', limit: 2, after: first.next })
  expect(second.items.map(({ title }) => title)).toEqual(['Paged 2'])
  expect((await list({ q: 'paged', status: 'sent' })).items).toEqual([])
  expect((await list({ q: 'दोगुने', limit: 1 })).items).toHaveLength(1)
})
