import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockBatch, getBatch } from '../../../../contract/programme/batches.ts'
import { formatCode } from '../../../../contract/programme/code.ts'
import * as contract from '../../../../contract/programme/coupons.ts'
import { SCAN_RESULTS, reverseScan, scanCoupon } from '../../../../contract/programme/scans.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  codesFor,
  countedCoupons,
  generated,
  requested,
  team,
  type Team,
} from '../batches/test-support.ts'
import { batchesNamed } from '../batches/batch-name.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const find = (q: string) =>
  server.call(contract.findCoupon, { token: people.second.token, query: { q } })
const act = (endpoint: typeof contract.blockCoupon, couponKey: string, reason = 'Pack torn open') =>
  server.call(endpoint, { token: people.second.token, params: { couponKey }, body: { reason } })
const check = (code: string) => server.call(contract.checkCode, { params: { code } })

/** A batch of 20 whose first 10 coupons are active. */
async function activeBatch() {
  const { batchId } = await generated(server, people, { quantity: 20 })
  const codes = await codesFor(server, people, batchId)
  await server.call(contract.activateCoupons, {
    token: people.worker.token,
    body: { batchId, from: 1, to: 10, action: 'activate', device: 'Handheld 3' },
  })
  return { batchId, codes, code: (serial: number) => codes[serial - 1] ?? '' }
}

const consistent = async (batchId: number) => {
  const { body } = await server.call(getBatch, {
    token: people.checker.token,
    params: { batchId },
  })
  expect(body.counts).toEqual(await countedCoupons(server, batchId))
}

