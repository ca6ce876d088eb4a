import type { Db, Tx } from '../../../db/database.ts'

export async function mailboxOf(db: Db | Tx, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['email', 'language'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
}

type NotMeLink = { tokenHash: Buffer; staffId: number; email: string; at: Date; expiresAt: Date }

export async function insertNotMe(tx: Tx, link: NotMeLink): Promise<void> {
  await tx
    .insertInto('not_me_link')
    .values({
      token_hash: link.tokenHash,
      staff_id: link.staffId,
      email: link.email,
      created_at: link.at,
      expires_at: link.expiresAt,
      used_at: null,
    })
    .execute()
}
