import type { Db, Tx } from '../../../db/database.ts'

type NewOtp = { requestHash: Buffer; mobile: string; codeHash: Buffer; expiresAt: Date }

export async function insertOtp(
  db: Db,
  { requestHash, mobile, codeHash, expiresAt }: NewOtp,
): Promise<void> {
  const row = { request_hash: requestHash, mobile, code_hash: codeHash, expires_at: expiresAt }
  await db.insertInto('one_time_password').values(row).execute()
}

/** Counts one try before it is compared: of many at once, no more than `limit` see the hash. */
export async function takeOtpTry(
  tx: Tx,
  {
    requestHash,
    mobile,
    at,
    limit,
  }: { requestHash: Buffer; mobile: string; at: Date; limit: number },
): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable('one_time_password')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('request_hash', '=', requestHash)
    .where('mobile', '=', mobile)
    .where('expires_at', '>', at)
    .where('tries', '<', limit)
    .returning('code_hash as codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

/** Whether the request was still there: it is used once. */
export async function deleteOtp(tx: Tx, requestHash: Buffer): Promise<boolean> {
  const result = await tx
    .deleteFrom('one_time_password')
    .where('request_hash', '=', requestHash)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteOtpsOf(tx: Tx, mobiles: readonly string[]): Promise<void> {
  await tx.deleteFrom('one_time_password').where('mobile', 'in', mobiles).execute()
}
