import { Button, NativeSelect, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactElement } from 'react'
import { reportType } from '../../../contract/reports.ts'
import { ApiError, sentenceOf } from '../../lib/api-error.ts'
import { FilterPill } from '../../ui/list/filter-pill.tsx'
import { useReportFilters } from './report-filters.ts'
import type { ReportChoice, ReportSearch } from './report-search.ts'
import classes from './reports.module.css'
import type { Download } from './use-download.ts'

type Change = (changes: Partial<ReportSearch>, options?: { replace?: boolean }) => void

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

/** A number of bytes in short: "640 kB", "1.2 MB". */
function size(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** What is happening with the file, or why the last one did not come. */
function Progress({ bytes, failure, cancel }: Download): ReactElement | null {
  if (bytes !== null) {
    return (
      <div className={classes.progress}>
        <i aria-hidden />
        <span>{bytes === 0 ? 'The file is being made …' : `${size(bytes)} so far`}</span>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
          Cancel
        </Button>
      </div>
    )
  }
  if (!failure) return null
  return (
    <div className={classes.why}>
      <Text size="sm">{`The last download failed: ${sentenceOf(failure)}`}</Text>
      {failure instanceof ApiError && failure.requestId && (
        <Text size="xs" c="dimmed">{`Request ${failure.requestId}`}</Text>
      )}
    </div>
  )
}

/** Chooses the report and its filters, and downloads it. */
export function ReportForm({
  reports,
  report,
  search,
  download,
  onChange,
  onDownload,
}: {
  reports: readonly ReportChoice[]
  report: ReportChoice | undefined
  search: ReportSearch
  download: Download
  onChange: Change
  onDownload: (report: ReportChoice) => void
}): ReactElement {
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (report) onDownload(report)
  }
  const choose = (value: string): void => {
    const chosen = reports.find(({ type }) => type === value)
    const kept = chosen?.filters ?? []
    onChange({
      reportType: reportType.safeParse(value).data,
      ...(kept.includes('from') ? {} : { from: undefined, to: undefined }),
      ...(kept.includes('state') ? {} : { state: undefined }),
      ...(kept.includes('plant') ? {} : { plant: undefined }),
      ...(kept.includes('product') ? {} : { product: undefined }),
      ...(kept.includes('batch') ? {} : { batch: undefined }),
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
          disabled={download.bytes !== null}
        >
          Download
        </Button>
      </form>
      {report && <p className={classes.about}>{report.description}</p>}
      {report && <Filters report={report} search={search} onChange={onChange} />}
      <Progress {...download} />
    </section>
  )
}
