import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { lazy, memo, Suspense, useState, type ReactElement, type ReactNode } from 'react'
import type { RowsTarget } from '../../../../contract/insight/dashboard-rows.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import classes from './dashboard.module.css'
import type { Series } from './day-charts.tsx'
import { Panel } from './panel.tsx'
import { RowsLink } from './rows-link.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'

const DayChart = lazy(async () => ({ default: (await import('./day-charts.tsx')).DayChart }))

type Measure = 'credited' | 'refused' | 'points' | 'available' | 'held' | 'paidPaise'
type Day = { day: string } & Partial<Record<Measure, number>>

export const SCAN_SERIES: readonly (Series & { name: Measure })[] = [
  { name: 'credited', label: 'Credited', color: 'accent.5' },
  { name: 'refused', label: 'Refused', color: 'gray.5' },
]
export const POINT_SERIES: readonly (Series & { name: Measure })[] = [
  { name: 'points', label: 'Points', color: 'blue.5' },
]
export const LIABILITY_SERIES: readonly (Series & { name: Measure })[] = [
  { name: 'available', label: 'Available', color: 'accent.5' },
  { name: 'held', label: 'Held', color: 'yellow.5' },
]

export const PAID_SERIES: readonly (Series & { name: Measure })[] = [
  { name: 'paidPaise', label: 'Paid', color: 'green.5' },
]

/** Which rows a number of a day counted. */
export type TargetOf = (day: string, measure: Measure) => RowsTarget
type Format = (value: number) => string

const valueOf = (day: Day, measure: Measure): number => day[measure] ?? 0

function DaysTable({
  title,
  days,
  series,
  format,
  targetOf,
}: {
  title: string
  days: readonly Day[]
  series: readonly (Series & { name: Measure })[]
  format: Format
  targetOf: TargetOf | undefined
}): ReactElement {
  return (
    <ScrollRegion className={classes.scroll} label={`${title}, as a table`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col" data-number>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row">{formatDay(row.day)}</th>
              {series.map(({ name }) => (
                <td key={name} data-number>
                  {targetOf && valueOf(row, name) > 0 ? (
                    <RowsLink target={targetOf(row.day, name)} className={classes.name}>
                      {format(valueOf(row, name))}
                    </RowsLink>
                  ) : (
                    format(valueOf(row, name))
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

type Summary = (
  days: readonly Day[],
  series: readonly (Series & { name: Measure })[],
  format: Format,
) => string

/** What came together over the days. */
const sumInWords: Summary = (days, series, format) =>
  series
    .map(({ name, label }) => {
      const most = days.reduce((best, day) =>
        valueOf(day, name) > valueOf(best, name) ? day : best,
      )
      const all = days.reduce((sum, day) => sum + valueOf(day, name), 0)
      return `${label}: ${format(all)} in all, the most on ${formatDay(most.day)} with ${format(valueOf(most, name))}.`
    })
    .join(' ')

/** What stood at the beginning and at the end. */
const standInWords: Summary = (days, series, format) =>
  series
    .map(({ name, label }) => {
      const [first, last] = [days[0], days.at(-1)]
      if (!first || !last) return ''
      return `${label}: ${format(valueOf(first, name))} on ${formatDay(first.day)}, ${format(valueOf(last, name))} on ${formatDay(last.day)}.`
    })
    .join(' ')

/** A measure over the days of the period, as bars or as a table. */
export const DaysPanel = memo(function DaysPanel({
  title,
  days,
  series,
  stands = false,
  foot,
  format = formatNumber,
  short,
  targetOf,
}: {
  title: string
  days: readonly Day[]
  series: readonly (Series & { name: Measure })[]
  /** What stands at the end of each day, which is not to be summed. */
  stands?: boolean
  /** Stands under the chart. */
  foot?: ReactNode
  format?: Format
  /** For the axis. */
  short?: Format
  targetOf?: TargetOf
}): ReactElement {
  const [asTable, setAsTable] = useState(false)
  const inWords = stands ? standInWords : sumInWords
  return (
    <Panel
      title={title}
      half
      action={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={
            asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
          }
          aria-label={`${title}: ${asTable ? 'show as chart' : 'show as table'}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Chart' : 'Table'}
        </Button>
      }
    >
      <div className={classes.chart}>
        {asTable ? (
          <DaysTable
            title={title}
            days={days}
            series={series}
            format={format}
            targetOf={targetOf}
          />
        ) : (
          <Suspense fallback={<i className={classes.bone} data-block />}>
            <DayChart
              days={days}
              series={series}
              format={format}
              short={short}
              summary={`${title}. ${inWords(days, series, format)}`}
            />
          </Suspense>
        )}
      </div>
      {foot}
    </Panel>
  )
})
