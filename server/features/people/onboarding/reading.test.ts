import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CSV_TYPE, XLSX_TYPE } from '../../../../contract/sheets.ts'
import { cell, PART, row, workbookParts, zipOf } from '../../../lib/sheet/test-support.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import { giveUpUpload, readUpload } from './read.service.ts'
import type { OnboardingRules } from './onboarding-rules.ts'
import * as support from './test-support.ts'

let server: TestServer
let admin: support.Person

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  await anyPlant(server.db)
})
afterAll(() => server.stop())

const letters = 'ABCDEFGH'
/** A row of a workbook made by hand; `instead` are the XML of some cells by their column. */
function madeRow(line: number, cells: readonly string[], instead: Record<string, string> = {}) {
  const xml = cells.map((text, index) => {
    const at = letters.charAt(index)
    return instead[at] ?? cell(`${at}${line}`, text)
  })
  return row(line, xml.join(''))
}
const made = (rows: string, behind = '') =>
  zipOf(workbookParts(PART(madeRow(1, support.headersOf('workers')) + rows, behind)))
const problemsOf = async (uploadId: string) =>
  (await support.rowsOf(server, admin, uploadId)).map(({ rowNo, verdict, problems }) => [
    rowNo,
    verdict,
    ...problems.map(({ column, reason }) => `${column}: ${reason}`),
  ])
/** How much of an upload is stored, file and rows. */
async function stored(uploadId: string): Promise<{ pieces: number; rows: number }> {
  const count = async (table: 'onboarding_file' | 'onboarding_row') => {
    const rows = await server.db
      .selectFrom(table)
      .select('upload_id')
      .where('upload_id', '=', uploadId)
      .execute()
    return rows.length
  }
  return { pieces: await count('onboarding_file'), rows: await count('onboarding_row') }
}

describe('a row as it stands', () => {
  test('with a formula, a merged cell or a date as text is refused alone, at its column', async () => {
    const [first, , third, fourth] = [2, 3, 4, 5].map(() => support.workerCells())
    const day = '<c r="H3" s="0"><v>46113</v></c>'
    const bytes = made(
      madeRow(2, first ?? [], { B: '<c r="B2" t="str"><f>A2&amp;"x"</f><v>Sunita Devi</v></c>' }) +
        madeRow(3, support.workerCells(), { H: day }) +
        madeRow(4, (third ?? []).with(7, '1/4/2026')) +
        madeRow(5, fourth ?? []) +
        madeRow(6, support.workerCells({ email: 'A@x' })),
      '<mergeCells><mergeCell ref="D5:E5"/></mergeCells>',
    )
    const { uploadId, ...upload } = await support.read(server, admin, 'workers', bytes)
    const merged = 'This cell is merged with others. Take the merged cells apart and fill in each.'
    expect(await problemsOf(uploadId)).toEqual([
      [2, 'refused', 'Name: This is a formula. Paste its value.'],
      [
        3,
        'refused',
        'Joined on: This is text, not a date. Enter it as a date of the spreadsheet, or as 2026-11-20.',
      ],
      [
        4,
        'refused',
        'Joined on: This is text, not a date. Enter it as a date of the spreadsheet, or as 2026-11-20.',
      ],
      [5, 'refused', `Mobile: ${merged}`, `Plant code: ${merged}`],
      [6, 'refused', 'E-mail: This is not an e-mail address: it looks like name@firm.in.'],
    ])
    expect(upload).toMatchObject({ state: 'ready', rows: 5, refused: 5, open: 5 })
  })

  test('with a day of the spreadsheet is right, and CSV is read as well', async () => {
    const cells = support.workerCells()
    const bytes = await support.workbook([
      support.headersOf('workers'),
      [...cells.slice(0, 7), new Date('2026-04-01T00:00:00Z')],
    ])
    const { uploadId } = await support.read(server, admin, 'workers', bytes)
    const [read] = await support.rowsOf(server, admin, uploadId)
    expect(read).toMatchObject({ verdict: 'create', cells })
    const csv = support.csvOf([support.headersOf('workers').toReversed(), cells.toReversed()])
    const second = await support.read(server, admin, 'workers', csv, CSV_TYPE)
    const [same] = await support.rowsOf(server, admin, second.uploadId)
    expect(same).toMatchObject({ rowNo: 2, verdict: 'create', cells })
  })

  test('that claims what a row far above it has is told which', async () => {
    const rows = Array.from({ length: 600 }, () => support.workerCells())
    const [first = []] = rows
    const late = support.workerCells({ mobile: first[3] ?? '', email: first[2] ?? '' })
    const bytes = support.csvOf([support.headersOf('workers'), ...rows, late])
    const { uploadId, ...upload } = await support.read(server, admin, 'workers', bytes, CSV_TYPE)
    expect(upload).toMatchObject({ rows: 601, creates: 600, refused: 1 })
    const twin = 'Row 2 of this file has the same. It can stand only once.'
    const found = await server.db
      .selectFrom('onboarding_row')
      .select(['row_no', 'problems'])
      .where('upload_id', '=', uploadId)
      .where('verdict', '=', 'refused')
      .execute()
    const problems = ['E-mail', 'Mobile'].map((column) => ({ column, reason: twin }))
    expect(found).toEqual([{ row_no: 602, problems }])
  })
})

