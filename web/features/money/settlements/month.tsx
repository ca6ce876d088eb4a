import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react'
import type { MonthRow } from '../../../../contract/money/settlements.ts'
import { monthName } from '../../../lib/month.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailedState } from '../../../ui/list/list-states.tsx'
import type { Change } from '../../../ui/list/types.ts'
import { Distributors } from './distributors.tsx'
import { MonthSkeleton } from './month-skeleton.tsx'
import { MonthPanel } from './month-panel.tsx'
import type { SettlementSearch } from './settlement-search.ts'
import { monthOptions, refreshSettlements } from './settlement-queries.ts'
import classes from './settlements.module.css'

/** When the computing ends all of it is read again, and whoever waited is told. */
function useComputed(row: MonthRow | undefined): void {
  const client = useQueryClient()
  const was = useRef(false)
  const ended = useEffectEvent((over: MonthRow) => {
    void refreshSettlements(client)
    if (over.failure === null) notifyDone(`${monthName(over.month)} is computed.`)
  })
  useEffect(() => {
    if (!row) return
    if (was.current && !row.computing) ended(row)
    was.current = row.computing
  }, [row])
}

/** The chosen month: its sums and its distributors. */
export function Month({
  month,
  query,
  onChange,
}: {
  month: string
  query: SettlementSearch
  onChange: Change
}): ReactElement {
  const { data, error, refetch } = useQuery(monthOptions(month))
  useComputed(data?.month)
  if (!data) {
    if (!error) return <MonthSkeleton />
    return (
      <div className={classes.alone}>
        <FailedState
          many="settlements"
          failure={error}
          onRetry={() => void refetch()}
          onClear={() => onChange({ month: undefined })}
        />
      </div>
    )
  }
  return (
    <>
      <MonthPanel row={data.month} onReopen={() => onChange({ reopen: 'yes' })} />
      <Distributors row={data.month} rows={data.rows} query={query} onChange={onChange} />
    </>
  )
}
