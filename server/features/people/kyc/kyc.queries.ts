import type { Insertable, Selectable } from 'kysely'
import type { KycField, KycState } from '../../../../contract/people/kyc-states.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'

export type FieldRow = Selectable<Database['kyc_field']>
export type EventRow = Insertable<Database['kyc_event']>

export type LockedKyc = NonNullable<Awaited<ReturnType<typeof lockKyc>>>

/**
 * The KYC, locked to the end of the transaction. Rows are always locked in this order: member, kyc,
 * then what belongs to it.
 */
export async function lockKyc(tx: Tx, memberId: number) {
  return kycRow(tx, memberId).forUpdate('k').executeTakeFirst()
}

/** The KYC as it stands, without waiting for anybody. */
export async function kycOf(db: Db | Tx, memberId: number) {
  return kycRow(db, memberId).executeTakeFirst()
}

function kycRow(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('kyc as k')
    .leftJoin('staff as locker', 'locker.staff_id', 'k.locked_by')
    .select([
      'k.state',
      'k.round',
      'k.version',
      'k.submitted_at as submittedAt',
      'k.decided_at as decidedAt',
      'k.locked_by as lockedBy',
      'k.locked_until as lockedUntil',
      'k.opened_at as openedAt',
      'locker.name as lockerName',
    ])
    .where('k.member_id', '=', memberId)
}

export async function fieldsOf(db: Db | Tx, memberId: number): Promise<FieldRow[]> {
  return db.selectFrom('kyc_field').selectAll().where('member_id', '=', memberId).execute()
}

/** When the submission came that everything was sent with, the last time. */
export async function begunAt(db: Db | Tx, memberId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('kyc_event')
    .select('at')
    .where('member_id', '=', memberId)
    .where('action', '=', 'submitted')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Whose KYC it is, for the member's own view. */
export async function memberWords(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member')
    .select(['kind', 'language', 'mobile'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** What was sent under a key before; undefined when nothing was. */
export async function submissionOf(
  tx: Tx,
  memberId: number,
  keyDigest: Buffer,
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('kyc_submission')
    .select('body_digest as bodyDigest')
    .where('member_id', '=', memberId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
  return row?.bodyDigest
}

export type Submission = {
  memberId: number
  round: number
  keyDigest: Buffer
  bodyDigest: Buffer
  at: Date
}

/** Begins the next round: the KYC waits, and nobody has it open. */
export async function putSubmission(
  tx: Tx,
  { memberId, round, keyDigest, bodyDigest, at }: Submission,
): Promise<void> {
  const waiting = {
    state: 'pending' as const,
    round,
    submitted_at: at,
    decided_at: null,
    decided_by: null,
    locked_by: null,
    locked_until: null,
    opened_at: null,
  }
  await tx
    .insertInto('kyc')
    .values({ member_id: memberId, ...waiting })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet((set) => ({ ...waiting, version: set('kyc.version', '+', 1) })),
    )
    .execute()
  await tx
    .insertInto('kyc_submission')
    .values({ member_id: memberId, round, key_digest: keyDigest, body_digest: bodyDigest, at })
    .execute()
}

/** The member's own mark of their KYC, by which members are listed: always that of `kyc.state`. */
export async function setMemberState(tx: Tx, memberId: number, state: KycState): Promise<void> {
  await tx
    .updateTable('member')
    .set({ kyc_state: state })
    .where('member_id', '=', memberId)
    .execute()
}

/** Puts fields in the place of those that were there; each waits again. */
export async function putFields(tx: Tx, rows: Insertable<Database['kyc_field']>[]): Promise<void> {
  await tx
    .insertInto('kyc_field')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'field']).doUpdateSet((set) => ({
        state: set.ref('excluded.state'),
        round: set.ref('excluded.round'),
        sealed: set.ref('excluded.sealed'),
        digest: set.ref('excluded.digest'),
        mask: set.ref('excluded.mask'),
        document_id: set.ref('excluded.document_id'),
        submitted_at: set.ref('excluded.submitted_at'),
        reason: null,
        note: null,
        decided_by: null,
        decided_at: null,
      })),
    )
    .execute()
}

/** Where everything is sent again, nothing of an earlier round stays behind. */
export async function dropFieldsBut(
  tx: Tx,
  memberId: number,
  keep: readonly KycField[],
): Promise<void> {
  await tx
    .deleteFrom('kyc_field')
    .where('member_id', '=', memberId)
    .where('field', 'not in', keep)
    .execute()
}

export async function insertEvents(tx: Tx, rows: EventRow[]): Promise<void> {
  await tx.insertInto('kyc_event').values(rows).execute()
}
