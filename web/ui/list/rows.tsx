import { useState, type ReactElement } from 'react'
import { Cards } from './cards.tsx'
import { DataTable } from './data-table.tsx'
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
}: {
  label: string
  narrow: boolean
  view: View<Row>
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  stale: boolean
  sort: string
  onSort: (sort: string) => void
  onOpen: ((id: string) => void) | undefined
}): ReactElement {
  const [visited, setVisited] = useState<string>()
  const shared = { label, columns: view.columns, rows, rowId, stale, onOpen }
  if (narrow) return <Cards {...shared} />
  const known = rows?.some((row) => rowId(row) === visited)
  const first = rows?.[0]
  const current = known ? visited : first && rowId(first)
  return (
    <DataTable
      {...shared}
      compact={view.compact}
      current={current}
      onCurrent={setVisited}
      sort={sort}
      onSort={onSort}
    />
  )
}
