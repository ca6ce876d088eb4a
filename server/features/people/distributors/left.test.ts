import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveBanner } from '../../../../contract/desk/banners.ts'
import {
  createDistributor,
  deactivateDistributor,
} from '../../../../contract/people/distributors.ts'
import { saveNotification } from '../../../../contract/desk/notifications.ts'
import { saveOffer } from '../../../../contract/desk/offers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { contentOf } from '../../desk/notifications/test-support.ts'
import { EVERYBODY, inDays, makeMedia } from '../../desk/offers/test-support.ts'

// What is shown and sent to members: schemes are looked at in scheme-drafts.test.ts.

let server: TestServer
let token: string
let mediaId: number
beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  token = (await server.staff('almond team')).token
  mediaId = (await makeMedia(server, 'image')).mediaId
})
afterAll(() => server.stop())

let made = 0
async function distributor(): Promise<{ distributorId: number; words: string }> {
  made += 1
  const body = { code: `L${made}`, name: `Firm ${made}`, state: 27, city: 'Pune' }
  const { distributorId } = (await server.call(createDistributor, { token, body })).body
  return { distributorId, words: `Firm ${made} (L${made}) is deactivated: take it out.` }
}
const leave = (distributorId: number) =>
  server.call(deactivateDistributor, {
    token,
    params: { distributorId },
    body: { reason: 'Gave the shop up' },
  })

const times = { from: inDays(-1) }
const text = (en: string) => ({ en, hi: en })
const SAVES = {
  banner: (body: object) =>
    server.call(saveBanner, {
      token,
      body: {
        title: 'Diwali',
        words: 'Diwali points',
        mediaId,
        target: { to: 'nothing' },
        ...times,
        ...body,
      },
    }),
  offer: (body: object) =>
    server.call(saveOffer, {
      token,
      body: { title: text('Winter'), text: text('Winter list'), mediaId, ...times, ...body },
    }),
  message: (body: object) =>
    server.call(saveNotification, {
      token,
      body: { ...contentOf(), idempotencyKey: randomUUID(), ...body },
    }),
}

test.each(['banner', 'offer', 'message'] as const)(
  '%s: for no distributor that left, but keeps one that it had',
  async (kind) => {
    const save = SAVES[kind]
    const { distributorId, words } = await distributor()
    const audience = { ...EVERYBODY, distributorIds: [distributorId] }
    const before = await save({ audience })
    expect(before.status, JSON.stringify(before.body)).toBe(200)
    await leave(distributorId)
    expect(await save({ audience })).toMatchObject({
      status: 400,
      body: { fields: { 'audience.distributorIds': words } },
    })
    const names = ['bannerId', 'offerId', 'notificationId', 'version']
    const named = Object.fromEntries(
      Object.entries(before.body).filter(([name]) => names.includes(name)),
    )
    const kept = await save({ ...named, audience: { ...audience, states: [27] } })
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
  },
)
