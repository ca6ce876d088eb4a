import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { myNotices } from '../../../../contract/platform/notices.ts'
import {
  listPreparedReports,
  prepareReport,
  takePreparedReport,
} from '../../../../contract/insight/report-jobs.ts'
import { reportType, type ReportType } from '../../../../contract/insight/reports.ts'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { transaction } from '../../../db/database.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { DEFINITIONS, REPORTS_OF_MEMBERS } from './definitions.ts'
import { erasePreparedReports } from './erasure.service.ts'
import { keyContext, makeReport } from './make-report.service.ts'
import { claimJob, setProgress } from './report-jobs.queries.ts'
import { selectOf } from './report.ts'

// Nothing does the jobs of this server but the test itself.

const never = new AbortController().signal
let server: TestServer
let admin: { token: string; staffId: number }
beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  admin = await server.staff('admin')
})

async function asked(reportType: ReportType): Promise<string> {
  const { status, body } = await server.call(prepareReport, {
    token: admin.token,
    body: { reportType },
  })
  expect(status).toBe(200)
  return body.jobId
}
const make = (jobId: string) => makeReport(server.context, jobId, never)
async function made(type: ReportType): Promise<string> {
  const jobId = await asked(type)
  await make(jobId)
  return jobId
}

const take = (jobId: string) =>
  server.raw(takePreparedReport, { token: admin.token, params: { jobId } })
async function stateOf(jobId: string) {
  const { body } = await server.call(listPreparedReports, { token: admin.token })
  return body.items.find((item) => item.jobId === jobId)
}
async function filesOf(jobId: string): Promise<string[]> {
  const names = await readdir(path.join(server.context.config.DOCUMENTS_DIR, 'reports'))
  return names.filter((name) => name.startsWith(jobId))
}

async function eraseSomebody(): Promise<void> {
  const { memberId, mobile } = await server.member()
  const { status } = await server.call(eraseUser, {
    token: admin.token,
    params: { memberId },
    body: { reason: 'Asked for in writing', confirm: `M${mobile}` },
  })
  expect(status).toBe(200)
}

describe('an erasure deletes prepared reports in which members may stand', () => {
  test('that are ready: no key, no file, and whoever asked is told why', async () => {
    const jobId = await made('member-balances')
    expect((await take(jobId)).status).toBe(200)
    await eraseSomebody()
    expect(await stateOf(jobId)).toMatchObject({
      state: 'failed',
      words: expect.stringContaining('was erased after this report was begun'),
    })
    expect((await take(jobId)).status).toBe(409)
    const row = server.db.selectFrom('report_job').select('sealed_key')
    expect(await row.where('job_id', '=', jobId).execute()).toEqual([{ sealed_key: null }])
    const { body } = await server.call(myNotices, { token: admin.token })
    expect(body.items[0]?.words).toBe(
      'Your report “Member balances” was deleted: the reports page says why.',
    )
    expect(await filesOf(jobId)).not.toEqual([])
    const queued = await sql<{ data: { reportJobIds: string[] } }>`select data from pgboss.job
      where name = 'report-files' order by created_on desc limit 1`.execute(server.db)
    const data = queued.rows[0]?.data ?? { reportJobIds: [] }
    await jobHandlers(server.context)['report-files'](data, never)
    expect(await filesOf(jobId)).toEqual([])
  })

  test('that are being made: they cannot come to their end', async () => {
    const jobId = await asked('scans')
    const { db, vault } = server.context
    const sealed = await vault.seal(Buffer.alloc(32), keyContext(jobId))
    const claimed = await claimJob(db, jobId, sealed)
    await eraseSomebody()
    expect(await stateOf(jobId)).toMatchObject({ state: 'failed' })
    const progress = { rows: 1, rowsInAll: 1, pieces: 1, bytes: 1 }
    const attempt = { jobId, attempt: claimed?.attempt ?? 0 }
    expect(await setProgress(db, attempt, progress)).toBe(false)
    await make(jobId)
    expect(await stateOf(jobId)).toMatchObject({ state: 'failed' })
  })

  test('and none begins while the erasure is on its way', async () => {
    const { memberId } = await server.member()
    await sql`update member set name = 'Before it' where member_id = ${memberId}`.execute(server.db)
    const jobId = await asked('member-balances')
    let making = Promise.resolve()
    await transaction(server.db, async (tx) => {
      await erasePreparedReports(server.context, tx, new Date())
      making = make(jobId)
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
              and query like '%report_job%'`.execute(server.db)
          return rows[0]?.waiting
        })
        .toBe(1)
      await sql`update member set name = 'After it' where member_id = ${memberId}`.execute(tx)
    })
    await making
    expect(await stateOf(jobId)).toMatchObject({ state: 'ready' })
    const file = await readXlsx(new Uint8Array(await (await take(jobId)).arrayBuffer()))
    const cells = file.sheets[0]?.rows.flat()
    expect(cells).toContain('After it')
    expect(cells).not.toContain('Before it')
  })

  test('and leaves those of things, staff and sums', async () => {
    const jobId = await made('liability')
    await eraseSomebody()
    expect(await stateOf(jobId)).toMatchObject({ state: 'ready' })
    expect((await take(jobId)).status).toBe(200)
  })
})

describe('which reports those are', () => {
  const programme = { now: new Date(), expireMonths: 24, pointValuePaise: 100 }
  const selects = (type: ReportType) => selectOf(DEFINITIONS[type], {}, { programme })
  const others = reportType.options.filter((type) => !REPORTS_OF_MEMBERS.includes(type))
  /** A member as a row of the report, not a count of many. */
  const MEMBER = /\b(from|join) member\b(?! group by)|\bmember_id\b/

  test.each(others)('%s reads no member', (type) => {
    expect(selects(type)).not.toMatch(MEMBER)
  })

  test.each(REPORTS_OF_MEMBERS)('%s reads members', (type) => {
    expect(selects(type)).toMatch(MEMBER)
  })
})