describe('finding a coupon', () => {
  test('by code, by QR address, by batch number and by its letters: the same coupon', async () => {
    const { batchId, code } = await activeBatch()
    const { body: story } = await find(code(3))
    expect(story).toMatchObject({ batchId, serial: 3, status: 'active', expired: false })
    const ways = [
      formatCode(code(3)).toLowerCase(),
      ` ${formatCode(code(3)).replaceAll('-', ' ')} `,
      `https://anything.example/c/${code(3)}`,
      `${batchId}/3`,
      `${story.letters} / 3`,
    ]
    for (const way of ways) expect((await find(way)).body.couponKey).toBe(story.couponKey)
  })

  test('tells the whole story: batch, activation, each attempt, the points', async () => {
    const { code } = await activeBatch()
    const winner = await server.member()
    const other = await server.member('painter', 24)
    for (const { token } of [winner, other, winner]) {
      await server.call(scanCoupon, { token, body: { code: code(4), device: 'Moto G' } })
    }
    const { body } = await find(code(4))
    expect(body.status).toBe('scanned')
    expect(body.scannedBy).toEqual({
      memberId: winner.memberId,
      code: `M${winner.mobile}`,
      name: 'Ramesh Kumar',
      mobile: `••••••${winner.mobile.slice(-4)}`,
      state: 27,
    })
    expect(body.scannedPoints).toBe(40)
    expect(body.timeline.map(({ title }) => title)).toEqual([
      'Batch requested',
      'Batch approved',
      'Coupons of the batch made',
      'Print file given out',
      'Activated',
      'Scanned: points credited',
      '40 points added',
      'Scanned by somebody else: taken already',
      'Scanned again by its owner',
    ])
    expect(body.timeline.find(({ title }) => title === 'Activated')).toMatchObject({
      detail: 'Serials 1 to 10 · Device Handheld 3',
      by: 'Test worker',
    })
    expect(body.timeline.find(({ kind }) => kind === 'points')?.detail).toBe(
      'Then 40 available, 0 held',
    )
    expect(JSON.stringify(body.timeline)).not.toContain(winner.mobile.slice(0, 6))
  })

  test('the credit is told among thousands of refused attempts, and how many are not', async () => {
    const { batchId, code } = await activeBatch()
    const winner = await server.member()
    const other = await server.member('painter', 24)
    await server.call(scanCoupon, { token: winner.token, body: { code: code(6) } })
    const { body: before } = await find(code(6))
    const at = new Date(before.scannedAt ?? 0)
    /** Attempts that came too late, one in each millisecond. */
    const refuse = async (count: number, after: number) => {
      const from = new Date(at.getTime() + after)
      await sql`
        insert into scan (id, code_key, occurred_at, recorded_at, member_id, batch_id, serial,
          points, result, state)
        select ${firstIdAt(from)}::bigint + (n << 22), ${before.couponKey}::uuid, moment, moment,
          ${other.memberId}, ${batchId}, 6, 0, ${SCAN_RESULTS.already_scanned}, 24
        from generate_series(0::bigint, ${count}::bigint - 1) n,
          lateral (select ${from}::timestamptz + n * interval '1 ms' as moment) m`.execute(
        server.db,
      )
    }
    await refuse(400, -500)
    expect((await find(code(6))).body.timeline.map(({ title }) => title)).toContain(
      'Scanned: points credited',
    )
    await refuse(450, 1_000)
    const { body } = await find(code(6))
    const told = body.timeline
      .filter(({ kind }) => kind === 'scan' || kind === 'points')
      .map(({ title }) => title)
    const refused = 'Scanned by somebody else: taken already'
    expect(told).toEqual([
      ...Array.from({ length: 150 }, () => refused),
      '550 more refused attempts: see QR Scan Histories',
      'Scanned: points credited',
      '40 points added',
      ...Array.from({ length: 150 }, () => refused),
    ])
    await refuse(9_500, 2_000)
    expect((await find(code(6))).body.timeline.map(({ title }) => title)).toContain(
      'At least 9,701 more refused attempts: see QR Scan Histories',
    )
  })

  test('a coupon that was reversed and won again tells both credits', async () => {
    const { batchId, code } = await activeBatch()
    await server.db
      .updateTable('coupon_batch')
      .set({ sent_to_state: 9 })
      .where('batch_id', '=', batchId)
      .execute()
    const [first, second] = [await server.member(), await server.member('painter', 9)]
    await delay(1_100)
    await server.call(scanCoupon, { token: first.token, body: { code: code(7) } })
    const { scan_id: scanId } = await server.db
      .selectFrom('scan')
      .select('id as scan_id')
      .where('member_id', '=', first.memberId)
      .executeTakeFirstOrThrow()
    await server.call(reverseScan, {
      token: people.second.token,
      params: { memberId: first.memberId, scanId },
      body: { reason: 'other', note: 'Not sold there' },
    })
    await server.call(scanCoupon, { token: second.token, body: { code: code(7) } })
    const { body } = await find(code(7))
    expect(body.scannedBy?.memberId).toBe(second.memberId)
    expect(body.timeline.map(({ title }) => title).slice(-6)).toEqual([
      'Scanned: points credited',
      '40 points held for a review',
      'Scan reversed',
      '40 points taken back',
      'Scanned: points credited',
      '40 points added',
    ])
  })

  test('a run that passed over a coupon says that it stayed', async () => {
    const { batchId, code } = await activeBatch()
    await act(contract.blockCoupon, (await find(code(5))).body.couponKey)
    await server.call(contract.activateCoupons, {
      token: people.worker.token,
      body: { batchId, from: 1, to: 20, action: 'activate' },
    })
    const { body } = await find(code(5))
    expect(body.timeline.map(({ title }) => title).slice(-3)).toEqual([
      'Activated',
      'Blocked',
      'An activation left this coupon blocked',
    ])
  })

  const nonsense: [string, number, string][] = [
    ['hello', 400, 'This is neither a code'],
    ['K7Q2-M9XT-4B6N-8DHW9', 400, 'This is neither a code'],
    ['12/', 400, 'This is neither a code'],
    ['12/0x1', 400, 'This is neither a code'],
    ['https://hil.example/about', 400, 'This is neither a code'],
    ["'; drop table coupon; --", 400, 'This is neither a code'],
    ['999999/1', 404, 'There is no batch 999999.'],
    ['0/1', 404, 'There is no batch 0.'],
    ['00000000000000000', 404, 'No coupon of ours has this code.'],
  ]
  test.each(nonsense)('%s', async (q, status, sentence) => {
    const answer = await find(q)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ message: expect.stringContaining(sentence) })
    if (status === 400) expect(answer.body).toMatchObject({ fields: { q: expect.any(String) } })
  })

  test('an empty search and one too long', async () => {
    expect(await find('  ')).toMatchObject({
      status: 400,
      body: { fields: { q: 'Type a code, or a batch and a serial.' } },
    })
    expect((await find('1'.repeat(301))).status).toBe(400)
  })

  test('a serial past the last, and a batch without coupons', async () => {
    const { batchId } = await activeBatch()
    expect((await find(`${batchId}/21`)).body).toMatchObject({
      message: `Batch ${batchId} has the serials 1 to 20: there is no 21.`,
    })
    expect((await find(`${batchId}/0`)).status).toBe(404)
    const raw = await requested(server, people)
    expect((await find(`${raw.batchId}/1`)).status).toBe(404)
  })
})

test('a batch is named by its number or its letters', () => {
  expect(batchesNamed('1042')).toEqual([1042, 32_898])
  expect(batchesNamed('0042')).toEqual([130, 42])
  expect(batchesNamed('10rj')).toEqual([33_554])
  expect(batchesNamed('OOIO')).toEqual([32])
  expect(batchesNamed('12')).toEqual([12])
  expect(batchesNamed('UUUU')).toEqual([])
  expect(batchesNamed('0')).toEqual([])
  expect(batchesNamed('9999999')).toEqual([])
  expect(batchesNamed('ZZZZ')).toEqual([])
})

