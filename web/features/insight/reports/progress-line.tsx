import type { ReactElement } from 'react'
import classes from './reports.module.css'
import { shareOf } from './sizes.ts'

/** How far something is; without a total only that it goes on. */
export function ProgressLine({
  label,
  done,
  total,
  words,
}: {
  label: string
  done: number
  total: number | null
  words: string
}): ReactElement {
  const share = total === null ? undefined : shareOf(done, total)
  return (
    <div
      className={classes.line}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      aria-valuetext={words}
      data-unknown={share === undefined || undefined}
    >
      <i style={share === undefined ? undefined : { width: `${share}%` }} />
    </div>
  )
}
