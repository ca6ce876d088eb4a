import { PAGE_SIZES } from '../../../contract/paging.ts'
import type { ListPreferences } from '../../../contract/platform/views.ts'
import type { Column } from './types.ts'
import { NO_PREFERENCES } from './preferences.ts'
import { usePreferences, type CurrentPreferences } from './use-preferences.ts'

export type View<Row> = {
  columns: Column<Row>[]
  compact: boolean
  /** Pixels of the columns that were given a width. */
  widths: Readonly<Record<string, number>>
  isShown: (column: Column<Row>) => boolean
  toggle: (column: Column<Row>) => void
  setCompact: (compact: boolean) => void
  setWidths: (widths: Readonly<Record<string, number>>) => void
  /** Rows of a page. */
  setRows: (rows: number) => void
  reset: () => void
  /** The server does not keep changes for the moment. */
  failing: boolean
}

/** The columns of a list and how dense it is, by preferences; columns that a list no longer has mean nothing. */
export function viewBy<Row>(
  { preferences, setPreferences, failing }: Omit<CurrentPreferences, 'settled'>,
  columns: readonly Column<Row>[],
): View<Row> {
  const change = (changes: Partial<ListPreferences>): void =>
    setPreferences({ ...preferences, ...changes })
  // The first column holds the link to a row, so it always stands.
  const isShown = (column: Column<Row>): boolean =>
    column === columns[0] ||
    (column.optional
      ? preferences.shown.includes(column.key)
      : !preferences.hidden.includes(column.key))
  return {
    columns: columns.filter(isShown),
    compact: preferences.compact,
    widths: preferences.widths,
    isShown,
    toggle: (column) => {
      const list = column.optional ? 'shown' : 'hidden'
      const others = preferences[list].filter((key) => key !== column.key)
      change({ [list]: preferences[list].includes(column.key) ? others : [...others, column.key] })
    },
    setCompact: (compact) => change({ compact }),
    setWidths: (widths) => change({ widths: { ...widths } }),
    setRows: (rows) => change({ rows: PAGE_SIZES.find((size) => size === rows) ?? null }),
    reset: () => setPreferences({ ...NO_PREFERENCES, rows: preferences.rows }),
    failing,
  }
}

/** Which columns a person sees of a list and how dense it is; kept of the person. */
export function useView<Row>(name: string, columns: readonly Column<Row>[]): View<Row> {
  return viewBy(usePreferences(name), columns)
}
