import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { DEFAULT_PAGE_SIZE, type Page } from '../../../../contract/paging.ts'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import type { Noun } from '../../../../contract/lists/define.ts'
import type { Column, Turn } from '../../../ui/list/types.ts'
import classes from './settlement-drawer.module.css'
import type { Place } from './settlement-queries.ts'

const NARROW = '(max-width: 767.98px)'

/** Which page of a list within the drawer is shown; it is not worth an address. */
export function usePages() {
  const [place, setPlace] = useState<Place>({ limit: DEFAULT_PAGE_SIZE })
  const turn: Turn = (change) =>
    setPlace(({ limit }) => ({ limit, after: undefined, before: undefined, ...change }))
  return { place, turn }
}

/** A list by key within the drawer: rows or cards, and its pages. */
export function PagedRows<Row>({
  label,
  noun,
  columns,
  rowId,
  query,
  pages: { place, turn },
  none,
}: {
  label: string
  noun: Noun
  columns: Column<Row>[]
  rowId: (row: Row) => string
  query: UseQueryResult<Page<Row>>
  pages: ReturnType<typeof usePages>
  none: string
}): ReactElement {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const { data, isError, error, refetch, isPlaceholderData } = query
  const nothing = (): void => undefined
  if (isError && !data) {
    return (
      <FailedState
        many={noun[1]}
        failure={error}
        onRetry={() => void refetch()}
        onClear={() => turn({})}
      />
    )
  }
  const first = place.after === undefined && place.before === undefined
  if (data && data.items.length === 0 && first) return <p className={classes.none}>{none}</p>
  return (
    <>
      <div className={classes.list} data-cards={narrow || undefined}>
        <Rows
          label={label}
          narrow={narrow}
          view={{ columns, compact: true }}
          rows={data?.items}
          rowId={rowId}
          stale={isPlaceholderData}
          sort=""
          onSort={nothing}
          onOpen={undefined}
          selection={undefined}
        />
      </div>
      <Pager
        count={data?.count ?? null}
        noun={noun}
        empty={data?.items.length === 0}
        limit={place.limit}
        next={data?.next ?? null}
        previous={data?.previous ?? null}
        onFirst={first}
        onChange={turn}
      />
    </>
  )
}
