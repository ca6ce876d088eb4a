import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'

/**
 * Adds to what a worker activated and deactivated, in the transaction of the change; `at` is when
 * they did it. Nothing happens for staff who are not workers.
 */
export async function countActivity(
  tx: Tx,
  done: { staffId: number; activated: number; deactivated: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('worker')
    .set((set) => ({
      activated: sql`${set.ref('activated')} + ${done.activated}`,
      deactivated: sql`${set.ref('deactivated')} + ${done.deactivated}`,
      last_activity_at: sql<Date>`greatest(${set.ref('last_activity_at')}, ${done.at})`,
    }))
    .where('staff_id', '=', done.staffId)
    .execute()
}

/** Makes an account a worker's, with a code of our own until that of the card is entered. */
export async function enrolWorker(tx: Tx, staffId: number): Promise<void> {
  const own = `W${String(staffId).padStart(4, '0')}`
  // Somebody's card may have that code: then it is told apart.
  for (const code of [own, `${own}-${staffId}`]) {
    const made = await tx
      .insertInto('worker')
      .values({ staff_id: staffId, employee_code: code })
      .onConflict((conflict) => conflict.column('employee_code').doNothing())
      .returning('staff_id')
      .executeTakeFirst()
    if (made) return
  }
  throw new AppError('conflict', `The employee codes for account ${staffId} are taken.`)
}
