import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationDetail } from '../../contract/desk/notifications.ts'
import { transaction } from '../../server/db/database.ts'
import { verifyAudit } from '../../server/features/platform/audit/audit.service.ts'
import {
  LEASE_MS,
  tickNotifications,
} from '../../server/features/desk/notifications/clock.service.ts'
import * as support from '../../server/features/desk/notifications/test-support.ts'
import { checkInvariants } from '../../server/features/operations/verify/invariants.ts'
import { freePort, launch, type Launched } from '../../server/test/launch.ts'
import { testServer, type TestServer } from '../../server/test/server.ts'
import { ALL, FULL } from '../../server/test/trust.ts'

// A message to many members by both ways, while the process that sends it is killed during the inbox and
// during the webhook: each member has it once in the inbox, and nobody gets it twice by the webhook.

const MEMBERS = FULL ? 200_000 : ALL ? 30_000 : 15_000
/** By both ways: one in ten, so that the walk past members has many pieces in small too. */
const RECIPIENTS = MEMBERS / 10
const LIMIT_MS = FULL ? 1_200_000 : 60_000
const FEW_STATE = 9

let server: TestServer
let marketing: support.Sender
let port = 0
let worker: Launched | null = null
let receiver: support.Receiver
const got = new Map<string, number>()

beforeAll(async () => {
  receiver = await support.openReceiver(({ deliveryId }) => {
    got.set(deliveryId, (got.get(deliveryId) ?? 0) + 1)
    receiver.received.length = 0
    return 200
  })
  port = await freePort()
  server = await testServer({
    ROLE: 'web',
    NOTIFY_WEBHOOK_URL: receiver.url,
    PROMOTION_HOURS: '0-24',
  })
  marketing = await server.staff('marketing')
  await support.manyMembers(server, MEMBERS)
  await sql`update member set state = ${FEW_STATE} where member_id % 10 = 0`.execute(server.db)
  await sql`analyze member`.execute(server.db)
}, LIMIT_MS)
afterAll(async () => {
  await worker?.kill()
  await server?.stop()
  await receiver?.close()
})

const say = (line: string) => void (FULL && process.stdout.write(`${line}\n`))
const begin = async () => {
  worker = await launch(server, port, {
    NOTIFY_WEBHOOK_URL: receiver.url,
    PROMOTION_HOURS: '0-24',
  })
}
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

async function planned(channels: string[], audience: object): Promise<number> {
  const { body } = await support.save(server, marketing, { channels, audience })
  const { status, body: asked } = await support.schedule(server, marketing, body)
  expect(status).toBe(200)
  if (asked.state === 'proposed') {
    expect((await support.approve(server, await server.staff('hod'), body)).status).toBe(200)
  }
  return body.notificationId
}

async function until(
  notificationId: number,
  isThere: (found: NotificationDetail) => boolean,
): Promise<NotificationDetail> {
  for (const end = Date.now() + LIMIT_MS; ;) {
    const found = await support.detailOf(server, marketing, notificationId)
    if (isThere(found)) return found
    if (Date.now() > end) throw new Error(`It stays ${JSON.stringify(found.counts)}.`)
    await pause(FULL ? 100 : 15)
  }
}

/** Pieces of a small trial take a while as those of a large one do: a kill finds one under way. */
async function slowPieces(): Promise<void> {
  await sql`create function linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.15); return null; end $$`.execute(server.db)
  await sql`create trigger linger after insert on notification_delivery
    for each statement execute function linger()`.execute(server.db)
}

test(`${MEMBERS} members by the inbox, each once`, { timeout: LIMIT_MS }, async () => {
  await begin()
  const notificationId = await planned(['inbox'], {})
  const { startedAt, finishedAt } = await until(notificationId, ({ state }) => state === 'sent')
  const took = (Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')) / 1000
  say(`${MEMBERS} by the inbox: ${took.toFixed(1)} s`)
  expect((await support.rowsOf(server, notificationId)).length).toBe(MEMBERS)
  if (FULL) expect(took).toBeLessThan(60)
  await worker?.kill()
})

test(
  `${RECIPIENTS} members by both ways, the process killed twice: each has it once`,
  { timeout: 2 * LIMIT_MS, retry: 0 },
  async () => {
    if (!FULL) await slowPieces()
    await begin()
    const from = performance.now()
    const notificationId = await planned(['inbox', 'webhook'], { states: [FEW_STATE] })
    await until(notificationId, ({ counts }) => counts.reached > RECIPIENTS / 4)
    await worker?.kill()
    const half = await support.detailOf(server, marketing, notificationId)
    expect(half.counts.reached).toBeLessThan(RECIPIENTS)
    say(`killed during the inbox, ${half.counts.reached} have it: ${seconds(from)} s`)
    await begin()
    await until(notificationId, ({ counts }) => counts.reached === RECIPIENTS)
    say(`all have it in the inbox: ${seconds(from)} s`)
    await until(notificationId, ({ counts }) => counts.webhook.sent > RECIPIENTS / 3)
    await worker?.kill()
    const later = await support.detailOf(server, marketing, notificationId)
    expect(later.counts.webhook.waiting).toBeGreaterThan(0)
    say(`killed during the webhook, ${later.counts.webhook.sent} sent: ${seconds(from)} s`)
    await begin()
    await settled(notificationId)
    say(`all by the webhook: ${seconds(from)} s`)
    await expectOnce(notificationId)
    await expectSound()
  },
)

/** What the killed processes were sending is unknown a minute later: in small the minute is made. */
async function settled(notificationId: number): Promise<void> {
  await until(notificationId, ({ counts }) => counts.webhook.waiting === 0)
  if (!FULL) {
    await pause(300)
    const now = () => new Date(Date.now() + LEASE_MS + 1000)
    await tickNotifications({ ...server.context, now })
  }
  await until(notificationId, ({ state }) => state === 'sent')
}

async function expectOnce(notificationId: number): Promise<void> {
  const { counts } = await support.detailOf(server, marketing, notificationId)
  expect(counts).toMatchObject({ audience: RECIPIENTS, reached: RECIPIENTS })
  const { sent, unknown } = counts.webhook
  expect(counts.webhook).toEqual({ waiting: 0, sending: 0, sent, failed: 0, unknown })
  expect(sent + unknown).toBe(RECIPIENTS)
  say(`${sent} sent, ${unknown} unknown, ${got.size} got it`)
  expect(unknown).toBeLessThanOrEqual(2 * 20)
  expect([...got].filter(([, times]) => times > 1)).toEqual([])
  const rows = await support.rowsOf(server, notificationId)
  expect(new Set(rows.map(({ memberId }) => memberId)).size).toBe(RECIPIENTS)
  const missed = rows.filter(
    ({ memberId, webhook }) => webhook === 'sent' && !got.has(`${notificationId}-${memberId}`),
  )
  expect(missed).toEqual([])
}

async function expectSound(): Promise<void> {
  const broken = await checkInvariants(async (text) => {
    const { rows } = await server.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    return rows
  })
  expect(broken).toEqual([])
  const verdict = await transaction(server.db, (tx) => verifyAudit(tx, server.context.keys))
  expect(verdict.broken).toBeNull()
}
