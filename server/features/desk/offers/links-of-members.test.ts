import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveBanner } from '../../../../contract/desk/banners.ts'
import { saveOffer } from '../../../../contract/desk/offers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { makeMedia, type Staff } from './test-support.ts'

// What members open from banners and offers is held to the hosts of messages. See decision 0067.

let server: TestServer
let marketing: Staff
let mediaId: number

beforeAll(async () => {
  server = await testServer({ MESSAGE_LINK_HOSTS: 'hil.example' })
  marketing = await server.staff('marketing')
  mediaId = (await makeMedia(server)).mediaId
})
afterAll(() => server.stop())

const banner = (address: string) =>
  server.call(saveBanner, {
    token: marketing.token,
    body: {
      title: 'Diwali',
      mediaId,
      words: 'Double points at Diwali',
      target: { to: 'web', address },
      audience: {},
      from: new Date().toISOString(),
    },
  })
const offer = (words: { title?: string; text?: string }) => {
  const { title = 'Winter offer', text = '' } = words
  return server.call(saveOffer, {
    token: marketing.token,
    body: {
      title: { en: title, hi: 'सर्दी' },
      text: { en: text, hi: text },
      mediaId,
      audience: {},
      from: new Date().toISOString(),
    },
  })
}

// Succeeded on 25 November 2026: one login of marketing had a banner lead every member to a sign-in page
// of its own.
test.each([
  'https://hil-rewards.example/login',
  'https://hil.example.evil/login',
  'https://hil.example:8443/login',
  'https://хил.example/login',
])('a banner does not lead to %s', async (address) => {
  const { status, body } = await banner(address)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    fields: {
      'target.address': expect.stringMatching(/^Links for members lead to .*hil\.example only/),
    },
  })
})

test('it leads to a host that the server allows', async () => {
  expect((await banner('https://hil.example/diwali')).status).toBe(200)
})

test.each([
  [{ text: 'Sign in at hil-rewards.example/login' }, 'text.en'],
  [{ text: 'Pay to upi://pay?pa=x@y' }, 'text.en'],
  [{ title: 'See evil.example' }, 'title.en'],
])('an offer with %j is refused at its field', async (words, field) => {
  const { status, body } = await offer(words)
  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { [field]: expect.stringContaining('not allowed') } })
})

test('an offer may name an allowed host', async () => {
  expect((await offer({ text: 'More at hil.example/winter' })).status).toBe(200)
})
