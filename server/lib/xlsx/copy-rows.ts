import { ensureRoom, putBytes } from './byte-sink.ts'
import {
  CELL_MARKUP_BYTES,
  closeRow,
  closeTextCell,
  openRow,
  openTextCell,
  putCell,
  putNumberBytes,
  type CellColumn,
  type CellSink,
} from './cells.ts'
import { BACKSLASH, decodeCopyField, NEWLINE, TAB } from './copy-text.ts'
import { addToSum } from './exact-sum.ts'
import { MAX_CELL_CHARS } from './xml-text.ts'

const SPACE = 0x20
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const UPPER_N = 0x4e
const UNDERSCORE = 0x5f
const LOWER_X = 0x78
/** Keeps a mantissa exact in a double, and is what Excel keeps. */
const SAFE_DIGITS = 15

const PLAIN = 0
const FIELD_END = 1
const CARE = 2
const MAYBE_ESCAPE = 3

/** What each byte of a text means for copying it as it is. */
const KIND = new Uint8Array(256)
KIND.fill(CARE, 0, SPACE)
for (const mark of '&<>\\') KIND[mark.charCodeAt(0)] = CARE
// U+FFFE and U+FFFF begin with this byte
KIND[0xef] = CARE
KIND[UNDERSCORE] = MAYBE_ESCAPE
KIND[TAB] = FIELD_END
KIND[NEWLINE] = FIELD_END

function fieldEnd(input: Buffer, from: number): number {
  let end = from
  while (KIND[input[end] ?? NEWLINE] !== FIELD_END) end += 1
  return end
}

/** The road for whatever cannot be copied byte by byte. */
function putCarefully(sink: CellSink, column: CellColumn, input: Buffer, from: number): number {
  const end = fieldEnd(input, from)
  putCell(sink, column, decodeCopyField(input.toString('utf8', from, end)))
  return end
}

/** Where bytes that may be copied as they are stop: at the field's end, or before it. */
function plainEnd(input: Buffer, from: number): number {
  const limit = from + MAX_CELL_CHARS
  let i = from
  for (; i < limit; i += 1) {
    const kind = KIND[input[i] ?? NEWLINE]
    if (kind === PLAIN) continue
    if (kind === MAYBE_ESCAPE && input[i + 1] !== LOWER_X) continue
    return i
  }
  return i
}

/** The `put…` functions return the index of the field's end. */
function putCopyText(sink: CellSink, column: CellColumn, input: Buffer, from: number): number {
  const end = plainEnd(input, from)
  if (end === from && KIND[input[from] ?? NEWLINE] === FIELD_END) return end
  const isPlain = KIND[input[end] ?? NEWLINE] === FIELD_END
  if (!isPlain || input[from] === SPACE || input[end - 1] === SPACE) {
    return putCarefully(sink, column, input, from)
  }
  ensureRoom(sink, end - from + CELL_MARKUP_BYTES)
  openTextCell(sink, column)
  putBytes(sink, input, from, end)
  closeTextCell(sink)
  return end
}

function putCopyNumber(sink: CellSink, column: CellColumn, input: Buffer, from: number): number {
  const isNegative = input[from] === MINUS
  const first = isNegative ? from + 1 : from
  let mantissa = 0
  let point = -1
  let i = first
  for (; ; i += 1) {
    const byte = input[i] ?? NEWLINE
    const digit = byte - ZERO
    if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit
    else if (byte === POINT && point < 0) point = i
    else break
  }
  const whole = (point < 0 ? i : point) - first
  const decimals = point < 0 ? 0 : i - point - 1
  const isPlain =
    KIND[input[i] ?? NEWLINE] === FIELD_END &&
    whole > 0 &&
    whole + decimals <= SAFE_DIGITS &&
    (whole === 1 || input[first] !== ZERO) &&
    (point < 0 || decimals > 0)
  if (!isPlain) return putCarefully(sink, column, input, from)
  ensureRoom(sink, CELL_MARKUP_BYTES)
  putNumberBytes(sink, column, input, { from, to: i })
  if (column.sum) addToSum(column.sum, isNegative ? -mantissa : mantissa, decimals)
  return i
}

function isNull(input: Buffer, from: number): boolean {
  return (
    input[from] === BACKSLASH &&
    input[from + 1] === UPPER_N &&
    KIND[input[from + 2] ?? NEWLINE] === FIELD_END
  )
}

/**
 * Turns one row of COPY text, which must be whole, into sheet XML and returns where the next begins.
 * Bytes stay bytes wherever they can: a text that needs no escape and a plain number are copied.
 */
export function putCopyRow(
  sink: CellSink,
  columns: readonly CellColumn[],
  input: Buffer,
  from: number,
): number {
  openRow(sink)
  let end = from - 1
  let fields = 0
  for (const column of columns) {
    const start = end + 1
    if (isNull(input, start)) end = start + 2
    else if (column.type === 'text') end = putCopyText(sink, column, input, start)
    else end = putCopyNumber(sink, column, input, start)
    fields += 1
    if (input[end] === NEWLINE) break
  }
  if (fields !== columns.length || input[end] !== NEWLINE) {
    throw new Error(`Row ${sink.row} of the sheet does not have ${columns.length} columns`)
  }
  closeRow(sink)
  return end + 1
}
