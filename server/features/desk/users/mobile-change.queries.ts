import type { Db, Tx } from '../../../db/database.ts'

/** The change of mobile that waits for its password. */
export async function openChangeOf(db: Db | Tx, memberId: number, now: Date) {
  const row = await db
    .selectFrom('mobile_change as c')
    .innerJoin('staff', 'staff.staff_id', 'c.asked_by')
    .select(['c.mobile', 'staff.name as askedBy', 'c.expires_at as expiresAt'])
    .where('c.member_id', '=', memberId)
    .where('c.expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function mobileIsTaken(tx: Tx, mobile: string): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .select('member_id')
    .where('mobile', '=', mobile)
    .executeTakeFirst()
  return row !== undefined
}

type Change = {
  memberId: number
  mobile: string
  codeHash: Buffer
  reason: string
  staffId: number
  expiresAt: Date
}

/** Begins a change; one that was begun before ends. */
export async function putChange(tx: Tx, change: Change): Promise<void> {
  const row = {
    mobile: change.mobile,
    code_hash: change.codeHash,
    tries: 0,
    reason: change.reason,
    asked_by: change.staffId,
    expires_at: change.expiresAt,
  }
  await tx
    .insertInto('mobile_change')
    .values({ member_id: change.memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

/** Counts one try before it is compared: of many at once no more than `limit` see the hash. */
export async function takeChangeTry(
  tx: Tx,
  { memberId, at, limit }: { memberId: number; at: Date; limit: number },
) {
  return tx
    .updateTable('mobile_change')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', at)
    .where('tries', '<', limit)
    .returning(['mobile', 'code_hash as codeHash', 'reason'])
    .executeTakeFirst()
}

/** Whether this very change still waited: of two that finish it at once, one. */
export async function finishChange(tx: Tx, memberId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mobile_change')
    .where('member_id', '=', memberId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function setMobile(tx: Tx, memberId: number, mobile: string): Promise<void> {
  await tx.updateTable('member').set({ mobile }).where('member_id', '=', memberId).execute()
}

/** Passwords that were sent to any of these numbers for signing in or joining. */
