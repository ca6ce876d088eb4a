import { Button, NativeSelect } from '@mantine/core'
import { IconClockDown, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { reportType } from '../../../../contract/insight/reports.ts'
import type { Changes } from '../../../lib/use-search-query.ts'
import { FilterPill } from '../../../ui/list/filter-pill.tsx'
import { DownloadProgress } from './download-progress.tsx'
import { useReportFilters } from './report-filters.ts'
import { previewOptions, type ReportRequest } from './report-queries.ts'
import {
  filtersFor,
  withoutFilters,
  type ReportChoice,
  type ReportSearch,
} from './report-search.ts'
import classes from './reports.module.css'
import type { Download } from './use-download.ts'

type Change = (changes: Changes<ReportSearch>, options?: { replace?: boolean }) => void

function Filters({
  report,
  search,
  onChange,
}: {
  report: ReportChoice
  search: ReportSearch
  onChange: Change
}): ReactElement {
  const filters = useReportFilters(report)
  return (
    <div className={classes.chips} role="group" aria-label="Filters">
      {filters.map((filter) => (
        <FilterPill key={filter.label} filter={filter} query={search} onChange={onChange} />
      ))}
    </div>
  )
}

/** Said where a file takes so long that nobody wants to wait for it here; its place is kept. */
function LargeHint({ request }: { request: ReportRequest }): ReactElement {
  const { data } = useQuery(previewOptions(request))
  const large = data && (data.count === null || data.count > COUNT_LIMIT)
  return (
    <p className={classes.hint} data-said={large || undefined}>
      <IconInfoCircle size={16} stroke={1.8} aria-hidden />
      <span>
        This report is large. Prepared in the background it needs no open page, and you are told
        when it is ready.
      </span>
    </p>
  )
}

/** Chooses the report and its filters, and downloads it. */
export function ReportForm({
  reports,
  report,
  search,
  download,
  preparing,
  onChange,
  onDownload,
  onPrepare,
}: {
  reports: readonly ReportChoice[]
  report: ReportChoice | undefined
  search: ReportSearch
  download: Download
  preparing: boolean
  onChange: Change
  onDownload: (report: ReportChoice) => void
  onPrepare: (report: ReportChoice) => void
}): ReactElement {
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (report) onDownload(report)
  }
  const choose = (value: string): void => {
    const selected = reports.find(({ type }) => type === value)
    onChange({
      ...withoutFilters(selected?.filters ?? []),
      reportType: reportType.safeParse(value).data,
    })
  }
  return (
    <section className={classes.card}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Report">
        <NativeSelect
          label="Report type"
          className={classes.type}
          value={report?.type ?? ''}
          error={tried && !report ? 'Choose a report type.' : undefined}
          data={[
            { value: '', label: 'Choose a report' },
            ...reports.map(({ type, label }) => ({ value: type, label })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button
          type="submit"
          leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
          disabled={download.coming !== null}
        >
          Download
        </Button>
        {report?.mayPrepare && (
          <Button
            variant="default"
            leftSection={<IconClockDown size={18} stroke={1.8} aria-hidden />}
            disabled={preparing}
            onClick={() => onPrepare(report)}
          >
            Prepare in the background
          </Button>
        )}
      </form>
      {report && <p className={classes.about}>{report.description}</p>}
      {report && <Filters report={report} search={search} onChange={onChange} />}
      {report?.mayPrepare && (
        <LargeHint request={{ reportType: report.type, ...filtersFor(report, search) }} />
      )}
      <DownloadProgress {...download} />
    </section>
  )
}
