import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/banners.ts'
import * as offers from '../../../../contract/desk/offers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { EVERYBODY, inDays, makeMedia, trailOf, type Staff } from '../offers/test-support.ts'

let server: TestServer
let marketing: Staff
let mediaId: number

beforeAll(async () => {
  server = await testServer()
  marketing = await server.staff('marketing')
  mediaId = (await makeMedia(server)).mediaId
})
beforeEach(async () => {
  await server.db.deleteFrom('banner').execute()
})
afterAll(() => server.stop())

const bannerOf = (changed: object = {}) => ({
  title: 'Diwali',
  mediaId,
  words: 'Double points at Diwali',
  target: { to: 'nothing' },
  audience: {},
  from: inDays(-1),
  ...changed,
})
const save = (changed: object = {}, { token } = marketing) =>
  server.call(contract.saveBanner, { token, body: bannerOf(changed) })
const list = async ({ token } = marketing) =>
  (await server.call(contract.listBanners, { token })).body
const put = (order: string, bannerIds: readonly number[], { token } = marketing) =>
  server.call(contract.orderBanners, { token, body: { order, bannerIds } })
const remove = (bannerId: number, { token } = marketing) =>
  server.call(contract.deleteBanner, { token, params: { bannerId } })
const idsOf = ({ banners }: { banners: readonly { bannerId: number }[] }) =>
  banners.map(({ bannerId }) => bannerId)
const placesOf = async () => (await list()).banners.map(({ position }) => position)

/** So many banners, by their places. */
async function added(many: number): Promise<number[]> {
  const ids: number[] = []
  for (let place = 1; place <= many; place++) {
    ids.push((await save({ title: `Banner ${place}` })).body.bannerId)
  }
  return ids
}

test('a banner is added at the end and changed where it stands', async () => {
  const [first = 0] = await added(2)
  const full = {
    target: { to: 'page', page: 'points' },
    audience: { kinds: ['retailer', 'mason', 'mason'] },
    from: '2026-10-01T09:00:00+05:30',
    to: '2090-10-02T09:00:00+05:30',
  }
  const { status, body } = await save(full)
  expect(status, JSON.stringify(body)).toBe(200)
  const kept = {
    ...bannerOf(full),
    audience: { ...EVERYBODY, kinds: ['mason', 'retailer'] },
    from: '2026-10-01T03:30:00.000Z',
    to: '2090-10-02T03:30:00.000Z',
  }
  expect(body.banners.at(-1)).toMatchObject({
    bannerId: body.bannerId,
    ...kept,
    on: true,
    position: 3,
    targetWords: 'My points',
    media: { mediaId, kind: 'image', pictures: [{ width: 320 }, { width: 720 }] },
    changedBy: 'Test marketing',
  })
  expect(await trailOf(server, 'banner', body.bannerId)).toMatchObject([
    { action: 'banner.added', staffId: marketing.staffId, before: null, after: kept },
  ])

  const admin = await server.staff('admin')
  const changed = await save({ bannerId: first, title: 'Holi' }, admin)
  expect(changed.body.banners[0]).toMatchObject({
    title: 'Holi',
    position: 1,
    changedBy: 'Test admin',
  })
  expect((await list()).banners).toEqual(changed.body.banners)
  const [, told] = await trailOf(server, 'banner', first)
  expect(told).toMatchObject({
    action: 'banner.changed',
    staffId: admin.staffId,
    before: { title: 'Banner 1' },
    after: { title: 'Holi' },
  })
})

test('what is saved as it stands leaves no trace', async () => {
  const body = bannerOf({
    audience: { kinds: ['mason', 'retailer'] },
    from: '2026-10-01T09:00:00+05:30',
  })
  const { bannerId, banners } = (await save(body)).body
  const again = {
    ...body,
    bannerId,
    from: '2026-10-01T03:30:00Z',
    audience: { kinds: ['retailer', 'mason'] },
  }
  const same = await save(again, await server.staff('admin'))
  expect(same.body.banners).toEqual(banners)
  expect(await trailOf(server, 'banner', bannerId)).toHaveLength(1)
})

test('its state goes by the clock, to the millisecond', async () => {
  const at = new Date()
  const before = new Date(at.getTime() - 1).toISOString()
  const after = new Date(at.getTime() + 1).toISOString()
  const now = at.toISOString()
  server.context.now = () => at
  try {
    await save({ title: 'just begun', from: now })
    await save({ title: 'about to begin', from: after })
    await save({ title: 'just ended', from: inDays(-2), to: now })
    await save({ title: 'about to end', from: inDays(-2), to: after })
    await save({ title: 'off', from: before, on: false })
    expect((await list()).banners.map(({ title, state }) => [title, state])).toEqual([
      ['just begun', 'live'],
      ['about to begin', 'planned'],
      ['just ended', 'ended'],
      ['about to end', 'live'],
      ['off', 'off'],
    ])
  } finally {
    server.context.now = () => new Date()
  }
})

test.each([
  [{ to: inDays(-1) }, 'to', 'It must end after it begins.'],
  [{ from: '1987-01-01T00:00:00Z' }, 'from', 'Choose a day from 2000 to 2099.'],
  [{ mediaId: 999_999 }, 'mediaId', 'This is not in the gallery any more. Choose another.'],
  [
    { target: { to: 'offer', offerId: 999_999 } },
    'target.offerId',
    'This offer is not there any more. Choose another one.',
  ],
  [
    { target: { to: 'web', address: 'http://hil.example' } },
    'target.address',
    'Enter a whole address that begins with https://.',
  ],
])('%j is refused at its field', async (changed, field, message) => {
  const from = inDays(0)
  const { status, body } = await save({ from, ...changed })
  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { [field]: message } })
  expect((await list()).banners).toEqual([])
})

