/**
 * How a column's values are stored and shown:
 * - `text`: always text, whatever it looks like; no formula can come of it.
 * - `integer`, `decimal`, `money`: a number; `integer` and `money` with Indian digit grouping.
 *   `money` is in whole currency units (rupees, not paise).
 * - `datetime`, `date`: a date serial of local wall time.
 *
 * A value that does not fit its column (a word in a number column, an integer of more than 15
 * digits, a date before March 1900) is written as text and so never lost or rounded.
 */
export type XlsxColumnType = 'text' | 'integer' | 'decimal' | 'datetime' | 'date' | 'money'

export type XlsxColumn = {
  header: string
  type: XlsxColumnType
  /** In characters; by default from the header and the type. */
  width?: number
  /** `text`: what people enter below the rows stays as they enter it, leading zeros too. */
  entered?: 'text'
  /** Adds the column's exact sum in a last row. Numeric columns only. */
  total?: boolean
}

export type Cell = string | number | bigint | boolean | Date | null | undefined

/** One row, its cells in the order of the columns. */
export type Row = readonly Cell[]

/**
 * Rows in chunks, in one of two forms:
 * - bytes of PostgreSQL's `COPY (…) TO STDOUT` in its text format and UTF-8, cut anywhere, one
 *   selected column for each column here. A date is best selected by `excelSerial` and `excelDate`;
 *   PostgreSQL's own ISO text does as well and takes longer. Money is selected in rupees. A COPY
 *   that is stopped before its end leaves its connection busy: that is to be closed, not reused.
 * - arrays of rows.
 */
export type RowChunks = AsyncIterable<Uint8Array> | AsyncIterable<readonly Row[]>

export type XlsxOptions = {
  /** Characters Excel forbids are replaced, and it is cut at 31. */
  sheetName: string
  columns: readonly XlsxColumn[]
  rows: RowChunks
  /** Label and value of each line of the second sheet, "About". Without notes there is none. */
  notes?: readonly (readonly [label: string, value: Cell])[]
  /** zlib's, 1 (fast) to 9 (small). */
  level?: number
  /** Distance of local wall time from UTC for `Date` values and ISO texts with a zone. */
  utcOffsetMinutes?: number
}

/** Internal: what a test lowers to see the edges. */
export type XlsxLimits = {
  /** Header and total rows included. */
  rowsPerSheet: number
  /** Sheet XML bytes after which a next sheet begins, so that no entry needs zip64. */
  bytesPerSheet: number
  /** Blocks being compressed at once. */
  inFlight: number
}
