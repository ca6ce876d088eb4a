import { Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, type ReactElement, type ReactNode } from 'react'
import { TILES } from '../../../../contract/insight/dashboard-figures.ts'
import { scansOf } from '../../../../contract/insight/dashboard-rows.ts'
import { shownTo, type PanelName } from '../../../../contract/insight/dashboard-roles.ts'
import { creditedOf, REFUSALS } from '../../../../contract/insight/dashboard-targets.ts'
import type { Role } from '../../../../contract/roles.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { DaysPanel, POINT_SERIES, SCAN_SERIES, type TargetOf } from './days-panel.tsx'
import { LiabilityPanel } from './liability-panel.tsx'
import { Panel } from './panel.tsx'
import { PaidPanel, PayoutsPanel, SettlementsPanel } from './payouts-panel.tsx'
import { inWords, type Days } from './period.ts'
import { DistributorsPanel, PlantsPanel, ProductsPanel, ResultsPanel } from './ranking-panels.tsx'
import { SchemesPanel } from './schemes-panel.tsx'
import { StatesPanel } from './states-panel.tsx'
import { Tiles } from './tiles.tsx'
import { QueuesPanel, WorkPanel } from './waiting-panels.tsx'

const LiveFeed = lazy(async () => ({
  default: (await import('../../programme/scans/live-feed.tsx')).LiveFeed,
}))

const QUEUE_TITLES: Partial<Record<Role, string>> = { hod: 'Approvals and exceptions' }
/** Panels that say nothing where nothing was scanned. */
const OF_SCANS: readonly PanelName[] = [
  'days',
  'results',
  'states',
  'products',
  'plants',
  'distributors',
]

const scansOn: TargetOf = (day, measure) => {
  const days = { from: day, to: day }
  return measure === 'credited' ? creditedOf(days) : scansOf(days, { result: REFUSALS })
}
const pointsOn: TargetOf = (day) => TILES.pointsIssued.target({ from: day, to: day })

function NoScans({ days }: { days: Days }): ReactElement {
  return (
    <div className={classes.state}>
      <IconInbox size={22} stroke={1.6} aria-hidden />
      <h2>{`No scans: ${inWords(days)}`}</h2>
      <Text c="dimmed">
        As soon as a member scans a coupon, its result, its state and its points are counted here.
        Choose other days to see older scans.
      </Text>
    </div>
  )
}

/** Beside my work; under it where queues stand there. */
function Feed({ wide }: { wide: boolean }): ReactElement {
  return (
    <div className={classes.feed}>
      <Panel title="Scans as they happen" wide={wide} half={!wide}>
        <Suspense fallback={<i className={classes.bone} data-block />}>
          <LiveFeed />
        </Suspense>
      </Panel>
    </div>
  )
}

/** What each part of the dashboard is made of; nothing where the role has none of it. */
const PARTS: Record<PanelName, (data: Dashboard, days: Days) => ReactNode> = {
  days: ({ days }) =>
    days && (
      <>
        <DaysPanel title="Scans over time" days={days} series={SCAN_SERIES} targetOf={scansOn} />
        <DaysPanel title="Points over time" days={days} series={POINT_SERIES} targetOf={pointsOn} />
      </>
    ),
  results: ({ results }, days) => results && <ResultsPanel results={results} days={days} />,
  states: ({ states }, days) => states && <StatesPanel states={states} days={days} />,
  products: ({ products }, days) => products && <ProductsPanel products={products} days={days} />,
  plants: ({ plants }, days) => plants && <PlantsPanel plants={plants} days={days} />,
  distributors: ({ distributors }, days) =>
    distributors && <DistributorsPanel distributors={distributors} days={days} />,
  feed: ({ queues }) => <Feed wide={queues.length > 0} />,
  schemes: ({ schemes }, days) => schemes && <SchemesPanel schemes={schemes} days={days} />,
  liability: ({ liability, asOf }) =>
    liability && <LiabilityPanel days={liability} today={dayOf(new Date(asOf))} />,
  payouts: ({ payouts }, days) =>
    payouts && (
      <>
        <PayoutsPanel payouts={payouts} days={days} />
        <PaidPanel payouts={payouts} />
      </>
    ),
  settlements: ({ settlements }) => settlements && <SettlementsPanel months={settlements} />,
}

/** The dashboard of a role: its figures, what waits, and the parts that its menu holds. */
export function Figures({
  role,
  data,
  stale,
}: {
  role: Role
  data: Dashboard
  stale: boolean
}): ReactElement {
  const { from, to } = data
  const days = useMemo(() => ({ from, to }), [from, to])
  const { panels } = shownTo(role)
  const quiet = data.days?.every(({ credited, refused }) => credited + refused === 0) ?? false
  const shown = panels.filter((name) => !(quiet && (name === 'feed' || OF_SCANS.includes(name))))
  return (
    <div className={classes.figures} data-stale={stale || undefined} aria-busy={stale}>
      <Tiles data={data} />
      <div className={classes.panels}>
        {data.queues.length > 0 && (
          <QueuesPanel
            title={QUEUE_TITLES[role] ?? 'Queues'}
            queues={data.queues}
            asOf={data.asOf}
          />
        )}
        <WorkPanel data={data} />
        {quiet && panels.includes('feed') && <Feed wide={data.queues.length > 0} />}
        {quiet && <NoScans days={days} />}
        {shown.map((name) => (
          <PartOf key={name} name={name} data={data} days={days} />
        ))}
      </div>
    </div>
  )
}

function PartOf({
  name,
  data,
  days,
}: {
  name: PanelName
  data: Dashboard
  days: Days
}): ReactElement {
  return <>{PARTS[name](data, days)}</>
}
