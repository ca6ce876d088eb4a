import type { ReactElement } from 'react'
import classes from './data-table.module.css'
import type { Column, Totals } from './types.ts'

/** The sums under a table, which stay in sight, and what is to be said of them. */
export function TotalsRows<Row>({
  totals: { title, cell, note },
  columns,
  withBox,
}: {
  totals: Totals
  columns: readonly Column<Row>[]
  withBox: boolean
}): ReactElement {
  return (
    <tfoot className={classes.totals}>
      <tr>
        {withBox && <td>{'\u00a0'}</td>}
        {columns.map(({ key, align }, index) =>
          index === 0 ? (
            <th key={key} scope="row">
              {title}
            </th>
          ) : (
            <td key={key} data-align={align}>
              {cell(key)}
            </td>
          ),
        )}
      </tr>
      {note && (
        <tr>
          <td colSpan={columns.length + (withBox ? 1 : 0)}>{note}</td>
        </tr>
      )}
    </tfoot>
  )
}
