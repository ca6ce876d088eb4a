import { Alert, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { MonthRow } from '../../../../contract/money/settlements.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { EmptyState, FailedState } from '../../../ui/list/list-states.tsx'
import { MonthSkeleton } from './month-skeleton.tsx'
import { Month } from './month.tsx'
import { MonthsSkeleton, MonthsStrip } from './months-strip.tsx'
import { settlementSearch } from './settlement-search.ts'
import { monthOptions, monthsOptions } from './settlement-queries.ts'
import classes from './settlements.module.css'

export function preloadSettlements(queries: QueryClient, search: Record<string, unknown>): void {
  void queries.prefetchQuery(monthsOptions())
  const read = settlementSearch.safeParse(search)
  if (read.data?.month) void queries.prefetchQuery(monthOptions(read.data.month))
}

/** Without one in the address: the newest that is over, as that is the one to work on. */
const firstOf = (months: readonly MonthRow[]): string | undefined =>
  (months.find(({ over }) => over) ?? months[0])?.month

function Months(): ReactElement {
  const { query, problem, change } = useSearchQuery(settlementSearch)
  const { data, error, refetch } = useQuery(monthsOptions())
  if (!data) {
    if (!error) {
      return (
        <>
          <MonthsSkeleton />
          <MonthSkeleton />
        </>
      )
    }
    return (
      <div className={classes.alone}>
        <FailedState
          many="months"
          failure={error}
          onRetry={() => void refetch()}
          onClear={() => change({ month: undefined })}
        />
      </div>
    )
  }
  const month = query.month ?? firstOf(data.months)
  if (!month) {
    return (
      <div className={classes.alone}>
        <EmptyState
          title="No months yet"
          text="With the first points that a member earns the first month stands here, to be computed when it is over."
        />
      </div>
    )
  }
  return (
    <>
      {problem && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          {`This address holds something that cannot be used: ${problem} The newest month that is over is shown.`}
        </Alert>
      )}
      <MonthsStrip months={data.months} selected={month} />
      <Month key={month} month={month} query={query} onChange={change} />
    </>
  )
}

/** Points Settlement: the months with the distributors, from computing to the last settlement. */
export function SettlementsPage(): ReactElement {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Title order={1}>Points Settlement</Title>
        <p>
          What each distributor’s network earned, redeemed and is still owed, month by month, with
          the handling charges that are due.
        </p>
      </header>
      <Months />
    </div>
  )
}
