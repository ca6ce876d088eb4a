import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import * as contract from '../../../../contract/desk/offers.ts'
import { memberGifts } from '../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { inDays, makeMedia, type Item, type Staff } from './test-support.ts'

let server: TestServer
let admin: Staff
let catalogue: Item

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  catalogue = await makeMedia(server, 'document', 3)
})
afterAll(() => server.stop())

const offerOf = (changed: object = {}) => ({
  title: { en: 'Winter catalogue', hi: 'शीतकालीन सूची' },
  text: { en: 'All products', hi: 'सभी उत्पाद' },
  mediaId: catalogue.mediaId,
  audience: {},
  from: inDays(-1),
  ...changed,
})
async function offer(changed: object = {}): Promise<number> {
  const body = offerOf(changed)
  const answer = await server.call(contract.saveOffer, { token: admin.token, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.offerId
}

type Reading = Pick<Endpoint, 'method' | 'path'> & Endpoint
async function ask(endpoint: Reading, { token }: { token: string }, tag?: string | null) {
  const headers: Record<string, string> = tag ? { 'if-none-match': tag } : {}
  const answer = await server.raw(endpoint, { token, headers })
  return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() }
}

test('a member sees live offers in the member’s language, those that end first first', async () => {
  const english = await server.member('mason', 27)
  const hindi = await server.member('retailer', 9)
  await server.db
    .updateTable('member')
    .set({ language: 'hi' })
    .where('member_id', '=', hindi.memberId)
    .execute()
  const image = await makeMedia(server)
  const endless = await offer()
  const later = await offer({ to: inDays(9) })
  const to = inDays(2)
  const soon = await offer({ to, mediaId: image.mediaId, audience: { kinds: ['retailer'] } })
  await offer({ from: inDays(1) })
  await offer({ from: inDays(-2), to: inDays(-1) })
  await offer({ on: false })
  const seen = async ({ token }: { token: string }) =>
    (await server.call(contract.memberOffers, { token })).body.offers
  expect((await seen(english)).map(({ offerId }) => offerId)).toEqual([later, endless])
  expect((await seen(english))[1]).toEqual({
    offerId: endless,
    title: 'Winter catalogue',
    text: 'All products',
    pages: catalogue.pictures,
    to: null,
  })
  expect(await seen(hindi)).toMatchObject([
    { offerId: soon, pages: image.pictures, to },
    { offerId: later },
    { offerId: endless, title: 'शीतकालीन सूची', text: 'सभी उत्पाद' },
  ])
})

test('offers are tagged: a 304 while nothing changes, and a new tag for another language', async () => {
  const member = await server.member()
  const offerId = await offer({ title: { en: 'Tagged', hi: 'टैग' } })
  const first = await ask(contract.memberOffers, member)
  expect(first.status).toBe(200)
  expect(await ask(contract.memberOffers, member, first.tag)).toEqual({
    status: 304,
    tag: first.tag,
    text: '',
  })
  await offer({ offerId, title: { en: 'Tagged again', hi: 'टैग' } })
  const changed = await ask(contract.memberOffers, member, first.tag)
  expect(changed.status).toBe(200)
  await server.db
    .updateTable('member')
    .set({ language: 'hi' })
    .where('member_id', '=', member.memberId)
    .execute()
  const hindi = await ask(contract.memberOffers, member, changed.tag)
  expect(hindi.status).toBe(200)
  expect(hindi.text).toContain('टैग')
})

test('gifts have their text and photo, and a tag that goes with price, photo and stock', async () => {
  const member = await server.member()
  const photo = await makeMedia(server)
  const { token } = admin
  const body = { code: 'G-LAMP', name: 'Lamp', text: 'With a battery', points: 90, valuePaise: 900 }
  const { giftId } = (await server.call(contract.saveGiftItem, { token, body })).body
  const shown = { giftId, code: 'G-LAMP', name: 'Lamp', text: 'With a battery', points: 90 }
  const first = await ask(memberGifts, member)
  expect(JSON.parse(first.text)).toEqual({ items: [{ ...shown, available: false, pictures: [] }] })
  expect((await ask(memberGifts, member, first.tag)).status).toBe(304)

  const changed = { ...body, giftId, mediaId: photo.mediaId }
  await server.call(contract.saveGiftItem, { token, body: changed })
  const pictured = await ask(memberGifts, member, first.tag)
  const [pictures] = photo.pictures
  expect(JSON.parse(pictured.text)).toEqual({ items: [{ ...shown, available: false, pictures }] })

  const put = { idempotencyKey: 'a-delivery-1', change: 1, reason: 'A delivery' }
  await server.call(contract.changeGiftStock, { token, params: { giftId }, body: put })
  const available = await ask(memberGifts, member, pictured.tag)
  expect(JSON.parse(available.text)).toEqual({ items: [{ ...shown, available: true, pictures }] })
})
