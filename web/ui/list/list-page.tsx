import { Alert, Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowUp, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { formatAmount, formatNumber } from '../../lib/format.ts'
import { KeysDialog, type KeyHelp } from '../keys-dialog.tsx'
import { ExportButton, ExportFailure } from './export-button.tsx'
import { ExportsSelected } from './export-selected.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isSet, cleared } from './filter-values.ts'
import { Grid, type GridCard } from './grid.tsx'
import classes from './list-page.module.css'
import { EmptyState, FailedState, NothingFound } from './list-states.tsx'
import { useOwnSelection, type ManyActs } from './own-selection.tsx'
import { Pager } from './pager.tsx'
import { Rows } from './rows.tsx'
import type { Noun } from '../../../contract/lists/define.ts'
import { filtersWith, type Lookups } from './define.tsx'
import type { Column, ListQuery, ListSource, Selection, Turn } from './types.ts'
import { useListKeys } from './use-list-keys.ts'
import type { News } from './news.ts'
import { SplitContext, useSplitOf } from './split.ts'
import { useListExport } from './use-list-export.ts'
import { useList } from './use-list.ts'
import { useDropLost } from './use-selection.ts'
import { useTurns } from './use-turns.ts'
import { usePreferences } from './use-preferences.ts'
import { useSavedViews } from './use-saved-views.ts'
import { viewBy } from './use-view.ts'
import { ViewMenu } from './view-menu.tsx'
import { ViewNotes } from './view-notes.tsx'
import { ViewsMenu } from './views-menu.tsx'

const NO_LOOKUPS: Lookups = {}

/** Under 768 px rows become cards. */
const NARROW = '(max-width: 767.98px)'

const TABLE_KEY: KeyHelp[number] = ['↓ ↑', 'From row to row']
const EDGE_KEY: KeyHelp[number] = ['← →', 'On the edge of a column: its width']
const GRID_KEY: KeyHelp[number] = ['← → ↑ ↓', 'From card to card']
const KEYS: KeyHelp = [
  ['Home End', 'First and last row of the page'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row, where rows can be selected'],
  ['Shift Space', 'Select all from the last one to this'],
  ['Shift ↓ ↑', 'Select row after row'],
  ['Esc', 'Close what is open'],
  ['/', 'Search'],
  ['J K', 'Next and previous record, while one is open'],
  ['] [', 'Next and previous page'],
  ['?', 'This help'],
]

function NewsButton({
  news,
  noun: [one, many],
  onShow,
}: {
  news: News
  noun: Noun
  onShow: () => void
}): ReactElement | null {
  if (news.rows === 0) return null
  const number = formatNumber(news.rows) + (news.more ? '+' : '')
  return (
    <Button
      className={classes.news}
      size="xs"
      radius="xl"
      leftSection={<IconArrowUp size={14} stroke={2} aria-hidden />}
      onClick={onShow}
    >
      {`${number} new ${news.rows === 1 && !news.more ? one : many}`}
    </Button>
  )
}

/** Offers a queue without what went through it since; beside the count, where it covers no row. */
function LeftButton({ left, onShow }: { left: number; onShow: () => void }): ReactElement | null {
  if (left === 0) return null
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconRefresh size={14} stroke={2} aria-hidden />}
      onClick={onShow}
    >
      {`${formatAmount(left, 'has', 'have')} moved on: show what waits`}
    </Button>
  )
}

/**
 * A list page: title, filters, rows or cards, pages. Everything about it stands in the address.
 * `onOpen` makes rows open; the page shows the detail itself, as its children.
 */
