import type { z } from 'zod'
import type { getDashboard } from '../../../contract/dashboard.ts'
import { SCAN_RESULTS, scanResult } from '../../../contract/scans.ts'
import { dayOf, startOfDay } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { liabilityBetween } from '../liability/liability.service.ts'
import * as queries from './dashboard.queries.ts'
import { everyDay, periodBefore, readPeriod, type Period } from './period.ts'
import { schemesOf } from './scheme-figures.queries.ts'

type Dashboard = z.output<typeof getDashboard.response>

/** Products and plants that are named; those with the most credited scans. */
const TOP = 8
const MOST_SCHEMES = 12
const NOTHING = { attempts: 0, credited: 0, points: 0 }

/** The figures of a period beside those of the period before, all of one moment, from rollups. */
export async function dashboard(
  { db }: Pick<Context, 'db'>,
  given: Partial<Period>,
): Promise<Dashboard> {
  const now = new Date()
  const period = readPeriod(given, now)
  return queries.inOneSnapshot(db, async (tx) => {
    const sums = await queries.sumsOf(tx, period)
    const before = await queries.totalsOf(tx, periodBefore(period))
    const stands = await queries.standing(tx, startOfDay(period.from))
    return {
      ...period,
      asOf: now.toISOString(),
      tiles: tiles(totalOf(sums), before, stands),
      days: days(sums, period),
      states: byCredited(sums, 'state').map(({ id, ...sum }) => ({ state: id, ...sum })),
      results: results(sums),
      schemes: await schemes(tx, period),
      liability: await liability(tx, period, dayOf(now), stands),
      ...(await tops(tx, sums)),
    }
  })
}

/** Every row of the rollup has one day, so the days sum to all. */
function totalOf(sums: queries.Sum[]): queries.Totals {
  return sums
    .filter(({ day }) => day !== null)
    .reduce(
      (total, sum) => ({
        attempts: total.attempts + sum.attempts,
        credited: total.credited + sum.credited,
        points: total.points + sum.points,
      }),
      NOTHING,
    )
}

/** Where a figure tells of now only, there is no before. */
function tiles(
  total: queries.Totals,
  before: queries.Totals,
  stands: queries.Standing,
): Dashboard['tiles'] {
  const now = (value: number) => ({ value, before: null })
  return {
    attempts: { value: total.attempts, before: before.attempts },
    credited: { value: total.credited, before: before.credited },
    refused: {
      value: total.attempts - total.credited,
      before: before.attempts - before.credited,
    },
    pointsIssued: { value: total.points, before: before.points },
    heldForReview: now(stands.heldForReview),
    members: { value: stands.members, before: stands.membersBefore },
    liabilityPoints: now(stands.available + stands.held),
    batchesWaiting: now(stands.batchesWaiting),
  }
}

function days(sums: queries.Sum[], period: Period): Dashboard['days'] {
  const known = new Map(sums.flatMap((sum) => (sum.day === null ? [] : [[sum.day, sum] as const])))
  return everyDay(period).map((day) => {
    const { attempts, credited, points } = known.get(day) ?? NOTHING
    return { day, credited, refused: attempts - credited, points }
  })
}

function results(sums: queries.Sum[]): Dashboard['results'] {
  const attempts = new Map(sums.map((sum) => [sum.result, sum.attempts]))
  return scanResult.options
    .map((result) => ({ result, attempts: attempts.get(SCAN_RESULTS[result]) ?? 0 }))
    .filter((row) => row.attempts > 0)
    .sort((one, other) => other.attempts - one.attempts)
}

/** The sums in one direction that credited anything, the most first. */
function byCredited(sums: queries.Sum[], column: 'state' | 'productId' | 'plantId') {
  return sums
    .flatMap((sum) => {
      const id = sum[column]
      const { credited, points } = sum
      return id === null || credited === 0 ? [] : [{ id, credited, points }]
    })
    .sort((one, other) => other.credited - one.credited || one.id - other.id)
}

async function schemes(tx: Tx, period: Period): Promise<Dashboard['schemes']> {
  const rows = await schemesOf(tx, period, MOST_SCHEMES)
  // It ends with the beginning of the day after its last.
  return rows.map(({ toAt, ...row }) => ({ ...row, toDay: dayOf(new Date(toAt.getTime() - 1)) }))
}

/** Of the days that are over what was owed at their ends; of today what is owed now. */
async function liability(
  tx: Tx,
  period: Period,
  today: string,
  { available, held }: queries.Standing,
): Promise<Dashboard['liability']> {
  const over = await liabilityBetween(tx, period, today)
  const runs = period.from <= today && today <= period.to
  return runs ? [...over, { day: today, available, held }] : over
}

async function tops(tx: Tx, sums: queries.Sum[]): Promise<Pick<Dashboard, 'products' | 'plants'>> {
  const products = byCredited(sums, 'productId').slice(0, TOP)
  const plants = byCredited(sums, 'plantId').slice(0, TOP)
  const productNames = await queries.productNames(
    tx,
    products.map(({ id }) => id),
  )
  const plantNames = await queries.plantNames(
    tx,
    plants.map(({ id }) => id),
  )
  return {
    products: products.map(({ id, ...sum }) => ({
      productId: id,
      name: productNames.get(id) ?? `Product ${id}`,
      ...sum,
    })),
    plants: plants.map(({ id, ...sum }) => ({
      plantId: id,
      name: plantNames.get(id) ?? `Plant ${id}`,
      ...sum,
    })),
  }
}
