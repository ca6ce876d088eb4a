import { number, type Db, type Tx } from '../../../db/database.ts'

export async function totpOf(db: Db | Tx, staffId: number, { lock = false } = {}) {
  const query = db
    .selectFrom('staff_totp')
    .select((select) => [
      'sealed',
      'confirmed_at as confirmedAt',
      number(select.ref('last_step')).as('lastStep'),
    ])
    .where('staff_id', '=', staffId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export async function beginTotp(
  tx: Tx,
  { staffId, sealed, at }: { staffId: number; sealed: Buffer; at: Date },
): Promise<void> {
  const fresh = { sealed, begun_at: at, confirmed_at: null, last_step: '0' }
  await tx
    .insertInto('staff_totp')
    .values({ staff_id: staffId, ...fresh })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(fresh))
    .execute()
}

export async function useStep(
  tx: Tx,
  { staffId, step, confirmedAt }: { staffId: number; step: number; confirmedAt: Date },
): Promise<void> {
  await tx
    .updateTable('staff_totp')
    .set({ last_step: String(step), confirmed_at: confirmedAt })
    .where('staff_id', '=', staffId)
    .execute()
}

export async function deleteTotp(tx: Tx, staffId: number): Promise<boolean> {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  const gone = await tx.deleteFrom('staff_totp').where('staff_id', '=', staffId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function replaceRecovery(
  tx: Tx,
  staffId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  const rows = hashes.map((code_hash) => ({ staff_id: staffId, code_hash, used_at: null }))
  await tx.insertInto('staff_recovery_code').values(rows).execute()
}

/** Uses a recovery code up: of two uses at once one succeeds. */
export async function useRecovery(
  tx: Tx,
  { staffId, hashes, at }: { staffId: number; hashes: readonly Buffer[]; at: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: at })
    .where('staff_id', '=', staffId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function recoveryLeft(db: Db, staffId: number): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_code')
    .select((select) => number(select.fn.countAll()).as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Ends a person's sessions but this one, which is free of any limit from now on. */
export async function keepOnlySession(tx: Tx, staffId: number, keep: Buffer): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('staff_id', '=', staffId)
    .where('token_hash', '<>', keep)
    .execute()
  await tx.updateTable('session').set({ limited: false }).where('token_hash', '=', keep).execute()
}
