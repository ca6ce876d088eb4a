import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

type NewRow = {
  credentialId: Buffer
  staffId: number
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  userAgent: string | undefined
  at: Date
}

/** What a passkey is called by: no more than what names it among a person's own. */
const passkeyKey = sql<string>`encode(substring(sha256(credential_id) from 1 for 16), 'hex')`

/** False where it is kept already. */
export async function insertPasskey(tx: Tx, row: NewRow): Promise<boolean> {
  const result = await tx
    .insertInto('passkey')
    .values({
      credential_id: row.credentialId,
      staff_id: row.staffId,
      public_key: row.publicKey,
      counter: String(row.counter),
      transports: [...row.transports],
      user_agent: row.userAgent?.slice(0, 300) ?? null,
      created_at: row.at,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function passkeysOf(db: Db | Tx, staffId: number) {
  return db
    .selectFrom('passkey')
    .select(['credential_id as credentialId', 'transports', 'user_agent as userAgent'])
    .select(['created_at as createdAt', 'used_at as usedAt', passkeyKey.as('passkeyId')])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .execute()
}

/** A passkey with whoever it opens the account of. */
export async function passkeyById(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkey')
    .innerJoin('staff', 'staff.staff_id', 'passkey.staff_id')
    .select(['public_key as publicKey', 'counter', 'transports', 'staff.staff_id as staffId'])
    .where('credential_id', '=', credentialId)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Notes a use, unless another use came first or the passkey was removed meanwhile. */
export async function noteUse(
  tx: Tx,
  {
    credentialId,
    before,
    counter,
    at,
  }: {
    credentialId: Buffer
    before: string
    counter: number
    at: Date
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('passkey')
    .set({ counter: String(counter), used_at: at })
    .where('credential_id', '=', credentialId)
    .where('counter', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deletePasskey(
  tx: Tx,
  { staffId, passkeyId }: { staffId: number; passkeyId: string },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('passkey')
    .where('staff_id', '=', staffId)
    .where(passkeyKey, '=', passkeyId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Says whether there was one. */
export async function deletePasskeysOf(tx: Tx, staffId: number): Promise<boolean> {
  const result = await tx.deleteFrom('passkey').where('staff_id', '=', staffId).executeTakeFirst()
  return result.numDeletedRows > 0n
}
