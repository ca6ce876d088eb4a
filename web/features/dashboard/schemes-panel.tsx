import { memo, type ReactElement } from 'react'
import { formatAmount, formatDay } from '../../lib/format.ts'
import { BudgetBar } from '../schemes/budget-bar.tsx'
import { budgetInWords } from '../schemes/budget.ts'
import { SCHEME_LOOKS } from '../schemes/scheme-words.tsx'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Panel } from './panel.tsx'
import { RowsLink } from './rows-link.tsx'
import { schemeOf } from './targets.ts'

type Scheme = Dashboard['schemes'][number]

function lastDayInWords({ status, toDay }: Scheme): string {
  if (status === 'active') return `Last day ${formatDay(toDay)}`
  return `${SCHEME_LOOKS[status].label}, last day ${formatDay(toDay)}`
}

function Row({ scheme }: { scheme: Scheme }): ReactElement {
  const { schemeId, name, points, bonuses } = scheme
  return (
    <li>
      <RowsLink target={schemeOf(schemeId)} className={classes.scheme}>
        <span>
          <span className={classes.name}>{name}</span>
          <span>
            {bonuses === 0 ? (
              'Nothing in this period'
            ) : (
              <>
                <b>{formatAmount(points, 'point')}</b>
                {` for ${formatAmount(bonuses, 'scan')}`}
              </>
            )}
          </span>
        </span>
        <span className={classes.schemeBar}>
          <BudgetBar money={scheme} />
        </span>
        <span>
          <small>{`Budget: ${budgetInWords(scheme)}`}</small>
          <small>{lastDayInWords(scheme)}</small>
        </span>
      </RowsLink>
    </li>
  )
}

/** What each scheme gave in the period, and how much of its whole budget is gone. */
export const SchemesPanel = memo(function SchemesPanel({
  schemes,
}: {
  schemes: readonly Scheme[]
}): ReactElement {
  return (
    <Panel title="Schemes" half>
      {schemes.length === 0 ? (
        <p className={classes.nothing}>No scheme gave in this period, and none is active.</p>
      ) : (
        <ul className={classes.schemes}>
          {schemes.map((scheme) => (
            <Row key={scheme.schemeId} scheme={scheme} />
          ))}
        </ul>
      )}
    </Panel>
  )
})
