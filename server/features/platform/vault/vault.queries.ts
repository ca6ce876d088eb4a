import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

export type KeyPurpose = 'seal' | 'digest'
export type WrappedKey = { keyId: number; purpose: KeyPurpose; wrapped: Buffer }

/** Held to the end of a transaction that makes or wraps keys: one does so at a time. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('data_key', 0))`.execute(tx)
}

const keys = (db: Db | Tx) =>
  db
    .selectFrom('data_key_secret')
    .innerJoin('data_key', 'data_key.key_id', 'data_key_secret.key_id')
    .select(['data_key.key_id as keyId', 'purpose', 'wrapped'])

export function newestKey(db: Db | Tx, purpose: KeyPurpose): Promise<WrappedKey | undefined> {
  return keys(db)
    .where('purpose', '=', purpose)
    .orderBy('data_key.key_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function keyById(db: Db, keyId: number): Promise<WrappedKey | undefined> {
  return keys(db).where('data_key.key_id', '=', keyId).executeTakeFirst()
}

/** Every key that is still held. */
export function heldKeys(db: Db | Tx): Promise<WrappedKey[]> {
  return keys(db).orderBy('data_key.key_id').execute()
}

/** Takes the next number: a key is wrapped for its number, so that is known first. */
export async function nextKeyId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ keyId: number }>`
    select nextval(pg_get_serial_sequence('data_key', 'key_id'))::int as "keyId"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database gave no number for a new key.')
  return row.keyId
}

export async function insertKey(
  tx: Tx,
  { keyId, purpose, wrapped }: WrappedKey,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('data_key')
    .values({ key_id: keyId, purpose, created_at: at, retired_at: null })
    .execute()
  await tx.insertInto('data_key_secret').values({ key_id: keyId, wrapped }).execute()
}

export async function replaceWrapped(tx: Tx, keyId: number, wrapped: Buffer): Promise<void> {
  await tx
    .updateTable('data_key_secret')
    .set({ wrapped })
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow()
}
