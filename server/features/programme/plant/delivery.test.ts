import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockBatch } from '../../../../contract/programme/batches.ts'
import { formatCode } from '../../../../contract/programme/code.ts'
import { activateCoupons, blockCoupon, findCoupon } from '../../../../contract/programme/coupons.ts'
import { sendPlantScans } from '../../../../contract/programme/plant.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { requested, team, type Team } from '../batches/test-support.ts'
import { codesOf } from '../batches/codes.ts'
import {
  brokenInvariants,
  elsewhere,
  footprint,
  makeLot,
  read,
  resultsOf,
  scanAs,
  send,
  undo,
} from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const results = (items: readonly object[], token = people.worker.token) =>
  resultsOf(server, token, items)
const printOf = (batchId: number, { staffId } = people.worker) =>
  footprint(server, batchId, staffId)

describe('a delivery', () => {
  test('activates packs and cartons, each form of a code, and tells where they lie', async () => {
    const { batchId, packs, cartons } = await makeLot(server, people, {
      quantity: 50,
      cartonSize: 8,
    })
    const worker = await server.staff('worker')
    const items = [
      read(`https://hil.example/01/08901234567894/21/${packs[0]}`),
      read(`https://hil.example/c/${packs[8]}?x=1`),
      read(formatCode(packs[10] ?? '').toLowerCase()),
      read(cartons[1]),
      read(cartons[6]),
    ]
    const { status, body } = await send(server, worker.token, items)
    expect(status).toBe(200)
    const lot = { batchId, letters: packs[0]?.slice(0, 4), productName: 'Test product' }
    const one = (serial: number) => ({
      fromSerial: serial,
      toSerial: serial,
      carton: null,
      changed: 1,
    })
    expect(body.items).toEqual([
      { id: items[0]?.id, result: 'activated', ...lot, ...one(1) },
      { id: items[1]?.id, result: 'activated', ...lot, ...one(9) },
      { id: items[2]?.id, result: 'activated', ...lot, ...one(11) },
      {
        id: items[3]?.id,
        result: 'activated',
        ...lot,
        fromSerial: 9,
        toSerial: 16,
        carton: 2,
        changed: 6,
      },
      {
        id: items[4]?.id,
        result: 'activated',
        ...lot,
        fromSerial: 49,
        toSerial: 50,
        carton: 7,
        changed: 2,
      },
    ])
    expect(await printOf(batchId, worker)).toEqual({
      changes: [
        ['activate', 1, 1, 1],
        ['activate', 9, 9, 1],
        ['activate', 11, 11, 1],
        ['activate', 10, 16, 6],
        ['activate', 49, 50, 2],
      ],
      audits: ['coupons.activated'],
      worker: [11, 0],
      coupons: { printed: 39, active: 11, deactivated: 0, scanned: 0, blocked: 0 },
    })
    const audit = await server.db
      .selectFrom('audit')
      .select(['after', 'staff_id'])
      .where('subject_id', '=', String(batchId))
      .where('action', '=', 'coupons.activated')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      staff_id: worker.staffId,
      after: { of: 'delivery', changed: 11, serials: ['1', '9', '11', '10 to 16', '49 to 50'] },
    })
  })

  test('sent again answers what it answered first, also when the world moved since', async () => {
    const { batchId, packs, cartons } = await makeLot(server, people, {
      quantity: 20,
      cartonSize: 5,
    })
    const worker = await server.staff('worker')
    const items = [
      read(packs[0]),
      read(packs[0]),
      read(cartons[0]),
      read('no code'),
      read(cartons[3]),
    ]
    const first = await send(server, worker.token, items)
    expect(first.body.items.map(({ result, changed }) => [result, changed])).toEqual([
      ['activated', 1],
      ['already_active', 0],
      ['activated', 4],
      ['unknown', 0],
      ['activated', 5],
    ])
    await results([undo(items[4] ?? { id: '' })], worker.token)
    const before = await printOf(batchId, worker)
    const again = await send(server, worker.token, items.toReversed())
    expect(again.body.items).toEqual(first.body.items.toReversed())
    const mixed = await send(server, worker.token, [...items, read(packs[6])])
    expect(mixed.body.items.slice(0, -1)).toEqual(first.body.items)
    expect(mixed.body.items.at(-1)).toMatchObject({ result: 'activated', fromSerial: 7 })
    const after = await printOf(batchId, worker)
    expect(after.changes).toEqual([...before.changes, ['activate', 7, 7, 1]])
    expect(after.worker).toEqual([11, 5])
  })

  test('in the order of the phone: read, taken back, read again, taken back', async () => {
    const { batchId, packs, cartons } = await makeLot(server, people, {
      quantity: 20,
      cartonSize: 5,
    })
    const worker = await server.staff('worker')
    const [pack, carton] = [read(packs[2]), read(cartons[0])]
    const packAgain = read(packs[2])
    expect(
      await results(
        [
          undo(pack),
          pack,
          carton,
          undo(carton),
          undo(carton),
          packAgain,
          undo(pack),
          undo(packAgain),
        ],
        worker.token,
      ),
    ).toEqual([
      ['nothing_to_undo', 0],
      ['activated', 1],
      ['activated', 4],
      ['undone', 4],
      ['nothing_to_undo', 0],
      ['already_active', 0],
      ['undone', 1],
      ['nothing_to_undo', 0],
    ])
    const print = await printOf(batchId, worker)
    expect(print.changes).toEqual([
      ['activate', 3, 3, 1],
      ['activate', 1, 5, 4],
      ['deactivate', 1, 5, 4],
      ['deactivate', 3, 3, 1],
    ])
    expect(print.audits).toEqual(['coupons.activated', 'coupons.deactivated'])
    expect(print.coupons).toMatchObject({ printed: 15, active: 0, deactivated: 5 })
    const told = await server.db
      .selectFrom('coupon_change')
      .select(['reason', 'device'])
      .where('batch_id', '=', batchId)
      .where('action', '=', 'deactivate')
      .execute()
    expect(told).toEqual(Array(2).fill({ reason: 'Undone at the line', device: 'Line 1' }))
  })

  test('an undoing leaves what others activated, and what was activated again', async () => {
    const { batchId, packs, cartons } = await makeLot(server, people, {
      quantity: 10,
      cartonSize: 5,
    })
    const [one, two] = [await server.staff('worker'), await server.staff('worker')]
    await results([read(packs[1])], two.token)
    const carton = read(cartons[0])
    expect(await results([carton], one.token)).toEqual([['activated', 4]])
    expect(await results([undo(carton)], two.token)).toEqual([['nothing_to_undo', 0]])
    const pack = read(packs[6])
    await results([pack, undo(pack)], one.token)
    const again = read(packs[6])
    expect(await results([again], two.token)).toEqual([['activated', 1]])
    const wet = { batchId, from: 4, to: 5, action: 'deactivate', reason: 'Wet' }
    await server.call(activateCoupons, { token: two.token, body: wet })
    expect(await results([read(packs[4])], two.token)).toEqual([['activated', 1]])
    expect(await results([undo(pack), undo(carton), undo(carton)], one.token)).toEqual([
      ['nothing_to_undo', 0],
      ['undone', 2],
      ['nothing_to_undo', 0],
    ])
    expect((await printOf(batchId)).coupons).toMatchObject({
      printed: 4,
      active: 3,
      deactivated: 3,
    })
  })

  test('of a carton moves all that may be and leaves scanned and blocked ones', async () => {
    const { batchId, packs, cartons } = await makeLot(server, people, {
      quantity: 12,
      cartonSize: 6,
    })
    await results([read(packs[0]), read(packs[1])])
    const member = await server.member()
    expect((await scanAs(server, member.token, packs[0])).body.result).toBe('credited')
    const { token } = people.second
    const found = await server.call(findCoupon, { token, query: { q: packs[2] } })
    const params = { couponKey: found.body.couponKey }
    await server.call(blockCoupon, { token, params, body: { reason: 'Pack opened' } })
    const carton = read(cartons[0])
    expect(await results([carton, read(packs[0]), read(packs[2]), read(cartons[0])])).toEqual([
      ['activated', 3],
      ['scanned', 0],
      ['blocked', 0],
      ['already_active', 0],
    ])
    expect((await scanAs(server, member.token, packs[4])).body.result).toBe('credited')
    expect(await results([undo(carton)])).toEqual([['undone', 2]])
    expect((await printOf(batchId)).coupons).toEqual({
      printed: 6,
      active: 1,
      deactivated: 2,
      scanned: 2,
      blocked: 1,
    })
  })
})

