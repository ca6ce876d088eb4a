import { sql } from 'kysely'
import { SCAN_RESULTS } from '../../../contract/scans.ts'
import type { Db, Tx } from '../../db/database.ts'
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

export type Standing = {
  heldForReview: number
  members: number
  membersBefore: number
  available: number
  held: number
  batchesWaiting: number
}

/** What stands now, whatever the period; `membersBefore` had joined before `begin`. */
export async function standing(tx: Tx, begin: Date): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      (select count(*)::float8 from scan where review = 0) as "heldForReview",
      (select count(*)::float8 from member) as members,
      (select count(*)::float8 from member where joined_at < ${begin}) as "membersBefore",
      owed.available, owed.held,
      (select count(*)::float8 from coupon_batch where status = 'requested') as "batchesWaiting"
    from (select coalesce(sum(available), 0)::float8 as available,
      coalesce(sum(held), 0)::float8 as held from member_account) owed`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An aggregate gave no row.')
  return row
}

export async function productNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('product')
    .select(['product_id', 'name'])
    .where('product_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.product_id, row.name]))
}

export async function plantNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('plant')
    .select(['plant_id', 'name'])
    .where('plant_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.plant_id, row.name]))
}
