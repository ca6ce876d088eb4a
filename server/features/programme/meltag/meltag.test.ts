import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formatCode } from '../../../../contract/programme/code.ts'
import { activateCoupons, blockCoupon, findCoupon } from '../../../../contract/programme/coupons.ts'
import { couponMeltag, findMeltag } from '../../../../contract/programme/meltag.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { codesFor, generated, requested, team, type Team } from '../batches/test-support.ts'
import { codeKey } from '../batches/codes.ts'
import { AGREED_VIEW, vendorDatabase, type Vendor } from './test-support.ts'
import { openMeltag } from './vendor.ts'

let server: TestServer
let vendor: Vendor
let people: Team
let token = ''
let batchId = 0
let codes: string[] = []
const keyOf = (serial: number) => codeKey(batchId, codes[serial - 1] ?? '')

beforeAll(async () => {
  vendor = await vendorDatabase()
  server = await testServer({ MELTAG_DATABASE_URL: vendor.url })
  people = await team(server)
  token = (await server.staff('cs')).token
  ;({ batchId } = await generated(server, people, { quantity: 40 }))
  codes = await codesFor(server, people, batchId)
  await server.call(activateCoupons, {
    token: people.worker.token,
    body: { batchId, from: 1, to: 30, action: 'activate', device: 'Handheld 3' },
  })
})
afterEach(() => reconnect())
afterAll(async () => {
  await server.stop()
  await vendor.drop()
})

/** The agreed view again, over a new connection that remembers no failure. */
async function reconnect(url = vendor.url): Promise<void> {
  await vendor.reshape(AGREED_VIEW)
  await server.context.meltag.stop()
  server.context.meltag = openMeltag(url, { log: server.context.log })
}

const find = (q: string) => server.call(findMeltag, { token, query: { q } })
const story = (q: string) => server.call(findCoupon, { token, query: { q } })

/** A tag that agrees with our coupon, but for what is changed. */
async function tagFor(serial: number, changed: Partial<Parameters<Vendor['add']>[0]> = {}) {
  const { body } = await server.call(couponMeltag, { token, params: { couponKey: keyOf(serial) } })
  const ours = body.matches[0]?.ours
  const agreeing = {
    tag: `MT-${serial}`,
    couponKey: keyOf(serial),
    batch: batchId,
    serial,
    product: ours?.productCode ?? '',
    plant: ours?.plantCode ?? '',
    status: ours?.status === 'active' ? 'activated' : 'issued',
    activatedAt: ours?.activatedAt ? new Date(ours.activatedAt) : null,
    updatedAt: new Date(),
  }
  await vendor.add({ ...agreeing, ...changed })
}

