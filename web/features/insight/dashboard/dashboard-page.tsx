import { Alert, Button, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconPrinter } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, type ReactElement } from 'react'
import { shownTo } from '../../../../contract/insight/dashboard-roles.ts'
import { can } from '../../../../contract/permissions.ts'
import { ROLE_NAMES, type Role } from '../../../../contract/roles.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { formatMoment } from '../../../lib/format.ts'
import { nameOf, readRole, useRole, useSession } from '../../../lib/session.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { dashboardOptions } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { CompareWith, PeriodPicker } from './period-picker.tsx'
import { comparedInWords, daysOf, inWords, periodSearch } from './period.ts'
import { ShowLinks, shownOf, useShown } from './show-links.tsx'
import { TilesLoading } from './tiles.tsx'
import { usePrint } from './use-print.ts'
import { useLiveDashboard } from './use-live-dashboard.ts'

/** Only while a programme is being set up, and no part of the figures. */
const SetupChecklist = lazy(async () => ({
  default: (await import('../../people/setup/checklist-panel.tsx')).ChecklistPanel,
}))
const loadParcels = () => import('../../money/parcels/parcels-page.tsx')
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
  const period = periodSearch.safeParse(search).data ?? periodSearch.parse({})
  void queries.prefetchQuery(dashboardOptions(daysOf(period), period.compare))
}

/** The first page of most roles: the figures of the programme, or the parcels for whoever sends them. */
export function DashboardPage(): ReactElement | null {
  const shown = useShown()
  const role = useRole()
  if (!role) return null
  if (shown === 'figures') return <FiguresPage role={role} />
  return (
    <Suspense fallback={<Loading role={role} />}>
      <Parcels action={<ShowLinks />} />
    </Suspense>
  )
}

/** Whether a period means anything to what the role sees. */
const hasPeriod = (role: Role): boolean => {
  const { tiles, panels } = shownTo(role)
  return tiles.length > 0 || panels.some((name) => name !== 'feed')
}

/** What the programme did in a period and what waits, as of now. */
function FiguresPage({ role }: { role: Role }): ReactElement {
  const { query, problem, change } = useSearchQuery(periodSearch)
  const asked = daysOf(query)
  const { data, error, isPlaceholderData, refetch } = useQuery(
    dashboardOptions(asked, query.compare),
  )
  const print = usePrint()
  useLiveDashboard()
  const dated = hasPeriod(role)
  return (
    <div className={classes.page} data-dashboard>
      <header className={classes.head}>
        <div>
          <Title order={1}>Dashboard</Title>
          <p>{dated ? inWords(asked) : 'What waits, and what is yours to do.'}</p>
        </div>
        <div className={classes.choices}>
          <ShowLinks />
          {dated && <PeriodPicker search={query} days={asked} onChange={change} />}
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden />}
            onClick={print}
          >
            Print
          </Button>
        </div>
      </header>
      {problem && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          {`This address holds a period that cannot be used: ${problem} The last 30 days are shown.`}
        </Alert>
      )}
      {can(role, 'programme.edit') && (
        <Suspense>
          <SetupChecklist />
        </Suspense>
      )}
      {data ? (
        <>
          <div className={classes.under}>
            <AsOf
              at={data.asOf}
              failure={error}
              compared={dated && query.compare !== 'none' ? comparedInWords(asked, query) : null}
            />
            {dated && <CompareWith compare={query.compare} onChange={change} />}
          </div>
          <Figures role={role} data={data} stale={isPlaceholderData} />
        </>
      ) : error ? (
        <Failure failure={error} onAgain={() => void refetch()} />
      ) : (
        <Loading role={role} />
      )}
    </div>
  )
}

/** When the figures were counted, on paper also by whom; says so when newer ones did not come. */
function AsOf({
  at,
  failure,
  compared,
}: {
  at: string
  failure: Error | null
  compared: string | null
}): ReactElement {
  const session = useSession()
  const role = useRole()
  return (
    <p
      className={classes.asOf}
      role={failure ? 'status' : undefined}
      data-failing={failure !== null}
    >
      {failure && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
      {failure
        ? `Not refreshed since ${formatMoment(at)}: ${sentenceOf(failure)} Trying again.`
        : [`As of ${formatMoment(at)}`, ...(compared ? [compared] : [])].join(', ')}
      {session && role && (
        <span className={classes.onPaper}>
          {`Printed by ${nameOf(session) || session.email}, ${ROLE_NAMES[role]}`}
        </span>
      )}
    </p>
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
function Loading({ role }: { role: Role }): ReactElement {
  const { tiles, panels } = shownTo(role)
  const halves = Math.max(2, Math.min(panels.length, 4))
  return (
    <div className={classes.figures} role="status" aria-label="The figures are loading">
      <TilesLoading count={tiles.length} />
      <div className={classes.panels} aria-hidden>
        {Array.from({ length: halves }, (_, index) => (
          <div key={index} className={classes.panel} data-half>
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