export function ListPage<Row, Q extends ListQuery>({
  source,
  title,
  about,
  columns = [],
  grid,
  lookups = NO_LOOKUPS,
  empty = source.list.empty,
  action,
  onOpen,
  selection: acts,
  manyActs,
  notice,
  children,
}: {
  source: ListSource<Row, Q>
  title: string
  about: string
  columns?: readonly Column<Row>[]
  /** Shows the rows as cards in a grid instead, on every screen; they open. */
  grid?: GridCard<Row>
  /** The choices of filters that the page looks up. */
  lookups?: Lookups
  /** Where the page knows more about why there is no row. */
  empty?: { title: string; text: string }
  action?: ReactNode
  onOpen?: (id: string) => void
  /** Choosing rows for acts of the page, in `bar`; without it they are chosen to be exported. */
  selection?: Selection<Row> & { bar: ReactNode }
  /** Acts on any rows that are chosen, where it takes no `selection` of its own. */
  manyActs?: ManyActs<Row> | undefined
  /** Stands over the filters: something that waits, apart from the rows. */
  notice?: ReactNode
  children?: ReactNode
}): ReactElement {
  const { noun, query: defined } = source.list
  const filters = useMemo(() => filtersWith(defined.filters, lookups), [defined, lookups])
  const setUp = usePreferences(source.name)
  const { preferences } = setUp
  const list = useList(source, preferences)
  const { query, problem, changeFilters, page, rows, onFirst, news, left, count } = list
  const own = useOwnSelection(source, query, { noun, acts: manyActs })
  const selection = acts ?? (grid ? undefined : own)
  useDropLost(selection, rows, source.rowId)
  const view = viewBy(setUp, columns)
  const saved = useSavedViews(source, { filters, query, preferences })
  const exporting = useListExport({ name: source.name, query, columns: view.columns })
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const [keysShown, setKeysShown] = useState(false)
  const places = { next: page.data?.next ?? null, previous: page.data?.previous ?? null }
  const filtered = query.q !== undefined || filters.some((filter) => isSet(filter, query))
  const clear = (): void => changeFilters({ q: undefined, ...cleared(filters) })
  const go: Turn = (place) => {
    // How many rows a page has is a matter of the person, not of the address.
    if (place.limit !== undefined) view.setRows(Number(place.limit))
    changeFilters(place.limit === undefined ? place : { ...place, limit: undefined })
    listRef.current?.scrollTo({ top: 0 })
  }
  const turns = useTurns(page, go)
  const showNews = (): void => {
    void page.refetch()
    listRef.current?.scrollTo({ top: 0 })
  }
  useListKeys(
    listRef,
    {
      search: () => searchRef.current?.focus(),
      help: () => setKeysShown(true),
      ...turns,
    },
    { enterOpensFirst: source.queue === true, inGrid: grid !== undefined },
  )
  // In a browser that knows nothing of this person, rows come when the columns are known.
  const shown = setUp.settled && page.data ? rows : undefined
  const split = useSplitOf(rows, source.rowId, onOpen)
  const searchError =
    page.error instanceof ApiError && page.error.status === 400 ? page.error.fields.q : undefined
  const listed = (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <Title order={1}>{title}</Title>
          <p>{about}</p>
        </div>
        {action}
      </header>
      {notice}
      <FilterBar
        searchRef={searchRef}
        searchLabel={defined.search?.label}
        searchError={searchError}
        filters={filters}
        query={query}
        onChange={changeFilters}
      >
        <ExportButton
          exporting={exporting}
          count={page.isError ? null : count}
          empty={rows.length === 0}
        />
        <ViewsMenu saved={saved} searched={query.q !== undefined} />
        <ViewMenu
          all={columns}
          view={view}
          orders={defined.orders}
          sort={query.sort}
          onSort={(sort) => changeFilters({ sort })}
        />
      </FilterBar>
      {problem && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          {`This address holds a filter that cannot be used: ${problem} The list is shown without filters.`}
        </Alert>
      )}
      <ViewNotes saved={saved} />
      {selection && selection.selected.size > 0 && (
        <ExportsSelected exporting={exporting} selected={selection.selected}>
          {selection.bar}
        </ExportsSelected>
      )}
      <div className={classes.frame}>
        <NewsButton news={news} noun={noun} onShow={showNews} />
        <div
          className={classes.rows}
          ref={listRef}
          data-cards={narrow || undefined}
          data-grid={grid !== undefined || undefined}
          // Rows that do not open take no focus, and the keyboard must reach what scrolls.
          {...(!onOpen && { tabIndex: 0, role: 'region', 'aria-label': title })}
        >
          {page.isError && rows.length === 0 ? (
            <FailedState
              many={noun[1]}
              failure={page.error}
              onRetry={() => void page.refetch()}
              onClear={clear}
            />
          ) : page.isSuccess && rows.length === 0 ? (
            filtered || !onFirst ? (
              <NothingFound many={noun[1]} onClear={clear} />
            ) : (
              <EmptyState {...empty} />
            )
          ) : grid && onOpen ? (
            <Grid
              label={title}
              card={grid}
              rows={shown}
              rowId={source.rowId}
              stale={page.isPlaceholderData}
              onOpen={onOpen}
            />
          ) : (
            <Rows
              label={title}
              narrow={narrow}
              view={view}
              rows={shown}
              rowId={source.rowId}
              stale={page.isPlaceholderData}
              sort={query.sort}
              onSort={(sort) => changeFilters({ sort })}
              onOpen={onOpen}
              selection={selection}
            />
          )}
        </div>
      </div>
      <Pager
        count={page.isError ? null : count}
        noun={noun}
        empty={!page.isPending && rows.length === 0}
        limit={query.limit}
        {...places}
        onFirst={onFirst}
        onChange={go}
      >
        <LeftButton left={left} onShow={showNews} />
      </Pager>
      <ExportFailure exporting={exporting} />
      <KeysDialog
        keys={grid ? [GRID_KEY, ...KEYS] : [TABLE_KEY, ...KEYS, EDGE_KEY]}
        signs="Use / ? [ ] as keys"
        opened={keysShown}
        onClose={() => setKeysShown(false)}
      />
    </div>
  )
  return (
    <div className={classes.split}>
      {listed}
      <SplitContext value={split}>{children}</SplitContext>
    </div>
  )
}
