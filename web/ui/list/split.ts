import { useMediaQuery } from '@mantine/hooks'
import { createContext, useContext } from 'react'
import { useOpenId } from './use-open-row.ts'

/** From here on there is room for a record beside its list. */
const WIDE = '(min-width: 1200px)'

/** Where a record stands beside the list that it was opened from. */
export type Split = {
  /** The row among those of the page, counted from one; null where it is none of them. */
  place: { at: number; of: number } | null
  previous: (() => void) | null
  next: (() => void) | null
}

/** Null where there is no list beside, or no room: then a record lies over the page. */
export const SplitContext = createContext<Split | null>(null)
export const useSplit = (): Split | null => useContext(SplitContext)

/** What a list page tells the record that is open beside it; null where there is no room for both. */
export function useSplitOf<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  onOpen: ((id: string) => void) | undefined,
): Split | null {
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const id = useOpenId()
  if (!wide || !onOpen) return null
  const at = rows.findIndex((row) => rowId(row) === id)
  const goTo = (row: Row | undefined): (() => void) | null =>
    row === undefined ? null : () => onOpen(rowId(row))
  return {
    place: at < 0 ? null : { at: at + 1, of: rows.length },
    previous: at < 0 ? null : goTo(rows[at - 1]),
    next: at < 0 ? null : goTo(rows[at + 1]),
  }
}
