import type { z } from 'zod'
import type { MemberKind } from '../../../../contract/people/members.ts'
import type { listMemberChanges, MemberChange } from '../../../../contract/desk/member-changes.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { memberChangeBy } from '../../platform/permissions/index.ts'

const changeRows = (db: Db | Tx) =>
  db
    .selectFrom('member_change as c')
    .innerJoin('member as m', 'm.member_id', 'c.member_id')
    .innerJoin('staff as maker', 'maker.staff_id', 'c.proposed_by')
    .leftJoin('staff as approver', 'approver.staff_id', 'c.decided_by')
    .select([
      'c.change_id as changeId',
      'c.member_id as memberId',
      'm.code as memberCode',
      'm.name as nowName',
      'm.latin_name as nowLatinName',
      'm.kind as nowKind',
      'c.name',
      'c.latin_name as latinName',
      'c.kind',
      'c.reason',
      'c.state',
      'maker.name as proposedBy',
      'c.proposed_by as proposedById',
      'c.proposed_at as proposedAt',
      'approver.name as decidedBy',
      'c.decided_at as decidedAt',
      'c.note',
    ])
type Found = Awaited<ReturnType<ReturnType<typeof changeRows>['executeTakeFirstOrThrow']>>

function toChange(found: Found): MemberChange {
  const { nowName, nowLatinName, nowKind, name, latinName, kind, proposedAt, decidedAt, ...row } =
    found
  return {
    ...row,
    now: { name: nowName, latinName: nowLatinName, kind: nowKind },
    wanted: { name, latinName, kind },
    proposedAt: proposedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

const key = [{ column: 'c.change_id', type: 'bigint', of: (row: Found) => row.changeId }] as const
type Query = z.output<NonNullable<typeof listMemberChanges.query>>
const ORDERS: Record<Query['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

export async function changePage(db: Db, filters: Query) {
  let query = changeRows(db)
  if (filters.status) query = query.where('c.state', 'in', filters.status)
  if (filters.approver) query = query.where(memberChangeBy(filters.approver))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toChange) }
}

export async function changeById(db: Db | Tx, changeId: string): Promise<MemberChange | undefined> {
  const found = await changeRows(db).where('c.change_id', '=', changeId).executeTakeFirst()
  return found && toChange(found)
}

export async function openChangeOf(db: Db | Tx, memberId: number): Promise<MemberChange | null> {
  const found = await changeRows(db)
    .where('c.member_id', '=', memberId)
    .where('c.state', '=', 'proposed')
    .executeTakeFirst()
  return found ? toChange(found) : null
}

export async function lockChange(tx: Tx, changeId: string) {
  return tx
    .selectFrom('member_change')
    .select(['member_id as memberId', 'state', 'proposed_by as proposedBy'])
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
}

type NewChange = {
  changeId: string
  memberId: number
  name: string
  latinName: string | null
  kind: MemberKind
  reason: string
  staffId: number
  at: Date
}

/** Whether it was written: false where one waits already. */
export async function insertChange(tx: Tx, change: NewChange): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('member_change')
    .values({
      change_id: change.changeId,
      member_id: change.memberId,
      name: change.name,
      latin_name: change.latinName,
      kind: change.kind,
      reason: change.reason,
      proposed_by: change.staffId,
      proposed_at: change.at,
      decided_by: null,
      decided_at: null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function settleChange(
  tx: Tx,
  changeId: string,
  decided: {
    state: 'approved' | 'rejected'
    staffId: number
    at: Date
    note: string | undefined
  },
): Promise<void> {
  await tx
    .updateTable('member_change')
    .set({
      state: decided.state,
      decided_by: decided.staffId,
      decided_at: decided.at,
      note: decided.note || null,
    })
    .where('change_id', '=', changeId)
    .execute()
}

/** The master record of a member, as it is compared with what is wanted. */
export async function recordOf(tx: Tx, memberId: number) {
  return tx
    .selectFrom('member')
    .select(['name', 'latin_name as latinName', 'kind', 'state', 'city', 'pincode', 'language'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}
export type MemberRecord = Awaited<ReturnType<typeof recordOf>>

export async function setRecord(tx: Tx, memberId: number, record: MemberRecord): Promise<void> {
  const { latinName, ...columns } = record
  await tx
    .updateTable('member')
    .set({ ...columns, latin_name: latinName })
    .where('member_id', '=', memberId)
    .execute()
}

export async function enrolmentOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member_enrolment as e')
    .innerJoin('staff as s', 's.staff_id', 'e.staff_id')
    .select(['e.enrolled_at as at', 's.name as by', 'e.upload_id as uploadId'])
    .where('e.member_id', '=', memberId)
    .executeTakeFirst()
}
