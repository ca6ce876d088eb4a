import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/onboarding.ts'
import { XLSX_TYPE } from '../../../../contract/sheets.ts'
import { readSheet } from '../../../lib/sheet.ts'
import { unpackText } from '../../../lib/sheet/unpack.ts'
import { zipEntries } from '../../../lib/sheet/zip-directory.ts'
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

const workersNamed = (codes: readonly string[]) =>
  server.db
    .selectFrom('worker')
    .innerJoin('staff', 'staff.staff_id', 'worker.staff_id')
    .select(['employee_code as code', 'staff.name', 'worker.staff_id as staffId'])
    .where('employee_code', 'in', codes)
    .orderBy('employee_code')
    .execute()

const auditOf = (uploadId: string) =>
  server.db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId'])
    .where('subject_id', '=', uploadId)
    .orderBy('seq')
    .execute()

test('a file is read, looked at and applied, and each step is on record', async () => {
  const [good, other, twin] = [
    support.workerCells(),
    support.workerCells({ joinedOn: '' }),
    support.workerCells(),
  ]
  const wrong = support.workerCells({ mobile: '12', shift: 'X' })
  const bytes = await support.fileOf('workers', [
    good,
    other,
    [],
    wrong,
    [good[0] ?? '', ...twin.slice(1)],
  ])
  const sent = await support.send(server, admin, 'workers', bytes)
  expect(sent).toMatchObject({ status: 200, body: { kind: 'workers', sentBefore: false } })
  const { uploadId } = sent.body
  const ready = await support.until(server, admin, uploadId, 'ready', 'refused')
  const counts = { rows: 4, creates: 2, changes: 0, same: 0, refused: 2 }
  expect(ready).toMatchObject({ state: 'ready', ...counts, applied: 0, open: 2, words: null })

  const rows = await support.rowsOf(server, admin, uploadId)
  expect(rows.map(({ rowNo, verdict, state }) => [rowNo, verdict, state])).toEqual([
    [2, 'create', 'waiting'],
    [3, 'create', 'waiting'],
    [5, 'refused', 'open'],
    [6, 'refused', 'open'],
  ])
  expect(rows[0]).toMatchObject({ code: good[0], cells: good, problems: [] })
  expect(rows[2]?.problems.map(({ column }) => column)).toEqual(['Mobile', 'Shift'])
  expect(rows[3]?.problems).toEqual([
    {
      column: 'Employee code',
      reason: 'Row 2 of this file has the same. It can stand only once.',
    },
  ])
  expect(await workersNamed([good[0] ?? ''])).toEqual([])
  expect(await support.errorsOf(server, admin, { upload: uploadId })).toEqual([])

  const pressed = await support.apply(server, admin, uploadId)
  expect(pressed.status).toBe(200)
  const done = await support.until(server, admin, uploadId, 'applied')
  expect(done).toMatchObject({ ...counts, applied: 2, open: 2, appliedBy: 'Test admin' })
  const made = await workersNamed([good[0] ?? '', other[0] ?? '', twin[0] ?? ''])
  expect(made.map(({ code, name }) => [code, name])).toEqual([
    [good[0], good[1]],
    [other[0], other[1]],
  ])
  const after = await support.rowsOf(server, admin, uploadId)
  expect(after.map(({ state, cells, subjectId }) => [state, cells !== null, subjectId])).toEqual([
    ['applied', false, made[0]?.staffId],
    ['applied', false, made[1]?.staffId],
    ['open', true, null],
    ['open', true, null],
  ])
  const errors = await support.errorsOf(server, admin, { upload: uploadId })
  expect(errors.map(({ rowNo, cells }) => [rowNo, cells?.[0]])).toEqual([
    [5, wrong[0]],
    [6, good[0]],
  ])
  expect((await auditOf(uploadId)).map(({ action, staffId }) => [action, staffId])).toEqual([
    ['onboarding.send', admin.staffId],
    ['onboarding.apply', admin.staffId],
    ['workers.onboarded', admin.staffId],
    ['onboarding.applied', admin.staffId],
  ])
})

