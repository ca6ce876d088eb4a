import { sql } from 'kysely'
import type { WorkerFields, WorkerRow } from '../../../../contract/people/workers.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** Workers with their accounts: staff of other roles are never among them. */
export function workersOf(db: Db | Tx) {
  return db
    .selectFrom('staff as s')
    .innerJoin('worker as w', 'w.staff_id', 's.staff_id')
    .where('s.role', '=', sql.lit('worker'))
    .select((select) => [
      's.staff_id as staffId',
      's.name',
      's.email',
      's.language',
      's.plant_id as plantId',
      's.disabled_at as disabledAt',
      's.last_sign_in_at as lastSignInAt',
      's.created_at as createdAt',
      'w.employee_code as employeeCode',
      'w.mobile',
      'w.shift',
      'w.joined_on as joinedOn',
      'w.activated',
      'w.deactivated',
      'w.last_activity_at as lastActivityAt',
      sql<boolean>`s.password_hash is not null`.as('hasPassword'),
      // Looked up for the rows of a page alone, which a join would not promise.
      select
        .selectFrom('plant as p')
        .select('p.name')
        .whereRef('p.plant_id', '=', 's.plant_id')
        .as('plantName'),
    ])
}
export type FoundWorker = Awaited<
  ReturnType<ReturnType<typeof workersOf>['executeTakeFirstOrThrow']>
>

export function toRow(found: FoundWorker): WorkerRow {
  const { plantId, plantName, disabledAt, lastSignInAt, createdAt, lastActivityAt, ...row } = found
  if (plantId === null || plantName === null) {
    throw new Error(`Worker ${row.staffId} has no plant, which the table forbids.`)
  }
  return {
    ...row,
    plantId,
    plantName,
    status: disabledAt === null ? 'active' : 'deactivated',
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    lastActivityAt: lastActivityAt?.toISOString() ?? null,
    activated: Number(row.activated),
    deactivated: Number(row.deactivated),
    addedAt: createdAt.toISOString(),
  }
}

/** One worker, with the version of what a form edits. */
export async function workerById(db: Db | Tx, staffId: number) {
  const found = await workersOf(db)
    .select('s.version')
    .where('s.staff_id', '=', staffId)
    .executeTakeFirst()
  if (!found) return undefined
  const { version, ...row } = found
  return { ...toRow(row), version }
}

/**
 * A worker whose account stays as it is until the transaction ends. What others write that names the
 * account, such as a change of coupons, does not wait for this.
 */
export async function lockWorker(tx: Tx, staffId: number): Promise<FoundWorker | undefined> {
  return workersOf(tx).where('s.staff_id', '=', staffId).forNoKeyUpdate(['s']).executeTakeFirst()
}

export async function updateWorker(tx: Tx, staffId: number, fields: WorkerFields): Promise<void> {
  const { employeeCode, name, email, mobile, shift, language, joinedOn } = fields
  await tx
    .updateTable('staff')
    .set({ name, email, language })
    .where('staff_id', '=', staffId)
    .execute()
  await tx
    .updateTable('worker')
    .set({ employee_code: employeeCode, mobile, shift, joined_on: joinedOn })
    .where('staff_id', '=', staffId)
    .execute()
}

export async function setPlant(tx: Tx, staffId: number, plantId: number): Promise<void> {
  await tx.updateTable('staff').set({ plant_id: plantId }).where('staff_id', '=', staffId).execute()
}

export async function setDisabled(tx: Tx, staffId: number, at: Date | null): Promise<void> {
  await tx.updateTable('staff').set({ disabled_at: at }).where('staff_id', '=', staffId).execute()
}
