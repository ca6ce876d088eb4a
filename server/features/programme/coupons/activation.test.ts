import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockBatch, getBatch } from '../../../../contract/programme/batches.ts'
import * as contract from '../../../../contract/programme/coupons.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  codesFor,
  countedCoupons,
  generated,
  requested,
  team,
  type Team,
} from '../batches/test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

type Range = { batchId: number; from: number; to: number; action?: string; reason?: string }
const withDefaults = (range: Range) => ({
  action: 'activate',
  ...(range.action === 'deactivate' && { reason: 'Wrong lot' }),
  ...range,
})
const activate = (range: Range, token = people.worker.token) =>
  server.call(contract.activateCoupons, { token, body: withDefaults(range) })
const preview = (range: Range, token = people.worker.token) =>
  server.call(contract.previewActivation, { token, body: withDefaults(range) })
const countsOf = async (batchId: number) => {
  const answer = await server.call(getBatch, { token: people.checker.token, params: { batchId } })
  return answer.body.counts
}

describe('activating a run of serials', () => {
  test('preview tells, activation does, again does nothing more', async () => {
    const { batchId } = await generated(server, people, { quantity: 5_000 })
    const range = { batchId, from: 101, to: 4_600 }
    expect((await preview(range)).body).toEqual({ changeId: null, changed: 4_500, unchanged: [] })
    expect(await countsOf(batchId)).toMatchObject({ printed: 5_000, active: 0 })

    const done = await activate({ ...range })
    expect(done.body).toMatchObject({ changed: 4_500, unchanged: [] })
    expect(done.body.changeId).toBeGreaterThan(0)
    expect(await countsOf(batchId)).toEqual(await countedCoupons(server, batchId))
    expect(await countsOf(batchId)).toMatchObject({ printed: 500, active: 4_500 })

    const again = await activate({ batchId, from: 1, to: 5_000 })
    expect(again.body).toMatchObject({
      changed: 500,
      unchanged: [{ status: 'active', count: 4_500, why: 'Active already.' }],
    })
    const nothing = await activate({ batchId, from: 1, to: 5_000 })
    expect(nothing.body).toMatchObject({ changeId: null, changed: 0 })
    const { body } = await server.call(getBatch, {
      token: people.checker.token,
      params: { batchId },
    })
    expect(body.changes.map(({ changed, fromSerial }) => [fromSerial, changed])).toEqual([
      [1, 500],
      [101, 4_500],
    ])
  })

  test('scanned, blocked and deactivated ones inside a run are told and left or moved', async () => {
    const { batchId } = await generated(server, people, { quantity: 20 })
    const codes = await codesFor(server, people, batchId)
    await activate({ batchId, from: 1, to: 10 })
    const member = await server.member()
    const scan = await server.call(scanCoupon, { token: member.token, body: { code: codes[2] } })
    expect(scan.body.result).toBe('credited')
    const found = await server.call(contract.findCoupon, {
      token: people.second.token,
      query: { q: codes[4] },
    })
    await server.call(contract.blockCoupon, {
      token: people.second.token,
      params: { couponKey: found.body.couponKey },
      body: { reason: 'Pack opened' },
    })
    const range = { batchId, from: 1, to: 20 }
    const expected = {
      changed: 10,
      unchanged: [
        { status: 'active', count: 8, why: 'Active already.' },
        { status: 'scanned', count: 1, why: 'Scanned by a member: its points are given.' },
        { status: 'blocked', count: 1, why: 'Blocked by staff; a worker cannot activate it.' },
      ],
    }
    expect((await preview(range)).body).toMatchObject(expected)
    expect((await activate(range)).body).toMatchObject(expected)
    const off = { batchId, from: 1, to: 20, action: 'deactivate' }
    expect((await preview(off)).body.changed).toBe(18)
    expect((await activate(off)).body.changed).toBe(18)
    expect(await countsOf(batchId)).toEqual({
      printed: 0,
      active: 0,
      deactivated: 18,
      scanned: 1,
      blocked: 1,
    })
    expect(await countsOf(batchId)).toEqual(await countedCoupons(server, batchId))
  })

  test('activations, deactivations and scans at once: the counts stay the coupons', async () => {
    const { batchId } = await generated(server, people, { quantity: 3_000 })
    const codes = await codesFor(server, people, batchId)
    expect((await activate({ batchId, from: 1, to: 1_500 })).body).toMatchObject({ changed: 1_500 })
    const members = await Promise.all(Array.from({ length: 10 }, () => server.member()))
    const scans = members.flatMap(({ token }, index) =>
      codes
        .filter((_, serial) => serial % 90 === index * 9)
        .map((code) => server.call(scanCoupon, { token, body: { code } })),
    )
    const changes = [
      activate({ batchId, from: 1_000, to: 3_000 }),
      activate({ batchId, from: 1, to: 800, action: 'deactivate' }),
      activate({ batchId, from: 500, to: 2_500, action: 'deactivate' }),
      activate({ batchId, from: 1, to: 3_000 }),
    ]
    const results = await Promise.all(scans)
    const changed = await Promise.all(changes)
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const credited = results.filter(({ body }) => body.result === 'credited').length
    expect(credited).toBeGreaterThan(0)
    const counts = await countsOf(batchId)
    expect(counts.scanned).toBe(credited)
    expect(counts).toEqual(await countedCoupons(server, batchId))
    const told = await server.db
      .selectFrom('coupon_change')
      .select('changed')
      .where('batch_id', '=', batchId)
      .execute()
    const moved = changed.reduce((sum, { body }) => sum + body.changed, 1_500)
    expect(told.reduce((sum, row) => sum + row.changed, 0)).toBe(moved)
  })
})

