import type { z } from 'zod'
import { QUEUES, TILES } from './dashboard-figures.ts'
import {
  bonusesOf,
  monthOf,
  monthReport,
  owedOn,
  paidOn,
  payoutsOf,
  scansOf,
  type Days,
  type RowsTarget,
} from './dashboard-rows.ts'
import { doneTargets, WORK } from './dashboard-work.ts'
import type { getDashboard } from './dashboard.ts'
import { canSee } from '../menu.ts'
import type { Role } from '../roles.ts'
import { scanResult } from '../programme/scans.ts'
import { dayOf } from '../time.ts'

export type Dashboard = z.output<typeof getDashboard.response>

export const REFUSALS = scanResult.options.filter((result) => result !== 'credited')
const LATEST_DAY = '9999-12-31'

export const creditedOf = (
  days: Days,
  filters: { region?: number; product?: number; plant?: number; distributor?: number } = {},
): RowsTarget => scansOf(days, { result: 'credited', ...filters })

/** The rows that a target holds and that are past their deadline. */
export function lateOf(name: keyof typeof QUEUES): RowsTarget | null {
  const { rows, late } = QUEUES[name]
  return late && { ...rows, search: { ...rows.search, ...late } }
}

/** The first of some places of the same rows that a role sees. */
export const openTo = (role: Role | null, targets: readonly RowsTarget[]): RowsTarget | null =>
  targets.find(({ page }) => canSee(role, page)) ?? null

export const monthTargets = (month: string): RowsTarget[] => [monthOf(month), monthReport(month)]

/** A number on the dashboard, and where the rows stand that it counted or summed. */
export type FigureOnPage = { key: string; value: number; targets: RowsTarget[] }

const figure = (key: string, value: number, ...targets: RowsTarget[]): FigureOnPage => ({
  key,
  value,
  targets,
})

function scanFigures(data: Dashboard, days: Days): FigureOnPage[] {
  const on = (day: string): Days => ({ from: day, to: day })
  const upTo = data.distributors?.to ?? LATEST_DAY
  return [
    ...(data.days ?? []).flatMap(({ day, credited, refused, points }) => [
      figure(`days.${day}.credited`, credited, creditedOf(on(day))),
      figure(`days.${day}.refused`, refused, scansOf(on(day), { result: REFUSALS })),
      figure(`days.${day}.points`, points, TILES.pointsIssued.target(on(day))),
    ]),
    ...(data.results ?? []).map(({ result, attempts }) =>
      figure(`results.${result}`, attempts, scansOf(days, { result })),
    ),
    ...(data.states ?? []).map(({ state, credited }) =>
      figure(`states.${state}`, credited, creditedOf(days, { region: state })),
    ),
    ...(data.products ?? []).map(({ productId, credited }) =>
      figure(`products.${productId}`, credited, creditedOf(days, { product: productId })),
    ),
    ...(data.plants ?? []).map(({ plantId, credited }) =>
      figure(`plants.${plantId}`, credited, creditedOf(days, { plant: plantId })),
    ),
    ...(data.distributors?.rows ?? []).map(({ distributorId, credited }) =>
      figure(
        `distributors.${distributorId}`,
        credited,
        creditedOf({ ...days, to: upTo }, { distributor: distributorId }),
      ),
    ),
  ]
}

function moneyFigures(data: Dashboard, days: Days): FigureOnPage[] {
  const today = dayOf(new Date(data.asOf))
  return [
    ...(data.liability ?? []).flatMap(({ day, available, held }) => [
      figure(`liability.${day}.available`, available, owedOn(day, today, 'Available')),
      figure(`liability.${day}.held`, held, owedOn(day, today, 'Held')),
    ]),
    ...(data.schemes ?? []).map(({ schemeId, points }) =>
      figure(`schemes.${schemeId}.points`, points, bonusesOf(days, schemeId)),
    ),
    ...(data.payouts
      ? [
          figure('payouts.attempts', data.payouts.attempts, payoutsOf(days)),
          ...data.payouts.states.flatMap(({ state, attempts, netPaise }) => [
            figure(`payouts.${state}`, attempts, payoutsOf(days, state)),
            figure(`payouts.${state}.net`, netPaise, {
              ...payoutsOf(days, state),
              sum: ['Net'],
            }),
          ]),
          ...data.payouts.days.map(({ day, paidPaise }) =>
            figure(`payouts.${day}`, paidPaise, paidOn(day)),
          ),
        ]
      : []),
    ...(data.settlements ?? []).flatMap(({ month, distributors, chargePaise }) => [
      figure(`settlements.${month}`, distributors, ...monthTargets(month)),
      figure(`settlements.${month}.charges`, chargePaise, {
        ...monthReport(month),
        sum: ['Charges due'],
      }),
    ]),
  ]
}

function waitingFigures({ queues, work, monthWork, done, me, asOf }: Dashboard): FigureOnPage[] {
  const today = dayOf(new Date(asOf))
  return [
    ...queues.flatMap(({ name, count, late }) => {
      const rows = lateOf(name)
      return [
        figure(`queues.${name}`, count, QUEUES[name].rows),
        ...(late !== null && rows ? [figure(`queues.${name}.late`, late, rows)] : []),
      ]
    }),
    ...work.map(({ name, count }) => figure(`work.${name}`, count, WORK[name].rows(me))),
    ...monthWork.map(({ month, state, count }) =>
      figure(`work.${month}.${state}`, count, monthOf(month, state)),
    ),
    ...done.map(({ name, count }) =>
      figure(`done.${name}`, count, ...doneTargets(name, me, today)),
    ),
  ]
}

/** Every number of a dashboard that counts or sums rows, with the places of these rows. */
export function figuresOf(data: Dashboard): FigureOnPage[] {
  const days = { from: data.from, to: data.to }
  return [
    ...data.tiles.map(({ name, value }) =>
      figure(`tiles.${name}`, value, TILES[name].target(days)),
    ),
    ...waitingFigures(data),
    ...scanFigures(data, days),
    ...moneyFigures(data, days),
  ]
}
