import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useId, type MouseEvent, type ReactElement } from 'react'
import classes from './select-box.module.css'
import type { Selection } from './types.ts'
import { WhyNot } from './why-not.tsx'

export type Chooser<Row> = {
  isChosen: (row: Row) => boolean
  canChoose: (row: Row) => boolean
  whyNot: (row: Row) => string | null
  /** Chooses a row; with shift all between it and the one before. */
  choose: (row: Row, on: boolean, withShift: boolean) => void
  chooseAll: (on: boolean) => void
  all: 'all' | 'some' | 'none' | 'impossible'
}

function shareOf(chosen: number, possible: number): Chooser<unknown>['all'] {
  if (possible === 0) return 'impossible'
  if (chosen === 0) return 'none'
  return chosen === possible ? 'all' : 'some'
}

/** How the rows of one page are chosen. A run with shift begins at `last`. */
export function chooserOf<Row>(
  { chosen, canChoose, whyNot, onChoose }: Selection<Row>,
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
): Chooser<Row> {
  const isChosen = (row: Row): boolean => chosen.has(rowId(row))
  const possible = rows.filter(canChoose)
  const count = possible.filter(isChosen).length
  return {
    isChosen,
    canChoose,
    whyNot: (row) => whyNot?.(row) ?? null,
    all: shareOf(count, possible.length),
    chooseAll: (on) => onChoose(possible, on),
    choose: (row, on, withShift) => {
      const to = rows.indexOf(row)
      const from = withShift ? rows.findIndex((other) => rowId(other) === last) : to
      const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
      onLast(rowId(row))
      onChoose(rows.slice(low, high + 1), on)
    },
  }
}

/** Any rounder, and so small a box looks like one of which only one can be chosen. */
const BOX_RADIUS = 4

/** The box of one row; where the row cannot be chosen, a sign that says why. */
export function SelectBox<Row>({
  row,
  name,
  chooser,
  tabbable = false,
}: {
  row: Row
  name: string
  /** Where the row itself takes no focus, its box does. */
  tabbable?: boolean
  chooser: Chooser<Row>
}): ReactElement | null {
  const id = useId()
  if (!chooser.canChoose(row)) {
    return <WhyNot why={chooser.whyNot(row)} name={name} tabbable={tabbable} />
  }
  return (
    <label className={classes.area} htmlFor={id}>
      <Checkbox
        id={id}
        size="xs"
        radius={BOX_RADIUS}
        aria-label={`Choose ${name}`}
        tabIndex={tabbable ? 0 : -1}
        checked={chooser.isChosen(row)}
        onChange={() => undefined}
        onClick={(event: MouseEvent<HTMLInputElement>) =>
          chooser.choose(row, !chooser.isChosen(row), event.shiftKey)
        }
      />
    </label>
  )
}

/** The box of all rows of the page. */
export function SelectAllBox<Row>({ chooser }: { chooser: Chooser<Row> }): ReactElement {
  return (
    <Checkbox
      size="xs"
      radius={BOX_RADIUS}
      aria-label="Choose all of this page"
      checked={chooser.all === 'all'}
      indeterminate={chooser.all === 'some'}
      disabled={chooser.all === 'impossible'}
      onChange={() => chooser.chooseAll(chooser.all !== 'all')}
    />
  )
}
