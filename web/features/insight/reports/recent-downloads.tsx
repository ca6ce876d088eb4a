import { IconAlertTriangle, IconCheck, IconLoader } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatAmount } from '../../../lib/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { ReportList } from './report-search.ts'
import classes from './reports.module.css'

type Recent = ReportList['recent'][number]

const STYLES = {
  complete: { tone: 'green', Picture: IconCheck, label: 'Complete' },
  failed: { tone: 'red', Picture: IconAlertTriangle, label: 'Failed' },
  running: { tone: 'blue', Picture: IconLoader, label: 'Being made' },
} as const

function Row({ label, at, rows, filters, outcome }: Recent): ReactElement {
  const style = STYLES[outcome]
  return (
    <li>
      <b>{label}</b>
      <span className={classes.filters}>{filters}</span>
      <span className={classes.count}>{rows === null ? '' : formatAmount(rows, 'row')}</span>
      <Moment at={at} />
      <Tag {...style} />
    </li>
  )
}

/** My last downloads, the newest first. */
export function RecentDownloads({ recent }: { recent: readonly Recent[] }): ReactElement {
  return (
    <section className={classes.card} aria-labelledby="recent">
      <header className={classes.cardHead}>
        <h2 id="recent">My recent downloads</h2>
      </header>
      {recent.length === 0 ? (
        <p className={classes.nothing}>
          None yet. Each report you download is noted here, with its filters.
        </p>
      ) : (
        <ul className={classes.recent}>
          {recent.map((download) => (
            <Row key={download.at + download.type} {...download} />
          ))}
        </ul>
      )}
    </section>
  )
}
