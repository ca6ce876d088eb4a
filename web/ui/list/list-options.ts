import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { viewsOptions, withKnownRows } from './preferences.ts'
import type { ListQuery, ListSource } from './types.ts'

/** Rows that the look at a list's head asks for: enough to say how many are new. */
export const HEAD_ROWS = 25
const MOST_ROWS = 200
const HEAD_SECONDS = 10
/** How long the rows of a list that was left are kept for coming back to it. */
const KEPT_MS = 30_000

const isFirst = ({ after, before }: ListQuery): boolean =>
  after === undefined && before === undefined

const PLACE: ReadonlySet<string> = new Set(['after', 'before', 'limit', 'count'])

function filtersOf(query: ListQuery): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !PLACE.has(name)))
}

const headKey = (name: string, query: ListQuery) => [name, 'head', filtersOf(query)]

/** One page. Its rows stay as they are until somebody asks: a list never moves under the hand. */
export function pageOptions<Row, Q extends ListQuery>(
  { name, schema, fetchPage }: ListSource<Row, Q>,
  query: ListQuery,
) {
  return queryOptions({
    queryKey: [name, 'page', query],
    queryFn: ({ signal }) => fetchPage(schema.parse(query), signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
  })
}

/**
 * The beginning of the list as it is now: its count and what is new; looked at again and again.
 * Counting may take longer than a page, so the rows never wait for it.
 */
export function headOptions<Row, Q extends ListQuery>(
  { name, schema, fetchPage, flow }: ListSource<Row, Q>,
  query: ListQuery,
) {
  const everyMs = flow?.everyMs ?? HEAD_SECONDS * 1000
  // Of a queue that moves the whole page is looked at, and where its rows go next.
  const limit = flow ? Math.min(query.limit * 2, MOST_ROWS) : HEAD_ROWS
  const place = { after: undefined, before: undefined, limit, count: 'yes' }
  const head: ListQuery = { ...query, ...place }
  return queryOptions({
    queryKey: headKey(name, query),
    queryFn: ({ signal }) => fetchPage(schema.parse(head), signal),
    staleTime: everyMs,
    gcTime: KEPT_MS,
    refetchInterval: isFirst(query) ? everyMs : false,
  })
}

/** What became of rows that are no longer where they were; asked only while there are such. */
export function foundOptions<Row, Q extends ListQuery>(
  { name, rowId, flow }: ListSource<Row, Q>,
  left: readonly Row[],
) {
  const ids = left.map(rowId)
  return queryOptions({
    queryKey: [name, 'found', ids],
    queryFn: ({ signal }) => flow?.find(left, signal) ?? new Map<string, Row>(),
    enabled: flow !== undefined && ids.length > 0,
    staleTime: flow?.everyMs,
    gcTime: KEPT_MS,
    refetchInterval: flow?.everyMs ?? false,
    // A map has no shape to compare.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}

/** Starts a list's first page while its code is loading. An address that cannot be read starts none. */
export function preloadList<Row, Q extends ListQuery>(
  client: QueryClient,
  source: ListSource<Row, Q>,
  search: Record<string, unknown>,
): void {
  void client.prefetchQuery(viewsOptions())
  const read = source.schema.safeParse(search)
  if (!read.success) return
  const query = withKnownRows(read.data, search, source.name)
  void client.prefetchQuery(pageOptions(source, query))
}

/** Puts a row that was changed in its place in every page that is kept, without moving any. */
export function replaceRow<Row, Q extends ListQuery>(
  client: QueryClient,
  { name, rowId }: ListSource<Row, Q>,
  row: Row,
): void {
  client.setQueriesData<{ items: Row[] }>(
    { queryKey: [name, 'page'] },
    (page) =>
      page && { ...page, items: page.items.map((old) => (rowId(old) === rowId(row) ? row : old)) },
  )
}
