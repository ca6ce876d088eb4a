import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import { can } from '../../../../contract/permissions.ts'
import type { MonthRow, SettlementRow } from '../../../../contract/money/settlements.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import { useRole } from '../../../lib/session.ts'
import { KeysDialog, type KeyHelp } from '../../../ui/keys-dialog.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { cleared } from '../../../ui/list/filter-values.ts'
import { EmptyState, NothingFound } from '../../../ui/list/list-states.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import type { Change, Totals } from '../../../ui/list/types.ts'
import { useListKeys } from '../../../ui/list/use-list-keys.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useView } from '../../../ui/list/use-view.ts'
import { ViewMenu } from '../../../ui/list/view-menu.tsx'
import { ApproveManyDialog } from './approve-many.tsx'
import { rowIdOf, SETTLEMENT_FILTERS, settlementColumns, sumCells } from './distributor-columns.tsx'
import { differences, sumOf } from './ledger.ts'
import { selectedRows, SETTLEMENT_ORDERS, type SettlementSearch } from './settlement-search.ts'
import { SettlementDrawer } from './settlement-drawer.tsx'
import { closingOf, signed } from './figures.ts'
import classes from './settlements.module.css'
import { usePlace } from './use-place.ts'

/** Under 768 px rows become cards. */
const NARROW = '(max-width: 767.98px)'

const KEYS: KeyHelp = [
  ['↓ ↑', 'From distributor to distributor'],
  ['Home End', 'First and last distributor'],
  ['Enter', 'Open the settlement'],
  ['Space', 'Choose it, where it can be approved'],
  ['Esc', 'Close what is open'],
  ['/', 'Search'],
  ['?', 'This help'],
]

const canBeApproved = ({ state }: SettlementRow): boolean => state === 'computed'

function LedgerNote({ row, rows }: { row: MonthRow; rows: readonly SettlementRow[] }): ReactNode {
  if (!row.ledger) return null
  const found = differences(sumOf(rows), row.ledger)
  if (found.length === 0) {
    return (
      <span className={classes.ledger}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden />
        {`Equals the ledger: all ${formatAmount(rows.length, 'distributor')} together come to the ledger’s own sums of ${monthName(row.month)}.`}
      </span>
    )
  }
  return (
    <span className={classes.ledger} data-differs role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      {`Does not equal the ledger of ${monthName(row.month)}: ${found.join('; ')}.`}
    </span>
  )
}

function totalsOf(
  row: MonthRow,
  rows: readonly SettlementRow[],
  shown: readonly SettlementRow[],
): Totals {
  const all = shown.length === rows.length
  return {
    title: all ? `All ${formatNumber(rows.length)}` : `${shown.length} of ${rows.length}`,
    cell: sumCells(shown),
    note: all && <LedgerNote row={row} rows={rows} />,
  }
}

/** The distributors of a month: searched, put in order, opened, and approved together. */
export function Distributors({
  row,
  rows,
  query,
  onChange,
}: {
  row: MonthRow
  rows: readonly SettlementRow[]
  query: SettlementSearch
  onChange: Change
}): ReactElement {
  const role = useRole()
  const place = usePlace()
  const columns = settlementColumns(rows)
  const view = useView('settlements', columns)
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const { clear, ...selection } = useSelection({ rowId: rowIdOf }, canBeApproved)
  const [approving, setApproving] = useState(false)
  const [keysShown, setKeysShown] = useState(false)
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const shown = selectedRows(rows, query)
  // As they stand by now: what was approved meanwhile is no longer among them.
  const selected = rows.filter((one) => selection.selected.has(rowIdOf(one)) && canBeApproved(one))
  const nothing = (): void => undefined
  useListKeys(
    listRef,
    {
      search: () => searchRef.current?.focus(),
      help: () => setKeysShown(true),
      next: nothing,
      previous: nothing,
    },
    { enterOpensFirst: false, inGrid: false },
  )
  const approves = can(role, 'settlement.approve')
  const clearFilters = (): void => onChange({ q: undefined, ...cleared(SETTLEMENT_FILTERS) })
  if (rows.length === 0)
    return <NotComputed row={row} mayCompute={can(role, 'settlement.compute')} />
  return (
    <div className={classes.table}>
      <FilterBar
        searchRef={searchRef}
        searchLabel="Name or code of a distributor"
        searchError={undefined}
        filters={SETTLEMENT_FILTERS}
        query={{ ...query, limit: rows.length }}
        onChange={onChange}
      >
        <ViewMenu
          all={columns}
          view={view}
          orders={SETTLEMENT_ORDERS}
          sort={query.sort}
          onSort={(sort) => onChange({ sort })}
        />
      </FilterBar>
      {selected.length > 0 && (
        <SelectionBar
          words={`${formatAmount(selected.length, 'settlement')} selected, ${signed(closingOf(sumOf(selected)))} points outstanding`}
          onClear={clear}
        >
          <Button
            size="xs"
            leftSection={<IconCheck size={15} stroke={2} aria-hidden />}
            onClick={() => setApproving(true)}
          >
            Approve them
          </Button>
        </SelectionBar>
      )}
      <div className={classes.rows} ref={listRef} data-cards={narrow || undefined}>
        {shown.length === 0 ? (
          <NothingFound many="distributors" onClear={clearFilters} />
        ) : (
          <Rows
            label={`Distributors of ${monthName(row.month)}`}
            narrow={narrow}
            view={view}
            rows={shown}
            rowId={rowIdOf}
            stale={false}
            sort={query.sort}
            onSort={(sort) => onChange({ sort })}
            onOpen={place.show}
            selection={approves ? selection : undefined}
            totals={totalsOf(row, rows, shown)}
          />
        )}
      </div>
      <ApproveManyDialog
        month={row.month}
        rows={selected}
        opened={approving}
        onDone={() => {
          clear()
          setApproving(false)
        }}
        onClose={() => setApproving(false)}
      />
      <KeysDialog
        keys={KEYS}
        signs="Use / ? as keys"
        opened={keysShown}
        onClose={() => setKeysShown(false)}
      />
      <SettlementDrawer month={row.month} place={place} />
    </div>
  )
}

function NotComputed({
  row,
  mayCompute,
}: {
  row: MonthRow
  mayCompute: boolean
}): ReactElement | null {
  const { month, over, computing, computedAt } = row
  if (computing) return null
  if (computedAt !== null) {
    return (
      <div className={classes.alone}>
        <EmptyState
          title={`Nothing to settle in ${monthName(month)}`}
          text="It was computed, and no member of any distributor had points or movements in it."
        />
      </div>
    )
  }
  return (
    <div className={classes.alone}>
      {over ? (
        <EmptyState
          title={`${monthName(month)} is not computed yet`}
          text={
            mayCompute
              ? 'Compute it: every distributor then stands here with what its network earned, redeemed and is owed.'
              : 'When a sub admin has computed it, every distributor stands here with what its network earned, redeemed and is owed.'
          }
        />
      ) : (
        <EmptyState
          title={`${monthName(month)} still runs`}
          text="When it is over it can be computed; then its distributors stand here."
        />
      )}
    </div>
  )
}