describe('blocking a coupon', () => {
  test('blocks from each state before a scan; unblocked it is deactivated', async () => {
    const { batchId, code } = await activeBatch()
    for (const serial of [2, 15]) {
      const { couponKey } = (await find(code(serial))).body
      const blocked = await act(contract.blockCoupon, couponKey)
      expect(blocked).toMatchObject({ status: 200, body: { status: 'blocked' } })
      expect(await act(contract.blockCoupon, couponKey)).toMatchObject({
        status: 409,
        body: { message: 'This coupon is blocked already.' },
      })
      await consistent(batchId)
    }
    const member = await server.member()
    const scan = () => server.call(scanCoupon, { token: member.token, body: { code: code(2) } })
    expect((await scan()).body.result).toBe('blocked')
    const { couponKey } = (await find(code(2))).body
    const unblocked = await act(contract.unblockCoupon, couponKey.toUpperCase(), 'Pack is sound')
    expect(unblocked.body).toMatchObject({ status: 'deactivated' })
    expect(unblocked.body.timeline.at(-1)).toMatchObject({
      title: 'Unblocked',
      detail: 'Pack is sound',
    })
    expect((await scan()).body.result).toBe('not_active')
    expect(await act(contract.unblockCoupon, couponKey)).toMatchObject({
      status: 409,
      body: { message: 'This coupon is not blocked.' },
    })
    await consistent(batchId)
    const trail = await server.db
      .selectFrom('audit')
      .select(['action', 'before', 'after', 'reason'])
      .where('subject_id', '=', `${batchId}/2`)
      .orderBy('seq')
      .execute()
    expect(trail).toMatchObject([
      { action: 'coupon.blocked', before: { status: 'active' }, reason: 'Pack torn open' },
      { action: 'coupon.unblocked', before: { status: 'blocked' }, reason: 'Pack is sound' },
    ])
  })

  test('a scanned one is final', async () => {
    const { batchId, code } = await activeBatch()
    const member = await server.member()
    await server.call(scanCoupon, { token: member.token, body: { code: code(1) } })
    const { couponKey } = (await find(code(1))).body
    expect(await act(contract.blockCoupon, couponKey)).toMatchObject({
      status: 409,
      body: {
        message: 'This coupon was scanned and its points are given: it cannot be blocked.',
      },
    })
    await consistent(batchId)
  })

  test('a scan and a block at once: one of them wins, the counts tell which', async () => {
    const { batchId, code } = await activeBatch()
    const member = await server.member()
    for (let serial = 1; serial <= 10; serial++) {
      const { couponKey } = (await find(code(serial))).body
      const [scan, block] = await Promise.all([
        server.call(scanCoupon, { token: member.token, body: { code: code(serial) } }),
        act(contract.blockCoupon, couponKey),
      ])
      expect([scan.body.result, block.status]).toBeOneOf([
        ['credited', 409],
        ['blocked', 200],
      ])
    }
    await consistent(batchId)
  })

  const unknownKey = '000fffff-0000-0000-0000-000000000000'
  const refused: [string, string, string, number, string][] = [
    ['a key that is none', 'first', 'Pack torn', 400, 'This is not the key of a coupon.'],
    ['an unknown key', unknownKey, 'Pack torn', 404, 'No coupon of ours has this code.'],
    [
      'a key beyond all batches',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      'Pack torn',
      404,
      'No coupon of ours has this code.',
    ],
    ['no reason', unknownKey, '  ', 400, 'The reason: a few words.'],
  ]
  test.each(refused)('%s', async (_, key, reason, status, sentence) => {
    const answer = await act(contract.blockCoupon, key, reason)
    expect(answer).toMatchObject({ status, body: { message: sentence } })
  })

  test('not by those who may only look', async () => {
    const { token } = await server.staff('hod')
    const answer = await server.call(contract.blockCoupon, {
      token,
      params: { couponKey: unknownKey },
      body: { reason: 'Pack torn' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('what anybody may ask of a code', () => {
  test('usable, used, not usable, unknown, and no more', async () => {
    const { batchId, code } = await activeBatch()
    const member = await server.member()
    await server.call(scanCoupon, { token: member.token, body: { code: code(1) } })
    const told = async (text: string) => (await check(text)).body
    const productName = 'Test product'
    expect(await told(code(1))).toEqual({ genuine: true, state: 'used', productName })
    expect(await told(formatCode(code(2)))).toEqual({ genuine: true, state: 'usable', productName })
    expect(await told(code(12))).toEqual({ genuine: true, state: 'not_usable', productName })
    const nobody = { genuine: false, state: 'unknown', productName: null }
    expect(await told('K7Q2')).toEqual(nobody)
    expect(await told('00000000000000000')).toEqual(nobody)
    expect(await told(`${batchId}/2`)).toEqual(nobody)
    await server.call(blockBatch, {
      token: people.second.token,
      params: { batchId },
      body: { note: 'Lot recalled' },
    })
    expect(await told(code(2))).toMatchObject({ state: 'not_usable' })
  })

  test('too often from one address: 429 with the seconds to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => check('K7Q2')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers.length - refused.length).toBeGreaterThan(100)
  })
})