describe('what is refused', () => {
  test('alone, while the others have their effect', async () => {
    const good = await makeLot(server, people, { quantity: 5 })
    const raw = await requested(server, people)
    const [blocked, old] = [await makeLot(server, people), await makeLot(server, people)]
    const undoing = read(blocked.packs[3])
    await results([undoing])
    await server.call(blockBatch, {
      token: people.second.token,
      params: { batchId: blocked.batchId },
      body: { note: 'Lot recalled' },
    })
    await server.db
      .updateTable('coupon_batch')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('batch_id', '=', old.batchId)
      .execute()
    const strange = codesOf(Buffer.alloc(32, 9), good.batchId, 1, 1)[0]
    const items = [
      read(good.packs[0]),
      read(blocked.packs[0]),
      undo(undoing),
      read(old.packs[0]),
      read(codesOf(Buffer.alloc(32, 9), raw.batchId, 1, 1)[0]),
      read(strange),
      read('K7Q2-M9XT'),
      undo({ id: randomUUID() }),
      read(good.packs[1]),
    ]
    expect(await results(items)).toEqual([
      ['activated', 1],
      ['batch_blocked', 0],
      ['batch_blocked', 0],
      ['expired', 0],
      ['unknown', 0],
      ['unknown', 0],
      ['unknown', 0],
      ['nothing_to_undo', 0],
      ['activated', 1],
    ])
  })

  test("another plant's packs and cartons: told nothing, moved nothing", async () => {
    const { batchId, packs, cartons } = await makeLot(server, people, {
      quantity: 10,
      cartonSize: 5,
    })
    const other = await elsewhere(server)
    const mine = read(packs[0])
    await results([mine])
    const { body } = await send(server, other.token, [read(packs[1]), read(cartons[1]), undo(mine)])
    const nothing = { batchId: null, letters: null, productName: null, carton: null, changed: 0 }
    const nowhere = { ...nothing, fromSerial: null, toSerial: null }
    const answer = (result: string) => ({ id: expect.any(String), result, ...nowhere })
    expect(body.items).toEqual([
      answer('other_plant'),
      answer('other_plant'),
      answer('nothing_to_undo'),
    ])
    expect((await printOf(batchId)).coupons).toMatchObject({ printed: 9, active: 1 })
    const stored = await server.db
      .selectFrom('plant_scan')
      .select('batch_id')
      .where('staff_id', '=', other.staffId)
      .execute()
    expect(stored.map((row) => row.batch_id)).toEqual([null, null, null])
  })

  test('a name that means something else: by another worker, code, moment or undoing', async () => {
    const { batchId, packs } = await makeLot(server, people, { quantity: 10 })
    const first = read(packs[0])
    await results([first])
    const other = await server.staff('worker')
    const nothing = { batchId: null, letters: null, productName: null, carton: null, changed: 0 }
    const nowhere = { ...nothing, fromSerial: null, toSerial: null }
    const taken = { id: first.id, result: 'id_taken', ...nowhere }
    expect((await send(server, other.token, [first])).body.items).toEqual([taken])
    for (const changed of [
      { ...first, code: packs[1] },
      { ...first, at: new Date(Date.parse(first.at) - 1).toISOString() },
      { ...undo(first), id: first.id },
    ]) {
      expect((await send(server, people.worker.token, [changed])).body.items).toEqual([taken])
    }
    const twice = read(packs[2])
    const sent = [twice, { ...twice, code: packs[3] }, { ...twice, id: twice.id.toUpperCase() }]
    expect(await results(sent)).toEqual([
      ['activated', 1],
      ['id_taken', 0],
      ['activated', 1],
    ])
    expect((await printOf(batchId)).coupons).toMatchObject({ printed: 8, active: 2 })
  })

  test('nonsense, in words', async () => {
    const at = new Date().toISOString()
    const id = randomUUID()
    const table: [object[], string][] = [
      [[], 'Send at least one reading.'],
      [Array.from({ length: 201 }, () => read('x')), 'At most 200 readings at once.'],
      [[{ id: 'one', code: 'x', at }], 'Each reading is named by a UUID.'],
      [[{ id, at }], 'Send a code, or the reading to undo.'],
      [[{ id, code: 'x', undoes: id, at }], 'Send a code, or the reading to undo.'],
      [[{ id, undoes: 'x', at }], 'What is undone is named by its UUID.'],
      [[{ id, code: 'x'.repeat(301), at }], 'This is too long for a coupon code.'],
      [[{ id, code: 'x', at: 'yesterday' }], ''],
    ]
    for (const [items, sentence] of table) {
      const { status, body } = await send(server, people.worker.token, items)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(sentence)
    }
    const device = await send(server, people.worker.token, [read('x')], 'a\u0000b')
    expect(device.status).toBe(400)
    const admin = await server.call(sendPlantScans, {
      token: people.second.token,
      body: { items: [read('x')] },
    })
    expect(admin.status).toBe(403)
    expect(await results([read('\u0000'), read('https://x/c/%00')])).toEqual([
      ['unknown', 0],
      ['unknown', 0],
    ])
  })
})

