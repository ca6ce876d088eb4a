import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { keepSealed, openSealed } from '../../../server/features/insight/reports/prepared-files.ts'
import { fileStore } from '../../../server/lib/file-store.ts'
import { writeXlsx } from '../../../server/lib/xlsx/xlsx.ts'
import { asCopyChunks, asDriverRows, COLUMNS, makePiece, PIECE_ROWS } from './report-data.ts'

/** What of exceljs's streaming writer is used here; its own types are not installed. */
type ExcelJs = {
  stream: { xlsx: { WorkbookWriter: new (options: object) => StreamWorkbook } }
}
type StreamWorkbook = {
  addWorksheet: (name: string, options: object) => StreamSheet
  commit: () => Promise<void>
}
type StreamSheet = {
  columns: object[]
  addRow: (values: readonly unknown[]) => { commit: () => void }
  commit: () => void
}

export type WorkerResult = { ms: number; rows: number; fileBytes: number; peakMb: number }

/** A reader that only counts, as a fast network would. */
function createCounter(): { sink: Writable; bytes: () => number } {
  let bytes = 0
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      setImmediate(done)
    },
  })
  return { sink, bytes: () => bytes }
}

async function* repeatChunks(chunks: readonly Buffer[], times: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < times; i += 1) {
    for (const chunk of chunks) {
      // as from a socket
      await breathe()
      yield chunk
    }
  }
}

async function runOurs(pieces: number, level: number): Promise<Omit<WorkerResult, 'peakMb'>> {
  const chunks = asCopyChunks(makePiece(1))
  const { sink, bytes } = createCounter()
  const started = performance.now()
  const rows = repeatChunks(chunks, pieces)
  await pipeline(writeXlsx({ sheetName: 'Scans', columns: COLUMNS, rows, level }), sink)
  return {
    ms: performance.now() - started,
    rows: pieces * PIECE_ROWS,
    fileBytes: bytes(),
  }
}

/** As the job makes one: sealed in pieces into a folder, and read back from there to its end. */
async function runPrepared(pieces: number, level: number): Promise<Omit<WorkerResult, 'peakMb'>> {
  const chunks = asCopyChunks(makePiece(1))
  const folder = await mkdtemp(path.join(tmpdir(), 'hil-bench-'))
  const store = fileStore(folder)
  const file = { jobId: randomUUID(), attempt: 1, key: randomBytes(32) }
  const { sink, bytes } = createCounter()
  try {
    const started = performance.now()
    const rows = repeatChunks(chunks, pieces)
    let kept = { pieces: 0, bytes: 0 }
    const written = writeXlsx({ sheetName: 'Scans', columns: COLUMNS, rows, level })
    await keepSealed(store, file, written, (so) => (kept = { ...so }))
    const ms = performance.now() - started
    await pipeline(openSealed(store, file, kept.pieces), sink)
    if (bytes() !== kept.bytes) throw new Error('What was read back is not what was kept.')
    return { ms, rows: pieces * PIECE_ROWS, fileBytes: bytes() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const FORMATS: Record<string, string> = {
  text: '@',
  datetime: 'dd mmm yyyy, hh:mm',
  date: 'dd mmm yyyy',
  money: '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00',
  integer: '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0',
}

async function runExceljs(
  pieces: number,
  level: number,
  useStyles: boolean,
): Promise<Omit<WorkerResult, 'peakMb'>> {
  const require = createRequire(import.meta.url)
  const exceljs: ExcelJs = require('exceljs')
  const rows = asDriverRows(makePiece(1))
  const { sink, bytes } = createCounter()
  const started = performance.now()
  const options = { stream: sink, useStyles, useSharedStrings: false, zip: { level } }
  const workbook = new exceljs.stream.xlsx.WorkbookWriter(options)
  const sheet = workbook.addWorksheet('Scans', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = COLUMNS.map(({ header, type, width }) => ({
    header,
    width,
    style: { numFmt: FORMATS[type] },
  }))
  for (let i = 0; i < pieces; i += 1) {
    for (const [index, row] of rows.entries()) {
      sheet.addRow(row).commit()
      // as from a cursor, which also lets it write
      if (index % 500 === 0) await breathe()
    }
  }
  sheet.commit()
  await workbook.commit()
  return { ms: performance.now() - started, rows: pieces * PIECE_ROWS, fileBytes: bytes() }
}

const [writer, rows = '0', level = '1'] = process.argv.slice(2)
const pieces = Math.ceil(Number(rows) / PIECE_ROWS)
const OURS = { ours: runOurs, prepared: runPrepared }
const result =
  writer === 'ours' || writer === 'prepared'
    ? await OURS[writer](pieces, Number(level))
    : await runExceljs(pieces, Number(level), writer === 'exceljs-styled')
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ ...result, peakMb } satisfies WorkerResult))
