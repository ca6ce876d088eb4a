import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/launch.ts'
import { AGREED_VIEW, muteServer, vendorDatabase, type Vendor } from './test-support.ts'
import { openVendorPool, VendorBusy } from './vendor-pool.ts'
import { openMeltag, type Meltag } from './vendor.ts'

let vendor: Vendor
let lines: string[] = []
let now = 0
const open: Meltag[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })

beforeAll(async () => {
  vendor = await vendorDatabase()
  await vendor.add({ tag: 'MT-1', batch: 7, serial: 1 })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((meltag) => meltag.stop()))
  await vendor.reshape(AGREED_VIEW)
  lines = []
})
afterAll(() => vendor.drop())

function opened(url: string): Meltag {
  const meltag = openMeltag(url, { log, clock: () => now })
  open.push(meltag)
  return meltag
}
const TAG = { by: 'tag', tags: ['MT-1'] } as const

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const from = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - from }
}

/** The view with one of its columns made of something else, or without it. */
const viewWith = (column: string, expression: string | null) => {
  const [, inside = '', rest = ''] = /select (.*)( from .*)$/s.exec(AGREED_VIEW) ?? []
  const columns = inside.split(/,\s*/).flatMap((name) => {
    if (name !== column) return [name]
    return expression === null ? [] : [`${expression} as ${column}`]
  })
  return `create view meltag_tag as select ${columns.join(', ')}${rest}`
}

describe('the vendor’s database', () => {
  test('answers, in the types of the view', async () => {
    const { vendor: said, tags } = await opened(vendor.url).find(TAG)
    expect(said).toEqual({ state: 'answered', sentence: null })
    expect(tags).toMatchObject([{ tag: 'MT-1', batchNumber: 7, serial: 1, known: 'issued' }])
  })

  test('other types of the same kind do as well', async () => {
    await vendor.reshape(viewWith('serial', 'serial::bigint'))
    expect((await opened(vendor.url).find(TAG)).tags).toMatchObject([{ serial: 1 }])
    await vendor.reshape(viewWith('status', 'status::varchar(20)'))
    expect((await opened(vendor.url).find(TAG)).tags).toMatchObject([{ status: 'issued' }])
  })

  test('is only read: nothing can be written over our connections', async () => {
    const pool = openVendorPool(
      { connectionString: vendor.url },
      { size: 1, room: 1, limitMs: 2000 },
    )
    const write = pool.ask((client) => client.query(`insert into vendor_tag (tag) values ('MT-2')`))
    await expect(write).rejects.toMatchObject({ code: '25006' })
    await pool.stop()
    const { tags } = await opened(vendor.url).find({ by: 'tag', tags: ['MT-2'] })
    expect(tags).toEqual([])
  })

  test('is not called before the first search', async () => {
    const gone = opened(`postgres://nobody@127.0.0.1:${await freePort()}/none`)
    await gone.stop()
    open.length = 0
    expect(lines).toEqual([])
  })
})

describe('of another shape', () => {
  test.each([
    [undefined, 'has no view meltag_tag'],
    [viewWith('plant_code', null), 'has no column plant_code'],
    [viewWith('serial', 'serial::text'), 'the column serial is of the type text, not integer'],
    [
      viewWith('updated_at', 'updated_at::timestamp'),
      'the column updated_at is of the type timestamp without time zone, not timestamp with',
    ],
    [viewWith('updated_at', `'infinity'::timestamptz`), 'column updated_at holds'],
    [viewWith('batch_number', '5000000000000000000::bigint'), 'column batch_number holds'],
    [viewWith('status', 'null::text'), 'column status holds'],
    [viewWith('status', `(1 / (length(status) - length(status)))::text`), 'cannot be read'],
  ])('%s: %s', async (view, words) => {
    await vendor.reshape(view)
    const { vendor: said, tags } = await opened(vendor.url).find(TAG)
    expect(said.state).toBe('other_shape')
    expect(said.sentence).toContain(words)
    expect(tags).toEqual([])
  })

  test('a view that we may not read', async () => {
    await vendor.run('create role meltag_stranger login')
    try {
      const url = vendor.url.replace('app@', 'meltag_stranger@')
      const { vendor: said } = await opened(url).find(TAG)
      expect(said).toMatchObject({ state: 'other_shape' })
      expect(said.sentence).toContain('does not let us read')
    } finally {
      await vendor.run('drop role meltag_stranger')
    }
  })
})

