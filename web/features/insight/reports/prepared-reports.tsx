import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconDownload,
  IconHourglassEmpty,
  IconLoader,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  dropPreparedReport,
  type PreparedReport,
} from '../../../../contract/insight/report-jobs.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { notifyDone, notifyFailed } from '../../../lib/notify.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { preparedInWords } from './prepared-words.ts'
import { ProgressLine } from './progress-line.tsx'
import { preparedOptions, reportListOptions } from './report-queries.ts'
import classes from './reports.module.css'
import type { Download } from './use-download.ts'

const STYLES = {
  waiting: { tone: 'gray', Picture: IconHourglassEmpty, label: 'Waiting' },
  running: { tone: 'blue', Picture: IconLoader, label: 'Being made' },
  ready: { tone: 'green', Picture: IconCheck, label: 'Ready' },
  failed: { tone: 'red', Picture: IconAlertTriangle, label: 'Failed' },
} as const

const HELD = { tone: 'yellow', Picture: IconHourglassEmpty, label: 'Waits for approval' } as const

type Acts = {
  download: Download
  onCancel: (report: PreparedReport) => void
  onDelete: (report: PreparedReport) => void
}

function Buttons({
  report,
  download,
  onCancel,
  onDelete,
}: Acts & { report: PreparedReport }): ReactElement {
  const { state, mayTake, approval, label, askedAt } = report
  const which = `${label}, asked for ${formatMoment(askedAt)}`
  if (state === 'waiting' || state === 'running') {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Cancel ${which}`}
        onClick={() => onCancel(report)}
      >
        Cancel
      </Button>
    )
  }
  return (
    <>
      {state === 'ready' && mayTake && approval !== 'waiting' && (
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
          aria-label={`Download ${which}`}
          disabled={download.coming !== null}
          onClick={() => void download.take(report)}
        >
          Download
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Delete ${which}`}
        onClick={() => onDelete(report)}
      >
        Delete
      </Button>
    </>
  )
}

function Row({ report, ...acts }: Acts & { report: PreparedReport }): ReactElement {
  const { label, filters, askedAt, state, approval, rows, rowsInAll } = report
  const style = approval === 'waiting' ? HELD : STYLES[state]
  const words = preparedInWords(report)
  return (
    <li data-state={state}>
      <div className={classes.what}>
        <b>{label}</b>
        <span className={classes.filters}>{filters}</span>
        <span className={classes.asked}>
          Asked for <Moment at={askedAt} />
        </span>
      </div>
      <div className={classes.far}>
        {state === 'running' && (
          <ProgressLine label={label} done={rows} total={rowsInAll} words={words} />
        )}
        <span>{words}</span>
      </div>
      <Tag {...style} />
      <div className={classes.acts}>
        <Buttons report={report} {...acts} />
      </div>
    </li>
  )
}

/** Reports made in the background: those on their way, and those that are ready to be taken. */
export function PreparedReports({ download }: { download: Download }): ReactElement | null {
  const client = useQueryClient()
  const { data, error } = useQuery(preparedOptions())
  const [asked, setAsked] = useState<PreparedReport | null>(null)
  useLive('notice', () => void client.invalidateQueries(preparedOptions()))
  const drop = async ({ jobId }: PreparedReport): Promise<void> => {
    const { message } = await call(dropPreparedReport, { params: { jobId } })
    notifyDone(message)
    await client.invalidateQueries(preparedOptions())
    void client.invalidateQueries(reportListOptions())
  }
  const cancel = (report: PreparedReport): void => {
    void drop(report).catch((reason: unknown) => notifyFailed('It is not cancelled', reason))
  }
  if (!data && error) {
    return (
      <section className={classes.card}>
        <p className={classes.nothing} role="alert">
          {`Your prepared reports could not be shown: ${sentenceOf(error)}`}
        </p>
      </section>
    )
  }
  if (!data || data.items.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="prepared">
      <header className={classes.cardHead}>
        <h2 id="prepared">My prepared reports</h2>
        <span>Only you can take them.</span>
      </header>
      <ul className={classes.prepared}>
        {data.items.map((report) => (
          <Row
            key={report.jobId}
            report={report}
            download={download}
            onCancel={cancel}
            onDelete={setAsked}
          />
        ))}
      </ul>
      <DeleteDialog
        name={asked?.label ?? null}
        what="The file goes now. You can have the report made again at any time."
        returnFocus={false}
        onDelete={async () => {
          if (asked) await drop(asked)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}
