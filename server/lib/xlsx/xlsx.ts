import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { createBlockPool } from './byte-sink.ts'
import { createCellColumn } from './cells.ts'
import { createDeflater } from './deflate.ts'
import { notesBlock } from './notes.ts'
import { openChunks, readableOf } from './chunk-source.ts'
import { createRowCursor } from './row-cursor.ts'
import { INDIA_OFFSET_MINUTES } from './serial.ts'
import { sheetBlocks, type Book, type SheetResult } from './sheet.ts'
import { stylesXml } from './styles.ts'
import type { XlsxColumn, XlsxLimits, XlsxOptions } from './types.ts'
import {
  contentTypesXml,
  packageRelationsXml,
  sheetName,
  sheetPath,
  workbookRelationsXml,
  workbookXml,
  type SheetEntry,
} from './workbook-parts.ts'
import { zipArchive, type ZipEntry } from './zip.ts'

export const XLSX_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const DEFAULT_LEVEL = 1
const MAX_COLUMNS = 16_384
const NUMERIC_TYPES = new Set(['integer', 'decimal', 'money'])

const LIMITS: XlsxLimits = {
  rowsPerSheet: 1_048_576,
  bytesPerSheet: 3.5 * 2 ** 30,
  // enough to keep every core busy; zlib's pool has four threads, and others want them too
  inFlight: Math.min(4, availableParallelism() + 1),
}

function assertColumns(columns: readonly XlsxColumn[]): void {
  if (columns.length === 0 || columns.length > MAX_COLUMNS) {
    throw new RangeError(`A sheet has 1 to ${MAX_COLUMNS} columns, not ${columns.length}`)
  }
  const wrong = columns.find(({ total, type }) => total && !NUMERIC_TYPES.has(type))
  if (wrong) throw new RangeError(`A ${wrong.type} column has no total: ${wrong.header}`)
}

const part = (name: string, xml: string): ZipEntry => ({ name, blocks: [Buffer.from(xml)] })

async function* workbookEntries(options: XlsxOptions, book: Book): AsyncGenerator<ZipEntry> {
  const offset = options.utcOffsetMinutes ?? INDIA_OFFSET_MINUTES
  const sheets: SheetEntry[] = []
  yield part('_rels/.rels', packageRelationsXml())
  yield part('xl/styles.xml', stylesXml())
  while (!book.isDone) {
    const number = sheets.length + 1
    const result: SheetResult = { filterRange: null }
    yield { name: sheetPath(number), blocks: sheetBlocks(book, number === 1, result) }
    sheets.push({ name: sheetName(options.sheetName, number), ...result })
  }
  if (options.notes) {
    const notes = [...options.notes, ['Rows', book.rows] as const]
    sheets.push({ name: 'About', filterRange: null })
    yield { name: sheetPath(sheets.length), blocks: [notesBlock(notes, offset, book.pool)] }
  }
  yield part('xl/workbook.xml', workbookXml(sheets))
  yield part('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets.length))
  yield part('[Content_Types].xml', contentTypesXml(sheets.length))
}

async function* archive(options: XlsxOptions, book: Book, level: number): AsyncGenerator<Buffer> {
  const deflater = createDeflater(level, book.limits.inFlight, book.pool.give)
  try {
    yield* zipArchive(workbookEntries(options, book), deflater)
  } finally {
    deflater.close()
  }
}

/**
 * A workbook as a stream of bytes, made in one pass while it is read: memory does not grow with the
 * rows, nothing is drawn from `rows` faster than the reader takes, and destroying the stream stops
 * `rows` (a Readable is destroyed, an iterator returned). An error of `rows`, or a row with another
 * number of cells than there are columns, destroys the stream with it: what arrived is then no valid
 * file. Rows beyond Excel's 1,048,576 go on in "<name> (2)"; the totals are of all sheets. Throws
 * RangeError for columns that cannot be.
 */
export function writeXlsx(options: XlsxOptions, limits: Partial<XlsxLimits> = {}): Readable {
  const { columns, level = DEFAULT_LEVEL, utcOffsetMinutes = INDIA_OFFSET_MINUTES } = options
  assertColumns(columns)
  const source = openChunks(options.rows)
  const book: Book = {
    columns,
    cells: columns.map((column, i) => createCellColumn(column, i, utcOffsetMinutes)),
    cursor: createRowCursor(source),
    limits: { ...LIMITS, ...limits },
    pool: createBlockPool(),
    rows: 0,
    isDone: false,
  }
  return readableOf(archive(options, book, level), source)
}
