import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { lazy, memo, Suspense, useMemo, useState, type ReactElement } from 'react'
import { creditedOf } from '../../../../contract/insight/dashboard-targets.ts'
import { stateName } from '../../../../contract/india.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Panel } from './panel.tsx'
import type { Days } from './period.ts'
import { RowsLink } from './rows-link.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'

const IndiaPicture = lazy(async () => ({
  default: (await import('./india-picture.tsx')).IndiaPicture,
}))

type Row = NonNullable<Dashboard['states']>[number]
const COLUMNS = ['name', 'credited', 'points'] as const
type Column = (typeof COLUMNS)[number]
const LABELS: Record<Column, string> = { name: 'State', credited: 'Credited', points: 'Points' }
type Order = { column: Column; descending: boolean }

function sorted(rows: readonly Row[], { column, descending }: Order): Row[] {
  const compare = (one: Row, other: Row): number =>
    column === 'name'
      ? stateName(one.state).localeCompare(stateName(other.state))
      : one[column] - other[column]
  return rows.toSorted((one, other) => (descending ? compare(other, one) : compare(one, other)))
}

function SortHeader({
  column,
  order,
  onSort,
}: {
  column: Column
  order: Order
  onSort: (order: Order) => void
}): ReactElement {
  const active = order.column === column
  const Arrow = order.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-number={column !== 'name' || undefined}
      aria-sort={active ? (order.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() =>
          onSort({ column, descending: active ? !order.descending : column !== 'name' })
        }
      >
        {LABELS[column]}
        <Arrow size={12} stroke={2} aria-hidden data-active={active} />
      </button>
    </th>
  )
}

function StatesTable({ rows, days }: { rows: readonly Row[]; days: Days }): ReactElement {
  const [order, setOrder] = useState<Order>({ column: 'credited', descending: true })
  return (
    <ScrollRegion className={classes.states} label="Credited scans by state">
      <table className={classes.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <SortHeader key={column} column={column} order={order} onSort={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, order).map(({ state, credited, points }) => (
            <tr key={state}>
              <th scope="row">
                <RowsLink target={creditedOf(days, { region: state })} className={classes.name}>
                  {stateName(state)}
                </RowsLink>
              </th>
              <td data-number>{formatNumber(credited)}</td>
              <td data-number>{formatNumber(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Where the credited scans came from: a map, and a table that says the same and leads to the scans. */
export const StatesPanel = memo(function StatesPanel({
  states,
  days,
}: {
  states: readonly Row[]
  days: Days
}): ReactElement {
  const credited = useMemo(
    () => new Map(states.map(({ state, credited }) => [state, credited])),
    [states],
  )
  return (
    <Panel title="By state" wide>
      <div className={classes.place}>
        <div className={classes.mapFrame}>
          <Suspense fallback={<i className={classes.bone} data-block />}>
            <IndiaPicture credited={credited} />
          </Suspense>
        </div>
        <StatesTable rows={states} days={days} />
      </div>
    </Panel>
  )
})
