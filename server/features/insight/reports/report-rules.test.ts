import { setTimeout as delay } from 'node:timers/promises'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  downloadReport,
  listReports,
  previewReport,
  reportType,
  type ReportType,
} from '../../../../contract/insight/reports.ts'
import { ROLES, type Role } from '../../../../contract/roles.ts'
import { playProgramme, type PlayedProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let programme: PlayedProgramme
let token: string

beforeAll(async () => {
  server = await testServer()
  programme = await playProgramme(server, 4)
  token = (await server.staff('admin')).token
})
afterAll(() => server.stop())

const request = (body: unknown, as = token) => server.raw(downloadReport, { token: as, body })

describe('who may have which', () => {
  const ALLOWED: Partial<Record<Role, ReportType[]>> = {
    admin: [
      'coupon-batches',
      'coupon-activations',
      'scans',
      'points-ledger',
      'member-balances',
      'kyc',
      'kyc-decisions',
      'kyc-log',
      'redemptions',
      'payments',
      'tax-register',
      'tax-register-pan',
      'schemes',
      'handling-charges',
      'points-expiring',
      'settlements',
      'liability',
      'distributors',
      'workers',
      'onboarding-errors',
      'enquiries',
      'disputes',
      'notifications',
      'gifts',
      'parcels',
      'staff-activity',
    ],
    'almond team': [
      'coupon-batches',
      'coupon-activations',
      'scans',
      'points-ledger',
      'member-balances',
      'kyc',
      'kyc-decisions',
      'kyc-log',
      'redemptions',
      'payments',
      'tax-register',
      'schemes',
      'handling-charges',
      'points-expiring',
      'settlements',
      'liability',
      'distributors',
      'workers',
      'onboarding-errors',
      'enquiries',
      'disputes',
      'notifications',
      'gifts',
      'parcels',
      'staff-activity',
    ],
    'sub admin': [
      'coupon-batches',
      'coupon-activations',
      'scans',
      'points-ledger',
      'member-balances',
      'schemes',
      'handling-charges',
      'points-expiring',
      'settlements',
      'liability',
      'distributors',
      'workers',
      'onboarding-errors',
      'enquiries',
      'disputes',
      'notifications',
      'gifts',
      'parcels',
    ],
    finance: [
      'points-ledger',
      'member-balances',
      'redemptions',
      'payments',
      'tax-register',
      'tax-register-pan',
      'schemes',
      'handling-charges',
      'points-expiring',
      'settlements',
      'liability',
      'parcels',
    ],
  }
  const ALL = ALLOWED.admin ?? []

  it('covers every report type', () => {
    expect(ALL.toSorted()).toEqual(reportType.options.toSorted())
  })

  it.each(ROLES)('%s, by the report type alone', async (role) => {
    const { token } = await server.staff(role, programme.plants[0])
    const allowed = ALLOWED[role] ?? []
    const list = await server.call(listReports, { token })
    expect(list.status).toBe(allowed.length > 0 ? 200 : 403)
    if (list.status === 200) expect(list.body.reports.map(({ type }) => type)).toEqual(allowed)
    for (const type of ALL) {
      const expected = allowed.includes(type) ? 200 : 403
      const body = { reportType: type }
      const file = await request(body, token)
      await file.arrayBuffer()
      const preview = await server.call(previewReport, { token, body })
      expect([type, file.status, preview.status]).toEqual([type, expected, expected])
    }
  })

  it('says in words what a role may not have, and leaves nothing behind', async () => {
    const { token, staffId } = await server.staff('finance')
    const answer = await request({ reportType: 'staff-activity' }, token)
    expect(await answer.json()).toMatchObject({
      code: 'forbidden',
      message: 'Your role may not have the report "Staff activity".',
    })
    const rows = await server.db
      .selectFrom('report_download')
      .select('report_type')
      .where('staff_id', '=', staffId)
      .execute()
    expect(rows).toEqual([])
    expect((await request({ reportType: 'scans' }, '')).status).toBe(401)
  })
})

describe('bad input gets a sentence', () => {
  it.each([
    ['no report type', {}, 'reportType', 'Choose a report type.'],
    ['an unknown report', { reportType: 'salaries' }, 'reportType', 'Choose a report type.'],
    ['a number as report', { reportType: 7 }, 'reportType', 'Choose a report type.'],
    [
      'a word as a day',
      { reportType: 'scans', from: 'monday' },
      'from',
      'Write the date as YYYY-MM-DD.',
    ],
    [
      'a day that is none',
      { reportType: 'scans', to: '2026-02-30' },
      'to',
      'This day does not exist in the calendar.',
    ],
    [
      'days the wrong way round',
      { reportType: 'scans', from: '2026-02-02', to: '2026-02-01' },
      'to',
      'The last day must not be before the first.',
    ],
    [
      'a state that is none',
      { reportType: 'scans', state: [99] },
      'state.0',
      'This is not an Indian state or union territory.',
    ],
    [
      'SQL as plant',
      { reportType: 'scans', plant: ['1); drop table scan; --'] },
      'plant.0',
      'Plant must be a whole number.',
    ],
    ['half a batch', { reportType: 'scans', batch: 1.5 }, 'batch', 'Batch must be a whole number.'],
    ['a batch below zero', { reportType: 'scans', batch: -1 }, 'batch', 'Batch cannot be below 0.'],
    [
      'a filter it lacks',
      { reportType: 'member-balances', from: '2026-01-01' },
      'from',
      'Member balances cannot be filtered by first day.',
    ],
  ])('%s', async (_, body, field, message) => {
    for (const endpoint of [downloadReport, previewReport]) {
      const answer = await server.raw(endpoint, { token, body })
      expect(answer.status).toBe(400)
      const told: unknown = await answer.json()
      expect(told).toMatchObject({ code: 'invalid', fields: { [field]: message } })
    }
  })

  it.each([
    ['the first year', { from: '0001-01-01', to: '0001-12-31' }, false],
    ['the last year there is', { from: '2001-01-01', to: '9999-12-31' }, true],
    ['the largest numbers', { plant: [2_147_483_647], product: [0], batch: 2_147_483_647 }, false],
    ['empty lists', { plant: [], state: [] }, true],
  ])('but %s is only a filter', async (_, filters, any) => {
    const { status, body } = await server.call(previewReport, {
      token,
      body: { reportType: 'scans', ...filters },
    })
    expect([status, Number(body.count) > 0]).toEqual([200, any])
  })
})

/** Scans with so much noise that a file of them does not fit into the sockets on its way. */
async function makeLong(): Promise<void> {
  const memberId = programme.players[3]?.memberId ?? 0
  await sql`
    insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result, state, device)
    select 1000000 + n, gen_random_uuid(), now() - interval '300 days', now() - interval '300 days',
      ${memberId}, 0, 6, 27, (select string_agg(md5(n::text || k::text), '') from generate_series(1, 60) k)
    from generate_series(1, 20000) n`.execute(server.db)
}

async function copying(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like 'copy (select%' and state = 'active'
      and backend_type = 'client backend'`.execute(server.db)
  return rows[0]?.count ?? 0
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await what()) return
    await delay(50)
  }
  throw new Error('It did not come to that within 10 seconds.')
}

async function outcomesOf(staffId: number): Promise<string[]> {
  const rows = await server.db
    .selectFrom('report_download')
    .select(['failed', 'finished_at'])
    .where('staff_id', '=', staffId)
    .orderBy('report_download_id')
    .execute()
  return rows.map((row) => (row.finished_at === null ? 'running' : row.failed ? 'failed' : 'done'))
}

/** Asks for a file and reads no more than its beginning, so that it stays on its way. */
async function begin(token: string) {
  const abort = new AbortController()
  const answer = await fetch(`${server.url}${downloadReport.path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ reportType: 'scans' }),
    signal: abort.signal,
  })
  return { answer, stop: () => abort.abort() }
}

