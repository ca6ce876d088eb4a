import { Refusal } from '../pictures/refusal.ts'
import {
  cleaned,
  headerOf,
  MAX_CELL_CHARS,
  MAX_COLUMNS,
  tooMany,
  type CellMark,
  type SheetRow,
} from './table.ts'

/** What is wrong with a row as it stands; `column` is the place in the heading, null where it has none. */
export type RowFault = { column: number | null; reason: string }
export type StreamedRow = { line: number; cells: string[]; faults: RowFault[] }

const MARKS: Record<CellMark['kind'], string> = {
  formula: 'This is a formula. Paste its value.',
  error: 'The spreadsheet shows an error here instead of a value.',
  merged: 'This cell is merged with others. Take the merged cells apart and fill in each.',
}

/**
 * The heading, then the rows under it that are not empty. Unlike `tableOf` a row that cannot be taken
 * as it stands spoils nothing but itself: it comes with its faults. Only a heading that stands twice
 * or more than `maxRows` refuse the file.
 */
export async function* rowStream(
  given: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  { maxRows }: { maxRows: number },
): AsyncGenerator<string[] | StreamedRow> {
  let header: string[] | null = null
  let count = 0
  for await (const { line, cells, marks = [] } of given) {
    const trimmed = cells.map(cleaned)
    const last = trimmed.findLastIndex((cell) => cell !== '')
    const counts = marks.some(({ kind }) => kind !== 'merged')
    if (last < 0 && !counts) continue
    if (header === null) {
      if (last >= MAX_COLUMNS) {
        throw new Refusal(`Row ${line} has more than ${MAX_COLUMNS} columns.`)
      }
      header = headerOf(trimmed.slice(0, last + 1))
      yield header
      continue
    }
    count += 1
    if (count > maxRows) throw new Refusal(tooMany(maxRows))
    yield rowUnder(header, line, trimmed, marks)
  }
  if (header === null) throw new Refusal('The file is empty: its first row names the columns.')
}

function rowUnder(
  header: readonly string[],
  line: number,
  cells: readonly string[],
  marks: readonly CellMark[],
): StreamedRow {
  const faults: RowFault[] = marks
    .filter(({ column }) => header[column])
    .map(({ column, kind }) => ({ column, reason: MARKS[kind] }))
  const stray = cells.findIndex((cell, index) => cell !== '' && !header[index])
  if (stray >= 0) {
    const place = stray < MAX_COLUMNS ? `column ${stray + 1}` : `a column past ${MAX_COLUMNS}`
    faults.push({ column: null, reason: `Something stands in ${place}, which has no heading.` })
  }
  const most = MAX_CELL_CHARS.toLocaleString('en-IN')
  const kept = header.map((_, column) => {
    const cell = cells[column] ?? ''
    if (cell.length <= MAX_CELL_CHARS) return cell
    faults.push({ column, reason: `This has more than ${most} characters.` })
    return cell.slice(0, MAX_CELL_CHARS).toWellFormed()
  })
  return { line, cells: kept, faults }
}
