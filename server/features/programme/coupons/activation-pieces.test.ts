import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blockBatch, getBatch, unblockBatch } from '../../../../contract/programme/batches.ts'
import * as contract from '../../../../contract/programme/coupons.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { withClient } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { batchKeyOf } from '../batches/batches.service.ts'
import { codesFor, countedCoupons, generated, team, type Team } from '../batches/test-support.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'
import { activateCoupons } from './activation.service.ts'
import { codeKeysOf } from '../batches/codes.ts'

const QUANTITY = 12_000
/** Serials of one transaction: the run of all is made of 5,000, 5,000 and 2,000. */
const PIECE = 5_000

let server: TestServer
let people: Team
let batchId: number
let codes: string[]

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
beforeEach(async () => {
  batchId = (await generated(server, people, { quantity: QUANTITY })).batchId
  codes = await codesFor(server, people, batchId)
})
afterAll(() => server.stop())

const change = (action: string, from = 1, to = QUANTITY) =>
  server.call(contract.activateCoupons, {
    token: people.worker.token,
    body: { batchId, from, to, action, device: 'Handheld 3', reason: 'Wrong lot' },
  })
const scanAs = (token: string, serial: number) =>
  server.call(scanCoupon, { token, body: { code: codes[serial - 1] } })

async function wholeAndCounted(): Promise<void> {
  const { body } = await server.call(getBatch, { token: people.checker.token, params: { batchId } })
  expect(body.counts).toEqual(await countedCoupons(server, batchId))
  const broken = await checkInvariants(
    async (text) => (await sql.raw<Record<string, unknown>>(text).execute(server.db)).rows,
  )
  expect(broken).toEqual([])
  const verdict = await server.db
    .transaction()
    .execute((tx) => verifyAudit(tx, server.context.keys))
  expect(verdict.broken).toBeNull()
}

async function recorded() {
  const changes = await server.db
    .selectFrom('coupon_change')
    .select(['from_serial', 'to_serial', 'changed', 'action'])
    .where('batch_id', '=', batchId)
    .orderBy('change_id')
    .execute()
  const audits = await server.db
    .selectFrom('audit')
    .select(['after', 'request_id'])
    .where('subject', '=', 'coupon_batch')
    .where('subject_id', '=', String(batchId))
    .where('action', 'like', 'coupons.%')
    .orderBy('seq')
    .execute()
  return {
    changes: changes.map((row) => [row.from_serial, row.to_serial, row.changed]),
    audits: audits.map(({ after }) => after),
    requests: new Set(audits.map((row) => row.request_id)).size,
  }
}

/** Holds the coupon of a serial, as a scan would that is just being settled, while `work` is done. */
async function whileHeld<T>(serial: number, work: () => Promise<T>): Promise<T> {
  const [key] = codeKeysOf(await batchKeyOf(server.context, batchId), batchId, serial, 1)
  return withClient(server.context.connection, async (client) => {
    await client.query('begin')
    await client.query('select from coupon where code_key = $1 for update', [key])
    try {
      return await work()
    } finally {
      await client.query('rollback')
    }
  })
}

