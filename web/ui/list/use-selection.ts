import { useEffect, useState } from 'react'
import type { Selection } from './types.ts'

/** Keeps what is chosen of a list, by the id of its rows. */
export function useSelection<Row>(
  { rowId }: { rowId: (row: Row) => string },
  canSelect: (row: Row) => boolean,
  whyNot?: (row: Row) => string | null,
): Selection<Row> & { clear: () => void } {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const onSelect = (rows: readonly Row[], on: boolean): void =>
    setSelected((before) => {
      const after = new Map(before)
      for (const row of rows) {
        if (!on) after.delete(rowId(row))
        else if (canSelect(row)) after.set(rowId(row), row)
      }
      return after
    })
  return { selected, canSelect, whyNot, onSelect, clear: () => setSelected(new Map()) }
}

/** Takes out of the chosen ones what the list shows as no longer to be chosen. */
export function useDropLost<Row>(
  selection: Selection<Row> | undefined,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): void {
  useEffect(() => {
    if (!selection) return
    const { selected, canSelect, onSelect } = selection
    const lost = rows.filter((row) => selected.has(rowId(row)) && !canSelect(row))
    if (lost.length > 0) onSelect(lost, false)
  })
}
