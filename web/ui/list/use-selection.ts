import { useEffect, useState } from 'react'
import type { Selection } from './types.ts'

/** Keeps what is chosen of a list, by the id of its rows. */
export function useSelection<Row>(
  { rowId }: { rowId: (row: Row) => string },
  canChoose: (row: Row) => boolean,
  whyNot?: (row: Row) => string | null,
): Selection<Row> & { clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const onChoose = (rows: readonly Row[], on: boolean): void =>
    setChosen((before) => {
      const after = new Map(before)
      for (const row of rows) {
        if (!on) after.delete(rowId(row))
        else if (canChoose(row)) after.set(rowId(row), row)
      }
      return after
    })
  return { chosen, canChoose, whyNot, onChoose, clear: () => setChosen(new Map()) }
}

/** Takes out of the chosen ones what the list shows as no longer to be chosen. */
export function useDropLost<Row>(
  selection: Selection<Row> | undefined,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): void {
  useEffect(() => {
    if (!selection) return
    const { chosen, canChoose, onChoose } = selection
    const lost = rows.filter((row) => chosen.has(rowId(row)) && !canChoose(row))
    if (lost.length > 0) onChoose(lost, false)
  })
}
