import { sql } from 'kysely'
import type { Language } from '../../../../contract/people/members.ts'
import type { Db, Tx } from '../../../db/database.ts'

export async function staffByEmail(db: Db, email: string) {
  return db
    .selectFrom('staff')
    .select([
      'staff_id as staffId',
      'email',
      'name',
      'role',
      'plant_id as plantId',
      'language',
      'password_hash as passwordHash',
      'disabled_at as disabledAt',
      'password_alone_at as aloneAt',
    ])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function addresseeOf(db: Db, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['email', 'name', 'language'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
}

export async function languageOf(db: Db | Tx, staffId: number): Promise<Language> {
  const { language } = await db
    .selectFrom('staff')
    .select('language')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return language
}

export type NewSession = {
  tokenHash: Buffer
  cookieHash: Buffer | null
  staffId: number | null
  memberId: number | null
  at: Date
  expiresAt: Date
  address: string
  userAgent: string | undefined
  /** Good for setting two-factor sign-in up, and nothing else. */
  limited?: boolean
  /** When the person showed who it is; null where what opened the session shows it not yet. */
  provedAt?: Date | null
  pinLocks?: boolean
  forShift?: boolean
}

export async function insertSession(db: Db | Tx, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      cookie_hash: session.cookieHash,
      staff_id: session.staffId,
      member_id: session.memberId,
      created_at: session.at,
      seen_at: session.at,
      expires_at: session.expiresAt,
      address: session.address,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      limited: session.limited ?? false,
      proved_at: session.provedAt ?? null,
      pin_locks: session.pinLocks ?? false,
      for_shift: session.forShift ?? false,
    })
    .execute()
}

/**
 * Notes the sign-in, unless the password that was checked is no longer the person's or the person was
 * disabled meanwhile: a change that comes between waits for this row, or this for it.
 */
export async function recordSignIn(
  tx: Tx,
  { staffId, passwordHash, at }: { staffId: number; passwordHash: string | null; at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('staff')
    .set({ last_sign_in_at: at })
    .where('staff_id', '=', staffId)
    .where('password_hash', '=', passwordHash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Notes a sign-in that needed no password, and gives the person; undefined for one who is disabled. */
export async function noteSignIn(tx: Tx, staffId: number, at: Date) {
  return tx
    .updateTable('staff')
    .set({ last_sign_in_at: at })
    .where('staff_id', '=', staffId)
    .where('disabled_at', 'is', null)
    .returning([
      'staff_id as staffId',
      'email',
      'name',
      'role',
      'plant_id as plantId',
      'password_hash as passwordHash',
    ])
    .executeTakeFirst()
}

/** Ends the session of a token or of a cookie; says whose it was. */
export async function deleteSession(
  db: Db | Tx,
  by: { tokenHash: Buffer } | { cookieHash: Buffer },
): Promise<{ staffId: number | null } | undefined> {
  return db
    .deleteFrom('session')
    .where((where) =>
      'tokenHash' in by
        ? where('token_hash', '=', by.tokenHash)
        : where('cookie_hash', '=', by.cookieHash),
    )
    .returning('staff_id as staffId')
    .executeTakeFirst()
}

export async function deleteOtherSessions(
  tx: Tx,
  staffId: number,
  keep: Buffer | null,
): Promise<void> {
  let query = tx.deleteFrom('session').where('staff_id', '=', staffId)
  if (keep) query = query.where('token_hash', '<>', keep)
  await query.execute()
}

export async function deleteSessionsOf(tx: Tx, staffIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('staff_id', '=', sql<number>`any(${staffIds}::int[])`)
    .execute()
}

/** `aloneAt`: when a session alone set it; null where a one-time link did. */
export async function setPassword(
  tx: Tx,
  staffId: number,
  { hash, aloneAt }: { hash: string | null; aloneAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ password_hash: hash, password_alone_at: aloneAt })
    .where('staff_id', '=', staffId)
    .execute()
}

export async function insertLink(
  tx: Tx,
  link: { tokenHash: Buffer; staffId: number; at: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('one_time_link')
    .values({
      token_hash: link.tokenHash,
      staff_id: link.staffId,
      created_at: link.at,
      expires_at: link.expiresAt,
      used_at: null,
    })
    .execute()
}

/** Whose link it is; undefined where it can be used no more. */
export async function holderOfLink(db: Db, tokenHash: Buffer, at: Date) {
  return db
    .selectFrom('one_time_link')
    .innerJoin('staff', 'staff.staff_id', 'one_time_link.staff_id')
    .select(['staff.email', 'staff.name'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a link up: of two uses at once one gets the person, the other nothing. */
export async function useLink(tx: Tx, tokenHash: Buffer, at: Date) {
  return tx
    .updateTable('one_time_link')
    .set({ used_at: at })
    .from('staff')
    .whereRef('staff.staff_id', '=', 'one_time_link.staff_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('staff.disabled_at', 'is', null)
    .returning(['staff.staff_id as staffId', 'staff.email', 'staff.name', 'staff.role'])
    .executeTakeFirst()
}

/** The other links of a person end when one was used. */
export async function endLinks(tx: Tx, staffId: number, at: Date): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ used_at: at })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
}

export async function passwordOf(db: Db, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['password_hash as hash', 'password_alone_at as aloneAt'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
}

/** Notes when the person of a session showed who it is; null: it counts no longer. */
export async function setProved(tx: Db | Tx, tokenHash: Buffer, at: Date | null): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: at })
    .where('token_hash', '=', tokenHash)
    .execute()
}
