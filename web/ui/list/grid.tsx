import { useState, type ReactElement, type ReactNode } from 'react'
import classes from './grid.module.css'
import { RowLink } from './row-link.tsx'

const SKELETON_CARDS = 12

/** How a list looks whose rows are pictures: each a card in a grid. */
export type GridCard<Row> = {
  /** What stands in a card, above the link that is its title. */
  picture: (row: Row) => ReactNode
  title: (row: Row) => string
  /** A line under the title. */
  line: (row: Row) => ReactNode
}

function LoadingSkeleton(): ReactElement {
  return (
    <>
      {Array.from({ length: SKELETON_CARDS }, (_, card) => (
        <li key={card} className={classes.card} aria-hidden>
          <span className={classes.bone} data-picture />
          <span className={classes.bone} data-title />
          <span className={classes.bone} data-line />
        </li>
      ))}
    </>
  )
}

/** The rows of a list as cards in a grid. One card at a time is reached by the Tab key. */
export function Grid<Row>({
  label,
  card: { picture, title, line },
  rows,
  rowId,
  stale,
  onOpen,
}: {
  label: string
  card: GridCard<Row>
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  stale: boolean
  onOpen: (id: string) => void
}): ReactElement {
  const [visited, setVisited] = useState<string>()
  const [first] = rows ?? []
  const known = rows?.some((row) => rowId(row) === visited)
  const current = known ? visited : first && rowId(first)
  return (
    <ul className={classes.grid} aria-label={label} aria-busy={rows === undefined || stale}>
      {rows === undefined && <LoadingSkeleton />}
      {rows?.map((row) => {
        const id = rowId(row)
        return (
          <li key={id} className={classes.card}>
            {picture(row)}
            <span className={classes.title}>
              <RowLink id={id} tabbable={id === current} onFocus={setVisited} onOpen={onOpen}>
                {title(row)}
              </RowLink>
            </span>
            <span className={classes.line}>{line(row)}</span>
          </li>
        )
      })}
    </ul>
  )
}
