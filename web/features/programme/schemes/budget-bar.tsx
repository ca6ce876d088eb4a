import type { ReactElement, ReactNode } from 'react'
import { formatAmount } from '../../../lib/format.ts'
import {
  budgetInWords,
  LEVEL_WORDS,
  levelOf,
  percentInWords,
  shareOf,
  type Budget,
} from './budget.ts'
import classes from './budget-bar.module.css'

/** Public to other features: a bar as long as the share that is spent; its words stand beside it. */
export function BudgetBar({ money }: { money: Budget }): ReactElement {
  return (
    <span className={classes.bar} data-level={levelOf(money)} aria-hidden>
      <span
        style={{ width: `${shareOf(money) * 100}%` }}
        data-some={money.spent > 0 || undefined}
      />
    </span>
  )
}

/** The budget of a scheme in a line of a list. */
export function BudgetLine({ money }: { money: Budget }): ReactElement {
  const words = budgetInWords(money)
  return (
    <span className={classes.line}>
      <BudgetBar money={money} />
      <span className={classes.numbers} title={words}>
        {words}
      </span>
    </span>
  )
}

/** The money of a scheme before all else: what is spent, what is left, and of how much. */
export function BudgetMeter({
  money,
  children,
}: {
  money: Budget
  /** The points that are spent. */
  children: ReactNode
}): ReactElement {
  const left = money.budget - money.spent
  const level = levelOf(money)
  return (
    <div className={classes.meter}>
      <p className={classes.head}>
        <b>{children}</b>
        {` of ${formatAmount(money.budget, 'point')} spent`}
      </p>
      <BudgetBar money={money} />
      <p className={classes.foot}>
        <span>
          {level === 'fine'
            ? percentInWords(money)
            : `${percentInWords(money)}, ${LEVEL_WORDS[level]}`}
        </span>
        <span>{`${formatAmount(left, 'point')} left`}</span>
      </p>
    </div>
  )
}
