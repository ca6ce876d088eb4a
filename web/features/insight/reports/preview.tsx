import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { previewReport } from '../../../../contract/insight/reports.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { cellInWords } from './cell-words.ts'
import { countInWords } from './preview-count.ts'
import { previewOptions, type ReportRequest } from './report-queries.ts'
import classes from './reports.module.css'

type Preview = z.output<typeof previewReport.response>

const isNumber = (type: string): boolean => ['integer', 'decimal', 'money'].includes(type)

function Rows({ columns, rows }: Preview): ReactElement {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ header, type }) => (
            <th key={header} scope="col" data-number={isNumber(type) || undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ header, type }, at) => (
              <td key={header} data-number={isNumber(type) || undefined}>
                {cellInWords(row[at] ?? null, type)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Waiting(): ReactElement {
  return (
    <div className={classes.waiting} aria-hidden>
      {Array.from({ length: 10 }, (_, index) => (
        <i key={index} className={classes.bone} />
      ))}
    </div>
  )
}

function First({ request }: { request: ReportRequest }): ReactElement {
  const { data, error, isPlaceholderData, refetch } = useQuery(previewOptions(request))
  if (error) {
    return (
      <div className={classes.problem} role="alert">
        <Text>{sentenceOf(error)}</Text>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
        {error instanceof ApiError && error.requestId && (
          <Text size="xs" c="dimmed">{`Request ${error.requestId}`}</Text>
        )}
      </div>
    )
  }
  if (!data) return <Waiting />
  if (data.count === 0) {
    return (
      <p className={classes.nothing}>
        Nothing fits these filters. The file would hold its header and no row.
      </p>
    )
  }
  return (
    <ScrollRegion label="First rows of the report" className={classes.rows}>
      <div data-stale={isPlaceholderData || undefined} className={classes.stale}>
        <Rows {...data} />
      </div>
    </ScrollRegion>
  )
}

/** The first rows of what the file will hold, and how many it will have. */
export function PreviewPanel({ request }: { request: ReportRequest }): ReactElement {
  const { data, error } = useQuery(previewOptions(request))
  return (
    <section className={classes.card} aria-labelledby="preview">
      <header className={classes.cardHead}>
        <h2 id="preview">Preview</h2>
        <span role="status">
          {data && !error ? countInWords(data.count, data.rows.length) : ''}
        </span>
      </header>
      <div className={classes.first}>
        <First request={request} />
      </div>
    </section>
  )
}
