import { useState } from 'react'
import type { ListQuery, ListSource, Selection } from './types.ts'

/** Keeps what is chosen of a list, by the id of its rows. */
export function useSelection<Row, Q extends ListQuery>(
  { rowId }: ListSource<Row, Q>,
  canChoose: (row: Row) => boolean,
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
  return { chosen, canChoose, onChoose, clear: () => setChosen(new Map()) }
}
