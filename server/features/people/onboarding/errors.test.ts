import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/onboarding.ts'
import { previewReport } from '../../../../contract/insight/reports.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import * as support from './test-support.ts'

let server: TestServer
let admin: support.Person

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  await anyPlant(server.db)
})
afterAll(() => server.stop())

const WRONG = { mobile: '12' }
/** An applied file with one right row and some that are wrong. */
async function withErrors(count: number) {
  const wrong = Array.from({ length: count }, () => support.workerCells(WRONG))
  const upload = await support.applied(server, admin, 'workers', [support.workerCells(), ...wrong])
  return { uploadId: upload.uploadId, wrong }
}
const right = (cells: readonly string[]) =>
  cells.with(3, `97${(cells[0] ?? '').slice(1).padStart(8, '0')}`)
const first = (cells: string[][]) => cells[0] ?? []
const errorsOf = (query: Record<string, unknown>) => support.errorsOf(server, admin, query)
const workersWith = async (code: string | undefined) =>
  server.db
    .selectFrom('worker')
    .select('staff_id as staffId')
    .where('employee_code', '=', code ?? '')
    .execute()

describe('a refused row', () => {
  test('is corrected where it stands: what is still wrong is kept and told', async () => {
    const { uploadId, wrong } = await withErrors(1)
    const name = { uploadId, rowNo: 3 }
    const better = first(wrong).with(3, '345').with(1, 'Sunita Rani')
    const still = await support.retry(server, admin, name, better)
    expect(still).toMatchObject({
      status: 200,
      body: { applied: false, subjectId: null, row: { state: 'open', cells: better } },
    })
    expect(still.body.row.problems.map(({ column }) => column)).toEqual(['Mobile'])
    expect(await errorsOf({ upload: uploadId })).toMatchObject([{ cells: better, state: 'open' }])
    const asked = (rowNo: number) =>
      server.call(contract.getOnboardingError, { token: admin.token, params: { uploadId, rowNo } })
    expect(await asked(3)).toMatchObject({ status: 200, body: { cells: better, state: 'open' } })
    // The right row beside it is no error, and has no page of its own.
    expect((await asked(2)).status).toBe(404)

    const done = await support.retry(server, admin, name, right(better))
    const [worker] = await workersWith(better[0])
    expect(done).toMatchObject({
      status: 200,
      body: {
        applied: true,
        subjectId: worker?.staffId,
        row: { state: 'corrected', cells: null, settledBy: 'Test admin' },
      },
    })
    const upload = await support.uploadNow(server, admin, uploadId)
    expect(upload).toMatchObject({ applied: 1, refused: 1, open: 0 })
    const again = await support.retry(server, admin, name, right(better))
    expect(again).toMatchObject({
      status: 409,
      body: { message: 'This row is corrected already.' },
    })
  })

  test('corrected by several at once is applied once', async () => {
    const { uploadId, wrong } = await withErrors(1)
    const cells = right(first(wrong))
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => support.retry(server, admin, { uploadId, rowNo: 3 }, cells)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await workersWith(cells[0])).toHaveLength(1)
  })

  test('is dismissed with a reason, and stays so', async () => {
    const { uploadId, wrong } = await withErrors(1)
    const dismiss = (reason: string) =>
      server.call(contract.dismissOnboardingRow, {
        token: admin.token,
        params: { uploadId, rowNo: 3 },
        body: { reason },
      })
    expect((await dismiss('')).status).toBe(400)
    const dismissed = await dismiss('Left the plant')
    expect(dismissed.body).toMatchObject({ state: 'dismissed', cells: null })
    expect((await dismiss('Left the plant')).status).toBe(409)
    const late = await support.retry(server, admin, { uploadId, rowNo: 3 }, right(first(wrong)))
    expect(late.status).toBe(409)
    const audit = await server.db
      .selectFrom('audit')
      .select(['action', 'reason'])
      .where('subject_id', '=', `${uploadId}-3`)
      .execute()
    expect(audit).toEqual([{ action: 'onboarding_row.dismiss', reason: 'Left the plant' }])
  })

  test('of a file that is not applied is no error yet', async () => {
    const bytes = await support.fileOf('workers', [support.workerCells(WRONG)])
    const { uploadId } = await support.read(server, admin, 'workers', bytes)
    expect(await errorsOf({ upload: uploadId })).toEqual([])
    const cells = support.workerCells()
    const early = await support.retry(server, admin, { uploadId, rowNo: 2 }, cells)
    expect(early).toMatchObject({
      status: 409,
      body: { message: 'The file of this row is not applied yet. Apply it first.' },
    })
    const none = await support.retry(server, admin, { uploadId, rowNo: 99 }, cells)
    expect(none.status).toBe(404)
    const { uploadId: other } = await withErrors(1)
    const short = await support.retry(server, admin, { uploadId: other, rowNo: 3 }, ['x'])
    expect(short.status).toBe(400)
    const applied = await support.retry(server, admin, { uploadId: other, rowNo: 2 }, cells)
    expect(applied.status).toBe(404)
  })
})

