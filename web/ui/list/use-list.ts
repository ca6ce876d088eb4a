import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchQuery } from '../../lib/use-search-query.ts'
import { headOptions, pageOptions } from './list-options.ts'
import { newsOf } from './news.ts'
import type { Change, ListQuery, ListSource } from './types.ts'

function refreshed<Row, Q extends ListQuery>(
  { queue, rowId }: ListSource<Row, Q>,
  rows: Row[],
  head: Row[],
): Row[] {
  if (!queue) return rows
  const newer = new Map(head.map((row) => [rowId(row), row]))
  return rows.map((row) => newer.get(rowId(row)) ?? row)
}

/** A list's address, its page and what is new, for the parts of a list page to share. */
export function useList<Row, Q extends ListQuery>(source: ListSource<Row, Q>) {
  const { query, problem, change } = useSearchQuery<typeof source.schema>(source.schema)
  const page = useQuery({ ...pageOptions(source, query), placeholderData: keepPreviousData })
  const settled = page.isSuccess && !page.isPlaceholderData
  const head = useQuery({ ...headOptions(source, query), enabled: settled })
  const onFirst = query.after === undefined && query.before === undefined
  const newestFirst = query.sort === source.schema.parse({}).sort
  const rows = refreshed(source, page.data?.items ?? [], head.data?.items ?? [])
  const news =
    settled && onFirst && newestFirst && head.data
      ? newsOf(rows.map(source.rowId), head.data.items.map(source.rowId))
      : { rows: 0, more: false }
  /** A change of anything but the place starts again at the beginning. */
  const changeFilters: Change = (changes, options) =>
    change({ after: undefined, before: undefined, ...changes } as Partial<Q>, options)
  return {
    query,
    problem,
    changeFilters,
    page,
    rows,
    onFirst,
    news,
    count: head.data?.count ?? null,
  }
}
