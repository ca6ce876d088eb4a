import type { ReactElement } from 'react'
import { formatAmount, formatDay, formatNumber } from '../../../lib/format.ts'
import classes from './effect-chart.module.css'
import { daysSummary, eachDay, type EffectDay } from './effect-days.ts'

/** Points a day as small bars; the summary says the same in words. */
export function EffectChart({ days }: { days: readonly EffectDay[] }): ReactElement {
  const all = eachDay(days)
  const most = Math.max(1, ...all.map(({ points }) => points))
  const [first, last] = [all[0], all.at(-1)]
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span>Points a day</span>
        <span>{`Most: ${formatNumber(most)}`}</span>
      </figcaption>
      <div className={classes.bars} role="img" aria-label={`Points a day. ${daysSummary(all)}`}>
        {all.map(({ day, points, bonuses }) => (
          <span
            key={day}
            title={`${formatDay(day)}: ${formatAmount(points, 'point')} for ${formatAmount(bonuses, 'scan')}`}
          >
            <i
              style={{ height: `${(points / most) * 100}%` }}
              data-some={points > 0 || undefined}
            />
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{first && formatDay(first.day)}</span>
        {last !== first && <span>{last && formatDay(last.day)}</span>}
      </div>
    </figure>
  )
}
