import { sql, type Insertable } from 'kysely'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { dueAt } from './enquiry-clock.ts'
import { OPEN_STATES } from './enquiry-machine.ts'

/**
 * The enquiry, locked to the end of the transaction. Who needs the member's lock takes it before, and
 * the audit trail's after.
 */
export async function lockEnquiry(tx: Tx, enquiryId: string) {
  return tx
    .selectFrom('enquiry')
    .select([
      'enquiry_id as enquiryId',
      'number',
      'member_id as memberId',
      'category',
      'state',
      'owner_id as ownerId',
      'opened_at as openedAt',
      'last_message_at as lastMessageAt',
      'member_wrote_last as memberWroteLast',
      'answer_by as answerBy',
      'answered_at as answeredAt',
      'resolve_by as resolveBy',
      'waiting_since as waitingSince',
      'resolved_at as resolvedAt',
      'closed_at as closedAt',
      'scan_id as scanId',
    ])
    .where('enquiry_id', '=', enquiryId)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedEnquiry = NonNullable<Awaited<ReturnType<typeof lockEnquiry>>>

/** Whose an enquiry is, for who needs the member's lock before its own: it never changes. */
export async function memberIdOf(tx: Tx, enquiryId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('enquiry')
    .select('member_id as memberId')
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirst()
  return row?.memberId
}

/** The numbers of those enquiries that are there. */
export async function numbersOf(db: Db, enquiryIds: readonly string[]) {
  return db
    .selectFrom('enquiry')
    .select(['enquiry_id as enquiryId', 'number'])
    .where('enquiry_id', '=', sql<string>`any(${enquiryIds}::bigint[])`)
    .execute()
}

/** Writes back all of an enquiry that can change, with the deadline that runs. */
export async function saveEnquiry(tx: Tx, enquiry: LockedEnquiry): Promise<void> {
  await tx
    .updateTable('enquiry')
    .set({
      category: enquiry.category,
      state: enquiry.state,
      owner_id: enquiry.ownerId,
      last_message_at: enquiry.lastMessageAt,
      member_wrote_last: enquiry.memberWroteLast,
      answer_by: enquiry.answerBy,
      answered_at: enquiry.answeredAt,
      resolve_by: enquiry.resolveBy,
      waiting_since: enquiry.waitingSince,
      resolved_at: enquiry.resolvedAt,
      closed_at: enquiry.closedAt,
      due_at: dueAt(enquiry),
    })
    .where('enquiry_id', '=', enquiry.enquiryId)
    .execute()
}

/** Puts a new enquiry in; false where its id is taken. */
export async function insertEnquiry(
  tx: Tx,
  row: Insertable<Database['enquiry']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('enquiry')
    .values(row)
    .onConflict((conflict) => conflict.column('enquiry_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'EQ' || nextval('enquiry_number') as number`.execute(tx)
  return rows[0]?.number ?? ''
}

/** What was opened with a key of this member before. */
export async function openedUnder(tx: Tx, memberId: number, keyDigest: Buffer) {
  return tx
    .selectFrom('enquiry')
    .select(['enquiry_id as enquiryId', 'body_digest as bodyDigest'])
    .where('member_id', '=', memberId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
}

/** How many of a member's enquiries are open. Exact only under the member's lock. */
export async function countOpenOf(tx: Tx, memberId: number): Promise<number> {
  const { open } = await tx
    .selectFrom('enquiry')
    .select((select) => number(select.fn.countAll()).as('open'))
    .where('member_id', '=', memberId)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirstOrThrow()
  return open
}

export type NewMessage = {
  enquiryId: string
  at: Date
  kind: 'member' | 'answer' | 'note' | 'event'
  staffId: number | null
  body: string
  digests?: { keyDigest: Buffer; bodyDigest: Buffer } | undefined
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<string> {
  const { messageId } = await tx
    .insertInto('enquiry_message')
    .values({
      enquiry_id: message.enquiryId,
      at: message.at,
      kind: message.kind,
      staff_id: message.staffId,
      body: message.body,
      key_digest: message.digests?.keyDigest ?? null,
      body_digest: message.digests?.bodyDigest ?? null,
    })
    .returning('message_id as messageId')
    .executeTakeFirstOrThrow()
  return messageId
}

/** The digest of what was written with a key in an enquiry before. */
export async function writtenUnder(tx: Tx, enquiryId: string, keyDigest: Buffer) {
  return tx
    .selectFrom('enquiry_message')
    .select('body_digest as bodyDigest')
    .where('enquiry_id', '=', enquiryId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
}

/** The member of an enquiry, for what staff writes about it. */
export async function memberOf(tx: Tx, memberId: number) {
  return tx
    .selectFrom('member')
    .select(['name', 'mobile', 'erased_at as erasedAt'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Active staff whose role may answer, each with how many open enquiries they have. */
export async function answerers(db: Db) {
  return db
    .selectFrom('staff as s')
    .select((select) => [
      's.staff_id as staffId',
      's.name',
      number(
        select
          .selectFrom('enquiry as e')
          .select((inner) => inner.fn.countAll().as('open'))
          .whereRef('e.owner_id', '=', 's.staff_id')
          .where('e.state', 'not in', ['resolved', 'closed']),
      ).as('open'),
    ])
    .where('s.disabled_at', 'is', null)
    .where('s.role', 'in', PERMISSIONS['enquiry.answer'])
    .orderBy('s.name')
    .orderBy('s.staff_id')
    .execute()
}

/** The name of somebody who may answer; nobody where the account is disabled or of another role. */
export async function answererNamed(tx: Tx, staffId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('staff')
    .select('name')
    .where('staff_id', '=', staffId)
    .where('disabled_at', 'is', null)
    .where('role', 'in', PERMISSIONS['enquiry.answer'])
    .forShare()
    .executeTakeFirst()
  return row?.name
}

/** Who to tell about an enquiry; nobody where the member's data was erased. */
export async function addresseeOf(db: Db, enquiryId: string) {
  return db
    .selectFrom('enquiry as e')
    .innerJoin('member as m', 'm.member_id', 'e.member_id')
    .select(['e.number', 'm.mobile', 'm.language'])
    .where('e.enquiry_id', '=', enquiryId)
    .where('m.erased_at', 'is', null)
    .executeTakeFirst()
}

/** Enquiries that were resolved before a moment and not written to since, oldest first. */
export async function resolvedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('enquiry')
    .select('enquiry_id as enquiryId')
    .where('state', '=', 'resolved')
    .where('resolved_at', '<', before)
    .orderBy('resolved_at')
    .limit(limit)
    .execute()
  return rows.map(({ enquiryId }) => enquiryId)
}

/**
 * Takes a member's words out of all their enquiries and closes those that are not: nobody is there
 * to be answered.
 */
export async function eraseOf(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .selectFrom('enquiry')
    .select('enquiry_id')
    .where('member_id', '=', memberId)
    .orderBy('enquiry_id')
    .forUpdate()
    .execute()
  await sql`
    update enquiry_message m set body = 'Erased', body_digest = null, key_digest = null
    from enquiry e where e.enquiry_id = m.enquiry_id and e.member_id = ${memberId}`.execute(tx)
  await sql`
    update enquiry set subject = 'Erased', body_digest = '', state = 'closed', due_at = null,
      resolve_by = resolve_by + coalesce(${at}::timestamptz - waiting_since, interval '0'),
      waiting_since = null, answered_at = coalesce(answered_at, ${at}),
      resolved_at = coalesce(resolved_at, ${at}), closed_at = coalesce(closed_at, ${at})
    where member_id = ${memberId}`.execute(tx)
}
