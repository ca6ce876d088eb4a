import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  dropPreparedReport,
  listPreparedReports,
  prepareReport,
  takePreparedReport,
  type PreparedReport,
} from '../../../../contract/insight/report-jobs.ts'
import { downloadReport, listReports } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import { whenGivenUp } from '../../../jobs/handlers.ts'
import { freePort, launch } from '../../../test/launch.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { ALL } from '../../../test/trust.ts'
import { makeReport } from './make-report.service.ts'
import { tidyPreparedReports } from './tidy-reports.service.ts'

// Nothing does the jobs of this server but the test itself, and the process that one of them kills.

const FORMULA = '=HYPERLINK("http://evil.example","Ramesh")'
const NOISE = ALL ? 8_000 : 5_000
const SOME = NOISE / 10
const FEW = { state: [9] }
const never = new AbortController().signal
type Person = { token: string; staffId: number }

let server: TestServer
let admin: Person
let folder = ''

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  folder = path.join(server.context.config.DOCUMENTS_DIR, 'reports')
  const { memberId } = await server.member()
  await sql`update member set name = ${FORMULA} where member_id = ${memberId}`.execute(server.db)
  // So much that hardly compresses that a file has several pieces; of one state only a few rows.
  await sql`
    insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result, state, device)
    select n, gen_random_uuid(), now(), now(), ${memberId}, n % 7, 6,
      case when n % 10 = 0 then 9 else 27 end,
      (select string_agg(md5(n::text || k::text), '') from generate_series(1, 100) k)
    from generate_series(1, ${NOISE}::int) n`.execute(server.db)
})
afterAll(() => server.stop())
beforeEach(async () => {
  admin = await server.staff('admin')
})

const prepare = (body: object, { token } = admin) =>
  server.call(prepareReport, { token, body: { reportType: 'scans', ...body } })
const make = ({ jobId }: PreparedReport, signal = never) =>
  makeReport(server.context, jobId, signal)
const take = ({ jobId }: PreparedReport, { token } = admin) =>
  server.raw(takePreparedReport, { token, params: { jobId } })
const drop = ({ jobId }: PreparedReport, { token } = admin) =>
  server.call(dropPreparedReport, { token, params: { jobId } })
const listed = async ({ token } = admin) =>
  (await server.call(listPreparedReports, { token })).body.items

async function prepared(body: object = {}, person = admin): Promise<PreparedReport> {
  const { status, body: job } = await prepare(body, person)
  expect([status, job.state]).toEqual([200, 'waiting'])
  return job
}
async function made(body: object = {}, person = admin): Promise<PreparedReport> {
  const job = await prepared(body, person)
  await make(job)
  const [ready] = (await listed(person)).filter(({ jobId }) => jobId === job.jobId)
  if (ready?.state !== 'ready') throw new Error(`It is ${ready?.state}.`)
  return ready
}

const files = async ({ jobId }: PreparedReport) =>
  (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(jobId))
const notices = ({ staffId }: Person) =>
  server.db
    .selectFrom('staff_notice')
    .select(['words', 'link'])
    .where('staff_id', '=', staffId)
    .execute()
const trail = async ({ staffId }: Person) => {
  const rows = await server.db
    .selectFrom('audit')
    .select(['action', 'subject_id', 'after'])
    .where('staff_id', '=', staffId)
    .orderBy('seq')
    .execute()
  return rows.map(({ action, subject_id }) => `${action} ${subject_id}`)
}
const rowsOf = async (answer: Response) => {
  expect(answer.status).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  return sheets
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await what()); await pause(10)) {
    if (Date.now() > end) throw new Error('It did not come to that within 30 seconds.')
  }
}

