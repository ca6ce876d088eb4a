import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { BatchRow } from '../../../../contract/programme/batches.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import classes from './counts-bar.module.css'

type Counts = BatchRow['counts']
const MOVED = [
  ['active', 'Active'],
  ['deactivated', 'Deactivated'],
  ['scanned', 'Scanned'],
  ['blocked', 'Blocked'],
] as const satisfies readonly (readonly [keyof Counts, string])[]

function Bar({ counts, total }: { counts: Counts; total: number }): ReactElement {
  return (
    <span className={classes.bar} aria-hidden>
      {MOVED.filter(([state]) => counts[state] > 0).map(([state]) => (
        <span
          key={state}
          className={classes.part}
          data-state={state}
          style={{ width: `${(counts[state] / total) * 100}%` }}
        />
      ))}
    </span>
  )
}

/** The coupons of a batch by state, in a line of a list. */
export function CountsLine({ counts, total }: { counts: Counts; total: number }): ReactElement {
  const told = MOVED.filter(([state]) => counts[state] > 0).map(
    ([state, word]) => `${formatNumber(counts[state])} ${word.toLowerCase()}`,
  )
  if (counts.printed > 0) told.push(`${formatNumber(counts.printed)} not activated`)
  if (told.length === 0) return <span className={classes.numbers}>No coupons yet</span>
  const words = told.join(' · ')
  return (
    <span className={classes.line}>
      <Bar counts={counts} total={total} />
      <span className={classes.numbers} title={words}>
        {words}
      </span>
    </span>
  )
}

/**
 * Where the coupons of a batch are: those made, less each state they moved to, is what was never
 * activated. The batch's own count must say the same; where it does not, that is told.
 */
export function Reconciliation({ counts, total }: { counts: Counts; total: number }): ReactElement {
  const moved = MOVED.reduce((sum, [state]) => sum + counts[state], 0)
  const remainder = total - moved
  const difference = Math.abs(remainder - counts.printed)
  return (
    <div className={classes.reconciliation}>
      <Bar counts={counts} total={total} />
      <dl className={classes.sum}>
        <div>
          <dt>Printed</dt>
          <dd>{formatNumber(total)}</dd>
        </div>
        {MOVED.map(([state, word]) => (
          <div key={state}>
            <dt>
              <span className={`${classes.dot} ${classes.part}`} data-state={state} aria-hidden />
              {word}
            </dt>
            <dd>{(counts[state] > 0 ? '−' : '') + formatNumber(counts[state])}</dd>
          </div>
        ))}
        <div data-total>
          <dt>
            <span className={classes.dot} aria-hidden />
            Remainder: not activated yet
          </dt>
          <dd>{formatNumber(remainder)}</dd>
        </div>
      </dl>
      {difference > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />}>
          {`Unexplained: the batch counts ${formatNumber(counts.printed)} as not activated, so ${formatAmount(difference, 'coupon')} cannot be accounted for.`}
        </Alert>
      )}
    </div>
  )
}
