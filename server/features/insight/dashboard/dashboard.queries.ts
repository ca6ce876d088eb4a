import { sql } from 'kysely'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { SettlementState } from '../../../../contract/money/settlements.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Period } from './period.ts'

/** All reads of `work` see the same moment. */
export function inOneSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work)
}

/** One sum over the period: by the column that is set, or over all where none is. */
export type Sum = {
  day: string | null
  state: number | null
  result: number | null
  productId: number | null
  plantId: number | null
  attempts: number
  credited: number
  points: number
}

/** The period's rollup, read once and summed in each direction, and over all of it. */
export async function sumsOf(tx: Tx, { from, to }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select day, state, result, product_id as "productId", plant_id as "plantId",
      sum(attempts)::float8 as attempts,
      coalesce(sum(attempts) filter (where result = ${SCAN_RESULTS.credited}), 0)::float8 as credited,
      sum(points)::float8 as points
    from rollup_day
    where day between ${from}::date and ${to}::date
    group by grouping sets ((day), (state), (result), (product_id), (plant_id))`.execute(tx)
  return rows
}

export type Totals = { attempts: number; credited: number; points: number }

export async function totalsOf(tx: Tx, { from, to }: Period): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(attempts), 0)::float8 as attempts,
      coalesce(sum(attempts) filter (where result = ${SCAN_RESULTS.credited}), 0)::float8 as credited,
      coalesce(sum(points), 0)::float8 as points
    from rollup_day
    where day between ${from}::date and ${to}::date`.execute(tx)
  return rows[0] ?? { attempts: 0, credited: 0, points: 0 }
}

async function names(tx: Tx, table: 'product' | 'plant', ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const { rows } = await sql<{ id: number; name: string }>`
    select ${sql.ref(`${table}_id`)} as id, name from ${sql.table(table)}
    where ${sql.ref(`${table}_id`)} = any(${ids}::int[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const productNames = (tx: Tx, ids: readonly number[]) => names(tx, 'product', ids)
export const plantNames = (tx: Tx, ids: readonly number[]) => names(tx, 'plant', ids)

export type SettledMonth = {
  month: string
  states: SettlementState[]
  distributors: number
  chargePaise: number
}

/** The last months that have settlements, newest first, with the states that theirs are in. */
export async function settledMonths(tx: Tx, most: number): Promise<SettledMonth[]> {
  const { rows } = await sql<SettledMonth>`
    select month, array_agg(distinct state) as states, count(*)::int as distributors,
      sum(charge_paise)::float8 as "chargePaise"
    from settlement group by month order by month desc limit ${most}`.execute(tx)
  return rows
}
