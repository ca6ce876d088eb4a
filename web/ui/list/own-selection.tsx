import { useState, type ReactNode } from 'react'
import { formatAmount } from '../../lib/format.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { Noun } from '../../../contract/lists/define.ts'
import type { ListQuery, ListSource, Selection } from './types.ts'
import { useSelection } from './use-selection.ts'

/** What of an address does not say which rows a list has. */
const ASIDE: ReadonlySet<string> = new Set(['after', 'before', 'limit', 'count', 'sort'])
const everyRow = (): boolean => true

/** What a page does with any rows that are chosen, beside exporting them; `done` chooses none again. */
export type ManyActs<Row> = (rows: readonly Row[], done: () => void) => ReactNode

/** Choosing any rows of a list: to export them, and for the acts of the page. */
export function useOwnSelection<Row, Q extends ListQuery>(
  source: ListSource<Row, Q>,
  query: ListQuery,
  { noun: [one, many], acts }: { noun: Noun; acts: ManyActs<Row> | undefined },
): Selection<Row> & { bar: ReactNode } {
  const { clear, ...selection } = useSelection(source, everyRow)
  const filters = JSON.stringify(Object.entries(query).filter(([key]) => !ASIDE.has(key)))
  const [selectedOf, setSelectedOf] = useState(filters)
  // With other filters they are rows of another list.
  if (selectedOf !== filters) {
    setSelectedOf(filters)
    clear()
  }
  const words = `${formatAmount(selection.selected.size, one, many)} selected`
  const bar = (
    <SelectionBar words={words} onClear={clear}>
      {acts?.([...selection.selected.values()], clear)}
    </SelectionBar>
  )
  return { ...selection, bar }
}
