import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/batches.ts'
import { codeKeysOf } from './codes.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { generateBatch } from './batch-generation.service.ts'
import { batchKeyOf } from './batches.service.ts'
import { countedCoupons, generated, requested, team, waitFor, type Team } from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const approve = (batchId: number) =>
  server.call(contract.approveBatch, {
    token: people.checker.token,
    params: { batchId },
    body: {},
  })

async function keysInTable(batchId: number) {
  const rows = await server.db
    .selectFrom('coupon')
    .select('code_key')
    .where('batch_id', '=', batchId)
    .orderBy('serial')
    .execute()
  return rows.map((row) => row.code_key)
}

describe('making the coupons again', () => {
  test('goes on where an earlier run was killed', async () => {
    const { batchId } = await requested(server, people, { quantity: 9_000 })
    const key = await batchKeyOf(server.context, batchId)
    const keys = codeKeysOf(key, batchId, 1, 9_000)
    const left = keys.slice(0, 4_000).map((code_key, index) => ({
      code_key,
      batch_id: batchId,
      serial: index + 1,
      activated_at: null,
      scanned_at: null,
      scanned_by: null,
      scanned_points: null,
    }))
    await server.db.insertInto('coupon').values(left).execute()
    await approve(batchId)
    const batch = await waitFor(server, people, batchId, (b) => b.status === 'generated')
    expect(batch).toMatchObject({ generated: 9_000, counts: { printed: 9_000 } })
    expect(await keysInTable(batchId)).toEqual(keys)
  })

  test('changes nothing once it is done, however often and however many at once', async () => {
    const { batchId } = await generated(server, people, { quantity: 100 })
    const never = new AbortController().signal
    await Promise.all([1, 2, 3].map(() => generateBatch(server.context, batchId, never)))
    const batch = await waitFor(server, people, batchId, () => true)
    expect(batch.events.filter(({ action }) => action === 'generate')).toHaveLength(1)
    expect(await countedCoupons(server, batchId)).toEqual(batch.counts)
  })

  test('two runs of one batch at once make its coupons once', async () => {
    const { batchId } = await requested(server, people, { quantity: 5_000 })
    await server.db
      .updateTable('coupon_batch')
      .set({ status: 'approved' })
      .where('batch_id', '=', batchId)
      .execute()
    const never = new AbortController().signal
    await Promise.all([1, 2, 3].map(() => generateBatch(server.context, batchId, never)))
    const batch = await waitFor(server, people, batchId, () => true)
    expect(batch).toMatchObject({ status: 'generated', counts: { printed: 5_000 } })
    expect(batch.events.filter(({ action }) => action === 'generate')).toHaveLength(1)
  })
})

test('a failure is told in words and can be tried again by hand', async () => {
  const { batchId } = await requested(server, people)
  const { sealed_key } = await server.db
    .selectFrom('coupon_batch')
    .select('sealed_key')
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  const setKey = (key: Buffer) =>
    server.db
      .updateTable('coupon_batch')
      .set({ sealed_key: key })
      .where('batch_id', '=', batchId)
      .execute()
  const retry = () =>
    server.call(contract.retryBatch, {
      token: people.checker.token,
      params: { batchId },
      body: { note: 'The key is back' },
    })

  await setKey(Buffer.from('not a key'))
  await approve(batchId)
  const failed = await waitFor(server, people, batchId, (b) => b.failure !== null)
  expect(failed.status).toBe('approved')
  expect(failed.failure).toMatch(/^The coupons could not be stored\. Nothing is lost/)
  await setKey(sealed_key)
  expect((await retry()).body).toMatchObject({ status: 'approved', failure: null })
  const done = await waitFor(server, people, batchId, (b) => b.status === 'generated')
  expect(done).toMatchObject({ failure: null, counts: { printed: 50 } })
  const again = await retry()
  expect(again.status).toBe(409)
})

test('the retry of a generation that did not fail is refused', async () => {
  const { batchId } = await requested(server, people)
  const answer = await server.call(contract.retryBatch, {
    token: people.checker.token,
    params: { batchId },
    body: {},
  })
  expect(answer).toMatchObject({ status: 409 })
})

describe('the list', () => {
  const list = (query: Record<string, unknown>) =>
    server.call(contract.listBatches, { token: people.checker.token, query })

  test('finds by number, by letters, and nothing by nonsense', async () => {
    const batch = await requested(server, people)
    for (const q of [String(batch.batchId), batch.letters, batch.letters.toLowerCase()]) {
      const { body } = await list({ q })
      expect(body.items.map(({ batchId }) => batchId)).toContain(batch.batchId)
    }
    expect((await list({ q: 'no such thing', count: 'yes' })).body).toMatchObject({
      items: [],
      count: 0,
    })
  })

  test('pages by key in each order, joined they are all rows once', async () => {
    const all = (await list({ limit: 200 })).body
    const ids = all.items.map(({ batchId }) => batchId)
    for (const sort of ['newest', 'oldest', 'largest']) {
      const found: number[] = []
      let after: string | null = null
      do {
        const { body }: Awaited<ReturnType<typeof list>> = await list({
          sort,
          limit: 2,
          ...(after && { after }),
        })
        found.push(...body.items.map(({ batchId }) => batchId))
        after = body.next
      } while (after)
      expect(found.toSorted()).toEqual(ids.toSorted())
      if (sort === 'newest') expect(found).toEqual(ids)
      if (sort === 'oldest') expect(found).toEqual(ids.toReversed())
    }
  })

  test('filters by status, plant, product and day', async () => {
    const { body } = await list({ status: ['generated'], limit: 200 })
    expect(body.items.length).toBeGreaterThan(0)
    expect(body.items.every(({ status }) => status === 'generated')).toBe(true)
    expect((await list({ plant: 32_000_000 })).body.items).toEqual([])
    expect((await list({ product: 2_147_483_647 })).body.items).toEqual([])
    expect((await list({ to: '2020-01-01', count: 'yes' })).body.count).toBe(0)
    expect(await list({ from: '2026-02-02', to: '2026-02-01' })).toMatchObject({
      status: 400,
      body: { fields: { to: 'The last day must not be before the first.' } },
    })
    expect(await list({ after: 'somewhere' })).toMatchObject({ status: 400 })
  })
})
