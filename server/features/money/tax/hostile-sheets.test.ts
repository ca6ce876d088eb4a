import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CSV_TYPE,
  SHEET_MAX_BYTES,
  SHEET_MAX_ROWS,
  XLSX_TYPE,
} from '../../../../contract/sheets.ts'
import { OUTSIDE_COLUMNS, previewOutsideBenefits } from '../../../../contract/money/tax.ts'
import { cell, PART, row, workbookParts, zipOf } from '../../../lib/sheet/test-support.ts'
import { FORMULA_PAYLOADS } from '../../../lib/xlsx/formula-payloads.ts'
import { freePort, launch, type Launched } from '../../../test/launch.ts'
import { sum, watchMemory, type MemoryWatch } from '../../../test/process-figures.ts'
import { patiently } from '../../../test/patiently.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

const MOST_MS = 5_000
const MOST_MB = 150

let tests: TestServer
/** The server that is attacked is a process of its own: its memory is not mixed with ours. */
let victim: Launched
let memory: MemoryWatch
let token: string

beforeAll(async () => {
  tests = await testServer({ ROLE: 'web' })
  victim = await launch(tests, await freePort(), { ROLE: 'web' })
  token = (await tests.staff('finance')).token
  // What a server needs that has read a good file.
  const { status, text } = await send(workbook(good), XLSX_TYPE)
  if (status !== 200) throw new Error(text)
  memory = watchMemory(victim.pid)
})
afterAll(async () => {
  memory?.stop()
  await victim?.kill()
  await tests?.stop()
})

function send(file: Buffer, type: string) {
  return patiently(async () => {
    const began = performance.now()
    const answer = await fetch(`${victim.url}${previewOutsideBenefits.path}?name=list`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': type },
      body: new Uint8Array(file),
    })
    const text = await answer.text()
    const took = performance.now() - began
    return { status: answer.status, text, took }
  })
}

const cells = (line: number, texts: readonly string[]) =>
  row(line, texts.map((text, at) => cell(`${'ABCDE'.charAt(at)}${line}`, text)).join(''))
const header = cells(1, OUTSIDE_COLUMNS)
const good = PART(header + cells(2, ['M1', '2026-04-01', '100', '', 'Trip']))
const workbook = (sheet: string | Buffer, more: Record<string, string | Buffer> = {}) =>
  zipOf({ ...workbookParts(sheet), ...more })
/** One whose sheet says of itself that it is small. */
const forged = (sheet: string) => zipOf(workbookParts(sheet), { 'xl/worksheets/sheet1.xml': 1000 })
const withDoctype = (entities: string) =>
  workbook(`<?xml version="1.0"?><!DOCTYPE x [${entities}]>${PART(cells(1, ['&e9;']))}`)
const growing = Array.from(
  { length: 10 },
  (_, i) => `<!ENTITY e${i} "${i === 0 ? 'ha' : `&e${i - 1};`.repeat(10)}">`,
)
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const columns = OUTSIDE_COLUMNS.join(',')

const NO_WORKBOOK = /is not an Excel workbook \(xlsx\), or it is damaged/
const hostile: [name: string, type: string, file: () => Buffer, words: RegExp][] = [
  ['65 MB of spaces', XLSX_TYPE, () => workbook(Buffer.alloc(65 << 20, ' ')), /more than 64 MB/],
  [
    'a forged size and one endless cell',
    XLSX_TYPE,
    () => forged(PART(cells(1, ['x'.repeat(80_000_000)]))),
    NO_WORKBOOK,
  ],
  [
    'a forged size and endless rows',
    XLSX_TYPE,
    () => forged(PART(cells(2, ['A']).repeat(1_000_000))),
    NO_WORKBOOK,
  ],
  ['entities that grow', XLSX_TYPE, () => withDoctype(growing.join('')), NO_WORKBOOK],
  [
    'an entity that is a file of the server',
    XLSX_TYPE,
    () => withDoctype('<!ENTITY e9 SYSTEM "file:///etc/passwd">'),
    NO_WORKBOOK,
  ],
  [
    'a sheet that is a file of the server',
    XLSX_TYPE,
    () => {
      const parts = workbookParts(good)
      const relations = String(parts['xl/_rels/workbook.xml.rels'])
      const out = relations.replace('worksheets/sheet1.xml', '../../../../../../etc/passwd')
      return zipOf({ ...parts, 'xl/_rels/workbook.xml.rels': out })
    },
    NO_WORKBOOK,
  ],
  [
    'a part that lies outside',
    XLSX_TYPE,
    () => zipOf({ '../../../../tmp/hil-evil': 'x', '/etc/hil-evil': 'x' }),
    NO_WORKBOOK,
  ],
  ['a zip of zips', XLSX_TYPE, () => zipOf({ 'a.zip': workbook(good) }), NO_WORKBOOK],
  ['a zip that is cut', XLSX_TYPE, () => workbook(good).subarray(0, 300), NO_WORKBOOK],
  ['a workbook that is no XML', XLSX_TYPE, () => workbook('<<<>>>'), /./],
  [
    'HTML before a workbook',
    XLSX_TYPE,
    () => Buffer.concat([Buffer.from('<html>'), workbook(good)]),
    /but it is not/,
  ],
  ['an old Excel file', XLSX_TYPE, () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Save it as xlsx/],
  ['a workbook called CSV', CSV_TYPE, () => workbook(good), /but it is a zip file/],
  [
    'a cell far to the right',
    XLSX_TYPE,
    () => workbook(PART(row(1, cell('XFD1', 'A')))),
    /more than 100 columns/,
  ],
  ['formulas alone', CSV_TYPE, () => csv(...FORMULA_PAYLOADS), /./],
  ['a line of 8 MB', CSV_TYPE, () => csv('x'.repeat(SHEET_MAX_BYTES)), /./],
  ['a million columns', CSV_TYPE, () => csv(','.repeat(1_000_000)), /./],
  ['nothing but zeros', CSV_TYPE, () => Buffer.alloc(1 << 20), /./],
  [
    'one row too many',
    CSV_TYPE,
    () => csv(columns, ...Array.from({ length: SHEET_MAX_ROWS + 1 }, () => 'M1,2026-04-01,1,,x')),
    /more than 20,000 rows/,
  ],
  ['a byte too many', CSV_TYPE, () => Buffer.alloc(SHEET_MAX_BYTES + 1, 'x'), /larger than 8 MB/],
]

test.each(hostile)(
  '%s is refused in words within five seconds',
  async (_, type, make, words) => {
    const { status, text, took } = await send(make(), type)
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(words) })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/root:|:0:0:/)
    expect(took).toBeLessThan(MOST_MS)
  },
  60_000,
)

test('after all of it the server answers, and held at most 150 MB more', async () => {
  expect((await send(workbook(good), XLSX_TYPE)).status).toBe(200)
  const [before, most] = [memory.before, memory.most()]
  // The files were read by processes of their own, which are counted.
  expect(sum(most)).toBeGreaterThan(sum(before) + 20)
  expect(sum(most) - sum(before), `${before.join('+')} to ${most.join('+')}`).toBeLessThan(MOST_MB)
})
