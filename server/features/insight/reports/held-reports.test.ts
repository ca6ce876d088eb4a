import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  approveHeldReport,
  listHeldReports,
  listPreparedReports,
  prepareReport,
  rejectHeldReport,
  takePreparedReport,
} from '../../../../contract/insight/report-jobs.ts'
import { downloadReport } from '../../../../contract/insight/reports.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { miscounted, thousandsIn, noticeTexts } from '../../platform/data-access/test-support.ts'
import { changeRule } from '../../platform/rules/test-support.ts'
import { makeReport } from './make-report.service.ts'

// Nothing does the jobs of this server but the test itself.

type Staff = Awaited<ReturnType<TestServer['staff']>>
const ROWS = 1_000
const LARGE = { reportType: 'member-balances', state: [27] }

let server: TestServer
let almond: Staff
let finance: Staff

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  almond = await server.staff('almond team')
  await thousandsIn(server, [27])
  const people = { maker: await server.staff('admin'), checker: almond }
  await changeRule(server, people, { rule: 'exportAloneRows', value: ROWS - 1 })
})
afterAll(() => server.stop())
beforeEach(async () => {
  finance = await server.staff('finance')
})

async function made(): Promise<string> {
  const { body } = await server.call(prepareReport, { token: finance.token, body: LARGE })
  await makeReport(server.context, body.jobId, new AbortController().signal)
  return body.jobId
}
async function take(jobId: string): Promise<[number, string | null]> {
  const answer = await server.raw(takePreparedReport, { token: finance.token, params: { jobId } })
  if (answer.status !== 200) {
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }
  await answer.arrayBuffer()
  return [200, null]
}
const approve = (jobId: string, { token }: Staff = almond) =>
  server.call(approveHeldReport, { token, params: { jobId }, body: {} })
const mine = async (jobId: string) =>
  (await server.call(listPreparedReports, { token: finance.token })).body.items.find(
    (one) => one.jobId === jobId,
  )
const held = async ({ token }: Staff = almond) =>
  (await server.call(listHeldReports, { token })).body.items.map(({ jobId }) => jobId)
const trail = () =>
  server.db
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('subject', '=', 'report')
    .where('action', 'in', ['report.downloaded', 'report.approved', 'report.rejected'])
    .orderBy('seq')
    .execute()

// Succeeded on 25 November 2026: one person took any report of any size alone.
test('a report of more rows than one person exports is not downloaded directly', async () => {
  const before = await trail()
  const answer = await server.raw(downloadReport, { token: finance.token, body: LARGE })
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    409,
    'This report has more than 999 rows, which one person does not take alone. Have it prepared in the background: a second person approves it before you take it.',
  ])
  expect(await trail()).toEqual(before)
})

test('prepared, it is taken once after a second person approved it', async () => {
  const jobId = await made()
  expect(await mine(jobId)).toMatchObject({ state: 'ready', rows: ROWS, approval: 'waiting' })
  expect((await noticeTexts(server, finance))[0]).toContain('A second person must approve')
  expect((await noticeTexts(server, almond))[0]).toBe(
    'Test finance asks for the report “Member balances” with 1,000 rows: it waits for a second person.',
  )
  expect((await take(jobId))[0]).toBe(409)
  expect(await held()).toContain(jobId)
  expect(await held(await server.staff('admin'))).toContain(jobId)
  expect((await approve(jobId, finance)).status).toBe(403)
  expect((await approve(jobId)).status).toBe(200)
  expect((await approve(jobId)).status).toBe(409)
  expect(await held()).not.toContain(jobId)
  expect(await mine(jobId)).toMatchObject({ approval: 'approved' })
  // Two takings at once: one of them is the one that was approved.
  const both = await Promise.all([take(jobId), take(jobId)])
  expect(both.map(([status]) => status).toSorted()).toEqual([200, 409])
  expect(await take(jobId)).toEqual([
    409,
    'A second person approves a file of so many rows before it is taken, each time. They were told.',
  ])
  expect((await trail()).slice(-2)).toMatchObject([
    { action: 'report.approved', after: { rows: ROWS, askedBy: finance.staffId } },
    { action: 'report.downloaded', after: { rows: ROWS, approvedBy: almond.staffId } },
  ])
  expect(await miscounted(server.db)).toEqual([])
})

test('it is not approved by who asked, nor by an account that does not count as a second one', async () => {
  finance = await server.staff('admin')
  const jobId = await made()
  expect(await held(finance)).not.toContain(jobId)
  expect((await approve(jobId, finance)).body).toMatchObject({
    message: 'You asked for this report: somebody else decides.',
  })
  const young = await server.staff('almond team')
  await server.db
    .updateTable('staff')
    .set({ created_at: new Date(), origin: 'approved' })
    .where('staff_id', '=', young.staffId)
    .execute()
  expect((await approve(jobId, young)).body).toMatchObject({
    message: expect.stringContaining('younger than 7 days'),
  })
  expect((await take(jobId))[0]).toBe(409)
})

test('rejected, its file is gone and who asked is told why', async () => {
  const jobId = await made()
  const note = 'Nobody asked finance for this'
  const { status } = await server.call(rejectHeldReport, {
    token: almond.token,
    params: { jobId },
    body: { note },
  })
  expect(status).toBe(200)
  expect(await mine(jobId)).toMatchObject({
    state: 'failed',
    words: `A second person rejected it: ${note}`,
  })
  expect((await noticeTexts(server, finance))[0]).toContain('was rejected')
  expect((await take(jobId))[0]).toBe(409)
  expect((await approve(jobId)).status).toBe(404)
})
