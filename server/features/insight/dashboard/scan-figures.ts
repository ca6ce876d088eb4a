import type { z } from 'zod'
import type { getDashboard } from '../../../../contract/insight/dashboard.ts'
import { SCAN_RESULTS, scanResult } from '../../../../contract/programme/scans.ts'
import type { Tx } from '../../../db/database.ts'
import * as queries from './dashboard.queries.ts'
import { everyDay, type Period } from './period.ts'

export type Dashboard = z.output<typeof getDashboard.response>
type Part<K extends keyof Dashboard> = NonNullable<Dashboard[K]>

/** Products, plants and distributors that are named; those with the most credited scans. */
export const TOP = 8
const NOTHING = { attempts: 0, credited: 0, points: 0 }

/** Every row of the rollup has one day, so the days sum to all. */
export function totalOf(sums: queries.Sum[]): queries.Totals {
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

export function days(sums: queries.Sum[], period: Period): Part<'days'> {
  const known = new Map(sums.flatMap((sum) => (sum.day === null ? [] : [[sum.day, sum] as const])))
  return everyDay(period).map((day) => {
    const { attempts, credited, points } = known.get(day) ?? NOTHING
    return { day, credited, refused: attempts - credited, points }
  })
}

export function results(sums: queries.Sum[]): Part<'results'> {
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

export const states = (sums: queries.Sum[]): Part<'states'> =>
  byCredited(sums, 'state').map(({ id, ...sum }) => ({ state: id, ...sum }))

export async function products(tx: Tx, sums: queries.Sum[]): Promise<Part<'products'>> {
  const top = byCredited(sums, 'productId').slice(0, TOP)
  const names = await queries.productNames(
    tx,
    top.map(({ id }) => id),
  )
  return top.map(({ id, ...sum }) => ({
    productId: id,
    name: names.get(id) ?? `Product ${id}`,
    ...sum,
  }))
}

export async function plants(tx: Tx, sums: queries.Sum[]): Promise<Part<'plants'>> {
  const top = byCredited(sums, 'plantId').slice(0, TOP)
  const names = await queries.plantNames(
    tx,
    top.map(({ id }) => id),
  )
  return top.map(({ id, ...sum }) => ({
    plantId: id,
    name: names.get(id) ?? `Plant ${id}`,
    ...sum,
  }))
}
