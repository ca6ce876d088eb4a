import { sql } from 'kysely'
import type { Role } from '../../../../contract/roles.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Account } from './account-rules.ts'

/** The accounts of these people and of every active admin, locked in the order of their numbers. */
export async function lockAccounts(
  tx: Tx,
  staffId: number,
): Promise<{ account: Account | undefined; admins: number[] }> {
  const rows = await tx
    .selectFrom('staff')
    .select(['staff_id as staffId', 'name', 'email', 'role', 'language'])
    .select('disabled_at as disabledAt')
    .where((where) =>
      where.or([
        where('staff_id', '=', sql<number>`cast(${staffId} as int)`),
        where.and([where('role', '=', 'admin'), where('disabled_at', 'is', null)]),
      ]),
    )
    .orderBy('staff_id')
    .forUpdate()
    .execute()
  const active = rows.filter(({ role, disabledAt }) => role === 'admin' && disabledAt === null)
  return {
    account: rows.find((row) => row.staffId === staffId),
    admins: active.map((row) => row.staffId),
  }
}

export async function updateAccount(
  tx: Tx,
  staffId: number,
  changes: { name?: string; email?: string; role?: Role; disabled_at?: Date | null },
): Promise<void> {
  await tx.updateTable('staff').set(changes).where('staff_id', '=', staffId).execute()
}

/** Where an account is signed in now, the last used first. */
export async function sessionsOf(db: Db | Tx, staffId: number, at: Date) {
  return db
    .selectFrom('session')
    .select(['created_at as createdAt', 'seen_at as seenAt', 'address'])
    .select('user_agent as userAgent')
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', at)
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Whose account has this e-mail. */
export async function holderOf(tx: Tx, email: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('staff')
    .select('staff_id as staffId')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.staffId
}
