import { sql } from 'kysely'
import { CONSENT_PURPOSES, type ConsentPurpose } from '../../../../contract/people/members.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** The consent to a purpose that stands. */
export async function currentConsent(db: Db | Tx, memberId: number, purpose: ConsentPurpose) {
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
  const { memberId, at, ...notice } = consent
  await insertConsents(tx, [{ memberId, at }], notice)
}

/** The consent of several members to the same notice, each at a time of their own. */
export async function insertConsents(
  tx: Tx,
  members: readonly { memberId: number; at: Date }[],
  { purpose, version }: { purpose: ConsentPurpose; version: string },
): Promise<void> {
  if (members.length === 0) return
  await tx
    .insertInto('member_consent')
    .values(
      members.map(({ memberId, at }) => ({
        member_id: memberId,
        purpose,
        version,
        given_at: at,
        withdrawn_at: null,
      })),
    )
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
