import { isoText, numberText, serialText } from './cell-text.ts'
import { columnIndex } from './merges.ts'
import { noWorkbook } from './no-workbook.ts'
import { MAX_COLUMNS, type CellMark, type SheetRow } from './table.ts'
import type { Workbook } from './workbook-parts.ts'
import { attribute, unescaped, type XmlHandler } from './xml-scanner.ts'

/** What one cell of Excel may hold; more is only counted on. */
const MAX_TEXT = 33_000
const MAX_ROW = 1_048_576
const REFERENCE = /^([A-Z]{1,3})\d{1,7}$/

type OpenCell = { column: number; type: string; style: number; text: string[]; chars: number }

/** Makes rows of the XML of a sheet as it is scanned; `take` gives those that are whole by now. */
export function rowBuilder(book: Workbook): { handler: XmlHandler; take(): SheetRow[] } {
  let rows: SheetRow[] = []
  let row: SheetRow | null = null
  let line = 0
  let cell: OpenCell | null = null
  let nextColumn = 0
  let isText = false
  let isSound = false
  const openers: Record<string, (attributes: string) => void> = {
    row(attributes) {
      line = lineAfter(line, attribute(attributes, 'r'))
      row = { line, cells: [], marks: [] }
      nextColumn = 0
    },
    c(attributes) {
      if (!row) return
      const column = columnOf(attribute(attributes, 'r'), nextColumn)
      nextColumn = column + 1
      const style = Number(attribute(attributes, 's') ?? -1)
      cell = { column, type: attribute(attributes, 't') ?? 'n', style, text: [], chars: 0 }
    },
    f() {
      if (row && cell) mark(row, cell.column, 'formula')
    },
    v: () => void (isText = cell !== null && cell.type !== 'inlineStr'),
    t: () => void (isText = cell?.type === 'inlineStr' && !isSound),
    rPh: () => void (isSound = true),
  }
  const closers: Record<string, () => void> = {
    v: () => void (isText = false),
    t: () => void (isText = false),
    rPh: () => void (isSound = false),
    c() {
      if (row && cell) putCell(row, cell, book)
      cell = null
    },
    row() {
      if (row) rows.push(row)
      row = null
    },
  }
  return {
    handler: {
      open: (name, attributes) => openers[name]?.(attributes),
      close: (name) => closers[name]?.(),
      text(piece) {
        if (!isText || !cell || cell.chars > MAX_TEXT) return
        cell.text.push(piece.slice(0, MAX_TEXT))
        cell.chars += piece.length
      },
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** Rows ascend; one that does not say its number follows the last. */
function lineAfter(last: number, told: string | null): number {
  const line = told === null ? last + 1 : Number(told)
  if (!Number.isInteger(line) || line <= last || line > MAX_ROW) throw noWorkbook()
  return line
}

/** Where a cell is; whatever is past the last column that may be is put behind it, to be refused. */
function columnOf(told: string | null, next: number): number {
  if (told === null) return Math.min(next, MAX_COLUMNS)
  const [, letters] = REFERENCE.exec(told) ?? []
  if (letters === undefined) throw noWorkbook()
  return Math.min(columnIndex(letters), MAX_COLUMNS)
}

function mark({ marks }: SheetRow, column: number, kind: CellMark['kind']): void {
  if (marks && !marks.some((one) => one.column === column)) marks.push({ column, kind })
}

function putCell(row: SheetRow, cell: OpenCell, book: Workbook): void {
  const text = cellText(cell, book)
  if (text === '') return
  if (cell.type === 'e') mark(row, cell.column, 'error')
  while (row.cells.length < cell.column) row.cells.push('')
  row.cells[cell.column] = text
}

function cellText({ type, style, text }: OpenCell, { texts, isDay, from1904 }: Workbook): string {
  const value = text.length === 1 ? (text[0] ?? '') : text.join('')
  switch (type) {
    case 's':
      return texts.at(value === '' ? -1 : Number(value)) ?? ''
    case 'b':
      return value === '1' || value.toLowerCase() === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return isoText(value)
    case 'n': {
      const number = Number(value)
      if (value.trim() === '' || Number.isNaN(number)) return value
      return isDay[style] ? serialText(number, { from1904 }) : numberText(number)
    }
    default:
      return unescaped(value)
  }
}