describe('made', () => {
  test('it is the file that the direct download gives, cell by cell, and whoever asked is told once', async () => {
    const job = await made(FEW)
    expect(job).toMatchObject({ rows: SOME, rowsInAll: SOME, label: 'Scans', words: null })
    const answer = await take(job)
    expect(answer.headers.get('content-disposition')).toContain('filename="scans.xlsx"')
    const [ours, about] = await rowsOf(answer)
    const direct = await server.raw(downloadReport, {
      token: admin.token,
      body: { reportType: 'scans', ...FEW },
    })
    const [theirs] = await rowsOf(direct)
    expect(ours?.rows).toHaveLength(SOME + 2)
    expect(ours?.rows).toEqual(theirs?.rows)
    expect(ours?.rows.at(-1)?.[4]).toBe(
      ours?.rows.slice(1, -1).reduce((sum, row) => sum + Number(row[4]), 0),
    )
    expect(about?.rows.find(([label]) => label === 'Made by')?.[1]).toMatch(/^Test admin, /)
    expect(await notices(admin)).toEqual([
      {
        words: expect.stringMatching(
          new RegExp(
            `^Your report “Scans” is ready: ${SOME} rows, kept until \\d+ \\w{3} \\d{4}\\.$`,
          ),
        ),
        link: '/dashboard/reports',
      },
    ])
    expect(await trail(admin)).toEqual([
      'report.prepared scans',
      'report.downloaded scans',
      'report.downloaded scans',
    ])
    const days = (Date.parse(job.keptUntil ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    const { body } = await server.call(listReports, { token: admin.token })
    expect(body.recent[1]).toMatchObject({ type: 'scans', rows: SOME, outcome: 'complete' })
  })

  test('its pieces lie sealed in the store, each bound to its place', async () => {
    const job = await made()
    const names = await files(job)
    expect(names.length).toBeGreaterThan(2)
    const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(at(name)))))
    expect(bytes.length).toBeGreaterThan(job.bytes)
    for (const word of ['PK\u0003\u0004', 'xl/worksheets', 'Ramesh']) {
      expect(bytes.includes(word)).toBe(false)
    }
    // The first piece goes out whole before the others are found to be wrong.
    const [, first = '', second = ''] = names.toSorted()
    const [one, other] = [await readFile(at(first)), await readFile(at(second))]
    await writeFile(at(first), other)
    await writeFile(at(second), one)
    await expect((await take(job)).arrayBuffer()).rejects.toThrow()
    const { body } = await server.call(listReports, { token: admin.token })
    expect(body.recent[0]).toMatchObject({ outcome: 'failed', rows: null })
  })

  test('with its filters, and a formula in a name stays text', async () => {
    const job = await made(FEW)
    expect(job).toMatchObject({ rows: SOME, filters: 'Uttar Pradesh' })
    const [sheet] = await rowsOf(await take(job))
    expect(sheet?.rows).toHaveLength(SOME + 2)
    expect(sheet?.rows.flat()).toContain(FORMULA)
    const cells = [...(sheet?.cells?.values() ?? [])]
    expect(cells.filter((cell) => 'formula' in cell && cell.formula)).toEqual([])
  })
})
const at = (name: string) => path.join(folder, name)

describe('once, whatever happens', () => {
  test('asked for again while it is made, it is the same one; with other filters another', async () => {
    const jobs = await Promise.all([prepare(FEW), prepare(FEW), prepare({ state: [9, 27] })])
    const ids = jobs.map(({ body }) => body.jobId)
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toBe(ids[1])
    expect(await trail(admin)).toHaveLength(2)
    await prepared({ state: [1] })
    const fourth = await prepare({ state: [2] })
    expect([fourth.status, fourth.body]).toMatchObject([
      409,
      { message: expect.stringContaining('3 of your reports are still being made.') },
    ])
  })

  test('two runs beside each other leave one file and one notice', async () => {
    const job = await prepared()
    await Promise.all([make(job), make(job)])
    await make(job)
    expect(await listed()).toMatchObject([{ state: 'ready', rows: NOISE }])
    const attempts = new Set((await files(job)).map((name) => name.slice(37).split('-')[0]))
    expect([...attempts]).toEqual(['2'])
    expect(await notices(admin)).toHaveLength(1)
    expect((await rowsOf(await take(job)))[0]?.rows).toHaveLength(NOISE + 2)
  }, 90_000)

  test('killed while it is written, it is made again: one file, one notice', async () => {
    const worker = await launch(server, await freePort())
    const job = await prepared()
    await until(async () => (await files(job)).length > 0)
    await worker.kill()
    expect(await listed()).toMatchObject([{ state: 'running' }])
    expect(await notices(admin)).toEqual([])
    const left = await files(job)
    await make(job)
    expect(await listed()).toMatchObject([{ state: 'ready', rows: NOISE }])
    const kept = await files(job)
    expect(kept.filter((name) => left.includes(name))).toEqual([])
    expect(await notices(admin)).toHaveLength(1)
    expect((await rowsOf(await take(job)))[0]?.rows).toHaveLength(NOISE + 2)
  }, 120_000)

  test('a stop in the middle is no end: it is tried again', async () => {
    const job = await prepared()
    const stop = new AbortController()
    const run = make(job, stop.signal)
    await until(async () => (await files(job)).length > 0)
    stop.abort(new Error('The server stops.'))
    await expect(run).rejects.toThrow('aborted')
    expect(await listed()).toMatchObject([{ state: 'running' }])
    await make(job)
    expect(await listed()).toMatchObject([{ state: 'ready', rows: NOISE }])
  })

  test('cancelled while it is written, nothing of it is left and nobody is told', async () => {
    const job = await prepared()
    const run = make(job)
    await until(async () => (await files(job)).length > 0)
    const { body } = await drop(job)
    expect(body.message).toBe('The report is cancelled.')
    await run
    expect([await listed(), await files(job), await notices(admin)]).toEqual([[], [], []])
    expect((await take(job)).status).toBe(404)
    expect(await trail(admin)).toEqual(['report.prepared scans', 'report.dropped scans'])
    await make(job)
    expect(await files(job)).toEqual([])
  })

  test('given up, it says why, and whoever asked is told', async () => {
    const job = await prepared(FEW)
    const giveUp = whenGivenUp(server.context)
    await giveUp({ reportJobId: job.jobId })
    await giveUp({ reportJobId: job.jobId })
    expect(await listed()).toMatchObject([
      { state: 'failed', words: expect.stringContaining('did not come to its end') },
    ])
    expect(await notices(admin)).toEqual([
      {
        words: 'Your report “Scans” could not be made: the reports page says why.',
        link: '/dashboard/reports',
      },
    ])
    expect((await take(job)).status).toBe(409)
    expect((await drop(job)).body.message).toBe('The file is deleted.')
  })
})

