import { Refusal } from '../pictures/refusal.ts'

/** What a cell is besides its text, by its column from 0. */
export type CellMark = { column: number; kind: 'formula' | 'error' | 'merged' }
/** A row as a spreadsheet numbers it: the first is 1, empty ones count. */
export type SheetRow = { line: number; cells: string[]; marks?: CellMark[] }
/** The heading and what stands under it; each row has as many cells as the heading. */
export type Table = { header: string[]; rows: SheetRow[] }

export const MAX_COLUMNS = 100
export const MAX_CELL_CHARS = 2_000
/** Of one cell's heading in a sentence. */
const SHOWN_CHARS = 40

/**
 * Makes a table of rows as they come: the first that is not empty is the heading. What would be lost
 * or mistaken is refused in words: more than `maxRows`, a heading that stands twice, a cell without one.
 */
export async function tableOf(
  given: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  { maxRows }: { maxRows: number },
): Promise<Table> {
  let header: string[] | null = null
  const rows: SheetRow[] = []
  for await (const { line, cells } of given) {
    const trimmed = trimmedCells(line, cells)
    if (trimmed.length === 0) continue
    if (header === null) header = headerOf(trimmed)
    else if (rows.length === maxRows) throw new Refusal(tooMany(maxRows))
    else rows.push({ line, cells: under(header, line, trimmed) })
  }
  if (header === null) throw new Refusal('The file is empty: its first row names the columns.')
  return { header, rows }
}

export const tooMany = (maxRows: number) =>
  `The file has more than ${maxRows.toLocaleString('en-IN')} rows. Divide it into several.`

export const cleaned = (cell: string) => cell.replaceAll('\0', '').toWellFormed().trim()

/** Without spaces around each cell, what no text may hold, and empty cells at the end. */
function trimmedCells(line: number, cells: readonly string[]): string[] {
  const trimmed = cells.map(cleaned)
  const last = trimmed.findLastIndex((cell) => cell !== '')
  if (last >= MAX_COLUMNS) throw new Refusal(`Row ${line} has more than ${MAX_COLUMNS} columns.`)
  const long = trimmed.findIndex((cell) => cell.length > MAX_CELL_CHARS)
  if (long >= 0) {
    const most = MAX_CELL_CHARS.toLocaleString('en-IN')
    throw new Refusal(`A cell in row ${line} has more than ${most} characters.`)
  }
  return trimmed.slice(0, last + 1)
}

export function headerOf(cells: string[]): string[] {
  const seen = new Set<string>()
  for (const name of cells.filter((cell) => cell !== '')) {
    const folded = name.toLowerCase()
    if (seen.has(folded)) {
      throw new Refusal(`The column ${name.slice(0, SHOWN_CHARS)} stands twice in the first row.`)
    }
    seen.add(folded)
  }
  return cells
}

/** A comma too many shifts cells: what stands under no heading is refused, never passed over. */
function under(header: readonly string[], line: number, cells: readonly string[]): string[] {
  const stray = cells.findIndex((cell, index) => cell !== '' && !header[index])
  if (stray >= 0) {
    throw new Refusal(`Row ${line} has something in column ${stray + 1}, which has no heading.`)
  }
  return header.map((_, index) => cells[index] ?? '')
}