test('it shows an image or a video, and no document', async () => {
  const document = await makeMedia(server, 'document')
  expect((await save({ mediaId: document.mediaId })).body).toMatchObject({
    fields: { mediaId: expect.stringContaining('this is a document') },
  })
  const video = await makeMedia(server, 'video')
  expect((await save({ mediaId: video.mediaId })).body.banners).toMatchObject([
    { media: { kind: 'video' } },
  ])
})

test('banners are put in another order as a whole', async () => {
  const ids = await added(4)
  const { order } = await list()
  const wanted = ids.toReversed()
  const put1 = await put(order, wanted)
  expect(idsOf(put1.body)).toEqual(wanted)
  expect(put1.body.order).not.toBe(order)
  expect(await placesOf()).toEqual([1, 2, 3, 4])
  const [told] = (await trailOf(server, 'banner', 'all')).toReversed()
  expect(told).toMatchObject({
    action: 'banner.ordered',
    before: { order: '1. Banner 1, 2. Banner 2, 3. Banner 3, 4. Banner 4' },
    after: { order: '1. Banner 4, 2. Banner 3, 3. Banner 2, 4. Banner 1' },
  })
  // The answer was lost: the same is asked for again, by the name of the order that was read then.
  expect((await put(order, wanted)).body).toEqual(put1.body)
})

test('an order made of an older one is refused, and what is not all banners', async () => {
  const [a = 0, b = 0] = await added(2)
  const read = await list()
  const { bannerId: c } = (await save({ title: 'Meanwhile' })).body
  const stale = await put(read.order, [b, a])
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    message:
      'Somebody changed the banners meanwhile. Look at them as they are now and order them again.',
  })
  const { order } = await list()
  for (const bannerIds of [[b, a], [c, b, b], [c, b, a, 999_999], []]) {
    const answer = await put(order, bannerIds)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      fields: { bannerIds: 'Name every banner once, and nothing else.' },
    })
  }
  expect(idsOf(await list())).toEqual([a, b, c])
})

test('of those who order at once from the same list, one is not refused', async () => {
  const ids = await added(5)
  for (let round = 0; round < 8; round++) {
    const before = await list()
    // Each another order than the one that stands: it moved by one place, by two, and so on.
    const orders = [1, 2, 3, 4].map((by) => {
      const current = idsOf(before)
      return [...current.slice(by), ...current.slice(0, by)]
    })
    const answers = await Promise.all(orders.map((wanted) => put(before.order, wanted)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const won = orders[answers.findIndex(({ status }) => status === 200)]
    expect(idsOf(await list())).toEqual(won)
    expect(won?.toSorted((a, b) => a - b)).toEqual(ids)
  }
})

test('a deleted one leaves no hole, however many add, order and delete at once', async () => {
  const ids = await added(6)
  const { order } = await list()
  const answers = await Promise.all([
    ...ids.slice(0, 4).map((bannerId) => remove(bannerId)),
    ...[1, 2, 3, 4].map((index) => save({ title: `New ${index}` })),
    put(order, ids.toReversed()),
    save({ bannerId: ids[5], title: 'Changed' }),
    remove(ids[4] ?? 0),
    remove(ids[4] ?? 0),
  ])
  expect(answers.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(
    answers
      .slice(10)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([200, 404])
  const { banners } = await list()
  expect(banners.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  expect(banners.map(({ title }) => title).toSorted()).toEqual([
    'Changed',
    'New 1',
    'New 2',
    'New 3',
    'New 4',
  ])
  expect((await trailOf(server, 'banner', ids[0] ?? 0)).at(-1)).toMatchObject({
    action: 'banner.deleted',
    before: { title: 'Banner 1' },
    after: null,
  })
})

test('one that leads to an offer, and the deletion of that offer, never both happen', async () => {
  for (let round = 0; round < 15; round++) {
    const offer = await server.call(offers.saveOffer, {
      token: marketing.token,
      body: {
        title: { en: 'Catalogue', hi: 'सूची पत्र' },
        text: { en: '', hi: '' },
        mediaId,
        audience: {},
        from: inDays(-1),
      },
    })
    const { offerId } = offer.body
    const [saved, deleted] = await Promise.all([
      save({ title: `To ${offerId}`, target: { to: 'offer', offerId } }),
      server.call(offers.deleteOffer, { token: marketing.token, params: { offerId } }),
    ])
    expect([saved.status, deleted.status].toSorted()).toEqual(
      saved.status === 200 ? [200, 409] : [200, 400],
    )
  }
  const words = (await list()).banners.map(({ targetWords }) => targetWords)
  expect(words.every((one) => one === 'Offer: Catalogue')).toBe(true)
})

test('hod reads and changes nothing; a member of staff without the page sees nothing', async () => {
  const [bannerId = 0] = await added(1)
  const hod = await server.staff('hod')
  expect(idsOf(await list(hod))).toEqual([bannerId])
  const tried = await Promise.all([save({}, hod), remove(bannerId, hod), put('x', [], hod)])
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 403])
  const finance = await server.staff('finance')
  expect((await server.call(contract.listBanners, { token: finance.token })).status).toBe(403)
})
