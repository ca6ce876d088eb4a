import type { Readable } from 'node:stream'
import { openChunks, readableOf, type ChunkSource } from './xlsx/chunk-source.ts'
import { createRowSplitter, decodeCopyField } from './xlsx/copy-text.ts'
import { INDIA_OFFSET_MINUTES, serialToIso } from './xlsx/serial.ts'
import type { Cell, Row, RowChunks, XlsxColumn } from './xlsx/types.ts'
import { isAbsent, numberText, plainText } from './xlsx/values.ts'

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8'

export type CsvOptions = {
  columns: readonly Pick<XlsxColumn, 'header' | 'type'>[]
  /** As for `writeXlsx`. */
  rows: RowChunks
  utcOffsetMinutes?: number
}

/** Excel takes a file without it for the local code page. */
const BYTE_ORDER_MARK = '\uFEFF'
const PIECE_CHARS = 1 << 16
const FORMULA_START = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/

/**
 * A spreadsheet runs a cell that begins like a formula, so such a text gets an apostrophe first,
 * as does a phone number with its plus sign; numbers in number columns stay as they are.
 */
function textField(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function field(value: Cell, type: XlsxColumn['type'], utcOffsetMinutes: number): string {
  if (isAbsent(value)) return ''
  const number = type === 'text' ? null : numberText(value, type, utcOffsetMinutes)
  if (number === null) return textField(plainText(value))
  const isDate = type === 'date' || type === 'datetime'
  return isDate ? serialToIso(Number(number), type === 'datetime') : number
}

function csvLine(row: Row, { columns, utcOffsetMinutes }: CsvOptions): string {
  if (row.length !== columns.length) {
    throw new Error(`A row has ${row.length} cells for ${columns.length} columns`)
  }
  const offset = utcOffsetMinutes ?? INDIA_OFFSET_MINUTES
  return `${columns.map(({ type }, i) => field(row[i], type, offset)).join(',')}\r\n`
}

function* copyRows(bytes: Buffer): Generator<Row> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0x0a, from)
    yield bytes.toString('utf8', from, end).split('\t').map(decodeCopyField)
    from = end + 1
  }
}

async function* csvPieces(options: CsvOptions, source: ChunkSource): AsyncGenerator<Buffer> {
  const splitter = createRowSplitter()
  const headers = options.columns.map(({ header }) => textField(header))
  let piece = `${BYTE_ORDER_MARK}${headers.join(',')}\r\n`
  for (let next = await source.next(); !next.done; next = await source.next()) {
    const chunk = next.value
    const rows = chunk instanceof Uint8Array ? copyRows(splitter.push(chunk)) : chunk
    for (const row of rows) {
      piece += csvLine(row, options)
      if (piece.length < PIECE_CHARS) continue
      yield Buffer.from(piece)
      piece = ''
    }
  }
  splitter.end()
  yield Buffer.from(piece)
}

/**
 * A CSV file (RFC 4180, CRLF, UTF-8 with a byte order mark) as a stream, from the same rows and
 * with the same promises as `writeXlsx`. Dates are `YYYY-MM-DD` and `YYYY-MM-DD HH:MM:SS`.
 */
export function writeCsv(options: CsvOptions): Readable {
  const source = openChunks(options.rows)
  return readableOf(csvPieces(options, source), source)
}
