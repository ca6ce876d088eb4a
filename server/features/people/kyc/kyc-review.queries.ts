import { sql } from 'kysely'
import type { KycField, KycState } from '../../../../contract/people/kyc-states.ts'
import type { RefusalReason } from '../../../../contract/reasons.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

type Taking = { memberId: number; staffId: number; now: Date; until: Date }

/** Takes a submission, or keeps it longer; false when somebody else has it. */
export async function takeLock(
  tx: Tx,
  { memberId, staffId, now, until }: Taking,
  openedAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('kyc')
    .set({ locked_by: staffId, locked_until: until, opened_at: openedAt })
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .where((is) =>
      is.or([
        is('locked_by', 'is', null),
        is('locked_by', '=', staffId),
        is('locked_until', '<=', now),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets go of what this person has open; false when they had nothing open. */
export async function freeLock(db: Db, memberId: number, staffId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('kyc')
    .set({ locked_by: null, locked_until: null, opened_at: null })
    .where('member_id', '=', memberId)
    .where('locked_by', '=', staffId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type FieldVerdict = {
  memberId: number
  field: KycField
  state: 'accepted' | 'refused'
  reason: RefusalReason | null
  note: string | null
  staffId: number
  at: Date
}

export async function decideField(tx: Tx, verdict: FieldVerdict): Promise<void> {
  const { memberId, field, state, reason, note, staffId, at } = verdict
  await tx
    .updateTable('kyc_field')
    .set({
      state,
      reason: reason && JSON.stringify(reason),
      note,
      decided_by: staffId,
      decided_at: at,
    })
    .where('member_id', '=', memberId)
    .where('field', '=', field)
    .execute()
}

type Decided = { memberId: number; state: Exclude<KycState, 'none'>; staffId: number; at: Date }

/** Ends the round; nobody has it open any more. */
export async function decide(tx: Tx, { memberId, state, staffId, at }: Decided): Promise<void> {
  await tx
    .updateTable('kyc')
    .set((set) => ({
      state,
      decided_at: at,
      decided_by: staffId,
      locked_by: null,
      locked_until: null,
      opened_at: null,
      version: set('version', '+', 1),
    }))
    .where('member_id', '=', memberId)
    .execute()
}

/** Whose KYC it is, with their points; undefined when there is no such member. */
export async function memberOf(db: Db, memberId: number) {
  return db
    .selectFrom('member as m')
    .leftJoin('member_account as a', 'a.member_id', 'm.member_id')
    .select((select) => [
      'm.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.latin_name as latinName',
      'm.kind as memberKind',
      'm.mobile',
      'm.state',
      'm.city',
      'm.joined_at as joinedAt',
      number(select.fn.coalesce('a.available', sql`0`)).as('available'),
      number(select.fn.coalesce('a.held', sql`0`)).as('held'),
    ])
    .where('m.member_id', '=', memberId)
    .executeTakeFirst()
}

/** Other members with a value of this one's, field by field. */
export async function duplicatesOf(db: Db, memberId: number) {
  return db
    .selectFrom('kyc_field as mine')
    .innerJoin('kyc_field as other', (join) =>
      join
        .onRef('other.field', '=', 'mine.field')
        .onRef('other.digest', '=', 'mine.digest')
        .onRef('other.member_id', '<>', 'mine.member_id'),
    )
    .innerJoin('member as m', 'm.member_id', 'other.member_id')
    .select([
      'mine.field',
      'm.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.kyc_state as kycState',
    ])
    .where('mine.member_id', '=', memberId)
    .orderBy('other.submitted_at')
    .orderBy('m.member_id')
    .limit(200)
    .execute()
}

/** Other members that sent the same file as this one's field carries. */
export async function sameDocuments(db: Db, memberId: number) {
  return db
    .selectFrom('kyc_field as f')
    .innerJoin('kyc_document as mine', 'mine.document_id', 'f.document_id')
    .innerJoin('kyc_document as other', (join) =>
      join
        .onRef('other.digest', '=', 'mine.digest')
        .onRef('other.member_id', '<>', 'mine.member_id'),
    )
    .innerJoin('member as m', 'm.member_id', 'other.member_id')
    .select(['f.field', 'm.code as memberCode'])
    .distinct()
    .where('f.member_id', '=', memberId)
    .where('other.attached_at', 'is not', null)
    .orderBy('m.code')
    .limit(200)
    .execute()
}

/** Who decided which field. */
export async function approversOf(db: Db, memberId: number): Promise<Map<KycField, string>> {
  const rows = await db
    .selectFrom('kyc_field as f')
    .innerJoin('staff', 'staff.staff_id', 'f.decided_by')
    .select(['f.field', 'staff.name'])
    .where('f.member_id', '=', memberId)
    .execute()
  return new Map(rows.map(({ field, name }) => [field, name]))
}
