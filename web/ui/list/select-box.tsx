import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useId, type MouseEvent, type ReactElement } from 'react'
import classes from './select-box.module.css'
import type { Selection } from './types.ts'
import { WhyNot } from './why-not.tsx'

export type RowSelector<Row> = {
  isSelected: (row: Row) => boolean
  canSelect: (row: Row) => boolean
  whyNot: (row: Row) => string | null
  /** Selects a row; with shift all between it and the one before. */
  select: (row: Row, on: boolean, withShift: boolean) => void
  selectAll: (on: boolean) => void
  all: 'all' | 'some' | 'none' | 'impossible'
}

function shareOf(selected: number, possible: number): RowSelector<unknown>['all'] {
  if (possible === 0) return 'impossible'
  if (selected === 0) return 'none'
  return selected === possible ? 'all' : 'some'
}

/** How the rows of one page are selected. A run with shift begins at `last`. */
export function selectorOf<Row>(
  { selected, canSelect, whyNot, onSelect }: Selection<Row>,
  {
    rows,
    rowId,
    last,
    onLast,
  }: {
    rows: readonly Row[]
    rowId: (row: Row) => string
    last: string | null
    onLast: (id: string) => void
  },
): RowSelector<Row> {
  const isSelected = (row: Row): boolean => selected.has(rowId(row))
  const possible = rows.filter(canSelect)
  const count = possible.filter(isSelected).length
  return {
    isSelected,
    canSelect,
    whyNot: (row) => whyNot?.(row) ?? null,
    all: shareOf(count, possible.length),
    selectAll: (on) => onSelect(possible, on),
    select: (row, on, withShift) => {
      const to = rows.indexOf(row)
      const from = withShift ? rows.findIndex((other) => rowId(other) === last) : to
      const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
      onLast(rowId(row))
      onSelect(rows.slice(low, high + 1), on)
    },
  }
}

/** Any rounder, and so small a box looks like one of which only one can be selected. */
const BOX_RADIUS = 4

/** The box of one row; where the row cannot be selected, a sign that says why. */
export function SelectBox<Row>({
  row,
  name,
  selector,
  tabbable = false,
}: {
  row: Row
  name: string
  /** Where the row itself takes no focus, its box does. */
  tabbable?: boolean
  selector: RowSelector<Row>
}): ReactElement | null {
  const id = useId()
  if (!selector.canSelect(row)) {
    return <WhyNot why={selector.whyNot(row)} name={name} tabbable={tabbable} />
  }
  return (
    <label className={classes.area} htmlFor={id}>
      <Checkbox
        id={id}
        size="xs"
        radius={BOX_RADIUS}
        aria-label={`Select ${name}`}
        tabIndex={tabbable ? 0 : -1}
        checked={selector.isSelected(row)}
        onChange={() => undefined}
        onClick={(event: MouseEvent<HTMLInputElement>) =>
          selector.select(row, !selector.isSelected(row), event.shiftKey)
        }
      />
    </label>
  )
}

/** The box of all rows of the page. */
export function SelectAllBox<Row>({ selector }: { selector: RowSelector<Row> }): ReactElement {
  return (
    <Checkbox
      size="xs"
      radius={BOX_RADIUS}
      aria-label="Select all of this page"
      checked={selector.all === 'all'}
      indeterminate={selector.all === 'some'}
      disabled={selector.all === 'impossible'}
      onChange={() => selector.selectAll(selector.all !== 'all')}
    />
  )
}
