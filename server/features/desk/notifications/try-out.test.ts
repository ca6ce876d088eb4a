import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNotification } from '../../../../contract/desk/notifications.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import * as support from './test-support.ts'

let server: TestServer
let marketing: support.Sender
let receiver: support.Receiver

beforeAll(async () => {
  receiver = await support.openReceiver()
  server = await testServer({ ROLE: 'web', NOTIFY_WEBHOOK_URL: receiver.url })
  marketing = await server.staff('marketing')
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})

test('a test goes to one number in both languages, marked, counted nowhere, and not without end', async () => {
  const { notificationId } = (await support.save(server, marketing)).body
  const tryOut = (mobile: string) =>
    server.call(testNotification, {
      token: marketing.token,
      params: { notificationId },
      body: { mobile },
    })
  expect((await tryOut('+91 98765 43210')).body.message).toBe(
    'Sent to 9876543210 in English and Hindi.',
  )
  expect(receiver.received.map(({ notice }) => [notice.to, notice.language, notice.title])).toEqual(
    [
      ['9876543210', 'en', '[Test] Double points'],
      ['9876543210', 'hi', '[परीक्षण] दोगुने अंक'],
    ],
  )
  const names = receiver.received.map(({ notice }) => notice.deliveryId)
  expect(new Set(names).size).toBe(2)
  expect(await support.detailOf(server, marketing, notificationId)).toMatchObject({
    state: 'draft',
    counts: { reached: 0 },
  })
  const trail = await server.db
    .selectFrom('audit')
    .select(['after', 'action'])
    .where('subject_id', '=', String(notificationId))
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(trail).toEqual({ action: 'notification.tested', after: { to: '••••••••10' } })
  receiver.state.reply = () => 500
  const refused = await tryOut('9876543210')
  expect(refused.status).toBe(503)
  expect(Object(refused.body).message).toMatch(/did not get through. The webhook answered 500/)
  receiver.state.reply = () => 200
  const more = await Promise.all(Array.from({ length: 20 }, () => tryOut('9876543210')))
  expect(more.filter(({ status }) => status === 429)).toHaveLength(2)
})
