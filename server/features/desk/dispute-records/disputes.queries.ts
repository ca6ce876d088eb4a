import type { Insertable, Updateable } from 'kysely'
import type { DisputeListQuery } from '../../../../contract/desk/disputes.ts'
import { type Db, type Tx } from '../../../db/database.ts'
import { lookedUpPage, type Order } from '../../../db/keyset.ts'
import type { Database } from '../../../db/schema.ts'
import { isLate } from '../../../db/waiting.ts'
import { disputeBy } from '../../platform/permissions/index.ts'

/** States in which nobody has decided yet. */
export const UNDECIDED = ['open', 'proposed'] as const

function disputeFacts(db: Db | Tx) {
  return db
    .selectFrom('dispute as d')
    .innerJoin('enquiry as e', 'e.enquiry_id', 'd.enquiry_id')
    .leftJoin('staff as p', 'p.staff_id', 'd.proposed_by')
    .leftJoin('staff as s', 's.staff_id', 'd.decided_by')
    .select([
      'd.enquiry_id as enquiryId',
      'e.number',
      'd.state',
      'd.code_key as codeKey',
      'd.batch_id as batchId',
      'd.serial',
      'd.first_member_id as firstMemberId',
      'd.first_scan_id as firstScanId',
      'd.claimant_id as claimantId',
      'd.claimant_scan_id as claimantScanId',
      'd.opened_at as openedAt',
      'd.outcome',
      'd.reason',
      'd.proposed_by as proposedBy',
      'p.name as proposer',
      'd.proposed_at as proposedAt',
      'd.note',
      'd.decided_by as decidedBy',
      's.name as approver',
      'd.decided_at as decidedAt',
      'd.moved_scan_id as movedScanId',
    ])
}
export type Dispute = Awaited<
  ReturnType<ReturnType<typeof disputeFacts>['executeTakeFirstOrThrow']>
>

export async function disputeOf(db: Db | Tx, enquiryId: string): Promise<Dispute | undefined> {
  return disputeFacts(db).where('d.enquiry_id', '=', enquiryId).executeTakeFirst()
}

/** The same, locked to the end of the transaction: after the members and its enquiry. */
export async function lockDispute(tx: Tx, enquiryId: string): Promise<Dispute | undefined> {
  return disputeFacts(tx).where('d.enquiry_id', '=', enquiryId).forUpdate('d').executeTakeFirst()
}

/** The undecided dispute of a member about a coupon. */
export async function undecidedOf(
  db: Db | Tx,
  { claimantId, codeKey }: { claimantId: number; codeKey: string },
): Promise<{ enquiryId: string; number: string } | undefined> {
  return db
    .selectFrom('dispute as d')
    .innerJoin('enquiry as e', 'e.enquiry_id', 'd.enquiry_id')
    .select(['d.enquiry_id as enquiryId', 'e.number'])
    .where('d.claimant_id', '=', claimantId)
    .where('d.code_key', '=', codeKey)
    .where('d.state', 'in', UNDECIDED)
    .executeTakeFirst()
}

/** An undecided dispute that a member claims by, or that is about what they have. */
export async function undecidedAbout(
  tx: Tx,
  memberId: number,
): Promise<{ number: string } | undefined> {
  return tx
    .selectFrom('dispute as d')
    .innerJoin('enquiry as e', 'e.enquiry_id', 'd.enquiry_id')
    .select('e.number')
    .where((where) =>
      where.or([where('d.claimant_id', '=', memberId), where('d.first_member_id', '=', memberId)]),
    )
    .where('d.state', 'in', UNDECIDED)
    .orderBy('d.opened_at')
    .limit(1)
    .executeTakeFirst()
}

/** Puts a dispute in; false where the member has an undecided one about the coupon. */
export async function insertDispute(
  tx: Tx,
  row: Insertable<Database['dispute']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('dispute')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function saveDispute(
  tx: Tx,
  enquiryId: string,
  changed: Updateable<Database['dispute']>,
): Promise<void> {
  await tx.updateTable('dispute').set(changed).where('enquiry_id', '=', enquiryId).execute()
}

/** What a search narrowed the list to. */
export type Sought = { memberId?: number; number?: string }

function listRows(db: Db) {
  return disputeFacts(db)
    .innerJoin('member as f', 'f.member_id', 'd.first_member_id')
    .innerJoin('member as c', 'c.member_id', 'd.claimant_id')
    .innerJoin('coupon_batch as b', 'b.batch_id', 'd.batch_id')
    .select(['f.name as firstName', 'c.name as claimantName', 'b.points'])
}
export type Found = Awaited<ReturnType<ReturnType<typeof listRows>['executeTakeFirstOrThrow']>>

const key = [
  { column: 'd.opened_at', type: 'timestamptz', of: (row: Found) => row.openedAt },
  { column: 'd.enquiry_id', type: 'bigint', of: (row: Found) => row.enquiryId },
] as const
const ORDERS: Record<DisputeListQuery['sort'], Order<Found>> = {
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
  newest: { name: 'newest', direction: 'desc', key: [...key] },
}

export async function disputePage(db: Db, filters: DisputeListQuery, sought: Sought) {
  let query = db.selectFrom('dispute as d').selectAll('d')
  const { memberId, number } = sought
  if (memberId !== undefined) {
    query = query.where((where) =>
      where.or([where('d.claimant_id', '=', memberId), where('d.first_member_id', '=', memberId)]),
    )
  }
  if (number !== undefined) {
    query = query.where('d.enquiry_id', '=', (where) =>
      where.selectFrom('enquiry').select('enquiry_id').where('number', '=', number),
    )
  }
  if (filters.status) query = query.where('d.state', 'in', filters.status)
  if (filters.late) query = query.where(isLate('d.opened_at', 'dispute'))
  if (filters.approver !== undefined) query = query.where(disputeBy(filters.approver))
  const source = { query, rows: listRows(db), plan: 'disputes' }
  return lookedUpPage(db, [source], ORDERS[filters.sort], filters)
}