test('the clock of a phone is believed within thirty days, and the record keeps both moments', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 10 })
  const worker = await server.staff('worker')
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  server.context.now = () => now
  await results(
    [
      read(packs[0], ago(29)),
      read(packs[1], ago(31)),
      read(packs[2], ago(-0.01)),
      read(packs[3], now),
    ],
    worker.token,
  )
  server.context.now = () => new Date()
  const rows = await server.db
    .selectFrom('coupon_change')
    .select(['occurred_at', 'at'])
    .where('batch_id', '=', batchId)
    .orderBy('change_id')
    .execute()
  expect(rows.map((row) => row.occurred_at)).toEqual([ago(29), now, now, now])
  expect(rows.map((row) => row.at)).toEqual([now, now, now, now])
})

test('nothing that is stored of a reading can be scanned', async () => {
  const { packs } = await makeLot(server, people, { quantity: 5 })
  const wrong = `${packs[1]?.slice(0, -1)}!`
  await results([read(packs[0]), read(packs[0]?.toLowerCase()), read(wrong)])
  const rows = await server.db.selectFrom('plant_scan').selectAll().execute()
  const audits = await server.db.selectFrom('audit').select('after').execute()
  const bytes = rows.map(({ digest }) => digest.toString('latin1'))
  const text = JSON.stringify([rows, bytes, audits]).toUpperCase()
  expect(text).not.toContain(packs[0]?.slice(4, 16))
  expect(text).not.toContain(packs[1]?.slice(4, 16))
})

test('every invariant holds after all that', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
