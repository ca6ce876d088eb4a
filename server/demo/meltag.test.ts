import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { couponMeltag, findMeltag, type MeltagMatch } from '../../contract/programme/meltag.ts'
import { openMeltag } from '../features/programme/meltag/vendor.ts'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import { testServer, type TestServer } from '../test/server.ts'
import { demoTag, MELTAG_KINDS, MELTAG_TAGS } from './meltag-plan.ts'
import { demoMeltagAddress, fillMeltag, prepareMeltag } from './meltag.ts'
import { makeOrganisation } from './people.ts'

// Each filling writes 2,00,000 rows, which takes its time on a machine that does other things as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let vendor: TestDatabase
let token = ''
const quiet = pino({ level: 'silent' })
const sides = () => ({ ours: server.context.connection, vendor: vendor.connection })
const addressOf = ({ connection }: TestDatabase) =>
  demoMeltagAddress(connection, connection.database)
const preparing = { makeDatabase: async () => {} }

async function one<T>({ db }: TestDatabase, text: string): Promise<T | undefined> {
  return (await sql.raw<{ value: T }>(text).execute(db)).rows[0]?.value
}
const isThere = (database: TestDatabase, name: string) =>
  one<boolean>(database, `select to_regclass('${name}') is not null as value`)

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('cs')).token
  vendor = await testDatabase()
  await makeOrganisation(server.context, new Date('2026-07-01'))
  const { staffId } = await server.staff('almond team')
  await sql`
    insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at, status,
      approvals_needed, generated, sealed_key, requested_by, requested_at)
    select n, (n - 1) % 4 + 1, (n - 1) % 12 + 1, 5000, 40, now() + interval '1 year', 'printed', 1,
      5000, '', ${staffId}, now() - interval '90 days'
    from generate_series(1, 30) as n`.execute(server.db)
  // A third scanned: the first ten serials of a hundred an hour ago, the others long ago.
  await sql`
    insert into coupon (code_key, batch_id, serial, status, activated_at, scanned_at, scanned_by)
    select (lpad(to_hex(b), 8, '0') || substr(md5(b || '/' || s), 1, 24))::uuid, b, s,
      case when s % 10 < 3 then 3 else 1 end, now() - interval '80 days',
      case when s % 10 < 3 then now() - case when s % 100 < 10 then interval '1 hour'
        else interval '40 days' end end,
      case when s % 10 < 3 then 1 end
    from generate_series(1, 30) as b, generate_series(1, 5000) as s`.execute(server.db)
  await sql`analyze coupon, coupon_batch, product, plant`.execute(server.db)
})
afterAll(async () => {
  await server.stop()
  await vendor.drop()
})

test('a filling that is cut half way leaves nothing, and is done again', async () => {
  const cut = new AbortController()
  const filling = fillMeltag(sides(), cut.signal)
  // Rows of a transaction under way are on disk already, and nobody else sees a table.
  await expect
    .poll(
      () =>
        one<number>(
          vendor,
          `select coalesce(sum(tuples_processed), 0)::int as value from pg_stat_progress_copy
          where datname = current_database()`,
        ),
      { interval: 5, timeout: 30_000 },
    )
    .toBeGreaterThan(0)
  expect(await isThere(vendor, 'vendor_tag')).toBe(false)
  cut.abort()
  await expect(filling).rejects.toThrow()
  expect(await isThere(vendor, 'vendor_tag')).toBe(false)
  await fillMeltag(sides())
  expect(await one(vendor, 'select count(*)::int as value from meltag_tag')).toBe(MELTAG_TAGS)
})

test('what is there is left as it is; an older edition is made again', async () => {
  const made = () => one<string>(vendor, `select 'vendor_tag'::regclass::oid::text as value`)
  const before = await made()
  await fillMeltag(sides())
  expect(await made()).toBe(before)
  await sql`update filled set edition = 0`.execute(vendor.db)
  await fillMeltag(sides())
  expect(await made()).not.toBe(before)
  expect(await one(vendor, 'select count(*)::int as value from meltag_tag')).toBe(200_000)
})

test('no tag says that something happened in the future', async () => {
  const future = `select count(*)::int as value from meltag_tag
    where greatest(status_at, activated_at, consumed_at, updated_at) > now()`
  expect(await one(vendor, future)).toBe(0)
})

