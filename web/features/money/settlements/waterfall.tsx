import { Anchor } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactElement } from 'react'
import {
  POINT_FIGURES,
  type Figures,
  type PointFigure,
  type SettlementDetail,
} from '../../../../contract/money/settlements.ts'
import { monthName } from '../../../lib/month.ts'
import { stringifySearch } from '../../../lib/search.ts'
import classes from './settlement-drawer.module.css'
import { change, closingOf, FIGURE_STYLES, signed } from './figures.ts'

type Step = {
  key: string
  name: string
  value: number
  /** As it was the month before. */
  before: number | null
  /** Where its bar begins and ends. */
  from: number
  to: number
  figure?: PointFigure
  sum?: boolean
}

/** From what was owed before the month to what is owed after it, one step below the other. */
function stepsOf(settlement: SettlementDetail): Step[] {
  const { before } = settlement
  let level = settlement.opening
  const steps: Step[] = [
    {
      key: 'opening',
      name: 'Opening',
      value: level,
      before: before && before.opening,
      from: 0,
      to: level,
      sum: true,
    },
  ]
  const step = (key: string, name: string, valueOf: (of: Figures) => number): Step => {
    const value = valueOf(settlement)
    const from = level
    level += value
    return { key, name, value, before: before && valueOf(before), from, to: level }
  }
  if (settlement.moved !== 0 || (before && before.moved !== 0))
    steps.push(step('moved', 'Moved with members', ({ moved }) => moved))
  for (const figure of POINT_FIGURES) {
    const { label, sign } = FIGURE_STYLES[figure]
    steps.push({ ...step(figure, label, (of) => sign * of[figure]), figure })
  }
  const closing = closingOf(settlement)
  steps.push({
    key: 'closing',
    name: 'Outstanding',
    value: closing,
    before: before && closingOf(before),
    from: 0,
    to: closing,
    sum: true,
  })
  return steps
}

function Bar({ step, low, high }: { step: Step; low: number; high: number }): ReactElement {
  const span = Math.max(high - low, 1)
  const at = (value: number): number => ((value - low) / span) * 100
  const left = at(Math.min(step.from, step.to))
  const width = Math.max(Math.abs(at(step.to) - at(step.from)), step.value === 0 ? 0 : 0.6)
  return (
    <svg className={classes.bar} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden>
      <rect
        x={left}
        y={4}
        width={width}
        height={12}
        data-minus={step.value < 0 || undefined}
        data-sum={step.sum}
      />
    </svg>
  )
}

/** A figure that leads to the transfers it sums. */
function FigureLink({
  figure,
  value,
  focused,
  onFigure,
}: {
  figure: PointFigure
  value: number
  focused: boolean
  onFigure: (figure: PointFigure) => void
}): ReactElement {
  const { pathname, search } = useLocation()
  const click = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onFigure(figure)
  }
  return (
    <Anchor
      inherit
      ref={focused ? (element: HTMLAnchorElement | null) => element?.focus() : undefined}
      href={pathname + stringifySearch({ ...search, figure })}
      aria-label={`${FIGURE_STYLES[figure].label}, ${change(value)} points: its transfers`}
      onClick={click}
    >
      {change(value)}
    </Anchor>
  )
}

/** How what is owed came about: every figure but the sums opens the transfers that it sums. */
export function Waterfall({
  settlement,
  left,
  onFigure,
}: {
  settlement: SettlementDetail
  /** The figure that was looked at before: the focus goes back there. */
  left: PointFigure | undefined
  onFigure: (figure: PointFigure) => void
}): ReactElement {
  const steps = stepsOf(settlement)
  const levels = steps.flatMap(({ from, to }) => [from, to])
  const low = Math.min(...levels)
  const high = Math.max(...levels)
  const { month, held, before } = settlement
  return (
    <table className={classes.waterfall} aria-label="From the opening to what is outstanding">
      <thead>
        <tr>
          <th scope="col">Points</th>
          <th scope="col" data-align="right">
            {monthName(month)}
          </th>
          {before && (
            <th scope="col" data-align="right" className={classes.before}>
              Month before
            </th>
          )}
          <td className={classes.track} aria-hidden />
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.key} data-sum={step.sum}>
            <th scope="row">{step.name}</th>
            <td data-align="right">
              {step.figure && step.value !== 0 ? (
                <FigureLink
                  figure={step.figure}
                  value={step.value}
                  focused={left === step.figure}
                  onFigure={onFigure}
                />
              ) : step.sum ? (
                signed(step.value)
              ) : (
                change(step.value)
              )}
            </td>
            {before && (
              <td data-align="right" className={classes.before}>
                {step.before !== null && (step.sum ? signed(step.before) : change(step.before))}
              </td>
            )}
            <td className={classes.track}>
              <Bar step={step} low={low} high={high} />
            </td>
          </tr>
        ))}
        {held !== 0 && (
          <tr data-of>
            <th scope="row">Of it held</th>
            <td data-align="right">{signed(held)}</td>
            {before && (
              <td data-align="right" className={classes.before}>
                {signed(before.held)}
              </td>
            )}
            <td className={classes.track} aria-hidden />
          </tr>
        )}
      </tbody>
    </table>
  )
}
