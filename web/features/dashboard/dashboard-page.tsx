import { Alert, Button, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconInfoCircle } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, type ReactElement } from 'react'
import { dayOf } from '../../../contract/time.ts'
import { ApiError, sentenceOf } from '../../lib/api-error.ts'
import { formatMoment } from '../../lib/format.ts'
import { readRole } from '../../lib/session.ts'
import { useSearchQuery } from '../../lib/use-search-query.ts'
import { dashboardOptions, type Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { DaysPanel, POINT_SERIES, SCAN_SERIES } from './days-panel.tsx'
import { LiabilityPanel } from './liability-panel.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { beforeInWords, daysOf, inWords, periodSearch, type Days } from './period.ts'
import { PlantsPanel, ProductsPanel, ResultsPanel } from './ranking-panels.tsx'
import { SchemesPanel } from './schemes-panel.tsx'
import { ShowLinks, shownOf, useShown } from './show-links.tsx'
import { StatesPanel } from './states-panel.tsx'
import { Tiles, TilesLoading } from './tiles.tsx'

const loadParcels = () => import('../parcels/parcels-page.tsx')
const Parcels = lazy(async () => ({ default: (await loadParcels()).ParcelsPage }))

export async function preloadDashboard(
  queries: QueryClient,
  search: Record<string, unknown>,
): Promise<void> {
  if (shownOf(readRole(), search) === 'parcels') {
    const { preloadParcels } = await loadParcels()
    preloadParcels(queries, search)
    return
  }
  const period = periodSearch.safeParse(search)
  void queries.prefetchQuery(dashboardOptions(daysOf(period.data ?? periodSearch.parse({}))))
}

/** The first page of most roles: the figures of the programme, or the parcels for whoever sends them. */
export function DashboardPage(): ReactElement {
  const shown = useShown()
  if (shown === 'figures') return <FiguresPage />
  return (
    <Suspense fallback={<Loading />}>
      <Parcels action={<ShowLinks />} />
    </Suspense>
  )
}

/** What the programme did in a period, as of now. */
function FiguresPage(): ReactElement {
  const { query, problem, change } = useSearchQuery(periodSearch)
  const asked = daysOf(query)
  const { data, error, isPlaceholderData, refetch } = useQuery(dashboardOptions(asked))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <Title order={1}>Dashboard</Title>
          <p>{`${inWords(asked)}, compared with ${beforeInWords(asked)}`}</p>
        </div>
        <div className={classes.choices}>
          <ShowLinks />
          <PeriodPicker search={query} days={asked} onChange={change} />
        </div>
      </header>
      {problem && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          {`This address holds a period that cannot be used: ${problem} The last 30 days are shown.`}
        </Alert>
      )}
      {data ? (
        <>
          <AsOf at={data.asOf} failure={error} />
          <Figures data={data} stale={isPlaceholderData} />
        </>
      ) : error ? (
        <Failure failure={error} onAgain={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** When the figures were counted; says so when newer ones did not come. */
function AsOf({ at, failure }: { at: string; failure: Error | null }): ReactElement {
  return (
    <p
      className={classes.asOf}
      role={failure ? 'status' : undefined}
      data-failing={failure !== null}
    >
      {failure && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
      {failure
        ? `Not refreshed since ${formatMoment(at)}: ${sentenceOf(failure)} Trying again.`
        : `As of ${formatMoment(at)}`}
    </p>
  )
}

function Figures({ data, stale }: { data: Dashboard; stale: boolean }): ReactElement {
  const { from, to, schemes, liability } = data
  const days = useMemo(() => ({ from, to }), [from, to])
  const today = dayOf(new Date(data.asOf))
  return (
    <div className={classes.figures} data-stale={stale || undefined} aria-busy={stale}>
      <Tiles data={data} />
      {data.tiles.attempts.value === 0 ? (
        <>
          <NoScans days={days} />
          {(schemes.length > 0 || liability.length > 0) && (
            <div className={classes.panels}>
              <SchemesPanel schemes={schemes} />
              <LiabilityPanel days={liability} today={today} />
            </div>
          )}
        </>
      ) : (
        <div className={classes.panels}>
          <DaysPanel title="Scans over time" days={data.days} series={SCAN_SERIES} />
          <DaysPanel title="Points over time" days={data.days} series={POINT_SERIES} />
          <SchemesPanel schemes={schemes} />
          <LiabilityPanel days={liability} today={today} />
          <StatesPanel states={data.states} days={days} />
          <ResultsPanel results={data.results} days={days} />
          <ProductsPanel products={data.products} days={days} />
          <PlantsPanel plants={data.plants} days={days} />
        </div>
      )}
    </div>
  )
}

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

function Failure({ failure, onAgain }: { failure: Error; onAgain: () => void }): ReactElement {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
      <h2>The figures could not be shown</h2>
      <Text>{sentenceOf(failure)}</Text>
      <Button onClick={onAgain}>Try again</Button>
      {failure instanceof ApiError && failure.requestId && (
        <Text size="xs" c="dimmed">{`Request ${failure.requestId}`}</Text>
      )}
    </div>
  )
}

/** The shape of what is coming, so that nothing moves when it comes. */
function Loading(): ReactElement {
  return (
    <div className={classes.figures} role="status" aria-label="The figures are loading">
      <TilesLoading />
      <div className={classes.panels} aria-hidden>
        {[false, false, false, false, true].map((wide, index) => (
          <div key={index} className={classes.panel} data-wide={wide} data-half={!wide}>
            <header>
              <i className={classes.bone} />
            </header>
            <div className={classes.chart}>
              <i className={classes.bone} data-block />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
