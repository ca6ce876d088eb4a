import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Page } from '../../../contract/paging.ts'
import type { ListPreferences } from '../../../contract/platform/views.ts'
import { useSearchQuery } from '../../lib/use-search-query.ts'
import { foundOptions, headOptions, pageOptions } from './list-options.ts'
import { withRows } from './preferences.ts'
import { newsAmong, newsOf, type News } from './news.ts'
import { useLiveHead } from './use-live-head.ts'
import type { Change, ListQuery, ListSource } from './types.ts'

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>()

/** The rows of a page as the head knows them by now, each in its place. */
function refreshed<Row, Q extends ListQuery>(
  { queue, flow, rowId }: ListSource<Row, Q>,
  rows: Row[],
  head: Row[],
): Row[] {
  if (!queue && !flow) return rows
  const newer = new Map(head.map((row) => [rowId(row), row]))
  return rows.map((row) => newer.get(rowId(row)) ?? row)
}

/** The rows of a queue that goes on by itself, and how many of them have left it. */
function useFlow<Row, Q extends ListQuery>(
  source: ListSource<Row, Q>,
  page: Page<Row> | undefined,
  head: Page<Row> | undefined,
) {
  const { flow, rowId } = source
  const shown = page?.items ?? []
  const known = new Set(head?.items.map(rowId))
  const left = flow && head ? shown.filter((row) => !known.has(rowId(row))) : []
  const found = useQuery(foundOptions(source, left))
  const now: ReadonlyMap<string, Row> = left.length > 0 ? (found.data ?? NOTHING) : NOTHING
  const rows = refreshed(source, shown, head?.items ?? []).map((row) => now.get(rowId(row)) ?? row)
  const seen = new Set([...shown, ...rows].map(rowId))
  const whole = flow && page?.next === null && page.previous === null
  const came = whole ? (head?.items.filter((row) => !seen.has(rowId(row))) ?? []) : []
  return { rows: [...rows, ...came], left: [...now.keys()].filter((id) => !known.has(id)).length }
}

function newsIn<Row, Q extends ListQuery>(
  { rowId, newsAnywhere }: ListSource<Row, Q>,
  { items, next }: Page<Row>,
  head: Page<Row>,
): News {
  const [shown, first] = [items.map(rowId), head.items.map(rowId)]
  return newsAnywhere ? newsAmong(shown, first, next === null) : newsOf(shown, first)
}

/** A list's address, its page and what is new, for the parts of a list page to share. */
export function useList<Row, Q extends ListQuery>(
  source: ListSource<Row, Q>,
  preferences: ListPreferences,
) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const address = useSearchQuery<typeof source.schema>(source.schema)
  const { problem, change } = address
  const query = withRows(address.query, search, preferences)
  const page = useQuery({ ...pageOptions(source, query), placeholderData: keepPreviousData })
  const settled = page.isSuccess && !page.isPlaceholderData
  const onFirst = query.after === undefined && query.before === undefined
  const live = useLiveHead(source, onFirst)
  const head = useQuery({ ...headOptions(source, query), ...live, enabled: settled })
  const newestFirst = query.sort === source.schema.parse({}).sort
  const { rows, left } = useFlow(source, page.data, onFirst ? head.data : undefined)
  const news =
    settled && onFirst && newestFirst && head.data && !source.flow
      ? newsIn(source, page.data, head.data)
      : { rows: 0, more: false }
  /** A change of anything but the place starts again at the beginning. */
  const changeFilters: Change = (changes, options) =>
    change((before) => {
      const made = typeof changes === 'function' ? changes(before) : changes
      return { after: undefined, before: undefined, ...made } as Partial<Q>
    }, options)
  return {
    query,
    problem,
    changeFilters,
    page,
    rows,
    onFirst,
    news,
    left,
    count: head.data?.count ?? null,
  }
}
