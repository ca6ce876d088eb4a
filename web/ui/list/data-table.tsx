import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { useRef, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { ColumnEdge } from './column-edge.tsx'
import { RowLink } from './row-link.tsx'
import { SelectAllBox, SelectBox, type RowSelector } from './select-box.tsx'
import classes from './data-table.module.css'
import { textOf } from './text-of.ts'
import { TotalsRows } from './totals-rows.tsx'
import type { Column, Totals } from './types.ts'
import { useWidths, type ColumnWidths } from './use-widths.ts'
import type { Widths } from './widths.ts'

type Sorting = { sort: string; onSort: (sort: string) => void }

function SortButton<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Sorting): ReactElement {
  const orders = column.sort ?? { descending: '', ascending: '' }
  const down = sort === orders.descending
  const up = sort === orders.ascending
  const Icon = down ? IconArrowDown : up ? IconArrowUp : IconArrowsSort
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={() => onSort(down ? orders.ascending : orders.descending)}
    >
      {column.header}
      <Icon size={14} stroke={1.8} aria-hidden />
    </button>
  )
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
  at,
  widths,
}: { column: Column<Row>; at: number; widths: ColumnWidths } & Sorting): ReactElement {
  const order = column.sort
  const ariaSort =
    order && sort === order.descending
      ? 'descending'
      : order && sort === order.ascending
        ? 'ascending'
        : undefined
  const after = widths.pixels.length - at
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={ariaSort}
      aria-label={column.header}
      // Each over the next, so that the edge between them can be taken from both sides.
      style={{ zIndex: after }}
    >
      <span className={classes.heading}>
        {order ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
      </span>
      {after > 1 && widths.keep && <ColumnEdge header={column.header} at={at} widths={widths} />}
    </th>
  )
}

function SkeletonRows({ columns, rows }: { columns: number; rows: number }): ReactElement {
  const skeleton = (row: number) =>
    Array.from({ length: columns }, (_, column) => (
      <td key={column}>
        <span className={classes.bone} data-size={(row + column * 2) % 4}>
          {'\u00a0'}
        </span>
      </td>
    ))
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} aria-hidden>
          {skeleton(row)}
        </tr>
      ))}
    </>
  )
}

/** A click on the row itself opens it; not one on a link or button in it, nor the end of a selection. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest('a, button, [data-box]') && !window.getSelection()?.toString()
}

type Opening = {
  /** The row that the Tab key comes to. */
  current: string | undefined
  /** The row whose record is open. */
  openId: string | undefined
  onCurrent: (id: string) => void
  onOpen: ((id: string) => void) | undefined
}
/** Pixels of the column of boxes. */
const BOX_WIDTH = 40
const NO_WIDTHS: Widths = {}

function BodyRow<Row>({
  id,
  row,
  columns,
  current,
  openId,
  onCurrent,
  onOpen,
  selector,
}: {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  selector: RowSelector<Row> | undefined
} & Opening): ReactElement {
  const linked = (content: ReactNode) =>
    onOpen ? (
      <RowLink id={id} tabbable={id === current} onFocus={onCurrent} onOpen={onOpen}>
        {content}
      </RowLink>
    ) : (
      content
    )
  return (
    <tr
      data-opens={onOpen ? true : undefined}
      aria-current={id === openId || undefined}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen(id))}
    >
      {selector && (
        <td className={classes.box} data-box>
          <SelectBox
            row={row}
            name={textOf(columns[0]?.render(row)) ?? id}
            selector={selector}
            tabbable={!onOpen}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.render(row)
        return (
          <td key={column.key} data-align={column.align} title={textOf(content)}>
            {index === 0 ? linked(content) : content}
          </td>
        )
      })}
    </tr>
  )
}

/** Rows under a header that stays in sight. `rows` undefined means they are on their way. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  compact,
  stale,
  sort,
  onSort,
  selector,
  totals,
  widths: given = NO_WIDTHS,
  onWidths,
  ...opening
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  compact: boolean
  stale: boolean
  selector: RowSelector<Row> | undefined
  totals?: Totals | undefined
  widths?: Widths | undefined
  /** Left out where nobody may change them. */
  onWidths?: ((widths: Widths) => void) | undefined
} & Sorting &
  Opening): ReactElement {
  const beside = selector ? BOX_WIDTH : 0
  const tableRef = useRef<HTMLTableElement>(null)
  const widths = useWidths(tableRef, columns, { given, beside, onChange: onWidths })
  return (
    <table
      ref={tableRef}
      className={classes.table}
      style={{ minWidth: widths.pixels.reduce((sum, width) => sum + width, beside) }}
      aria-label={label}
      aria-busy={rows === undefined || stale}
      data-compact={compact || undefined}
      data-stale={stale || undefined}
    >
      <colgroup>
        {selector && <col style={{ width: BOX_WIDTH }} />}
        {columns.map(({ key }, at) => (
          <col key={key} style={{ width: widths.pixels[at] }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selector && (
            <th scope="col" className={classes.box}>
              <SelectAllBox selector={selector} />
            </th>
          )}
          {columns.map((column, at) => (
            <HeaderCell
              key={column.key}
              column={column}
              at={at}
              widths={widths}
              sort={sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined && (
          <SkeletonRows columns={columns.length + (selector ? 1 : 0)} rows={14} />
        )}
        {rows?.map((row) => {
          const id = rowId(row)
          return (
            <BodyRow
              key={id}
              id={id}
              row={row}
              columns={columns}
              selector={selector}
              {...opening}
            />
          )
        })}
      </tbody>
      {totals && <TotalsRows totals={totals} columns={columns} withBox={selector !== undefined} />}
    </table>
  )
}