test('beside the server: searches say that it is prepared, and a lost connection is no end', async () => {
  const other = await testDatabase()
  const meltag = openMeltag(addressOf(other), { log: quiet })
  const preparation = prepareMeltag({ ...sides(), vendor: other.connection, ...preparing }, quiet)
  meltag.prepare(preparation.done)
  const search = { by: 'tag', tags: [demoTag(1, 1)] } as const
  expect((await meltag.find(search)).vendor.state).toBe('preparing')
  const terminated = () =>
    one<number>(
      other,
      `select count(pg_terminate_backend(pid))::int as value from pg_stat_progress_copy
        where datname = current_database()`,
    )
  await expect.poll(terminated, { interval: 5, timeout: 30_000 }).toBe(1)
  await preparation.done
  expect((await meltag.find(search)).tags).toMatchObject([{ tag: demoTag(1, 1) }])
  await meltag.stop()
  await other.drop()
})

test('stopped, it ends soon and leaves nothing', async () => {
  const other = await testDatabase()
  const preparation = prepareMeltag({ ...sides(), vendor: other.connection, ...preparing }, quiet)
  const from = performance.now()
  await preparation.stop()
  expect(performance.now() - from).toBeLessThan(5000)
  expect(await isThere(other, 'filled')).toBe(false)
  await other.drop()
})

test('the server reads the view, and neither writes nor reads anything else', async () => {
  const client = new pg.Client({ connectionString: addressOf(vendor) })
  await client.connect()
  const code = (text: string) =>
    client.query(text).then(
      () => 'done',
      (error) => error.code,
    )
  expect(await code('select count(*) from meltag_tag')).toBe('done')
  expect(await code('select count(*) from vendor_tag')).toBe('42501')
  expect(await code('create table mine (x int)')).toBe('25006')
  expect(await code('delete from meltag_tag')).toBe('42501')
  await client.end()
})

describe('disagreements found by the search', () => {
  beforeAll(async () => {
    await server.context.meltag.stop()
    server.context.meltag = openMeltag(addressOf(vendor), { log: server.context.log })
  })
  const find = async (q: string): Promise<MeltagMatch[]> =>
    (await server.call(findMeltag, { token, query: { q } })).body.matches
  const brief = (matches: readonly MeltagMatch[]) =>
    matches.flatMap(({ findings }) => findings.map(({ weight, field }) => `${weight} ${field}`))

  test.each([
    // In the order of serials, the second place of a kind is on a coupon of the same state.
    ['duplicate', ['serious duplicate', 'serious duplicate']],
    ['status', ['serious status']],
    ['void', ['serious status']],
    ['word', ['serious status']],
    ['plant', ['serious plant']],
    ['product', ['serious product']],
    ['batch', ['serious batch']],
    ['serial', ['serious serial']],
  ] as const)('%s', async (kind, expected) => {
    for (const place of MELTAG_KINDS[kind]) {
      for (const [batch, serial] of [
        [1, place],
        [30, 4000 + place],
      ] as const) {
        expect(brief(await find(demoTag(batch, serial))), `${batch}/${serial}`).toEqual(expected)
      }
    }
  })

  test('time: of activation and, where it was used, of use', async () => {
    expect(brief(await find(demoTag(2, 200)))).toEqual(['serious activated', 'serious used'])
    expect(brief(await find(demoTag(2, 700)))).toContain('serious activated')
  })

  test('missing: the coupon has no tag', async () => {
    const key = await server.db
      .selectFrom('coupon')
      .select('code_key')
      .where('batch_id', '=', 3)
      .where('serial', '=', MELTAG_KINDS.missing[0])
      .executeTakeFirstOrThrow()
    const params = { couponKey: key.code_key }
    const { body } = await server.call(couponMeltag, { token, params })
    expect(brief(body.matches)).toEqual(['serious presence'])
    expect((await server.raw(findMeltag, { token, query: { q: demoTag(3, 110) } })).status).toBe(
      404,
    )
  })

  test('late: one in three of what was scanned lately', async () => {
    expect(brief(await find(demoTag(4, 102)))).toEqual(['late status'])
    expect(brief(await find(demoTag(4, 101)))).toEqual([])
  })

  test('a stranger is no coupon of ours, and the rest agrees', async () => {
    expect(brief(await find('MT-0000250001'))).toEqual(['serious presence'])
    expect(brief(await find('501/1'))).toEqual(['serious presence'])
    for (const serial of [1, 2, 13, 4999, 5000]) {
      expect(brief(await find(demoTag(12, serial))), String(serial)).toEqual([])
    }
  })
})
