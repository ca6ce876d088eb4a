import type { ReactElement } from 'react'
import classes from './cards.module.css'
import { RowLink } from './row-link.tsx'
import { SelectBox, type RowSelector } from './select-box.tsx'
import tableClasses from './data-table.module.css'
import { textOf } from './text-of.ts'
import type { Column, Totals } from './types.ts'

/** As high as the cards to come, nearly: what stands under them is to stay out of sight. */
function LoadingSkeleton({ lines }: { lines: number }): ReactElement {
  return (
    <>
      {Array.from({ length: 6 }, (_, card) => (
        <li key={card} className={classes.card} aria-hidden>
          {Array.from({ length: 2 + Math.ceil(lines / 2) }, (_, line) => (
            <span key={line} className={tableClasses.bone} data-size={(line * 2) % 3} />
          ))}
        </li>
      ))}
    </>
  )
}

function TotalsCard<Row>({
  totals: { title, cell, note },
  columns,
}: {
  totals: Totals
  columns: readonly Column<Row>[]
}): ReactElement {
  return (
    <li className={classes.card} data-totals>
      <div className={classes.head}>
        <b>{title}</b>
      </div>
      <dl className={classes.lines}>
        {columns
          .map(({ key, header }) => ({ key, header, sum: cell(key) }))
          .filter(({ sum }) => sum !== null && sum !== undefined)
          .map(({ key, header, sum }) => (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{sum}</dd>
            </div>
          ))}
      </dl>
      {note}
    </li>
  )
}

/** The rows of a list where there is no room for columns. */
export function Cards<Row>({
  label,
  columns,
  rows,
  rowId,
  stale,
  onOpen,
  selector,
  totals,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  stale: boolean
  onOpen: ((id: string) => void) | undefined
  selector: RowSelector<Row> | undefined
  totals?: Totals | undefined
}): ReactElement {
  const [title, ...others] = columns
  const corner = others.filter((column) => column.card === 'corner')
  const lines = others.filter(({ card }) => card === undefined || card === 'wide')
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={rows === undefined || stale}>
      {rows === undefined && <LoadingSkeleton lines={lines.length} />}
      {rows?.map((row) => {
        const id = rowId(row)
        return (
          <li key={id} className={classes.card}>
            <div className={classes.head}>
              {selector && (
                <SelectBox
                  row={row}
                  name={textOf(title?.render(row)) ?? id}
                  selector={selector}
                  tabbable={!onOpen}
                />
              )}
              <span className={classes.title}>
                {onOpen ? (
                  <RowLink id={id} tabbable onFocus={() => undefined} onOpen={onOpen}>
                    {title?.render(row)}
                  </RowLink>
                ) : (
                  title?.render(row)
                )}
              </span>
              {corner.map((column) => (
                <span key={column.key}>{column.render(row)}</span>
              ))}
            </div>
            <dl className={classes.lines}>
              {lines
                .map((column) => ({ ...column, content: column.render(row) }))
                .filter(({ content }) => content !== null)
                .map(({ key, header, content, card }) => (
                  <div key={key} data-wide={card === 'wide' || undefined}>
                    <dt>{header}</dt>
                    <dd>{content}</dd>
                  </div>
                ))}
            </dl>
          </li>
        )
      })}
      {totals && <TotalsCard totals={totals} columns={others} />}
    </ul>
  )
}
