import { Alert, Button, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet, IconInfoCircle } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { useRole } from '../../../lib/session.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { OutsideBenefits } from '../../money/tax/outside-benefits.tsx'
import { FailedDialog } from '../../../ui/failed-dialog.tsx'
import { HeldReports } from './held-reports.tsx'
import { PreparedReports } from './prepared-reports.tsx'
import { PreviewPanel } from './preview.tsx'
import { RecentDownloads } from './recent-downloads.tsx'
import { ReportForm } from './report-form.tsx'
import { preparedOptions, reportListOptions } from './report-queries.ts'
import { filtersFor, reportSearch, type ReportChoice, type ReportList } from './report-search.ts'
import classes from './reports.module.css'
import { useDownload } from './use-download.ts'
import { usePrepare } from './use-prepare.ts'

export function preloadReports(queries: QueryClient): void {
  void queries.prefetchQuery(reportListOptions())
  void queries.prefetchQuery(preparedOptions())
}

/** Download Report: choose one, look at its first rows, take it as a spreadsheet. */
export function ReportsPage(): ReactElement {
  const { data, error, refetch } = useQuery(reportListOptions())
  // What is prepared stands over the rest: without it the rest would move as it comes.
  const { isPending, failureCount } = useQuery(preparedOptions())
  const awaited = isPending && failureCount === 0
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Download Report</Title>
        <p>Choose a report, look at its first rows, and take all of it as a spreadsheet.</p>
      </header>
      <HeldReports />
      {data && !awaited ? (
        <Reports list={data} />
      ) : error ? (
        <div className={classes.state} role="alert">
          <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
          <h2>The reports could not be shown</h2>
          <Text>{sentenceOf(error)}</Text>
          <Button onClick={() => void refetch()}>Try again</Button>
          {error instanceof ApiError && error.requestId && (
            <Text size="xs" c="dimmed">{`Request ${error.requestId}`}</Text>
          )}
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Reports({ list: { reports, recent } }: { list: ReportList }): ReactElement {
  const { query, problem, change } = useSearchQuery(reportSearch)
  const role = useRole()
  const download = useDownload()
  const { busy, prepare } = usePrepare()
  const [failure, setFailure] = useState<unknown>(null)
  const report = reports.find(({ type }) => type === query.reportType)
  const requestOf = (selected: ReportChoice) => ({
    reportType: selected.type,
    ...filtersFor(selected, query),
  })
  const start = (selected: ReportChoice): void => void download.start(requestOf(selected))
  return (
    <>
      {problem && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          {`This address holds a filter that cannot be used: ${problem} Choose again.`}
        </Alert>
      )}
      {query.reportType && !report && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          Your role may not have the report of this address. Choose another one.
        </Alert>
      )}
      <ReportForm
        reports={reports}
        report={report}
        search={query}
        download={download}
        onChange={change}
        preparing={busy}
        onDownload={start}
        onPrepare={(selected) => void prepare(requestOf(selected))}
      />
      <PreparedReports download={download} />
      {report ? (
        <PreviewPanel request={requestOf(report)} />
      ) : (
        <Choose reports={reports} onChange={change} />
      )}
      <RecentDownloads recent={recent} />
      {can(role, 'tax.import') && <OutsideBenefits />}
      <FailedDialog
        opened={download.failure !== null && download.failure !== failure}
        onClose={() => setFailure(download.failure)}
      />
    </>
  )
}

/** Before a report is chosen: what there is. */
function Choose({
  reports,
  onChange,
}: {
  reports: readonly ReportChoice[]
  onChange: (changes: { reportType: ReportChoice['type'] }) => void
}): ReactElement {
  return (
    <ul className={classes.choices} aria-label="Reports">
      {reports.map(({ type, label, description }) => (
        <li key={type}>
          <button type="button" onClick={() => onChange({ reportType: type })}>
            <IconFileSpreadsheet size={20} stroke={1.6} aria-hidden />
            <span>
              <b>{label}</b>
              <small>{description}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Loading(): ReactElement {
  return (
    <div className={classes.page} role="status" aria-label="The reports are loading">
      {[1, 2, 3].map((card) => (
        <div key={card} className={classes.card} aria-hidden>
          <div className={classes.waiting}>
            {[1, 2, 3].map((line) => (
              <i key={line} className={classes.bone} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
