import type { WaitingRevocation } from '../../../../contract/people/kyc-revocation.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** The proposal that waits for a decision; null when there is none. */
export async function waitingRevocationOf(db: Db | Tx, memberId: number) {
  const row = await db
    .selectFrom('kyc_revocation as r')
    .innerJoin('staff as s', 's.staff_id', 'r.proposed_by')
    .select([
      'r.reason',
      'r.version',
      's.name as by',
      'r.proposed_by as byId',
      'r.proposed_at as at',
    ])
    .where('r.member_id', '=', memberId)
    .where('r.state', '=', 'proposed')
    .executeTakeFirst()
  return row ? { ...row, at: row.at.toISOString() } : null
}

/** Proposals of all members that wait, oldest first. */
export async function waitingRevocations(db: Db, most: number): Promise<WaitingRevocation[]> {
  const rows = await db
    .selectFrom('kyc_revocation as r')
    .innerJoin('member as m', 'm.member_id', 'r.member_id')
    .innerJoin('staff as s', 's.staff_id', 'r.proposed_by')
    .select([
      'r.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'r.reason',
      's.name as proposedBy',
      'r.proposed_by as proposedById',
      'r.proposed_at as proposedAt',
    ])
    .where('r.state', '=', 'proposed')
    .orderBy('r.proposed_at')
    .orderBy('r.revocation_id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, proposedAt: row.proposedAt.toISOString() }))
}

type Proposed = { memberId: number; version: number; reason: string; staffId: number; at: Date }

export async function insertRevocation(
  tx: Tx,
  { memberId, version, reason, staffId, at }: Proposed,
): Promise<void> {
  await tx
    .insertInto('kyc_revocation')
    .values({
      member_id: memberId,
      version,
      reason,
      proposed_by: staffId,
      proposed_at: at,
      decided_by: null,
      decided_at: null,
      decision_note: null,
    })
    .execute()
}

/** Of an erased member nothing waits any more. */
export async function deleteWaitingRevocation(tx: Tx, memberId: number): Promise<void> {
  await tx
    .deleteFrom('kyc_revocation')
    .where('member_id', '=', memberId)
    .where('state', '=', 'proposed')
    .execute()
}

type Decided = {
  memberId: number
  state: 'approved' | 'rejected' | 'withdrawn'
  staffId: number
  note: string | null
  at: Date
}

export async function decideRevocation(
  tx: Tx,
  { memberId, state, staffId, note, at }: Decided,
): Promise<void> {
  await tx
    .updateTable('kyc_revocation')
    .set({ state, decided_by: staffId, decided_at: at, decision_note: note })
    .where('member_id', '=', memberId)
    .where('state', '=', 'proposed')
    .execute()
}
