import { sql } from 'kysely'
import { PIN_TRIES_MOST } from '../../../../contract/platform/pin.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** What a worker's PIN may not repeat, and by what the end of the work is known. */
export async function workerOf(tx: Db | Tx, staffId: number) {
  return tx
    .selectFrom('worker as w')
    .innerJoin('staff', 'staff.staff_id', 'w.staff_id')
    .innerJoin('plant', 'plant.plant_id', 'staff.plant_id')
    .leftJoin('worker_pin as p', 'p.staff_id', 'w.staff_id')
    .select([
      'w.shift',
      'w.mobile',
      'w.employee_code as employeeCode',
      'plant.shifts',
      'p.pin_hash as pinHash',
    ])
    .where('w.staff_id', '=', staffId)
    .executeTakeFirst()
}

export async function putPin(
  tx: Tx,
  { staffId, hash, at }: { staffId: number; hash: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('worker_pin')
    .values({ staff_id: staffId, pin_hash: hash, set_at: at })
    .onConflict((conflict) =>
      conflict.column('staff_id').doUpdateSet({ pin_hash: hash, set_at: at }),
    )
    .execute()
}

/** Sessions that only the PIN opens end with it. */
export async function deletePin(tx: Tx, staffId: number): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('staff_id', '=', staffId)
    .where('pin_locks', '=', true)
    .execute()
  await tx.deleteFrom('worker_pin').where('staff_id', '=', staffId).execute()
}

/** Has all sessions of a worker lock by the PIN. Says whether there is one: a reset may have ended them. */
export async function lockByPin(tx: Tx, staffId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ pin_locks: true })
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function holdForShift(
  tx: Tx,
  tokenHash: Buffer,
  { until, at }: { until: Date; at: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ for_shift: true, expires_at: until, seen_at: at })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Says whether it is a session that a PIN opens. */
export async function lock(db: Db, tokenHash: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ locked_at: sql<Date>`coalesce(locked_at, ${at})` })
    .where('token_hash', '=', tokenHash)
    .where('pin_locks', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts a try before it is judged; undefined where none is left. Of many at once each counts. */
export async function takePinTry(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .updateTable('session')
    .set({ pin_tries: sql<number>`pin_tries + 1` })
    .where('token_hash', '=', tokenHash)
    .where('pin_locks', '=', true)
    .where('pin_tries', '<', PIN_TRIES_MOST)
    .returning('pin_tries as tries')
    .executeTakeFirst()
  return row?.tries
}

/** Says whether the session is still there, with the PIN that was checked. */
export async function unlock(
  db: Db,
  tokenHash: Buffer,
  { pinHash, at }: { pinHash: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ locked_at: null, pin_tries: 0, seen_at: at })
    .from('worker_pin')
    .whereRef('worker_pin.staff_id', '=', 'session.staff_id')
    .where('worker_pin.pin_hash', '=', pinHash)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}
