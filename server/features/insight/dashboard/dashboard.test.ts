import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDashboard } from '../../../../contract/insight/dashboard.ts'
import { canSee } from '../../../../contract/menu.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { SCAN_RESULTS, scanResult } from '../../../../contract/programme/scans.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { playProgramme, type PlayedProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { comparedWith, everyDay, periodBefore, readPeriod } from './period.ts'
import { dashboardOf as figuresOf, tileOf } from './test-support.ts'

let server: TestServer
let programme: PlayedProgramme
let token: string

beforeAll(async () => {
  server = await testServer()
  programme = await playProgramme(server)
  token = (await server.staff('admin')).token
})
afterAll(() => server.stop())

/** The rows of a period, found without the rollup. */
async function rowsOf(from: string, to: string) {
  const { rows } = await sql<{
    day: string
    result: number
    state: number
    plant: number | null
    product: number | null
    points: number
  }>`
    select to_char(recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, result, state,
      plant_id as plant, product_id as product, points
    from scan`.execute(server.db)
  return rows.filter(({ day }) => day >= from && day <= to)
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const credited = (rows: Row[]) => rows.filter(({ result }) => result === SCAN_RESULTS.credited)
const pointsOf = (rows: Row[]) => rows.reduce((sum, { points }) => sum + points, 0)
const dashboardOf = (from: string, to: string, compare = 'before') =>
  figuresOf({ server, token }, { from, to, compare })

describe('the figures of a period', () => {
  it('equal what counting the rows gives, and so does the period before', async () => {
    const [from, to] = [programme.days[6] ?? '', programme.days[10] ?? '']
    const body = await dashboardOf(from, to)
    const rows = await rowsOf(from, to)
    const before = await rowsOf(programme.days[1] ?? '', programme.days[5] ?? '')
    expect(rows.length).toBeGreaterThan(20)
    expect(before.length).toBeGreaterThan(20)
    expect(tileOf(body, 'attempts')).toEqual({ value: rows.length, before: before.length })
    expect(tileOf(body, 'credited')).toEqual({
      value: credited(rows).length,
      before: credited(before).length,
    })
    expect(tileOf(body, 'pointsIssued')).toEqual({
      value: pointsOf(rows),
      before: pointsOf(before),
    })
    expect(body.compared).toEqual({ from: programme.days[1], to: programme.days[5] })
    expect(Math.abs(Date.now() - Date.parse(body.asOf))).toBeLessThan(60_000)
  })

  it('has every day, also those without a scan', async () => {
    const [from, to] = [addDays(programme.days[0] ?? '', -3), dayOf(new Date())]
    const body = await dashboardOf(from, to)
    const rows = await rowsOf(from, to)
    expect(body.days).toEqual(
      everyDay({ from, to }).map((day) => {
        const ofDay = rows.filter((row) => row.day === day)
        const gained = credited(ofDay)
        return {
          day,
          credited: gained.length,
          refused: ofDay.length - gained.length,
          points: pointsOf(gained),
        }
      }),
    )
    expect(body.days?.filter(({ credited, refused }) => credited + refused === 0)).toHaveLength(4)
  })

  it('is split by result, state, product and plant, the most first', async () => {
    const [from, to] = [programme.days[0] ?? '', programme.days.at(-1) ?? '']
    const body = await dashboardOf(from, to)
    const rows = await rowsOf(from, to)
    const gained = credited(rows)
    const by = (key: 'state' | 'product' | 'plant') =>
      [...new Set(gained.map((row) => row[key]))].map((id) => {
        const some = gained.filter((row) => row[key] === id)
        return { id, credited: some.length, points: pointsOf(some) }
      })
    const sorted = (list: { credited: number }[]) =>
      list.map((row) => row.credited).toSorted((one, other) => other - one)
    for (const [given, expected] of [
      [(body.states ?? []).map(({ state, ...sum }) => ({ id: state, ...sum })), by('state')],
      [
        (body.products ?? []).map(({ productId, credited, points }) => ({
          id: productId,
          credited,
          points,
        })),
        by('product'),
      ],
      [
        (body.plants ?? []).map(({ plantId, credited, points }) => ({
          id: plantId,
          credited,
          points,
        })),
        by('plant'),
      ],
    ] as const) {
      expect(expected.length).toBeGreaterThan(1)
      expect(new Set(given.map((row) => JSON.stringify(row)))).toEqual(
        new Set(expected.map((row) => JSON.stringify(row))),
      )
      expect(given.map((row) => row.credited)).toEqual(sorted([...given]))
    }
    expect(body.products?.map(({ name }) => name)).toContain('Waterproof coat')
    expect(body.plants?.map(({ name }) => name)).toContain('Second plant')
    const counted = scanResult.options
      .map((result) => ({
        result,
        attempts: rows.filter((row) => row.result === SCAN_RESULTS[result]).length,
      }))
      .filter(({ attempts }) => attempts > 0)
    expect(counted.length).toBeGreaterThan(5)
    expect(new Set(body.results?.map((row) => JSON.stringify(row)))).toEqual(
      new Set(counted.map((row) => JSON.stringify(row))),
    )
  })

  it('tells what stands now without a before', async () => {
    const { db } = server
    const { staffId } = await server.staff('sub admin')
    await db
      .insertInto('coupon_batch')
      .values({
        batch_id: 77,
        plant_id: programme.plants[0] ?? 1,
        product_id: programme.products[0] ?? 1,
        quantity: 10,
        points: 40,
        expires_at: new Date(Date.now() + 86_400_000),
        sent_to_state: null,
        note: null,
        status: 'requested',
        approvals_needed: 1,
        failure: null,
        sealed_key: Buffer.alloc(32),
        requested_by: staffId,
        requested_at: new Date(),
      })
      .execute()
    const newcomer = await server.member()
    const body = await dashboardOf(programme.days[3] ?? '', dayOf(new Date()))
    const { rows } = await sql<{ held: number; members: number; liability: number }>`
      select (select count(*) from scan where review = 0)::int as held,
        (select count(*) from member)::int as members,
        (select sum(case when credit in (11, 12) then points else 0 end)
          - sum(case when debit in (11, 12) then points else 0 end) from transfer)::int as liability`.execute(
      db,
    )
    expect(rows[0]?.held).toBeGreaterThan(0)
    expect(rows[0]?.liability).toBeGreaterThan(0)
    expect(newcomer.memberId).toBeGreaterThan(0)
    expect(tileOf(body, 'heldForReview')).toEqual({ value: rows[0]?.held, before: null })
    expect(tileOf(body, 'members')).toEqual({
      value: rows[0]?.members,
      before: programme.players.length,
    })
    expect(tileOf(body, 'liability').value).toBe(rows[0]?.liability)
    expect(tileOf(body, 'batchesWaiting')).toEqual({ value: 1, before: null })
  })

  it('moves with a scan that has just been credited', async () => {
    const today = dayOf(new Date())
    const before = await dashboardOf(today, today)
    const player = programme.players[0]
    const { rows } = await sql<{ key: string }>`
      select code_key as key from coupon where batch_id = 1 and status = 1 limit 1`.execute(
      server.db,
    )
    const outcome = await server.context.scanEngine.scan({
      memberId: player?.memberId ?? 0,
      state: player?.state ?? 0,
      kind: 'mason',
      distributorId: null,
      batchId: 1,
      codeKey: rows[0]?.key ?? '',
    })
    expect(outcome.result).toBe('credited')
    const after = await dashboardOf(today, today)
    expect(tileOf(after, 'credited').value).toBe(tileOf(before, 'credited').value + 1)
    expect(tileOf(after, 'liability').value).toBe(
      tileOf(before, 'liability').value + outcome.points,
    )
    expect(after.days?.[0]?.points).toBe((before.days?.[0]?.points ?? 0) + outcome.points)
  })
})

describe('who and when', () => {
  it('is for the roles whose menu holds it', async () => {
    for (const role of ROLES) {
      const { token } = await server.staff(role, programme.plants[0])
      const { status } = await server.call(getDashboard, { token })
      expect([role, status]).toEqual([role, canSee(role, '/dashboard') ? 200 : 403])
    }
    expect((await server.call(getDashboard)).status).toBe(401)
    const member = await server.member()
    expect((await server.call(getDashboard, { token: member.token })).status).toBe(403)
  })

  it('means the last 30 days where nothing is said', async () => {
    const { body } = await server.call(getDashboard, { token })
    const today = dayOf(new Date())
    expect([body.from, body.to, body.days?.length]).toEqual([addDays(today, -29), today, 30])
  })

  it.each([
    ['a word', { from: 'yesterday' }, 'from', 'Write the date as YYYY-MM-DD.'],
    ['no such day', { to: '2026-02-30' }, 'to', 'This day does not exist in the calendar.'],
    [
      'the wrong way round',
      { from: '2026-03-02', to: '2026-03-01' },
      'to',
      'The last day must not be before the first.',
    ],
    [
      '401 days',
      { from: '2025-01-01', to: '2026-02-05' },
      'from',
      'Choose at most 400 days at once.',
    ],
    [
      'year zero',
      { from: '0000-01-01', to: '0000-01-02' },
      'to',
      'This day does not exist in the calendar.',
    ],
    ['the far future', { to: '9999-12-31' }, 'to', 'Choose a last day between 2000 and 2099.'],
    [
      'before 2000',
      { from: '1999-12-31', to: '2000-01-05' },
      'from',
      'Choose a first day from 2000 on.',
    ],
    [
      'a first day after today',
      { from: '2098-01-01' },
      'from',
      'The first day must not be after the last.',
    ],
    ['two days in one', { from: ['2026-01-01', '2026-01-02'] }, 'from', null],
  ])('refuses %s in words', async (_, query, field, message) => {
    const { status, body } = await server.call(getDashboard, { token, query })
    expect(status).toBe(400)
    const told = (body as unknown as { fields: Record<string, string> }).fields[field]
    if (message) expect(told).toBe(message)
    else expect(told).toBeTruthy()
  })

  it('takes 400 days', async () => {
    const body = await dashboardOf('2025-01-02', '2026-02-05')
    expect(body.days?.length).toBe(400)
  })

  it('compares with as many days just before, the same days a year before, or nothing', () => {
    const period = readPeriod({ from: '2028-02-20', to: '2028-02-29' }, new Date())
    expect(periodBefore(period)).toEqual({ from: '2028-02-10', to: '2028-02-19' })
    expect(comparedWith(period, 'before')).toEqual(periodBefore(period))
    expect(comparedWith(period, 'year')).toEqual({ from: '2027-02-20', to: '2027-02-28' })
    expect(comparedWith(period, 'none')).toBeNull()
  })

  it('tells no before where nothing is compared, and counts the year before where that is', async () => {
    const [from, to] = [programme.days[6] ?? '', programme.days[10] ?? '']
    const alone = await dashboardOf(from, to, 'none')
    expect(alone.compared).toBeNull()
    expect(alone.tiles.map(({ before }) => before)).toEqual(alone.tiles.map(() => null))
    const year = await dashboardOf(from, to, 'year')
    expect(tileOf(year, 'attempts').before).toBe(0)
  })

  it('begins the day in India', () => {
    expect(readPeriod({}, new Date('2026-11-20T18:30:00Z')).to).toBe('2026-11-21')
    expect(readPeriod({}, new Date('2026-11-20T18:29:59Z')).to).toBe('2026-11-20')
  })
})
