import type { ReactNode } from 'react'
import type { ListColumn, ListColumnType, ListDefinition } from '../../../contract/lists/define.ts'
import type { Choice } from '../../../contract/lists/query.ts'
import { formatPaise } from '../../../contract/money.ts'
import { formatDay, formatMobile, formatNumber } from '../../lib/format.ts'
import { Moment } from '../moment.tsx'
import type { Column, Filter, ListQuery, ListSource } from './types.ts'

type SourceParts<Row, Q extends ListQuery> = Omit<ListSource<Row, Q>, 'name' | 'rowId' | 'list'>

/** A list of the contract with the call that brings its rows. */
export function listSource<Row, Q extends ListQuery>(
  list: ListDefinition<Row>,
  parts: SourceParts<Row, Q>,
): ListSource<Row, Q> {
  return { name: list.name, rowId: list.id, list, ...parts }
}

/** What a page says about a column beside the list's definition: how a cell is drawn, how wide it is. */
type Cell<Row> = Partial<Pick<Column<Row>, 'width' | 'card' | 'align' | 'render' | 'optional'>>

const WIDTHS: Record<ListColumnType, number> = {
  text: 132,
  mobile: 142,
  number: 90,
  money: 110,
  date: 104,
  datetime: 148,
}

/** A value as every list shows one of its type. */
function drawn<Row>({ type, value }: ListColumn<Row>, row: Row): ReactNode {
  const shown = value(row)
  if (shown === null || shown === '') return null
  if (typeof shown === 'number') {
    if (type === 'money') return formatPaise(shown)
    return type === 'number' ? formatNumber(shown) : shown
  }
  if (type === 'mobile') return formatMobile(shown)
  if (type === 'date') return formatDay(shown)
  return type === 'datetime' ? <Moment at={shown} /> : shown
}

function columnFor<Row>(column: ListColumn<Row>, cell: Cell<Row>): Column<Row> {
  const { key, header, type, optional, sort } = column
  const isNumber = type === 'number' || type === 'money'
  return {
    key,
    header,
    width: WIDTHS[type],
    render: (row) => drawn(column, row),
    ...(isNumber && { align: 'right' as const }),
    ...(optional && { optional }),
    ...(sort && { sort }),
    ...cell,
  }
}

/**
 * The columns of a list for its page. `cells` has what differs from what every list does with a value
 * of the type: a width alone, or how the cell is drawn.
 */
export function columnsFor<Row, Key extends string>(
  { columns }: ListDefinition<Row, Key>,
  cells: Partial<Record<Key, number | Cell<Row>>>,
): Column<Row>[] {
  return columns.map((column) => {
    const cell = cells[column.key] ?? {}
    return columnFor(column, typeof cell === 'number' ? { width: cell } : cell)
  })
}

/** The choices of filters that a page looks up, by the filter's name; undefined while on their way. */
export type Lookups = Readonly<Record<string, readonly Choice[] | undefined>>

/** The filters of a list with the choices that its page looked up. */
export const filtersWith = (filters: readonly Filter[], lookups: Lookups): Filter[] =>
  filters.map((filter) =>
    filter.kind === 'choices' && filter.choices === undefined
      ? { ...filter, choices: lookups[filter.name] }
      : filter,
  )
