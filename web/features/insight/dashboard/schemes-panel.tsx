import { memo, type ReactElement } from 'react'
import { bonusesOf, schemeOf } from '../../../../contract/insight/dashboard-rows.ts'
import { formatAmount, formatDay } from '../../../lib/format.ts'
import { BudgetBar } from '../../programme/schemes/budget-bar.tsx'
import { budgetInWords } from '../../programme/schemes/budget.ts'
import { SCHEME_STYLES } from '../../programme/schemes/scheme-words.tsx'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Panel } from './panel.tsx'
import type { Days } from './period.ts'
import { RowsLink } from './rows-link.tsx'

type Scheme = NonNullable<Dashboard['schemes']>[number]

function lastDayInWords({ status, toDay }: Scheme): string {
  if (status === 'active') return `Last day ${formatDay(toDay)}`
  return `${SCHEME_STYLES[status].label}, last day ${formatDay(toDay)}`
}

function Row({ scheme, days }: { scheme: Scheme; days: Days }): ReactElement {
  const { schemeId, name, points, bonuses } = scheme
  return (
    <li>
      <div className={classes.scheme}>
        <span>
          <RowsLink target={schemeOf(schemeId)} className={classes.name}>
            {name}
          </RowsLink>
          {bonuses === 0 ? (
            <span>Nothing in this period</span>
          ) : (
            <span>
              <RowsLink target={bonusesOf(days, schemeId)} className={classes.name}>
                {formatAmount(points, 'point')}
              </RowsLink>
              {` for ${formatAmount(bonuses, 'scan')}`}
            </span>
          )}
        </span>
        <span className={classes.schemeBar}>
          <BudgetBar money={scheme} />
        </span>
        <span>
          <small>{`Budget: ${budgetInWords(scheme)}`}</small>
          <small>{lastDayInWords(scheme)}</small>
        </span>
      </div>
    </li>
  )
}

/** What each scheme gave in the period, and how much of its whole budget is gone. */
export const SchemesPanel = memo(function SchemesPanel({
  schemes,
  days,
}: {
  schemes: readonly Scheme[]
  days: Days
}): ReactElement {
  return (
    <Panel title="Schemes" half>
      {schemes.length === 0 ? (
        <p className={classes.nothing}>No scheme gave in this period, and none is active.</p>
      ) : (
        <ul className={classes.schemes}>
          {schemes.map((scheme) => (
            <Row key={scheme.schemeId} scheme={scheme} days={days} />
          ))}
        </ul>
      )}
    </Panel>
  )
})
