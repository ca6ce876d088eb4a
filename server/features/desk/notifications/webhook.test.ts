import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listDeliveries } from '../../../../contract/desk/notifications.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { notifyByWebhook } from '../../platform/messages/notify.ts'
import { brokenInvariants } from '../users/test-support.ts'
import { TROUBLES_TO_HOLD } from './circuit.ts'
import * as support from './test-support.ts'
import { tickNotifications } from './clock.service.ts'
import { sendByWebhook } from './webhook-sender.service.ts'
import { claimWaiting } from './webhook.queries.ts'

let server: TestServer
let marketing: support.Sender
let receiver: support.Receiver
let many: number[]
const broken: string[] = []

beforeAll(async () => {
  receiver = await support.openReceiver()
  server = await testServer({
    ROLE: 'web',
    NOTIFY_WEBHOOK_URL: receiver.url,
    PROMOTION_HOURS: '0-24',
  })
  marketing = await server.staff('marketing')
  many = await support.manyMembers(server, 60)
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.state.reply = () => 200
})
afterEach(async () => {
  broken.push(...(await brokenInvariants(server)))
  await sql`update notification set state = 'stopped' where state = 'sending'`.execute(server.db)
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})

const detail = (notificationId: number) => support.detailOf(server, marketing, notificationId)
const webhookOf = async (notificationId: number) => (await detail(notificationId)).counts.webhook
const none = { waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
/** A message that everybody has in the inbox and that waits for the webhook. */
async function waiting(changed: object = {}): Promise<number> {
  const content = { channels: ['inbox', 'webhook'], ...changed }
  const notificationId = await support.begun(server, marketing, content)
  await support.toInbox(server, notificationId)
  return notificationId
}
const inSeconds = (seconds: number) => ({
  ...server.context,
  now: () => new Date(Date.now() + seconds * 1000),
})
const lastEvents = async (notificationId: number) =>
  (await detail(notificationId)).events.map(({ words, note }) => `${words}: ${note}`)

test('each member has it once, in their language, under a name of its own, and then it is sent', async () => {
  const notificationId = await waiting()
  expect(await detail(notificationId)).toMatchObject({
    state: 'sending',
    counts: { reached: 60, webhook: { ...none, waiting: 60 } },
  })
  await Promise.all([sendByWebhook(server.context), sendByWebhook(server.context)])
  expect(await detail(notificationId)).toMatchObject({
    state: 'sent',
    counts: { webhook: { ...none, sent: 60 } },
  })
  expect(receiver.twice()).toEqual([])
  expect(receiver.received).toHaveLength(60)
  for (const { notice, headers } of receiver.received) {
    const index = many.findIndex((id) => notice.deliveryId === `${notificationId}-${id}`)
    const isHindi = (index + 1) % 2 === 0
    expect(notice).toEqual({
      to: String(8_000_000_001 + index),
      title: isHindi ? 'दोगुने अंक' : 'Double points',
      body: isHindi ? 'इस सप्ताह हर स्कैन के दोगुने अंक।' : 'This week every scan counts twice.',
      language: isHindi ? 'hi' : 'en',
      notificationId,
      deliveryId: `${notificationId}-${many[index]}`,
    })
    expect(headers).toMatchObject({
      'idempotency-key': notice.deliveryId,
      'content-type': 'application/json',
    })
  }
})

test('what is refused fails with its reason, what broke is unknown, and neither is sent again', async () => {
  const notificationId = await waiting()
  const replies = new Map<string, number | 'cut'>([
    [`${notificationId}-${many[3]}`, 422],
    [`${notificationId}-${many[20]}`, 302],
    [`${notificationId}-${many[40]}`, 502],
    [`${notificationId}-${many[50]}`, 'cut'],
  ])
  receiver.state.reply = ({ deliveryId }) => replies.get(deliveryId) ?? 200
  await sendByWebhook(server.context)
  await tickNotifications(server.context)
  await sendByWebhook(server.context)
  expect(receiver.twice()).toEqual([])
  expect(await webhookOf(notificationId)).toEqual({ ...none, sent: 56, failed: 2, unknown: 2 })
  expect((await detail(notificationId)).state).toBe('sent')
  const troubles = (await support.rowsOf(server, notificationId)).filter(({ trouble }) => trouble)
  expect(troubles).toMatchObject([
    { memberId: many[3], webhook: 'failed', trouble: 'The webhook answered 422.' },
    { memberId: many[20], webhook: 'failed', trouble: 'The webhook answered 302.' },
    { memberId: many[40], webhook: 'unknown', trouble: 'The webhook answered 502.' },
    { memberId: many[50], webhook: 'unknown', trouble: expect.stringContaining('broke') },
  ])
  const query = { webhook: 'failed' }
  const listed = await server.call(listDeliveries, {
    token: marketing.token,
    params: { notificationId },
    query,
  })
  expect(listed.body.items.map(({ memberId }) => memberId)).toEqual([many[3], many[20]])
})

test('a webhook that is down is left alone for a while: few messages are lost to it', async () => {
  const notificationId = await waiting()
  receiver.state.reply = () => 500
  await sendByWebhook(server.context)
  const burnt = receiver.received.length
  expect(burnt).toBeGreaterThanOrEqual(TROUBLES_TO_HOLD)
  expect(burnt).toBeLessThan(TROUBLES_TO_HOLD + 10)
  expect(await webhookOf(notificationId)).toEqual({ ...none, waiting: 60 - burnt, unknown: burnt })
  await sendByWebhook(server.context)
  expect(receiver.received, 'before the wait is over').toHaveLength(burnt)
  // One message is tried after five seconds, then after ten more.
  await sendByWebhook(inSeconds(6))
  expect(receiver.received).toHaveLength(burnt + 1)
  await sendByWebhook(inSeconds(12))
  expect(receiver.received).toHaveLength(burnt + 1)
  receiver.state.reply = () => 200
  await sendByWebhook(inSeconds(17))
  expect(await webhookOf(notificationId)).toEqual({
    ...none,
    sent: 60 - burnt - 1,
    unknown: burnt + 1,
  })
  expect((await lastEvents(notificationId)).slice(-3)).toEqual([
    'The webhook does not take messages: the sending by it waits: The webhook answered 500.',
    'The webhook takes messages again: null',
    'Sent to everybody: null',
  ])
})

test('what surely never arrived is sent again: nobody listens, or it has too many', async () => {
  const notificationId = await waiting()
  const closed = await support.openReceiver()
  await closed.close()
  const nobody = { ...server.context.channels, notify: notifyByWebhook(closed.url) }
  await sendByWebhook({ ...server.context, channels: nobody })
  expect(await webhookOf(notificationId)).toEqual({ ...none, waiting: 60 })
  expect((await lastEvents(notificationId)).at(-1)).toMatch(/cannot be reached \(ECONNREFUSED\)/)
  let asked = 0
  receiver.state.reply = () =>
    ++asked > 5 ? { status: 429, headers: { 'retry-after': '40' } } : 200
  await sendByWebhook(inSeconds(6))
  const { sent } = await webhookOf(notificationId)
  expect(sent).toBe(5)
  receiver.state.reply = () => 200
  await sendByWebhook(inSeconds(40))
  expect(await webhookOf(notificationId), 'before the wait it asked for').toMatchObject({ sent })
  await sendByWebhook(inSeconds(47))
  expect(await webhookOf(notificationId)).toEqual({ ...none, sent: 60 })
})

test('what a dead process was sending is unknown after its lease, and never sent again', async () => {
  const notificationId = await waiting()
  const place = { notificationId, after: 0, limit: 4, at: new Date() }
  const claimed = await claimWaiting(server.db, place)
  expect(claimed.map(({ memberId }) => memberId)).toEqual(many.slice(0, 4))
  await tickNotifications(server.context)
  expect(await webhookOf(notificationId)).toEqual({ ...none, waiting: 56, sending: 4 })
  await sendByWebhook(server.context)
  expect((await detail(notificationId)).state, 'nobody knows yet').toBe('sending')
  await tickNotifications(inSeconds(61))
  expect(await detail(notificationId)).toMatchObject({
    state: 'sent',
    counts: { webhook: { ...none, sent: 56, unknown: 4 } },
  })
  const names = receiver.received.map(({ notice }) => notice.deliveryId)
  expect(names).not.toContain(`${notificationId}-${many[0]}`)
})

test('a stop stops the webhook too, and a resume goes on', async () => {
  const notificationId = await waiting()
  const stopped = Promise.withResolvers<number>()
  receiver.state.reply = () => {
    if (receiver.received.length === 15) {
      void support.stop(server, marketing, notificationId).then(({ status }) => {
        stopped.resolve(status)
      })
    }
    return 200
  }
  // Each answer takes a moment, so that the stop comes in the middle.
  const slow = {
    send: async (...told: Parameters<ReturnType<typeof notifyByWebhook>['send']>) => {
      const noticed = await notifyByWebhook(receiver.url).send(...told)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return noticed
    },
  }
  const channels = { ...server.context.channels, notify: slow }
  await sendByWebhook({ ...server.context, channels })
  expect(await stopped.promise).toBe(200)
  const had = receiver.received.length
  expect(had).toBeLessThan(50)
  await tickNotifications(server.context)
  await sendByWebhook(server.context)
  expect(receiver.received).toHaveLength(had)
  expect(await detail(notificationId)).toMatchObject({
    state: 'stopped',
    counts: { webhook: { ...none, sent: had, waiting: 60 - had } },
  })
  await support.resume(server, marketing, notificationId)
  await sendByWebhook(server.context)
  expect(receiver.twice()).toEqual([])
  expect(await webhookOf(notificationId)).toEqual({ ...none, sent: 60 })
})

test('the inbox goes on while the webhook takes what it has: neither makes the other give up', async () => {
  const content = { channels: ['inbox', 'webhook'] }
  const notificationId = await support.begun(server, marketing, content)
  const held = Promise.withResolvers<void>()
  const claiming = transaction(server.db, async (tx) => {
    await sql`select from notification where notification_id = ${notificationId} for share`.execute(
      tx,
    )
    held.resolve()
    await new Promise((resolve) => setTimeout(resolve, 400))
  })
  await held.promise
  await Promise.all([support.toInbox(server, notificationId, 7), claiming])
  expect((await detail(notificationId)).counts.reached).toBe(60)
  await sendByWebhook(server.context)
  expect((await detail(notificationId)).state).toBe('sent')
})

test('who was blocked after the inbox had it is not written to', async () => {
  const notificationId = await waiting()
  await sql`update member set blocked_reason = 'Fraud' where member_id = ${many[0]}`.execute(
    server.db,
  )
  await sendByWebhook(server.context)
  await sql`update member set blocked_reason = null`.execute(server.db)
  expect(await webhookOf(notificationId)).toEqual({ ...none, sent: 59, failed: 1 })
  expect(receiver.received).toHaveLength(59)
})

test('several messages share the time and ten places; a run that ends goes on in the next', async () => {
  const both = [await waiting(), await waiting()]
  let [atOnce, most] = [0, 0]
  const slow = {
    send: async (...told: Parameters<ReturnType<typeof notifyByWebhook>['send']>) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setTimeout(resolve, 60))
      return notifyByWebhook(receiver.url)
        .send(...told)
        .finally(() => atOnce--)
    },
  }
  const context = { ...server.context, channels: { ...server.context.channels, notify: slow } }
  await Promise.all([sendByWebhook(context, 300), sendByWebhook(context, 300)])
  expect(most, 'of any number of processes one sends').toBe(10)
  for (const one of both) expect((await webhookOf(one)).sent).toBeGreaterThan(0)
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where name = 'notification-webhook' and created_on > now() - interval '2 seconds'`.execute(
    server.db,
  )
  expect(rows[0]?.jobs).toBeGreaterThan(0)
  await sendByWebhook(server.context)
  for (const one of both) expect(await webhookOf(one)).toEqual({ ...none, sent: 60 })
  expect(receiver.twice()).toEqual([])
})

test('a setting that is gone lets it wait', async () => {
  const notificationId = await waiting()
  const channels = { ...server.context.channels, notify: null }
  await sendByWebhook({ ...server.context, channels })
  expect(await webhookOf(notificationId)).toEqual({ ...none, waiting: 60 })
  expect((await lastEvents(notificationId)).at(-1)).toMatch(/NOTIFY_WEBHOOK_URL/)
})

test('outside the hours of promotion it waits for them, and the inbox has it at once', async () => {
  const notificationId = await waiting()
  const by = (time: string, hours = { from: 10, to: 21 }) => ({
    ...server.context,
    config: { ...server.context.config, PROMOTION_HOURS: hours },
    now: () => new Date(`2099-03-04T${time}+05:30`),
  })
  await sendByWebhook(by('21:00:00'))
  await sendByWebhook(by('09:59:59'))
  await tickNotifications(by('23:00:00'))
  expect(receiver.received).toEqual([])
  expect(await detail(notificationId)).toMatchObject({
    state: 'sending',
    counts: { reached: 60, webhook: { ...none, waiting: 60 } },
  })
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
    where name = 'notification-webhook' and start_after > now() + interval '10 hours'`.execute(
    server.db,
  )
  expect(rows.map(({ seconds }) => seconds)).toEqual([13 * 3600])
  await sendByWebhook(by('20:59:00'))
  expect(await webhookOf(notificationId)).toEqual({ ...none, sent: 60 })
})

test('after each of these every invariant held', () => {
  expect(broken).toEqual([])
})