describe('on its way', () => {
  beforeAll(makeLong)

  it('a reader that goes frees the connection, and the download failed', async () => {
    const someone = await server.staff('sub admin')
    const { answer, stop } = await begin(someone.token)
    expect(answer.status).toBe(200)
    await until(async () => (await copying()) === 1)
    stop()
    await until(async () => (await copying()) === 0)
    await until(async () => (await outcomesOf(someone.staffId))[0] === 'failed')
    const { body } = await server.call(listReports, { token: someone.token })
    expect(body.recent).toMatchObject([{ outcome: 'failed', rows: null }])
  })

  it('at most two of a person and four of all at once; who was refused can come again', async () => {
    const people = await Promise.all([1, 2, 3].map(() => server.staff('sub admin')))
    const [one, two, three] = people.map(({ token }) => token)
    const running = []
    for (const who of [one, one, two, two]) running.push(await begin(who ?? ''))
    const third = await request({ reportType: 'scans' }, one)
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await third.json()).toMatchObject({
      message: '2 of your reports are still being made. Wait until one is done.',
    })
    const fifth = await request({ reportType: 'scans' }, three)
    expect(fifth.status).toBe(503)
    expect(await fifth.json()).toMatchObject({
      message: '4 reports are being made for others. Try again in a few seconds.',
    })
    for (const { stop } of running) stop()
    await until(async () => (await copying()) === 0)
    await until(async () => {
      const answer = await request({ reportType: 'member-balances' }, one)
      await answer.arrayBuffer()
      return answer.status === 200
    })
  })

  it('a database that breaks off is a broken file, not a short one', async () => {
    const someone = await server.staff('sub admin')
    const { answer } = await begin(someone.token)
    await until(async () => (await copying()) === 1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy (select%'`.execute(server.db)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    await until(async () => (await outcomesOf(someone.staffId))[0] === 'failed')
    expect((await request({ reportType: 'coupon-batches' }, someone.token)).status).toBe(200)
  })

  it('is of one moment, whatever arrives meanwhile', async () => {
    const someone = await server.staff('sub admin')
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from scan`.execute(server.db)).rows[0]?.n
    const before = await count()
    const { answer } = await begin(someone.token)
    await until(async () => (await copying()) === 1)
    await addLater()
    const {
      sheets: [sheet],
    } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
    expect((sheet?.rows.length ?? 0) - 2).toBe(before)
    expect(await count()).toBe((before ?? 0) + 500)
    await until(async () => (await outcomesOf(someone.staffId))[0] === 'done')
  })
})

/** Rows that come while a file is made, older and newer than those it has sent. */
async function addLater(): Promise<void> {
  const memberId = programme.players[3]?.memberId ?? 0
  await sql`
    insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result, state)
    select n, gen_random_uuid(), now(), now(), ${memberId}, 0, 6, 27
    from generate_series(1, 500) n`.execute(server.db)
}
