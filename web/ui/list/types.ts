import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ListDefinition } from '../../../contract/lists/define.ts'
import type { ListFilter } from '../../../contract/lists/query.ts'
import type { Page } from '../../../contract/paging.ts'
import type { Changes } from '../../lib/use-search-query.ts'

/** What every list query of the contract has: its filters, its order and its place. */
export type ListQuery = Record<string, unknown> & {
  sort: string
  limit: number
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Where a list's rows come from. `name` is the list's key in the cache and in what is kept of it. */
export type ListSource<Row, Q extends ListQuery> = {
  list: ListDefinition<Row>
  name: string
  schema: z.ZodType<Q>
  fetchPage: (query: Q, signal: AbortSignal) => Promise<Page<Row>>
  rowId: (row: Row) => string
  /**
   * Worked off from its top, by several people: Enter opens the first row, and what a look at the
   * list's head knows newer of a row is shown in its place.
   */
  queue?: boolean
  /** New rows come in anywhere in the order, not at its beginning only. */
  newsAnywhere?: boolean
  /** A queue whose rows go through it by themselves while somebody looks on. */
  flow?: Flow<Row>
}

/**
 * Rows that left the queue stay in their place and show what became of them, and those that came
 * stand at its end, so that the list moves without a row moving.
 */
export type Flow<Row> = {
  /** How often the queue is looked at. */
  everyMs: number
  /** Rows that are in the queue no more, or further down, as they are now: by the id they had. */
  find: (left: readonly Row[], signal: AbortSignal) => Promise<ReadonlyMap<string, Row>>
}

export type Column<Row> = {
  key: string
  header: string
  /** Pixels; what is left over is shared out in these proportions. */
  width: number
  render: (row: Row) => ReactNode
  align?: 'right'
  /** Left out until somebody chooses it. */
  optional?: boolean
  /** The orders of the API that this column stands for, the first click's first. */
  sort?: { descending: string; ascending: string }
  /** Where it stands on a card of a narrow screen; half a line with its header when not said. */
  card?: 'corner' | 'wide' | 'none'
}

export type Filter = ListFilter

/** Rows chosen for one act on many; they stay chosen from page to page. */
export type Selection<Row> = {
  selected: ReadonlyMap<string, Row>
  /** Whether a row may be among them. */
  canSelect: (row: Row) => boolean
  /** Why a row may not be, in a sentence; left out where there is nothing to say. */
  whyNot?: ((row: Row) => string | null) | undefined
  onSelect: (rows: readonly Row[], on: boolean) => void
}

/** The sums under the rows of a list that is shown whole. */
export type Totals = {
  title: string
  /** By the column's key; nothing where a sum means nothing. */
  cell: (column: string) => ReactNode
  /** What else is to be said of the sums. */
  note?: ReactNode
}

type Fields = Record<string, unknown>
export type Change = (changes: Changes<Fields>, options?: { replace?: boolean }) => void
export type Turn = (place: Fields) => void