test('the list is found by code, kind and state, and goes from page to page', async () => {
  const { uploadId, wrong } = await withErrors(5)
  const rowNos = async (query: Record<string, unknown>) =>
    (await errorsOf({ upload: uploadId, ...query })).map(({ rowNo }) => rowNo)
  expect(await rowNos({})).toEqual([3, 4, 5, 6, 7])
  expect(await rowNos({ sort: 'oldest' })).toEqual([3, 4, 5, 6, 7])
  expect(await rowNos({ q: wrong[2]?.[0]?.toLowerCase() })).toEqual([5])
  expect(await rowNos({ kind: 'distributors' })).toEqual([])
  await support.retry(server, admin, { uploadId, rowNo: 4 }, right(wrong[1] ?? []))
  expect(await rowNos({ status: 'corrected' })).toEqual([4])
  expect(await rowNos({ status: 'open' })).toEqual([3, 5, 6, 7])

  const { uploadId: newer } = await withErrors(2)
  const { token } = admin
  const page = async (query: Record<string, unknown>) =>
    (await server.call(contract.listOnboardingErrors, { token, query: { limit: 2, ...query } }))
      .body
  const one = await page({})
  expect(one.items.map((row) => [row.uploadId, row.rowNo])).toEqual([
    [newer, 3],
    [newer, 4],
  ])
  const two = await page({ after: one.next })
  expect(two.items.map((row) => [row.uploadId, row.rowNo])).toEqual([
    [uploadId, 3],
    [uploadId, 4],
  ])
  const back = await page({ before: two.previous })
  expect(back.items).toEqual(one.items)
})

describe('the error file', () => {
  test('corrected and sent again settles what it names, and only that', async () => {
    const { uploadId, wrong } = await withErrors(3)
    const file = await support.errorFile(server, admin, 'workers', uploadId)
    expect(file.header).toEqual([
      ...support.headersOf('workers'),
      'Row',
      'Why it was refused',
      'Reference',
    ])
    expect(file.rows.map(({ cells }) => cells)).toEqual(
      wrong.map((cells, index) => [
        ...cells,
        String(index + 3),
        'Mobile: Enter a mobile number of ten digits that begins with 6, 7, 8 or 9.',
        `${uploadId}-${index + 3}`,
      ]),
    )
    const corrected = file.rows.map(({ cells }, index) =>
      index < 2 ? [...right(cells.slice(0, 8)), ...cells.slice(8)] : cells,
    )
    const bytes = await support.workbook([file.header, ...corrected])
    const second = await support.read(server, admin, 'workers', bytes)
    expect(second).toMatchObject({ state: 'ready', creates: 2, refused: 1 })
    expect(await errorsOf({ upload: uploadId, status: 'open' })).toHaveLength(3)
    await support.apply(server, admin, second.uploadId)
    await support.until(server, admin, second.uploadId, 'applied')
    const states = (await errorsOf({ upload: uploadId })).map(({ state }) => state)
    expect(states).toEqual(['corrected', 'corrected', 'open'])
    expect((await support.uploadNow(server, admin, uploadId)).open).toBe(1)

    // What is still wrong is in the next file once, and settles both when it is right.
    const next = await support.errorFile(server, admin, 'workers')
    const same = next.rows.filter(({ cells }) => cells[0] === wrong[2]?.[0])
    expect(same.map(({ cells }) => cells.at(-1))).toEqual([`${second.uploadId}-4`])
    const cells = right(wrong[2] ?? [])
    const done = await support.retry(server, admin, { uploadId: second.uploadId, rowNo: 4 }, cells)
    expect(done.body.applied).toBe(true)
    expect(await errorsOf({ upload: uploadId, status: 'open' })).toEqual([])
  })

  test('settles nothing of another kind, of nobody, or of a file that is only read', async () => {
    const { uploadId } = await withErrors(1)
    const bytes = await support.fileOf('workers', [support.workerCells(WRONG)])
    const unapplied = await support.read(server, admin, 'workers', bytes)
    const head = [...support.headersOf('distributors'), 'Reference']
    const references = [`${uploadId}-3`, '99999999999999999999-1', `${uploadId}-9999999`, 'x']
    const rows = references.map((reference) => [...support.distributorCells(), reference])
    const firms = await support.workbook([head, ...rows])
    const sent = await support.read(server, admin, 'distributors', firms)
    await support.apply(server, admin, sent.uploadId)
    const done = await support.until(server, admin, sent.uploadId, 'applied')
    expect(done).toMatchObject({ applied: 4, refused: 0 })
    const people = await support.workbook([
      [...support.headersOf('workers'), 'Reference'],
      [...support.workerCells(), `${unapplied.uploadId}-2`],
    ])
    const other = await support.read(server, admin, 'workers', people)
    await support.apply(server, admin, other.uploadId)
    await support.until(server, admin, other.uploadId, 'applied')
    expect(await errorsOf({ upload: uploadId, status: 'open' })).toHaveLength(1)
    expect((await support.uploadNow(server, admin, unapplied.uploadId)).open).toBe(1)
  })
})

test('the report of errors tells each reason, and nothing of the cells', async () => {
  const cells = support.workerCells({ mobile: '12', shift: 'X' })
  const { uploadId } = await support.applied(server, admin, 'workers', [cells])
  const { token } = admin
  const { status, body } = await server.call(previewReport, {
    token,
    body: { reportType: 'onboarding-errors' },
  })
  expect(status).toBe(200)
  const at = (header: string) => body.columns.findIndex((column) => column.header === header)
  const told = body.rows
    .filter((row) => row[at('Reference')] === `${uploadId}-2`)
    .map((row) => ['File', 'Row', 'Code', 'Column', 'Stands'].map((header) => row[at(header)]))
  expect(told).toEqual([
    ['people.xlsx', 2, cells[0], 'Mobile', 'Open'],
    ['people.xlsx', 2, cells[0], 'Shift', 'Open'],
  ])
  expect(JSON.stringify(body.rows)).not.toContain(cells[2])
})
