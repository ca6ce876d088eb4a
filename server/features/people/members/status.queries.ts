import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'

/** A member as those who decide about them need them, locked against others who do. */
export async function lockMember(tx: Tx, memberId: number) {
  return tx
    .selectFrom('member')
    .select([
      'member_id as memberId',
      'code',
      'name',
      'mobile',
      'language',
      'blocked_reason as blockedReason',
      'left_at as leftAt',
      'erased_at as erasedAt',
    ])
    .where('member_id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type LockedMember = NonNullable<Awaited<ReturnType<typeof lockMember>>>

export async function statusFacts(db: Db | Tx, memberIds: readonly number[]) {
  if (memberIds.length === 0) return []
  return db
    .selectFrom('member')
    .modifyFront(keepPlan('status'))
    .select([
      'member_id as memberId',
      'blocked_reason as blockedReason',
      'left_at as leftAt',
      'erased_at as erasedAt',
    ])
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .execute()
}

/** Why a member is blocked, by staff or by leaving; the scan engine is told what follows. */
export async function setBlocks(
  tx: Tx,
  memberId: number,
  { blockedReason, leftAt }: { blockedReason: string | null; leftAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ blocked_reason: blockedReason, left_at: leftAt })
    .where('member_id', '=', memberId)
    .execute()
  await tx
    .updateTable('member_account')
    .set({ blocked: blockedReason !== null || leftAt !== null })
    .where('member_id', '=', memberId)
    .execute()
}

export async function deleteSessions(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('session').where('member_id', '=', memberId).execute()
}
