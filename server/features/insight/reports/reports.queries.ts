import { sql } from 'kysely'
import type { ReportFilters, ReportType } from '../../../../contract/insight/reports.ts'
import { number, tookTooLong, type Db, type Tx } from '../../../db/database.ts'

export async function insertDownload(
  tx: Tx,
  download: { staffId: number; type: ReportType; filters: object; at: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('report_download')
    .values({
      staff_id: download.staffId,
      report_type: download.type,
      filters: JSON.stringify(download.filters),
      requested_at: download.at,
      finished_at: null,
      rows: null,
    })
    .returning('report_download_id as id')
    .executeTakeFirstOrThrow()
  return id
}

export async function finishDownload(
  db: Db,
  id: string,
  outcome: { at: Date; rows: number } | { at: Date; failed: true },
): Promise<void> {
  const failed = 'failed' in outcome
  await db
    .updateTable('report_download')
    .set({ finished_at: outcome.at, failed, rows: failed ? null : outcome.rows })
    .where('report_download_id', '=', id)
    .execute()
}

export async function recentDownloads(db: Db, staffId: number, limit: number) {
  return db
    .selectFrom('report_download')
    .select((select) => [
      'report_type as type',
      'filters',
      'requested_at as requestedAt',
      'finished_at as finishedAt',
      'failed',
      number(select.ref('rows')).as('rows'),
    ])
    .where('staff_id', '=', staffId)
    .orderBy('report_download_id', 'desc')
    .limit(limit)
    .execute()
}

/** What plants, products and the distributors of some filters are called, for telling them in words. */
export async function placeNames(db: Db, filters: readonly ReportFilters[]) {
  const distributorIds = [...new Set(filters.flatMap(({ distributor }) => distributor ?? []))]
  const [plants, products, distributors] = await Promise.all([
    db.selectFrom('plant').select(['plant_id as id', 'name']).execute(),
    db.selectFrom('product').select(['product_id as id', 'name']).execute(),
    distributorIds.length === 0
      ? []
      : db
          .selectFrom('distributor')
          .select(['distributor_id as id', 'name'])
          .where('distributor_id', 'in', distributorIds)
          .execute(),
  ])
  const named = (rows: { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]))
  return {
    plants: named(plants),
    products: named(products),
    distributors: named(distributors),
  }
}

type First = { select: string; count: string; limit: number; withinMs: number }

/**
 * The first rows of a query of ours and how many there are, of one snapshot. Each of the two gets
 * `withinMs`: rows that take longer are an error (see tookTooLong), a count that does is null.
 */
export async function firstRows(db: Db, { select, count, limit, withinMs }: First) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql.raw(`set local statement_timeout = ${withinMs}`).execute(tx)
      const { rows } = await sql
        .raw<Record<string, unknown>>(`${select} limit ${limit}`)
        .execute(tx)
      const all = rows.length < limit
      return { rows, count: all ? rows.length : await countOrNull(tx, count) }
    })
}

async function countOrNull(tx: Tx, count: string): Promise<number | null> {
  await sql`savepoint counting`.execute(tx)
  try {
    const { rows } = await sql.raw<{ count: number }>(count).execute(tx)
    return rows[0]?.count ?? 0
  } catch (error) {
    if (!tookTooLong(error)) throw error
    await sql`rollback to savepoint counting`.execute(tx)
    return null
  }
}
