import { useState, type ReactElement } from 'react'
import { Cards } from './cards.tsx'
import { DataTable } from './data-table.tsx'
import { selectorOf } from './select-box.tsx'
import type { Selection, Totals } from './types.ts'
import { useOpenId } from './use-open-row.ts'
import type { View } from './use-view.ts'

/** The rows of a list, as a table or as cards. One row at a time is reached by the Tab key. */
export function Rows<Row>({
  label,
  narrow,
  view,
  rows,
  rowId,
  stale,
  sort,
  onSort,
  onOpen,
  selection,
  totals,
}: {
  label: string
  narrow: boolean
  view: Pick<View<Row>, 'columns' | 'compact'> & Partial<Pick<View<Row>, 'widths' | 'setWidths'>>
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  stale: boolean
  sort: string
  onSort: (sort: string) => void
  onOpen: ((id: string) => void) | undefined
  selection: Selection<Row> | undefined
  totals?: Totals | undefined
}): ReactElement {
  const [visited, setVisited] = useState<string>()
  const openId = useOpenId()
  const [last, setLast] = useState<string | null>(null)
  const selector =
    selection && selectorOf(selection, { rows: rows ?? [], rowId, last, onLast: setLast })
  const shared = { label, columns: view.columns, rows, rowId, stale, onOpen, selector, totals }
  if (narrow) return <Cards {...shared} />
  const known = rows?.some((row) => rowId(row) === visited)
  const first = rows?.[0]
  const current = known ? visited : first && rowId(first)
  return (
    <DataTable
      {...shared}
      compact={view.compact}
      widths={view.widths}
      onWidths={view.setWidths}
      current={current}
      openId={openId}
      onCurrent={setVisited}
      sort={sort}
      onSort={onSort}
    />
  )
}
