import { sql } from 'kysely'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import type { Db, Tx } from '../../../db/database.ts'

export async function fieldFacts(db: Db | Tx, memberId: number, field: KycField) {
  return db
    .selectFrom('kyc_field')
    .select(['state', 'digest', 'mask'])
    .where('member_id', '=', memberId)
    .where('field', '=', field)
    .executeTakeFirst()
}

export async function sealedField(tx: Tx, memberId: number, field: KycField) {
  return tx
    .selectFrom('kyc_field')
    .select(['state', 'sealed', 'mask'])
    .where('member_id', '=', memberId)
    .where('field', '=', field)
    .executeTakeFirst()
}

/** Other members with the same value in a field that was not refused them. */
export async function othersWith(db: Db | Tx, memberId: number, field: KycField) {
  return db
    .selectFrom('kyc_field as mine')
    .innerJoin('kyc_field as other', (join) =>
      join
        .onRef('other.field', '=', 'mine.field')
        .onRef('other.digest', '=', 'mine.digest')
        .onRef('other.member_id', '<>', 'mine.member_id'),
    )
    .innerJoin('member as m', 'm.member_id', 'other.member_id')
    .select('m.code as memberCode')
    .where('mine.member_id', '=', memberId)
    .where('mine.field', '=', field)
    .where('other.state', '<>', 'refused')
    .orderBy('m.code')
    .execute()
}

/** Of these members those who are paid to one account or address with another of them. */
export async function sharedDestinations(db: Db, memberIds: readonly number[]) {
  const { rows } = await sql<{ memberIds: number[] }>`
    select array_agg(distinct member_id order by member_id) as "memberIds" from kyc_field
    where member_id = any(${memberIds}::int[]) and field in ('bank', 'upi') and state <> 'refused'
      and digest is not null
    group by field, digest having count(distinct member_id) > 1`.execute(db)
  return rows.map((row) => row.memberIds)
}

/** Deletes the fields, and the digests of what was sent. */
export async function deleteValues(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('kyc_field').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('kyc_submission').where('member_id', '=', memberId).execute()
}

/** Nobody has it open, and what waited for a decision or for the member is rejected. */
export async function endKyc(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('kyc')
    .set((set) => ({
      locked_by: null,
      locked_until: null,
      opened_at: null,
      version: set('version', '+', 1),
    }))
    .where('member_id', '=', memberId)
    .execute()
  await tx
    .updateTable('kyc')
    .set({ state: 'rejected', decided_at: at, decided_by: null })
    .where('member_id', '=', memberId)
    .where('state', 'in', ['pending', 'resubmit'])
    .execute()
  await tx
    .updateTable('member')
    .set({ kyc_state: 'rejected' })
    .where('member_id', '=', memberId)
    .where('kyc_state', 'in', ['pending', 'resubmit'])
    .execute()
}

export async function hasAccepted(tx: Tx, memberId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('kyc_field')
    .select('field')
    .where('member_id', '=', memberId)
    .where('state', '=', 'accepted')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
