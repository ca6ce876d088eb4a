import { sql } from 'kysely'
import { CONSENT_PURPOSES, type ConsentPurpose } from '../../../contract/members.ts'
import type { Db, Tx } from '../../db/database.ts'

/** The consent to a purpose that stands. */
export async function standingConsent(db: Db | Tx, memberId: number, purpose: ConsentPurpose) {
  return db
    .selectFrom('member_consent')
    .select(['version', 'given_at as givenAt'])
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** Everything a member agreed to, and what became of it, newest first. */
export async function consentsOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member_consent')
    .select(['purpose', 'version', 'given_at as givenAt', 'withdrawn_at as withdrawnAt'])
    .where('member_id', '=', memberId)
    .where('purpose', 'in', CONSENT_PURPOSES)
    .orderBy('consent_id', 'desc')
    .execute()
}

/** Whether staff enrolled a member who has never agreed to the programme. */
export async function isUnconfirmed(db: Db | Tx, memberId: number): Promise<boolean> {
  const { rows } = await sql`
    select from member_enrolment e where e.member_id = ${memberId} and not exists (
      select from member_consent c where c.member_id = e.member_id and c.purpose = 'programme')`.execute(
    db,
  )
  return rows.length > 0
}

export async function insertConsent(
  tx: Tx,
  consent: { memberId: number; purpose: ConsentPurpose; version: string; at: Date },
): Promise<void> {
  const { memberId, purpose, version, at } = consent
  await tx
    .insertInto('member_consent')
    .values({ member_id: memberId, purpose, version, given_at: at, withdrawn_at: null })
    .execute()
}

/** Whether a consent stood that does not any more. */
export async function endConsent(
  tx: Tx,
  { memberId, purpose, at }: { memberId: number; purpose: ConsentPurpose; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member_consent')
    .set({ withdrawn_at: at })
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
