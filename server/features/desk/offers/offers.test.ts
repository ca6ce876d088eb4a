import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as banners from '../../../../contract/desk/banners.ts'
import * as contract from '../../../../contract/desk/offers.ts'
import { sqlState } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { EVERYBODY, inDays, makeMedia, trailOf, type Staff } from './test-support.ts'

let server: TestServer
let marketing: Staff
let mediaId: number

beforeAll(async () => {
  server = await testServer()
  marketing = await server.staff('marketing')
  mediaId = (await makeMedia(server, 'document')).mediaId
})
beforeEach(async () => {
  await server.db.deleteFrom('notification').execute()
  await server.db.deleteFrom('banner').execute()
  await server.db.deleteFrom('offer').execute()
})
afterAll(() => server.stop())

const offerOf = (changed: object = {}) => ({
  title: { en: 'Winter catalogue', hi: 'शीतकालीन सूची' },
  text: { en: 'All products', hi: 'सभी उत्पाद' },
  mediaId,
  audience: {},
  from: inDays(-1),
  ...changed,
})
const save = (changed: object = {}, { token } = marketing) =>
  server.call(contract.saveOffer, { token, body: offerOf(changed) })
const get = (offerId: number, { token } = marketing) =>
  server.call(contract.getOffer, { token, params: { offerId } })
const remove = (offerId: number, { token } = marketing) =>
  server.call(contract.deleteOffer, { token, params: { offerId } })
const page = (query: object = {}, { token } = marketing) =>
  server.call(contract.listOffers, { token, query: { ...query } })
const titlesOf = async (query: object = {}) =>
  (await page(query)).body.items.map(({ title }) => title.en)
const titled = (en: string, changed: object = {}) => save({ title: { en, hi: en }, ...changed })

test('an offer is added, changed and deleted, and each is in the audit trail', async () => {
  const added = await save({ from: '2026-10-01T09:00:00+05:30', audience: { states: [27] } })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const { offerId } = added.body
  const kept = {
    ...offerOf(),
    from: '2026-10-01T03:30:00.000Z',
    to: null,
    audience: { ...EVERYBODY, states: [27] },
    on: true,
  }
  expect(added.body).toMatchObject({
    ...kept,
    state: 'live',
    media: { mediaId, kind: 'document', pages: 3 },
    changedBy: 'Test marketing',
  })
  expect((await get(offerId)).body).toEqual(added.body)

  const admin = await server.staff('admin')
  const text = { en: 'All products and tools', hi: 'सभी उत्पाद और औज़ार' }
  const changed = await save({ ...kept, offerId, text }, admin)
  expect(changed.body).toMatchObject({ offerId, text, changedBy: 'Test admin' })
  await save({ ...kept, offerId, text })
  expect((await page()).body.items).toEqual([changed.body])

  expect((await remove(offerId)).body).toEqual({ message: '“Winter catalogue” is deleted.' })
  expect([(await remove(offerId)).status, (await get(offerId)).status]).toEqual([404, 404])
  expect(await trailOf(server, 'offer', offerId)).toEqual([
    { action: 'offer.added', staffId: marketing.staffId, before: null, after: kept, reason: null },
    {
      action: 'offer.changed',
      staffId: admin.staffId,
      before: { text: kept.text },
      after: { text },
      reason: null,
    },
    {
      action: 'offer.deleted',
      staffId: marketing.staffId,
      before: { ...kept, text },
      after: null,
      reason: null,
    },
  ])
})

test('the list is found by title in both languages and by state, and ordered by its end', async () => {
  await titled('Endless')
  await titled('Last', { to: inDays(9) })
  await titled('Soon', { to: inDays(2) })
  await titled('Over', { from: inDays(-5), to: inDays(-2) })
  await titled('To come', { from: inDays(3), to: inDays(4) })
  await titled('Switched off', { on: false, to: inDays(1) })
  await titled('100%', { title: { en: '100% cement', hi: 'सीमेंट' }, to: inDays(5) })
  expect(await titlesOf({ q: 'ENDL' })).toEqual(['Endless'])
  expect(await titlesOf({ q: 'सीमेंट' })).toEqual(['100% cement'])
  expect(await titlesOf({ q: '%' })).toEqual(['100% cement'])
  expect(await titlesOf({ status: 'live', sort: 'ending' })).toEqual([
    'Soon',
    '100% cement',
    'Last',
    'Endless',
  ])
  expect(await titlesOf({ status: ['ended', 'planned'] })).toEqual(['To come', 'Over'])
  expect(await titlesOf({ status: 'off' })).toEqual(['Switched off'])
  expect((await page({ status: 'live', count: 'yes' })).body.count).toBe(4)
})

