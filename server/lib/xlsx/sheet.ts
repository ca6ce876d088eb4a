import { BLOCK_BYTES, putText, takeBlock, type BlockPool } from './byte-sink.ts'
import {
  closeRow,
  columnLetters,
  createCellColumn,
  createCellSink,
  openRow,
  putNumberCell,
  putTextCell,
  type CellColumn,
  type CellSink,
} from './cells.ts'
import { isNumeric, sumToText } from './exact-sum.ts'
import type { RowCursor } from './row-cursor.ts'
import { ignoredErrors, sheetHead } from './sheet-markup.ts'
import { headerStyle, plainStyle, totalStyle } from './styles.ts'
import type { XlsxColumn, XlsxColumnType, XlsxLimits } from './types.ts'

const DEFAULT_WIDTH: Record<XlsxColumnType, number> = {
  text: 20,
  integer: 14,
  decimal: 14,
  datetime: 20,
  date: 13,
  money: 18,
}
/** Excel's own limit. */
const MAX_WIDTH = 255
/** For the filter's arrow beside a header. */
const ARROW_CHARS = 4

function columnWidth({ width, header, type }: XlsxColumn): number {
  return Math.min(MAX_WIDTH, width ?? Math.max(DEFAULT_WIDTH[type], header.length + ARROW_CHARS))
}

function columnStyle(column: XlsxColumn) {
  const style = column.entered === undefined ? undefined : plainStyle(column.entered)
  return { width: columnWidth(column), style }
}

function styledColumns(columns: readonly XlsxColumn[], text: number): CellColumn[] {
  return columns.map((column, i) =>
    createCellColumn({ ...column, total: false }, i, 0, { text, number: totalStyle(column.type) }),
  )
}

function putHeader(sink: CellSink, columns: readonly XlsxColumn[]): void {
  openRow(sink)
  for (const [i, column] of styledColumns(columns, headerStyle()).entries()) {
    putTextCell(sink, column, columns[i]?.header ?? '')
  }
  closeRow(sink)
}

function putTotals(
  sink: CellSink,
  columns: readonly XlsxColumn[],
  cells: readonly CellColumn[],
): void {
  openRow(sink)
  for (const [i, column] of styledColumns(columns, totalStyle('text')).entries()) {
    const sum = cells[i]?.sum
    if (sum) {
      const total = sumToText(sum)
      if (isNumeric(total)) putNumberCell(sink, column, total)
      else putTextCell(sink, column, total)
    } else if (i === 0) putTextCell(sink, column, 'Total')
  }
  closeRow(sink)
}

/** One workbook's rows as they are spread over its sheets. */
export type Book = {
  columns: readonly XlsxColumn[]
  cells: readonly CellColumn[]
  cursor: RowCursor
  limits: XlsxLimits
  pool: BlockPool
  rows: number
  isDone: boolean
}

export type SheetResult = { filterRange: string | null }

/** Header and total row aside, how many rows fit. */
function isFull(sink: CellSink, limits: XlsxLimits): boolean {
  return sink.row >= limits.rowsPerSheet - 1 || sink.flushed + sink.at >= limits.bytesPerSheet
}

/** The XML of the next sheet in blocks: rows until there are no more or the sheet is full. */
export async function* sheetBlocks(
  book: Book,
  isFirst: boolean,
  result: SheetResult,
): AsyncGenerator<Buffer> {
  const { cursor, pool, limits, cells } = book
  const sink = createCellSink(pool)
  putText(sink, sheetHead(book.columns.map(columnStyle), isFirst, true))
  putHeader(sink, book.columns)
  let hasMore = true
  while (hasMore && !(cursor.hasRow() && isFull(sink, limits))) {
    if (!cursor.hasRow()) {
      hasMore = await cursor.load()
      continue
    }
    cursor.putRow(sink, cells)
    if (sink.at >= BLOCK_BYTES) yield takeBlock(sink, pool)
  }
  const lastColumn = columnLetters(cells.length - 1)
  const lastRow = sink.row
  book.rows += lastRow - 1
  book.isDone = !hasMore
  result.filterRange = `$A$1:$${lastColumn}$${lastRow}`
  if (book.isDone && cells.some(({ sum }) => sum)) putTotals(sink, book.columns, cells)
  putText(sink, `</sheetData><autoFilter ref="A1:${lastColumn}${lastRow}"/>`)
  putText(sink, `${ignoredErrors(`A1:${lastColumn}${sink.row}`)}</worksheet>`)
  yield takeBlock(sink, pool)
}