describe('down', () => {
  test('nobody listens: told at once, without a word of the address', async () => {
    const port = await freePort()
    const meltag = opened(`postgres://keeper:sesame-9@127.0.0.1:${port}/tags`)
    const { answer, ms } = await timed(() => meltag.find(TAG))
    expect(answer.vendor).toMatchObject({ state: 'down' })
    expect(ms).toBeLessThan(1000)
    const told = `${answer.vendor.sentence} ${lines.join()}`
    expect(lines.join()).toContain('ECONNREFUSED')
    for (const secret of ['sesame', 'keeper', '127.0.0.1', String(port)]) {
      expect(told).not.toContain(secret)
    }
  })

  test('connected and never a word: within the limit', async () => {
    const mute = await muteServer()
    const meltag = opened(`postgres://keeper@127.0.0.1:${mute.port}/tags`)
    const { answer, ms } = await timed(() => meltag.find(TAG))
    expect(answer.vendor).toMatchObject({ state: 'down' })
    expect(answer.vendor.sentence).toContain('does not answer')
    expect(ms).toBeLessThan(2500)
    mute.close()
  })

  test.each(['/no_such_database?', '/?'])('a wrong login or database: %s', async (path) => {
    const url = vendor.url.replace(/app@\/[^?]*\?/, `nobody${path === '/?' ? '' : '_here'}@${path}`)
    const { vendor: said } = await opened(url).find(TAG)
    expect(said.state).toBe('down')
    expect(said.sentence).toContain('does not know the name')
  })

  test('an address that cannot be read', async () => {
    const { vendor: said } = await opened('postgres://a b:%zz@[/').find(TAG)
    expect(said.state).toBe('down')
    expect(lines.join()).not.toContain('%zz')
  })
})

describe('slow', () => {
  const SLEEPY = AGREED_VIEW.replace('from vendor_tag', 'from vendor_tag, pg_sleep(30)')

  test('told after two seconds, and stopped on the vendor’s side', async () => {
    await vendor.reshape(SLEEPY)
    const { answer, ms } = await timed(() => opened(vendor.url).find(TAG))
    expect(answer.vendor.state).toBe('slow')
    expect(ms).toBeLessThan(2500)
    const running = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where application_name = 'hil-meltag' and state = 'active'
        and datname = current_database()`
    await expect
      .poll(async () => (await running.execute(vendor.db)).rows[0]?.count, { timeout: 1000 })
      .toBe(0)
  })

  test('many at once: none waits longer, and those past the room are told at once', async () => {
    await vendor.reshape(SLEEPY)
    const meltag = opened(vendor.url)
    const { answer, ms } = await timed(() =>
      Promise.all(Array.from({ length: 40 }, () => timed(() => meltag.find(TAG)))),
    )
    expect(ms).toBeLessThan(2800)
    expect(answer.every((one) => one.answer.vendor.state === 'slow')).toBe(true)
    const atOnce = answer.filter((one) => one.ms < 500)
    expect(atOnce).toHaveLength(28)
    expect(atOnce[0]?.answer.vendor.sentence).toContain('Too many')
  })

  test('room is given back', async () => {
    const pool = openVendorPool(
      { connectionString: vendor.url },
      { size: 1, room: 2, limitMs: 500 },
    )
    const ask = () => pool.ask((client) => client.query('select 1'))
    const [, , third] = await Promise.allSettled([ask(), ask(), ask()])
    expect(third).toMatchObject({ status: 'rejected' })
    expect(third?.status === 'rejected' && third.reason).toBeInstanceOf(VendorBusy)
    await expect(ask()).resolves.toBeDefined()
    await pool.stop()
  })
})

describe('after a failure', () => {
  test('ten seconds are answered from memory; then one search tries, and mends it', async () => {
    await vendor.reshape()
    const meltag = opened(vendor.url)
    const first = await meltag.find(TAG)
    await vendor.reshape(AGREED_VIEW)
    now += 9_999
    expect(await meltag.find(TAG)).toEqual(first)
    expect(lines).toHaveLength(1)
    now += 1
    const [probe, other] = await Promise.all([meltag.find(TAG), meltag.find(TAG)])
    expect(probe.vendor.state).toBe('answered')
    expect(other).toEqual(first)
    expect((await meltag.find(TAG)).vendor.state).toBe('answered')
  })

  test('a probe that fails is remembered again', async () => {
    await vendor.reshape()
    const meltag = opened(vendor.url)
    await meltag.find(TAG)
    now += 10_000
    await meltag.find(TAG)
    expect(lines).toHaveLength(2)
    now += 9_000
    await meltag.find(TAG)
    expect(lines).toHaveLength(2)
  })
})

test('while it is prepared, nothing is asked and nothing is remembered', async () => {
  await vendor.reshape()
  const meltag = opened(vendor.url)
  let end = () => {}
  meltag.prepare(new Promise<void>((resolve) => (end = resolve)))
  expect((await meltag.find(TAG)).vendor.state).toBe('preparing')
  await vendor.reshape(AGREED_VIEW)
  end()
  await new Promise((resolve) => setImmediate(resolve))
  expect((await meltag.find(TAG)).vendor.state).toBe('answered')
})