describe('the same file', () => {
  test('again is the upload it was, and of two at once there is one', async () => {
    const bytes = await support.fileOf('workers', [support.workerCells()])
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => support.send(server, admin, 'workers', bytes)),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(sent.map(({ body }) => body.uploadId)).size).toBe(1)
    expect(sent.filter(({ body }) => !body.sentBefore)).toHaveLength(1)
    const { uploadId = '' } = sent[0]?.body ?? {}
    await support.until(server, admin, uploadId, 'ready')
    expect((await auditOf(uploadId)).map(({ action }) => action)).toEqual(['onboarding.send'])
    const again = await support.send(server, admin, 'workers', bytes)
    expect(again.body).toMatchObject({ uploadId, sentBefore: true, state: 'ready' })
    const asOther = await support.send(server, admin, 'distributors', bytes)
    expect(asOther.body.sentBefore).toBe(false)
  })

  test('that was refused or discarded is taken again', async () => {
    const refused = await support.workbook([['Nothing'], ['x']])
    const first = await support.read(server, admin, 'workers', refused)
    const second = await support.read(server, admin, 'workers', refused)
    expect([first.state, second.state]).toEqual(['refused', 'refused'])
    expect(second.uploadId).not.toBe(first.uploadId)

    const bytes = await support.fileOf('workers', [support.workerCells()])
    const { uploadId } = await support.read(server, admin, 'workers', bytes)
    const discard = () =>
      server.call(contract.discardUpload, { token: admin.token, params: { uploadId } })
    expect((await discard()).body).toMatchObject({ state: 'discarded' })
    expect((await discard()).body).toMatchObject({ state: 'discarded' })
    expect(await support.rowsOf(server, admin, uploadId)).toEqual([])
    expect((await support.apply(server, admin, uploadId)).status).toBe(409)
    expect((await auditOf(uploadId)).map(({ action }) => action)).toEqual([
      'onboarding.send',
      'onboarding.discard',
    ])
    const again = await support.send(server, admin, 'workers', bytes)
    expect(again.body).toMatchObject({ sentBefore: false })
    expect(again.body.uploadId).not.toBe(uploadId)
  })
})

test('known people come as changes and as the same, and are told as such', async () => {
  const [one, two] = [support.workerCells(), support.workerCells()]
  await support.applied(server, admin, 'workers', [one, two])
  const moved = one.with(5, 'B')
  const { uploadId, ...ready } = await support.read(
    server,
    admin,
    'workers',
    await support.fileOf('workers', [moved, two]),
  )
  expect(ready).toMatchObject({ creates: 0, changes: 1, same: 1 })
  const [change] = await support.rowsOf(server, admin, uploadId)
  expect(change?.changes).toEqual([{ column: 'Shift', before: 'A', after: 'B' }])
  await support.apply(server, admin, uploadId)
  const done = await support.until(server, admin, uploadId, 'applied')
  expect(done).toMatchObject({ applied: 1, changes: 1, same: 1 })
  const again = await support.apply(server, admin, uploadId)
  expect(again).toMatchObject({ status: 200, body: { state: 'applied' } })
  const lists = await server.call(contract.listUploads, {
    token: admin.token,
    query: { kind: 'workers', status: 'applied', count: 'yes' },
  })
  expect(lists.body.items[0]).toMatchObject({ uploadId, open: 0 })
})

/** The XML of the first sheet of a workbook. */
async function firstSheet(bytes: Buffer): Promise<string> {
  const entry = zipEntries(bytes)?.find(({ name }) => name === 'xl/worksheets/sheet1.xml')
  if (!entry) throw new Error('The workbook has no sheet.')
  const pieces: string[] = []
  for await (const text of unpackText(bytes, entry)) pieces.push(text)
  return pieces.join('')
}

test('the template has the headings, an empty first sheet, and text where zeros count', async () => {
  for (const kind of contract.ONBOARDING_KINDS) {
    const answer = await server.raw(contract.onboardingTemplate, {
      token: admin.token,
      params: { kind },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const table = await readSheet(bytes, XLSX_TYPE, { maxRows: 10 })
    expect(table).toEqual({ header: support.headersOf(kind), rows: [] })
    // Every column but that of a day is text before anything is entered.
    const styled = (await firstSheet(bytes)).match(/<col [^>]*style="1"/g) ?? []
    const days = support.headersOf(kind).filter((name) => name === 'Joined on')
    expect(styled).toHaveLength(table.header.length - days.length)
    const read = await support.read(server, admin, kind, bytes)
    expect(read).toMatchObject({
      state: 'refused',
      words: 'The file has no rows under its heading.',
    })
  }
})
