import { putText, takeBlock, type BlockPool } from './byte-sink.ts'
import {
  closeRow,
  createCellColumn,
  createCellSink,
  openRow,
  putCell,
  putTextCell,
} from './cells.ts'
import { ignoredErrors, sheetHead } from './sheet-markup.ts'
import { headerStyle, plainStyle } from './styles.ts'
import type { Cell, XlsxColumnType } from './types.ts'

function noteType(value: Cell): XlsxColumnType {
  if (value instanceof Date) return 'datetime'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer'
  return typeof value === 'number' ? 'decimal' : 'text'
}

const NOTE_SIZES = [{ width: 28 }, { width: 80 }]

/** The "About" sheet: a label and a value in each row. */
export function notesBlock(
  notes: readonly (readonly [label: string, value: Cell])[],
  utcOffsetMinutes: number,
  pool: BlockPool,
): Buffer {
  const sink = createCellSink(pool)
  const bold = { text: headerStyle(), number: plainStyle('integer') }
  putText(sink, sheetHead(NOTE_SIZES, false, false))
  for (const [label, value] of notes) {
    const type = noteType(value)
    openRow(sink)
    putTextCell(sink, createCellColumn({ header: '', type: 'text' }, 0, 0, bold), label)
    putCell(sink, createCellColumn({ header: '', type }, 1, utcOffsetMinutes), value)
    closeRow(sink)
  }
  putText(sink, `</sheetData>${ignoredErrors(`A1:B${Math.max(1, sink.row)}`)}</worksheet>`)
  return takeBlock(sink, pool)
}
