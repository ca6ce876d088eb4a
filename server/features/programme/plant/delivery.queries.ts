import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'

/** Ids and keys are hexadecimal, so the array needs no quoting. */
const isOneOf = (ids: readonly string[]) => sql<string>`any(${`{${ids.join(',')}}`}::uuid[])`

/** The deliveries of a worker are settled one after another, whatever their phone sends at once. */
export async function lockDeliveries(tx: Tx, staffId: number): Promise<void> {
  const name = `plant:deliveries:${staffId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** What was answered to the readings of these names. */
export async function storedReadings(db: Db | Tx, scanIds: readonly string[]) {
  return db
    .selectFrom('plant_scan as s')
    .leftJoin('coupon_batch as b', 'b.batch_id', 's.batch_id')
    .leftJoin('product', 'product.product_id', 'b.product_id')
    .select([
      's.scan_id as scanId',
      's.staff_id as staffId',
      's.result',
      's.batch_id as batchId',
      'product.name as productName',
      's.from_serial as fromSerial',
      's.to_serial as toSerial',
      's.carton',
      's.changed',
      's.digest',
    ])
    .where('s.scan_id', '=', isOneOf(scanIds))
    .execute()
}
export type StoredReading = Awaited<ReturnType<typeof storedReadings>>[number]

export type Line = { staffId: number; plantId: number }

/** Those of the readings that this worker's line activated something with. */
export async function activations(
  db: Db | Tx,
  scanIds: readonly string[],
  { staffId, plantId }: Line,
) {
  if (scanIds.length === 0) return []
  const rows = await db
    .selectFrom('plant_scan as s')
    .select((select) => [
      's.scan_id as scanId',
      's.batch_id as batchId',
      's.from_serial as from',
      's.to_serial as to',
      's.carton',
      's.runs',
      's.recorded_at as recordedAt',
      select
        .exists(
          select
            .selectFrom('plant_scan as u')
            .select('u.scan_id')
            .whereRef('u.undoes', '=', 's.scan_id')
            .where('u.result', '=', 'undone'),
        )
        .as('undone'),
    ])
    .where('s.scan_id', '=', isOneOf(scanIds))
    .where('s.staff_id', '=', staffId)
    .where('s.plant_id', '=', plantId)
    .where('s.result', '=', 'activated')
    .execute()
  return rows.flatMap(({ scanId, batchId, from, to, carton, runs, recordedAt, undone }) =>
    batchId === null || from === null || to === null || runs === null
      ? []
      : {
          scanId,
          place: { batchId, plantId, from, to, carton },
          runs,
          recordedAt,
          undone: Boolean(undone),
        },
  )
}
export type Activation = Awaited<ReturnType<typeof activations>>[number]

/** The cartons with these keys. */
export async function cartonsOf(db: Db | Tx, keys: readonly string[]) {
  if (keys.length === 0) return []
  return db
    .selectFrom('carton')
    .select(['code_key as key', 'batch_id as batchId', 'carton'])
    .where('code_key', '=', isOneOf(keys))
    .execute()
}

/** What never changes of batches. */
export async function batchesOf(db: Db | Tx, batchIds: readonly number[]) {
  if (batchIds.length === 0) return []
  return db
    .selectFrom('coupon_batch')
    .select(['batch_id as batchId', 'plant_id as plantId', 'quantity'])
    .select('carton_size as cartonSize')
    .where('batch_id', 'in', batchIds)
    .execute()
}

/** Stores readings that are settled; gives how many had a name that was free. */
export async function insertReadings(
  tx: Tx,
  rows: readonly Insertable<Database['plant_scan']>[],
): Promise<number> {
  const stored = await tx
    .insertInto('plant_scan')
    .values(rows)
    .onConflict((conflict) => conflict.column('scan_id').doNothing())
    .returning('scan_id')
    .execute()
  return stored.length
}
