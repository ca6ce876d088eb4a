import { sql } from 'kysely'
import type { ReportType } from '../../../contract/reports.ts'
import { number, type Db, type Tx } from '../../db/database.ts'

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

/** What plants and products are called, for telling filters in words. */
export async function placeNames(db: Db) {
  const [plants, products] = await Promise.all([
    db.selectFrom('plant').select(['plant_id as id', 'name']).execute(),
    db.selectFrom('product').select(['product_id as id', 'name']).execute(),
  ])
  return {
    plants: new Map(plants.map(({ id, name }) => [id, name])),
    products: new Map(products.map(({ id, name }) => [id, name])),
  }
}

/** The first rows of a query of ours and how many there are, of one snapshot. */
export async function firstRows(db: Db, select: string, count: string, limit: number) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql
        .raw<Record<string, unknown>>(`${select} limit ${limit}`)
        .execute(tx)
      const counted = await sql.raw<{ count: number }>(count).execute(tx)
      return { rows, count: counted.rows[0]?.count ?? 0 }
    })
}