describe('for whom', () => {
  const change = async (person: Person, role: Role) => {
    await sql`update staff set role = ${role} where staff_id = ${person.staffId}`.execute(server.db)
  }

  test('nobody else sees it, takes it or deletes it', async () => {
    const job = await made(FEW)
    const other = await server.staff('admin')
    expect(await listed(other)).toEqual([])
    expect([(await take(job, other)).status, (await drop(job, other)).status]).toEqual([404, 404])
    expect((await take(job)).status).toBe(200)
    expect((await drop(job)).body.message).toBe('The file is deleted.')
    expect(await files(job)).toEqual([])
    expect((await drop(job)).status).toBe(404)
  })

  test('who may not have it any more takes none, and none is made for them', async () => {
    const job = await made({ reportType: 'staff-activity' })
    const waiting = await prepared({ reportType: 'kyc' })
    await change(admin, 'sub admin')
    const answer = await take(job)
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { message: 'Your role may not have the report "Staff activity".' },
    ])
    await make(waiting)
    expect(await listed()).toMatchObject([
      { type: 'kyc', state: 'failed', words: 'Your role may not have this report any more.' },
      { type: 'staff-activity', state: 'ready', mayTake: false },
    ])
    await change(admin, 'admin')
    expect((await take(job)).status).toBe(200)
  })

  test('what its role may not have, what is sealed, and what makes no sense is refused in words', async () => {
    const sub = await server.staff('sub admin')
    expect((await prepare({ reportType: 'kyc' }, sub)).status).toBe(403)
    const days = { from: '2026-10-01', to: '2026-10-31' }
    const sealed = await prepare({ reportType: 'tax-register-pan', ...days })
    expect([sealed.status, sealed.body]).toMatchObject([
      409,
      { message: expect.stringContaining('Download it directly.') },
    ])
    const wrong = await prepare({ from: '2026-10-02', to: '2026-10-01' })
    expect([wrong.status, wrong.body]).toMatchObject([400, { fields: { to: expect.any(String) } }])
    expect(await listed()).toEqual([])
  })
})

test('after its days it is gone, and so is what a crash left', async () => {
  const [job, other] = [await made(FEW), await made({ state: [1] })]
  await sql`update report_job set kept_until = now() - interval '1 second'
    where job_id = ${job.jobId}`.execute(server.db)
  expect((await listed()).map(({ jobId }) => jobId)).toEqual([other.jobId])
  expect((await take(job)).status).toBe(404)
  const stray = `${crypto.randomUUID()}-1-1.sealed`
  const old = `${other.jobId}-9-1.sealed`
  const young = `${crypto.randomUUID()}-1-1.sealed`
  for (const name of [stray, old, young]) await writeFile(at(name), 'left')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of [stray, old, ...(await files(other))]) {
    await utimes(at(name), twoDaysAgo, twoDaysAgo)
  }
  await tidyPreparedReports(server.context)
  const left = await readdir(folder)
  expect([stray, old, young].map((name) => left.includes(name))).toEqual([false, false, true])
  expect(await files(job)).toEqual([])
  expect((await take(other)).status).toBe(200)
  await rm(at(young))
  const rows = await server.db.selectFrom('report_job').select('job_id').execute()
  expect(rows.map((row) => row.job_id)).not.toContain(job.jobId)
})