describe('a file that cannot be read', () => {
  const NO_WORKBOOK = 'This is not an Excel workbook (xlsx), or it is damaged. Save it again.'
  const large = Buffer.alloc(300 * 1024 * 1024, ' ')
  test.each([
    [
      'with other columns',
      () =>
        support.workbook([
          ['Name', 'Phone'],
          ['x', 'y'],
        ]),
      /^The columns “Employee code”, .* are missing\. The column “Phone” is not known\./,
    ],
    [
      'without rows',
      () => support.workbook([support.headersOf('workers')]),
      'The file has no rows under its heading.',
    ],
    [
      'of nothing',
      () => support.workbook([]),
      'The file is empty: its first row names the columns.',
    ],
    [
      'that is a zip of something else',
      async () => zipOf({ 'readme.txt': 'Nothing' }),
      NO_WORKBOOK,
    ],
    [
      'that unpacks to too much',
      async () => zipOf(workbookParts(large)),
      'This file unpacks to more than 256 MB. Copy the rows into a new workbook.',
    ],
    [
      'that lies about what it unpacks to',
      async () => zipOf(workbookParts(large), { 'xl/worksheets/sheet1.xml': 5000 }),
      NO_WORKBOOK,
    ],
  ])('%s is refused in words, and nothing of it is kept', async (_, file, words) => {
    const upload = await support.read(server, admin, 'workers', await file())
    expect(upload).toMatchObject({ state: 'refused', rows: 0, refused: 0, open: 0 })
    expect(upload.words).toMatch(words)
    expect(upload.endedAt).not.toBeNull()
    expect(await stored(upload.uploadId)).toEqual({ pieces: 0, rows: 0 })
  })

  test.each([
    ['no workbook', Buffer.from('A,B\n1,2\n'), XLSX_TYPE, /it is not\.$/],
    [
      'an old file or one with a password',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      XLSX_TYPE,
      /one with a password/,
    ],
    ['a workbook that says it is CSV', Buffer.from('PK\u0003\u0004'), CSV_TYPE, /it is a zip file/],
  ])('because it is %s is refused at once', async (_, bytes, type, message) => {
    const { status, body } = await support.send(server, admin, 'workers', bytes, type)
    expect(status).toBe(400)
    expect(body.message).toMatch(message)
  })
})

describe('reading that is cut off', () => {
  const never = new AbortController().signal

  /** An upload that waits for its job, which this test does itself. */
  async function waiting(rows: number) {
    const lines = Array.from({ length: rows }, () => support.workerCells())
    const bytes = support.csvOf([support.headersOf('workers'), ...lines])
    const { body } = await support.send(server, admin, 'workers', bytes, CSV_TYPE)
    await support.until(server, admin, body.uploadId, 'ready')
    return { uploadId: body.uploadId, bytes }
  }
  /** Puts an upload back to where it was before it was read. */
  async function unread(rows: number): Promise<string> {
    const { uploadId, bytes } = await waiting(rows)
    const { vault } = server.context
    const sealed = await vault.seal(bytes, `onboarding_file:${uploadId}:0`)
    await server.db
      .insertInto('onboarding_file')
      .values({ upload_id: uploadId, piece: 0, sealed })
      .execute()
    await server.db
      .updateTable('onboarding_upload')
      .set({ state: 'reading' })
      .where('upload_id', '=', uploadId)
      .execute()
    return uploadId
  }

  test('half way starts over, with nothing twice', async () => {
    const uploadId = await unread(900)
    let pieces = 0
    const { onboarding } = server.context
    const workers: OnboardingRules = {
      ...onboarding.workers,
      judge: async (...given) => {
        pieces += 1
        if (pieces === 3) throw new Error('The power went.')
        return onboarding.workers.judge(...given)
      },
    }
    const failing = { ...server.context, onboarding: { ...onboarding, workers } }
    await expect(readUpload(failing, uploadId, never)).rejects.toThrow('power')
    const half = await support.uploadNow(server, admin, uploadId)
    expect(half).toMatchObject({ state: 'reading', rows: 500 })
    await readUpload(server.context, uploadId, never)
    const whole = await support.uploadNow(server, admin, uploadId)
    expect(whole).toMatchObject({ state: 'ready', rows: 900, creates: 900 })
    expect(await stored(uploadId)).toEqual({ pieces: 0, rows: 900 })
  })

  test('at more rows than may be is refused, with those that were read already', async () => {
    const uploadId = await unread(700)
    await readUpload(server.context, uploadId, never, { maxRows: 699 })
    const upload = await support.uploadNow(server, admin, uploadId)
    const words = 'The file has more than 699 rows. Divide it into several.'
    expect(upload).toMatchObject({ state: 'refused', words, rows: 0, creates: 0 })
    expect(await stored(uploadId)).toEqual({ pieces: 0, rows: 0 })
  })

  test('goes on in one of two runs only', async () => {
    const uploadId = await unread(900)
    const runs = [1, 2].map(() => readUpload(server.context, uploadId, never))
    await Promise.all(runs)
    const whole = await support.uploadNow(server, admin, uploadId)
    expect(whole).toMatchObject({ state: 'ready', rows: 900, creates: 900 })
    expect(await stored(uploadId)).toEqual({ pieces: 0, rows: 900 })
  })

  test('too often is told, and nothing is kept', async () => {
    const uploadId = await unread(3)
    await giveUpUpload(server.context, uploadId)
    const upload = await support.uploadNow(server, admin, uploadId)
    expect(upload).toMatchObject({ state: 'refused', rows: 0 })
    expect(upload.words).toBe(
      'This file could not be read, though it was tried several times. Send it again.',
    )
    expect(await stored(uploadId)).toEqual({ pieces: 0, rows: 0 })
    await readUpload(server.context, uploadId, never)
    expect((await support.uploadNow(server, admin, uploadId)).state).toBe('refused')
  })
})
