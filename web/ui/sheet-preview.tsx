import { useState, type ReactElement, type ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'
import { ScrollRegion } from './scroll-region.tsx'
import classes from './sheet-preview.module.css'

/** More rows than these are told, not drawn: nobody reads them, and the page would stand still. */
const MOST_DRAWN = 200

export type SheetColumn<Row> = {
  header: string
  align?: 'right'
  /** Text that may run over several lines. */
  long?: boolean
  render: (row: Row) => ReactNode
}
export type SheetOutcome = { key: string; label: string; count: number }

/** The rows of a file that came in, each with what it would do; one kind of them alone where asked. */
export function SheetPreview<Row extends { line: number }>({
  label,
  rows,
  outcomes,
  outcomeOf,
  columns,
}: {
  label: string
  rows: readonly Row[]
  /** Those that there are; the first is shown with the others, until one is chosen. */
  outcomes: readonly SheetOutcome[]
  outcomeOf: (row: Row) => string
  columns: readonly SheetColumn<Row>[]
}): ReactElement {
  const [only, setOnly] = useState<string | null>(null)
  const wanted = only === null ? rows : rows.filter((row) => outcomeOf(row) === only)
  const drawn = wanted.slice(0, MOST_DRAWN)
  const kinds = [{ key: null, label: 'All rows', count: rows.length }, ...outcomes].filter(
    ({ key, count }) => key === null || count > 0,
  )
  return (
    <div className={classes.preview}>
      <div className={classes.kinds} role="group" aria-label="Rows to show">
        {kinds.map(({ key, label: name, count }) => (
          <button key={name} type="button" aria-pressed={only === key} onClick={() => setOnly(key)}>
            {name}
            <b>{formatNumber(count)}</b>
          </button>
        ))}
      </div>
      <ScrollRegion label={label} className={classes.rows}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-align="right">
                Row
              </th>
              {columns.map(({ header, align }) => (
                <th key={header} scope="col" data-align={align}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <tr key={row.line}>
                <td data-align="right">{formatNumber(row.line)}</td>
                {columns.map(({ header, align, long, render }) => (
                  <td key={header} data-align={align} data-long={long}>
                    {render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {wanted.length > drawn.length && (
        <p
          className={classes.more}
        >{`The first ${formatNumber(drawn.length)} of ${formatNumber(wanted.length)} rows are shown; all of them count.`}</p>
      )}
    </div>
  )
}
