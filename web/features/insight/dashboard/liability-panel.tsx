import { memo, type ReactElement } from 'react'
import { owedOn } from '../../../../contract/insight/dashboard-rows.ts'
import { canSee } from '../../../../contract/menu.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { DaysPanel, LIABILITY_SERIES } from './days-panel.tsx'
import { Panel } from './panel.tsx'

const TITLE = 'Liability by day'
const USERS = '/dashboard/users'

/** What it is at the end of the days, and whose points they are. */
function Foot({
  last,
  isToday,
}: {
  last: NonNullable<Dashboard['liability']>[number]
  isToday: boolean
}): ReactElement {
  const role = useRole()
  return (
    <p className={classes.foot}>
      <span>
        {isToday ? 'Now: ' : `At the end of ${formatDay(last.day)}: `}
        <b>{formatNumber(last.available)}</b>
        {' available, '}
        <b>{formatNumber(last.held)}</b>
        {' held'}
      </span>
      {canSee(role, USERS) && (
        <PageLink to={USERS} search={{ sort: 'points' }}>
          Members with the most points
        </PageLink>
      )}
    </p>
  )
}

/** What members could claim at the end of each day of the period. */
export const LiabilityPanel = memo(function LiabilityPanel({
  days,
  today,
}: {
  days: NonNullable<Dashboard['liability']>
  /** The last day is as of now when it is this one. */
  today: string
}): ReactElement {
  const last = days.at(-1)
  if (!last) {
    return (
      <Panel title={TITLE} half>
        <p className={classes.nothing}>No day of this period is in the books.</p>
      </Panel>
    )
  }
  return (
    <DaysPanel
      title={TITLE}
      days={days}
      series={LIABILITY_SERIES}
      stands
      targetOf={(day, measure) => owedOn(day, today, measure === 'held' ? 'Held' : 'Available')}
      foot={<Foot last={last} isToday={last.day === today} />}
    />
  )
})
