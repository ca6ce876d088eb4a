import type { ReactElement, ReactNode } from 'react'
import classes from './selected-rows.module.css'
import { ScrollRegion } from './scroll-region.tsx'

export type SelectedRow = { id: string; title: ReactNode; about: string }

/** What an act on many is done to, one under the other; a long list scrolls in its place. */
export function SelectedRows({ rows }: { rows: readonly SelectedRow[] }): ReactElement {
  return (
    <ScrollRegion label="What it is done to" className={classes.region}>
      <ul className={classes.rows}>
        {rows.map(({ id, title, about }) => (
          <li key={id}>
            <b>{title}</b>
            <small>{about}</small>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}
