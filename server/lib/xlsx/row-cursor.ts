import { closeRow, openRow, putCell, type CellColumn, type CellSink } from './cells.ts'
import type { ChunkSource } from './chunk-source.ts'
import { putCopyRow } from './copy-rows.ts'
import { createRowSplitter } from './copy-text.ts'
import type { Row } from './types.ts'

/** The rows at hand and the way to more, whichever form they arrive in. */
export type RowCursor = {
  /** Waits for the next chunk; false when there is none. */
  load: () => Promise<boolean>
  /** Whether a row is at hand without waiting. */
  hasRow: () => boolean
  /** Writes the row at hand. */
  putRow: (sink: CellSink, columns: readonly CellColumn[]) => void
}

function putTypedRow(sink: CellSink, columns: readonly CellColumn[], row: Row): void {
  openRow(sink)
  if (row.length !== columns.length) {
    throw new Error(`Row ${sink.row} of the sheet does not have ${columns.length} columns`)
  }
  for (const [i, column] of columns.entries()) putCell(sink, column, row[i])
  closeRow(sink)
}

export function createRowCursor(source: ChunkSource): RowCursor {
  const splitter = createRowSplitter()
  let bytes: Buffer = Buffer.alloc(0)
  let rows: readonly Row[] = []
  let at = 0
  return {
    load: async () => {
      const next = await source.next()
      if (next.done) {
        splitter.end()
        return false
      }
      at = 0
      if (next.value instanceof Uint8Array) bytes = splitter.push(next.value)
      else rows = next.value
      return true
    },
    hasRow: () => at < bytes.length || at < rows.length,
    putRow: (sink, columns) => {
      if (bytes.length > 0) {
        at = putCopyRow(sink, columns, bytes, at)
        return
      }
      putTypedRow(sink, columns, rows[at] ?? [])
      at += 1
    },
  }
}
