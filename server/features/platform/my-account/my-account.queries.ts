import { sql } from 'kysely'
import type { Language } from '../../../../contract/people/members.ts'
import type { Db, Tx } from '../../../db/database.ts'

const sessionKey = sql<string>`encode(substring(token_hash from 1 for 16), 'hex')`

/** A person's sessions, the last used first; named by half of the hash of their token. */
export async function mySessions(db: Db, staffId: number, at: Date) {
  return db
    .selectFrom('session')
    .select(['created_at as createdAt', 'seen_at as seenAt', 'address'])
    .select(['user_agent as userAgent', sessionKey.as('sessionId')])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', at)
    .orderBy('seen_at', 'desc')
    .execute()
}

export async function endSession(tx: Tx, staffId: number, sessionId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('session')
    .where('staff_id', '=', staffId)
    .where(sessionKey, '=', sessionId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function languageOf(db: Db, staffId: number): Promise<Language> {
  const { language } = await db
    .selectFrom('staff')
    .select('language')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return language
}

export async function lockLanguage(tx: Tx, staffId: number): Promise<Language> {
  const { language } = await tx
    .selectFrom('staff')
    .select('language')
    .where('staff_id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return language
}

export async function setLanguage(tx: Tx, staffId: number, language: Language): Promise<void> {
  await tx.updateTable('staff').set({ language }).where('staff_id', '=', staffId).execute()
}
