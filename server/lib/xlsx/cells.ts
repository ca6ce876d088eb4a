import {
  createSink,
  ensureRoom,
  putBytes,
  putText,
  type BlockPool,
  type ByteSink,
} from './byte-sink.ts'
import { addTextToSum, createSum, type ExactSum } from './exact-sum.ts'
import { plainStyle } from './styles.ts'
import type { Cell, XlsxColumn, XlsxColumnType } from './types.ts'
import { isAbsent, numberText, plainText } from './values.ts'
import { cellTextXml, needsSpacePreserved } from './xml-text.ts'

/** A column with the bytes around its cells made ready. */
export type CellColumn = {
  type: XlsxColumnType
  letters: string
  open: Buffer
  textHead: Buffer
  spacedTextHead: Buffer
  numberHead: Buffer
  sum: ExactSum | null
  utcOffsetMinutes: number
}

/** Where cells go: the bytes and the number of the row they stand in. */
export type CellSink = ByteSink & { row: number; rowDigits: Buffer }

export function createCellSink(pool: BlockPool): CellSink {
  return { ...createSink(pool), row: 0, rowDigits: Buffer.alloc(0) }
}

const TEXT_END = Buffer.from('</t></is></c>')
const NUMBER_END = Buffer.from('</v></c>')
/** More than the markup of any one cell. */
export const CELL_MARKUP_BYTES = 128

export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

type ColumnStyles = { text: number; number: number }

export function createCellColumn(
  column: XlsxColumn,
  index: number,
  utcOffsetMinutes: number,
  styles: ColumnStyles = { text: plainStyle('text'), number: plainStyle(column.type) },
): CellColumn {
  const letters = columnLetters(index)
  const textHead = `" s="${styles.text}" t="inlineStr"><is><t`
  return {
    type: column.type,
    letters,
    open: Buffer.from(`<c r="${letters}`),
    textHead: Buffer.from(`${textHead}>`),
    spacedTextHead: Buffer.from(`${textHead} xml:space="preserve">`),
    numberHead: Buffer.from(`" s="${styles.number}"><v>`),
    sum: column.total ? createSum() : null,
    utcOffsetMinutes,
  }
}

function openCell(sink: CellSink, column: CellColumn, head: Buffer): void {
  putBytes(sink, column.open, 0, column.open.length)
  putBytes(sink, sink.rowDigits, 0, sink.rowDigits.length)
  putBytes(sink, head, 0, head.length)
}

export function openTextCell(sink: CellSink, column: CellColumn): void {
  openCell(sink, column, column.textHead)
}

export function closeTextCell(sink: CellSink): void {
  putBytes(sink, TEXT_END, 0, TEXT_END.length)
}

/** The bytes of a plain number that is known to be one. */
export function putNumberBytes(
  sink: CellSink,
  column: CellColumn,
  source: Uint8Array,
  range: { from: number; to: number },
): void {
  openCell(sink, column, column.numberHead)
  putBytes(sink, source, range.from, range.to)
  putBytes(sink, NUMBER_END, 0, NUMBER_END.length)
}

export function putTextCell(sink: CellSink, column: CellColumn, text: string): void {
  ensureRoom(sink, CELL_MARKUP_BYTES)
  openCell(sink, column, needsSpacePreserved(text) ? column.spacedTextHead : column.textHead)
  putText(sink, cellTextXml(text))
  ensureRoom(sink, CELL_MARKUP_BYTES)
  closeTextCell(sink)
}

export function putNumberCell(sink: CellSink, column: CellColumn, text: string): void {
  ensureRoom(sink, CELL_MARKUP_BYTES)
  openCell(sink, column, column.numberHead)
  putText(sink, text)
  ensureRoom(sink, CELL_MARKUP_BYTES)
  putBytes(sink, NUMBER_END, 0, NUMBER_END.length)
}

/** Writes any value as its column wants it; null, undefined and '' leave the cell empty. */
export function putCell(sink: CellSink, column: CellColumn, value: Cell): void {
  if (isAbsent(value)) return
  if (column.type === 'text') return putTextCell(sink, column, plainText(value))
  const number = numberText(value, column.type, column.utcOffsetMinutes)
  if (number === null) return putTextCell(sink, column, plainText(value))
  if (column.sum) addTextToSum(column.sum, number)
  putNumberCell(sink, column, number)
}

const ZERO = 0x30
const NINE = 0x39

/** Counts on in ASCII, since a string for each of a million rows is a lot to throw away. */
function countRow(sink: CellSink): void {
  sink.row += 1
  const digits = sink.rowDigits
  let i = digits.length - 1
  while (i >= 0 && digits[i] === NINE) digits[i--] = ZERO
  if (i < 0) sink.rowDigits = Buffer.from(String(sink.row))
  else digits[i] = (digits[i] ?? ZERO) + 1
}

const ROW_START = Buffer.from('<row r="')
const ROW_START_END = Buffer.from('">')

/** `<row r="7">`, and the digits that the row's cells repeat. */
export function openRow(sink: CellSink): void {
  countRow(sink)
  ensureRoom(sink, CELL_MARKUP_BYTES)
  putBytes(sink, ROW_START, 0, ROW_START.length)
  putBytes(sink, sink.rowDigits, 0, sink.rowDigits.length)
  putBytes(sink, ROW_START_END, 0, ROW_START_END.length)
}

const ROW_END = Buffer.from('</row>')

export function closeRow(sink: CellSink): void {
  ensureRoom(sink, CELL_MARKUP_BYTES)
  putBytes(sink, ROW_END, 0, ROW_END.length)
}
