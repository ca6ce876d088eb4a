import type { Db, Tx } from '../../../db/database.ts'

const FIELDS = [
  'token_hash as tokenHash',
  'browser_hash as browserHash',
  'expires_at as expiresAt',
  'used_at as usedAt',
  'staff_id as staffId',
  'prepared_at as preparedAt',
] as const

export async function linkRow(db: Db | Tx, { lock = false } = {}) {
  const query = db.selectFrom('setup_link').select(FIELDS)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
export type LinkRow = NonNullable<Awaited<ReturnType<typeof linkRow>>>

/** Puts a new link in the place of the old one. The prepared account stays, to be prepared again. */
export async function replaceLink(
  tx: Tx,
  { tokenHash, at, expiresAt }: { tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  const fresh = {
    token_hash: tokenHash,
    created_at: at,
    expires_at: expiresAt,
    browser_hash: null,
    prepared_at: null,
    used_at: null,
  }
  await tx
    .insertInto('setup_link')
    .values({ ...fresh, staff_id: null })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(fresh))
    .execute()
}

export async function updateLink(
  tx: Tx,
  change: { browser_hash?: Buffer; staff_id?: number; prepared_at?: Date; used_at?: Date },
): Promise<void> {
  await tx.updateTable('setup_link').set(change).execute()
}

/** Whether somebody can manage the accounts: an active admin, with a password or a link to set one. */
export async function hasAdmin(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('staff_id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function personOf(db: Db | Tx, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['staff_id as staffId', 'name', 'email', 'role', 'plant_id as plantId'])
    .select('password_hash as passwordHash')
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
}