test.each(['newest', 'ending'] as const)('pages by %s repeat and hide nothing', async (sort) => {
  const ends = [1, 1, null, 1, null, 2]
  for (const [index, days] of ends.entries()) {
    await titled(`Offer ${index}`, { to: days === null ? null : `2080-01-0${days}T00:00:00Z` })
  }
  const inOrder = sort === 'newest' ? [5, 4, 3, 2, 1, 0] : [0, 1, 3, 5, 2, 4]
  const seen: string[] = []
  let after: string | undefined
  let last = await page({ sort, limit: 2 })
  for (let turn = 0; turn < 3; turn++) {
    if (turn > 0) last = await page({ sort, limit: 2, after })
    seen.push(...last.body.items.map(({ title }) => title.en))
    after = last.body.next ?? undefined
  }
  expect(seen).toEqual(inOrder.map((index) => `Offer ${index}`))
  expect(after).toBeUndefined()
  const back = await page({ sort, limit: 2, before: last.body.previous })
  expect(back.body.items.map(({ title }) => title.en)).toEqual(seen.slice(2, 4))
})

test('it shows an image or a document, and no video', async () => {
  const video = await makeMedia(server, 'video')
  const refused = await save({ mediaId: video.mediaId })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    fields: { mediaId: expect.stringContaining('this is a video') },
  })
  const image = await makeMedia(server)
  expect((await save({ mediaId: image.mediaId })).body).toMatchObject({ media: { kind: 'image' } })
})

test('what leads to an offer keeps it from deletion, and is named', async () => {
  const { offerId } = (await save()).body
  const target = { to: 'offer', offerId }
  const { banners: made } = (
    await server.call(banners.saveBanner, {
      token: marketing.token,
      body: {
        title: 'Winter',
        mediaId: (await makeMedia(server)).mediaId,
        words: 'Winter',
        target,
        audience: {},
        from: inDays(-9),
        to: inDays(-8),
      },
    })
  ).body
  const message = await writeMessage(offerId, 'draft')
  const both = await remove(offerId)
  expect([both.status, both.body.message]).toEqual([
    409,
    'The banner “Winter” and the message “Look” lead to this offer. Let it lead elsewhere first, or delete it.',
  ])
  await server.call(banners.deleteBanner, {
    token: marketing.token,
    params: { bannerId: made[0]?.bannerId ?? 0 },
  })
  expect((await remove(offerId)).body.message).toBe(
    'The message “Look” leads to this offer. Let it lead elsewhere first, or delete it.',
  )
  expect((await get(offerId)).status).toBe(200)

  await server.db
    .updateTable('notification')
    .set({ state: 'sent', started_at: new Date(), finished_at: new Date() })
    .where('notification_id', '=', message)
    .execute()
  expect((await remove(offerId)).status).toBe(200)
  const sent = await server.db
    .selectFrom('notification')
    .select(['offer_id as offerId', 'target'])
    .where('notification_id', '=', message)
    .executeTakeFirst()
  expect(sent).toEqual({ offerId: null, target })
})

test('nothing but a message that was sent may lead to an offer that is not there: the tables say so', async () => {
  const { offerId } = (await save()).body
  await writeMessage(offerId, 'draft')
  const deleted = server.db.deleteFrom('offer').where('offer_id', '=', offerId).execute()
  const refusal = await deleted.then(
    () => 'deleted',
    (error: unknown) => sqlState(error),
  )
  expect(refusal).toBe('23514')
})

async function writeMessage(offerId: number, state: 'draft'): Promise<number> {
  const { notificationId } = await server.db
    .insertInto('notification')
    .values({
      state,
      title_en: 'Look',
      title_hi: 'देखिए',
      body_en: 'Look',
      body_hi: 'देखिए',
      media_id: null,
      target: JSON.stringify({ to: 'offer', offerId }),
      offer_id: offerId,
      audience: JSON.stringify(EVERYBODY),
      channels: ['inbox'],
      send_at: null,
      started_at: null,
      finished_at: null,
      reached_member: null,
      audience_count: null,
      created_by: marketing.staffId,
      changed_at: new Date(),
      key_digest: Buffer.of(1),
      body_digest: Buffer.of(1),
    })
    .returning('notification_id as notificationId')
    .executeTakeFirstOrThrow()
  return notificationId
}

test('hod reads and changes nothing', async () => {
  const { offerId } = (await save()).body
  const hod = await server.staff('hod')
  expect([(await get(offerId, hod)).status, (await page({}, hod)).body.items.length]).toEqual([
    200, 1,
  ])
  expect([(await save({}, hod)).status, (await remove(offerId, hod)).status]).toEqual([403, 403])
})
