import { BarChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { ReactElement } from 'react'
import { formatCompact, formatDay } from '../../../lib/format.ts'
import { shortDay } from './period.ts'

export type Series = { name: string; label: string; color: string }

/** Bars for each day, one series on the other. Drawn in code of its own: Recharts is large. */
export function DayChart({
  days,
  series,
  summary,
  format,
  short = formatCompact,
}: {
  days: readonly { day: string; [name: string]: string | number }[]
  series: readonly Series[]
  summary: string
  format: (value: number) => string
  /** For the axis. */
  short?: ((value: number) => string) | undefined
}): ReactElement {
  return (
    <div role="img" aria-label={summary}>
      <BarChart
        h={240}
        data={[...days]}
        dataKey="day"
        type="stacked"
        series={[...series]}
        withLegend
        legendProps={{ verticalAlign: 'bottom', height: 28 }}
        valueFormatter={format}
        maxBarWidth={36}
        gridAxis="x"
        tickLine="none"
        xAxisProps={{ tickFormatter: shortDay, minTickGap: 24 }}
        yAxisProps={{ tickFormatter: short, allowDecimals: false, width: 48 }}
        tooltipAnimationDuration={0}
        tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? formatDay(day) : day) }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
