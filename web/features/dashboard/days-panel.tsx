import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { lazy, memo, Suspense, useState, type ReactElement } from 'react'
import { formatDay, formatNumber } from '../../lib/format.ts'
import classes from './dashboard.module.css'
import type { Series } from './day-charts.tsx'
import { Panel } from './panel.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

const DayChart = lazy(async () => ({ default: (await import('./day-charts.tsx')).DayChart }))

type Day = { day: string; credited: number; refused: number; points: number }
type Measure = 'credited' | 'refused' | 'points'

export const SCAN_SERIES: readonly (Series & { name: Measure })[] = [
  { name: 'credited', label: 'Credited', color: 'accent.5' },
  { name: 'refused', label: 'Refused', color: 'gray.5' },
]
export const POINT_SERIES: readonly (Series & { name: Measure })[] = [
  { name: 'points', label: 'Points', color: 'blue.5' },
]

function DaysTable({
  title,
  days,
  series,
}: {
  title: string
  days: readonly Day[]
  series: readonly (Series & { name: Measure })[]
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
                  {formatNumber(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function summaryOf(days: readonly Day[], series: readonly (Series & { name: Measure })[]): string {
  return series
    .map(({ name, label }) => {
      const most = days.reduce((best, day) => (day[name] > best[name] ? day : best))
      const all = days.reduce((sum, day) => sum + day[name], 0)
      return `${label}: ${formatNumber(all)} in all, the most on ${formatDay(most.day)} with ${formatNumber(most[name])}.`
    })
    .join(' ')
}

/** A measure over the days of the period, as bars or as a table. */
export const DaysPanel = memo(function DaysPanel({
  title,
  days,
  series,
}: {
  title: string
  days: readonly Day[]
  series: readonly (Series & { name: Measure })[]
}): ReactElement {
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel
      title={title}
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
          <DaysTable title={title} days={days} series={series} />
        ) : (
          <Suspense fallback={<i className={classes.bone} data-block />}>
            <DayChart
              days={days}
              series={series}
              summary={`${title}. ${summaryOf(days, series)}`}
            />
          </Suspense>
        )}
      </div>
    </Panel>
  )
})
