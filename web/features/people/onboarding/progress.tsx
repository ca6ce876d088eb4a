import type { ReactElement } from 'react'
import classes from './onboarding.module.css'

/** How far something long is. Without `total` nobody knows how much there will be. */
export function Progress({
  label,
  done,
  total,
  words,
  note,
}: {
  label: string
  done: number
  total?: number
  words: string
  note?: string
}): ReactElement {
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total === undefined ? undefined : done}
        aria-valuetext={words}
        data-unknown={total === undefined || undefined}
      >
        <span style={total === undefined ? undefined : { width: `${shareOf(done, total)}%` }} />
      </div>
      <p>
        <b>{words}</b>
        {note && ` ${note}`}
      </p>
    </div>
  )
}

const shareOf = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, (done / total) * 100)