/** The process of the database that waits for that coupon. */
async function waitingBackend(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like 'update "coupon"%'`.execute(server.db)
    if (rows[0]) return rows[0].pid
    await delay(25)
  }
  throw new Error('Nobody waits for the coupon.')
}

describe('a long run of serials', () => {
  test('is done in pieces, each on record, and answered with the sum', async () => {
    const done = await change('activate')
    expect(done).toMatchObject({ status: 200, body: { changed: QUANTITY, unchanged: [] } })
    const pieces = [
      [1, 5_000, 5_000],
      [5_001, 10_000, 5_000],
      [10_001, 12_000, 2_000],
    ]
    const { changes, audits, requests } = await recorded()
    expect(changes).toEqual(pieces)
    expect(audits).toEqual(
      pieces.map(([from, to, changed], index) => ({
        changeId: (done.body.changeId ?? 0) + index,
        from,
        to,
        changed,
        pieceOf: { from: 1, to: QUANTITY },
      })),
    )
    expect(requests).toBe(1)
    const shown = await server.call(getBatch, { token: people.checker.token, params: { batchId } })
    expect(shown.body.changes).toMatchObject([
      { changeId: done.body.changeId, fromSerial: 1, toSerial: QUANTITY, changed: QUANTITY },
    ])
    await wholeAndCounted()
  })

  test('leaves the coupons of the pieces before and after free to be scanned', async () => {
    await change('activate')
    const { token } = await server.member()
    let running: ReturnType<typeof change> | null = null
    await whileHeld(PIECE + 1, async () => {
      running = change('deactivate')
      await waitingBackend()
      // Of the first piece, which is done; of the third, which is not begun.
      expect((await scanAs(token, 7)).body.result).toBe('not_active')
      expect((await scanAs(token, PIECE * 2 + 7)).body.result).toBe('credited')
    })
    const done = await (running ?? change('deactivate'))
    expect(done.body).toMatchObject({
      changed: QUANTITY - 1,
      unchanged: [{ status: 'scanned', count: 1 }],
    })
    await wholeAndCounted()
  })

  test('cut off between two pieces is whole, and asking again finishes the rest', async () => {
    const cut = await whileHeld(PIECE + 1, async () => {
      const running = change('activate')
      await sql`select pg_terminate_backend(${await waitingBackend()}::int)`.execute(server.db)
      return running
    })
    expect(cut).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('5,000 coupons were activated before that') },
    })
    expect((await recorded()).changes).toEqual([[1, 5_000, 5_000]])
    expect(await countedCoupons(server, batchId)).toMatchObject({ printed: 7_000, active: 5_000 })
    await wholeAndCounted()

    const again = await change('activate')
    expect(again.body).toMatchObject({
      changed: 7_000,
      unchanged: [{ status: 'active', count: 5_000, why: 'Active already.' }],
    })
    expect((await recorded()).changes).toEqual([
      [1, 5_000, 5_000],
      [5_001, 10_000, 5_000],
      [10_001, 12_000, 2_000],
    ])
    const third = await change('activate')
    expect(third.body).toMatchObject({ changeId: null, changed: 0 })
    expect((await recorded()).changes).toHaveLength(3)
    await wholeAndCounted()
  })

  test('stops where the batch ends meanwhile, and says how far it came', async () => {
    const [early, late] = [new Date(), new Date(Date.now() + 1000 * 86_400_000)]
    const moments = [early, early, late]
    const { staffId } = people.worker
    const worker = await server.db
      .selectFrom('staff')
      .select(['email', 'name', 'plant_id as plantId'])
      .where('staff_id', '=', staffId)
      .executeTakeFirstOrThrow()
    const stopped = activateCoupons(
      { ...server.context, now: () => moments.shift() ?? late },
      { ...worker, kind: 'staff', role: 'worker', staffId, sessionHash: Buffer.alloc(32) },
      { batchId, from: 1, to: QUANTITY, action: 'activate' },
      { requestId: 'r', address: '127.0.0.1', userAgent: undefined },
    )
    await expect(stopped).rejects.toThrow(
      /^Batch \d+ expired on [\d-]+\. 10,000 coupons were activated before that\.$/,
    )
    await wholeAndCounted()
  })
})

test('blocking and unblocking a whole batch locks no coupon', async () => {
  await change('activate', 1, 10)
  const step = (endpoint: typeof blockBatch) =>
    server.call(endpoint, {
      token: people.second.token,
      params: { batchId },
      body: { note: 'Looked into' },
    })
  await whileHeld(3, async () => {
    expect((await step(blockBatch)).body.status).toBe('blocked')
    expect((await step(unblockBatch)).body.status).toBe('printed')
  })
  await wholeAndCounted()
})