describe('finding', () => {
  test('by tag, code, QR address, batch and serial: both sides of the same coupon', async () => {
    await tagFor(1)
    const { body } = await find('MT-1')
    expect(body.vendor).toEqual({ state: 'answered', sentence: null })
    expect(body.matches).toMatchObject([
      {
        ours: { couponKey: keyOf(1), batchId, serial: 1, status: 'active' },
        theirs: { tag: 'MT-1', batchNumber: batchId, serial: 1, known: 'activated' },
        findings: [],
      },
    ])
    const letters = body.matches[0]?.ours?.letters ?? ''
    const code = codes[0] ?? ''
    const ways = [
      'mt-1',
      ` ${formatCode(code).toLowerCase()} `,
      `https://elsewhere.example/c/${code}`,
      `${batchId}/1`,
      `${letters} / 1`,
    ]
    for (const way of ways) expect((await find(way)).body, way).toEqual(body)
    const params = { couponKey: keyOf(1).toUpperCase() }
    expect((await server.call(couponMeltag, { token, params })).body).toEqual(body)
  })

  test('a code on two tags gives both, each with the other', async () => {
    await tagFor(2)
    await tagFor(2, { tag: 'MT-2b' })
    for (const way of ['MT-2b', `${batchId}/2`, codes[1] ?? '']) {
      const { matches } = (await find(way)).body
      expect(matches.map(({ theirs }) => theirs?.tag)).toEqual(['MT-2', 'MT-2b'])
      expect(matches.map(({ findings }) => findings[0]?.field)).toEqual(['duplicate', 'duplicate'])
    }
  })

  test('a tag under another batch than ours is still known by its code', async () => {
    await tagFor(3, { batch: 999_999 })
    for (const way of ['MT-3', `${batchId}/3`, '999999/3']) {
      const { matches } = (await find(way)).body
      expect(matches).toMatchObject([
        { ours: { serial: 3 }, findings: [{ field: 'batch', theirs: '999999' }] },
      ])
    }
  })

  test('swapped serials: the coupon that was asked for first, then the tag that claims its serial', async () => {
    await tagFor(4, { serial: 5 })
    await tagFor(5, { serial: 4 })
    const { matches } = (await find(`${batchId}/4`)).body
    expect(matches).toMatchObject([
      { ours: { serial: 4 }, theirs: { tag: 'MT-4', serial: 5 }, findings: [{ field: 'serial' }] },
      { ours: { serial: 5 }, theirs: { tag: 'MT-5', serial: 4 }, findings: [{ field: 'serial' }] },
    ])
  })

  test('a coupon without a tag is told, late while its batch is new; a tag without a coupon too', async () => {
    expect((await find(`${batchId}/6`)).body.matches).toMatchObject([
      { ours: { serial: 6 }, theirs: null, findings: [{ field: 'presence', weight: 'late' }] },
    ])
    await vendor.add({
      tag: 'XX-1',
      // The key of no coupon of ours: its last digit is another.
      couponKey: keyOf(6).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      batch: 77,
      serial: 1,
    })
    await vendor.add({ tag: 'XX-2', batch: 77, serial: 2 })
    for (const way of ['XX-1', '77/1', 'XX-2']) {
      const { body, status } = await find(way)
      expect([status, body.matches]).toMatchObject([
        200,
        [{ ours: null, findings: [{ field: 'presence', weight: 'serious' }] }],
      ])
    }
  })

  test('a block that the vendor has not followed is late, and before it was not', async () => {
    await tagFor(7)
    expect((await find('MT-7')).body.matches[0]?.findings).toEqual([])
    const body = { reason: 'Pack torn open' }
    await server.call(blockCoupon, { token, params: { couponKey: keyOf(7) }, body })
    expect((await find('MT-7')).body.matches[0]?.findings).toMatchObject([
      { field: 'status', weight: 'late', ours: 'Blocked', theirs: 'Activated' },
    ])
  })

  test('what neither knows is not found, in words; what is nothing is refused', async () => {
    const said = async (q: string) => {
      const { status, body } = await find(q)
      return [status, (body as unknown as { message: string }).message]
    }
    expect(await said('MT-404')).toEqual([404, expect.stringContaining('Neither database')])
    expect(await said(`${batchId}/41`)).toEqual([
      404,
      `Batch ${batchId} has the serials 1 to 40: there is no 41. The vendor has no such tag either.`,
    ])
    expect(await said('888888/1')).toEqual([
      404,
      'There is no batch 888888. The vendor has no such tag either.',
    ])
    const stranger = codes[0]?.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? ''
    expect((await said(stranger))[0]).toBe(404)
    for (const q of ['a b c', '%', 'https://elsewhere.example/x', '-x', 'x'.repeat(41)]) {
      expect(await said(q)).toEqual([400, expect.stringContaining('This is neither a tag')])
    }
    const params = { couponKey: '00000001-0000-4000-8000-000000000000' }
    expect((await server.call(couponMeltag, { token, params })).status).toBe(404)
  })

  test('a batch that is not generated has no coupon yet, though its rows are being made', async () => {
    const { batchId: waiting } = await requested(server, people, { quantity: 10 })
    expect((await find(`${waiting}/1`)).status).toBe(404)
    const couponKey = `${waiting.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    await sql`insert into coupon (code_key, batch_id, serial) values (${couponKey}, ${waiting}, 1)`.execute(
      server.db,
    )
    expect((await server.call(couponMeltag, { token, params: { couponKey } })).status).toBe(404)
  })
})

describe('a vendor in trouble never takes our side away', () => {
  test('slow: answered within three seconds, others at once meanwhile, the next from memory', async () => {
    await reconnect()
    await vendor.reshape(AGREED_VIEW.replace('from vendor_tag', 'from vendor_tag, pg_sleep(30)'))
    await vendor.add({ tag: 'MT-0' })
    const from = performance.now()
    const searches = Promise.all([find(`${batchId}/10`), find(codes[9] ?? ''), find('MT-10')])
    let slowest = 0
    for (let i = 0; i < 20; i++) {
      const began = performance.now()
      expect((await story(`${batchId}/${i + 1}`)).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - began)
    }
    expect(performance.now() - from).toBeLessThan(1900)
    expect(slowest).toBeLessThan(700)
    const answers = await searches
    expect(performance.now() - from).toBeLessThan(3000)
    expect(answers.map(({ body }) => body.vendor.state)).toEqual(['slow', 'slow', 'slow'])
    expect(answers.map(({ body }) => body.matches.length)).toEqual([1, 1, 0])
    const again = performance.now()
    const { body } = await find(`${batchId}/10`)
    expect(performance.now() - again).toBeLessThan(300)
    expect(body).toMatchObject({
      vendor: { state: 'slow' },
      matches: [{ ours: { serial: 10 }, theirs: null, findings: [] }],
    })
  })

  test('of another shape: the column is named', async () => {
    await vendor.reshape(AGREED_VIEW.replace('product_code,', ''))
    const { body } = await find(`${batchId}/10`)
    expect(body.vendor).toMatchObject({ state: 'other_shape' })
    expect(body.vendor.sentence).toContain('no column product_code')
    expect(body.matches).toMatchObject([{ ours: { serial: 10 }, theirs: null, findings: [] }])
  })

  test('not known to us and the vendor silent: no error, for the vendor may know it', async () => {
    await vendor.reshape()
    expect(await find('888888/1')).toMatchObject({
      status: 200,
      body: { vendor: { state: 'other_shape' }, matches: [] },
    })
  })

  test('not connected: the setting is named, and what is not ours is not found', async () => {
    await server.context.meltag.stop()
    server.context.meltag = openMeltag(undefined, { log: server.context.log })
    const { body } = await find(`${batchId}/10`)
    expect(body.vendor.state).toBe('not_connected')
    expect(body.vendor.sentence).toContain('MELTAG_DATABASE_URL')
    expect(body.matches).toMatchObject([{ ours: { serial: 10 } }])
    expect((await find('MT-1')).body.matches).toEqual([])
    expect((await find('888888/1')).status).toBe(404)
  })
})
