import { number, type Db, type Tx } from '../../db/database.ts'
import type { MemberWords } from './member-words.ts'

export async function memberByMobile(db: Db | Tx, mobile: string) {
  return db
    .selectFrom('member')
    .select(['member_id as memberId', 'code', 'name'])
    .where('mobile', '=', mobile)
    .executeTakeFirst()
}

export async function putOtp(
  db: Db,
  otp: { mobile: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const row = { code_hash: otp.codeHash, tries: 0, expires_at: otp.expiresAt }
  await db
    .insertInto('one_time_password')
    .values({ mobile: otp.mobile, ...row })
    .onConflict((conflict) => conflict.column('mobile').doUpdateSet(row))
    .execute()
}

/** Counts one try before it is compared: of many at once, no more than `limit` see the hash. */
export async function takeOtpTry(
  tx: Tx,
  { mobile, at, limit }: { mobile: string; at: Date; limit: number },
): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable('one_time_password')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('mobile', '=', mobile)
    .where('expires_at', '>', at)
    .where('tries', '<', limit)
    .returning('code_hash as codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

export async function deleteOtp(tx: Tx, mobile: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('one_time_password')
    .where('mobile', '=', mobile)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function balanceOf(db: Db, memberId: number) {
  return db
    .selectFrom('member_account')
    .select((select) => [
      number(select.ref('available')).as('available'),
      number(select.ref('held')).as('held'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export async function outboxTo(db: Db, recipient: string) {
  return db
    .selectFrom('outbox')
    .select(['channel', 'recipient as to', 'body as text', 'created_at as at'])
    .where('recipient', '=', recipient)
    .orderBy('outbox_id', 'desc')
    .limit(20)
    .execute()
}

export async function memberIdOf(db: Db, words: MemberWords): Promise<number | null> {
  const members = db.selectFrom('member').select('member_id as memberId')
  const row = await (
    'mobile' in words
      ? members.where('mobile', '=', words.mobile)
      : members.where('code', '=', words.code)
  ).executeTakeFirst()
  return row?.memberId ?? null
}