describe('what is refused', () => {
  test("another plant's lot, to preview and to activate", async () => {
    const { batchId } = await generated(server, people)
    const plant = { code: 'P2', name: 'Second plant', state: 24, city: 'Surat' }
    const { plant_id } = await server.db
      .insertInto('plant')
      .values(plant)
      .returning('plant_id')
      .executeTakeFirstOrThrow()
    const other = await server.staff('worker', plant_id)
    const refusal = {
      status: 403,
      body: { message: `Batch ${batchId} belongs to another plant.` },
    }
    expect(await activate({ batchId, from: 1, to: 5 }, other.token)).toMatchObject(refusal)
    expect(await preview({ batchId, from: 1, to: 5 }, other.token)).toMatchObject(refusal)
    expect(await countedCoupons(server, batchId)).toMatchObject({ printed: 50, active: 0 })
    const lots = await server.call(contract.plantBatches, { token: other.token })
    expect(lots.body.items).toEqual([])
    const own = await server.call(contract.plantBatches, { token: people.worker.token })
    expect(own.body.items.map((lot) => lot.batchId)).toContain(batchId)
  })

  test('a lot that is not generated, blocked or expired', async () => {
    const raw = await requested(server, people)
    expect(await activate({ batchId: raw.batchId, from: 1, to: 5 })).toMatchObject({
      status: 409,
      body: {
        message: `Batch ${raw.batchId} has no coupons: it is not generated.`,
        reason: 'batch_not_ready',
      },
    })
    const { batchId } = await generated(server, people)
    await server.call(blockBatch, {
      token: people.second.token,
      params: { batchId },
      body: { note: 'Lot recalled' },
    })
    expect(await preview({ batchId, from: 1, to: 5 })).toMatchObject({
      status: 409,
      body: {
        message: `Batch ${batchId} is blocked: its coupons stay as they are.`,
        reason: 'batch_blocked',
      },
    })
    const old = await generated(server, people)
    await server.db
      .updateTable('coupon_batch')
      .set({ expires_at: new Date('2026-01-31T18:30:00Z') })
      .where('batch_id', '=', old.batchId)
      .execute()
    expect(await activate({ batchId: old.batchId, from: 1, to: 5 })).toMatchObject({
      status: 409,
      body: {
        message: `Batch ${old.batchId} expired on 2026-01-31.`,
        reason: 'batch_expired',
      },
    })
  })

  const table: [string, Partial<Range>, number, string | null, string][] = [
    ['a serial past the last', { to: 51 }, 400, 'to', 'This batch has the serials 1 to 50.'],
    ['a run backwards', { from: 9, to: 8 }, 400, 'to', 'must not be before the first'],
    ['serial 0', { from: 0 }, 400, 'from', 'Serials begin at 1.'],
    ['a run too long', { to: 100_001 }, 400, 'to', 'At most 100,000 coupons at once.'],
    ['an unknown batch', { batchId: 999_999 }, 404, null, 'Batch 999999 was not found.'],
    ['another action', { action: 'scan' }, 400, 'action', ''],
    [
      'deactivating without a reason',
      { action: 'deactivate', reason: '' },
      400,
      'reason',
      'Write why these coupons are deactivated.',
    ],
  ]
  test.each(table)('%s', async (_, changed, status, field, sentence) => {
    const { batchId } = await generated(server, people)
    for (const answer of [
      await activate({ batchId, from: 1, to: 5, ...changed }),
      await preview({ batchId, from: 1, to: 5, ...changed }),
    ]) {
      expect(answer.status).toBe(status)
      const body = answer.body as unknown as { message: string; fields?: Record<string, string> }
      expect(Object.keys(body.fields ?? {})).toEqual(field === null ? [] : [field])
      expect(field === null ? body.message : body.fields?.[field]).toContain(sentence)
    }
    expect(await countedCoupons(server, batchId)).toMatchObject({ printed: 50 })
  })

  test('staff who are no workers', async () => {
    const answer = await activate({ batchId: 1, from: 1, to: 5 }, people.second.token)
    expect(answer.status).toBe(403)
  })
})
