import { sql } from 'kysely'
import type { z } from 'zod'
import type { RedemptionListQuery, myRedemptions } from '../../../../contract/money/redemptions.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import { lookedUpPage, type Order } from '../../../db/keyset.ts'
import { isLate } from '../../../db/waiting.ts'
import { redemptionBy } from '../../platform/permissions/index.ts'
import { membersLike } from '../../../db/members-like.ts'

export type MyQuery = z.output<NonNullable<typeof myRedemptions.query>>
/** What a search narrowed the list to. */
export type Sought = { memberId?: number; number?: string }

const redemptions = (db: Db | Tx) => db.selectFrom('redemption as r').selectAll('r')

function redemptionRows(db: Db | Tx) {
  return db
    .selectFrom('redemption as r')
    .innerJoin('member as m', 'm.member_id', 'r.member_id')
    .leftJoin('gift', 'gift.gift_id', 'r.gift_id')
    .leftJoin('staff', 'staff.staff_id', 'r.requested_by')
    .select((select) => [
      'r.redemption_id as redemptionId',
      'r.number',
      'r.state',
      'r.kind',
      'r.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.kind as memberKind',
      'm.mobile',
      'm.state as memberState',
      'r.points',
      'r.point_value_paise as pointValuePaise',
      number(select.ref('r.amount_paise')).as('amountPaise'),
      'gift.name as giftName',
      'r.quantity',
      'r.destination',
      'r.requested_at as requestedAt',
      'r.changed_at as changedAt',
      'r.requested_by as requestedById',
      'staff.name as requestedBy',
      'r.approvals_needed as approvalsNeeded',
      'r.reject_reason as rejectReason',
      'r.reject_reason_hi as rejectReasonHi',
      'm.language',
    ])
}
export type Found = Awaited<
  ReturnType<ReturnType<typeof redemptionRows>['executeTakeFirstOrThrow']>
>

const requestedAt = {
  column: 'r.requested_at',
  type: 'timestamptz',
  of: (row: Found) => row.requestedAt,
} as const
const redemptionId = {
  column: 'r.redemption_id',
  type: 'bigint',
  of: (row: Found) => row.redemptionId,
} as const
const amount = {
  column: 'r.amount_paise',
  type: 'bigint',
  of: (row: Found) => row.amountPaise,
} as const

const ORDERS: Record<RedemptionListQuery['sort'], Order<Found>> = {
  oldest: { name: 'oldest', direction: 'asc', key: [requestedAt, redemptionId] },
  newest: { name: 'newest', direction: 'desc', key: [requestedAt, redemptionId] },
  largest: { name: 'largest', direction: 'desc', key: [amount, redemptionId] },
}

export async function redemptionPage(db: Db, filters: RedemptionListQuery, sought: Sought) {
  let query = onDays(redemptions(db), filters)
  if (sought.memberId !== undefined) query = query.where('r.member_id', '=', sought.memberId)
  if (sought.number !== undefined) query = query.where('r.number', '=', sought.number)
  if (filters.member !== undefined) query = query.where('r.member_id', '=', filters.member)
  if (filters.status) query = query.where('r.state', 'in', filters.status)
  if (filters.kind) query = query.where('r.kind', 'in', filters.kind)
  const members = await membersLike(db, 'r.member_id', filters)
  if (members) query = query.where(members)
  if (filters.late) query = query.where(isLate('r.requested_at', 'redemption'))
  if (filters.approver !== undefined) query = query.where(redemptionBy(filters.approver))
  return pageOf(db, query, filters)
}

export async function memberPage(db: Db, memberId: number, filters: MyQuery) {
  let query = onDays(redemptions(db), filters).where('r.member_id', '=', memberId)
  if (filters.state) query = query.where('r.state', 'in', filters.state)
  return pageOf(db, query, filters)
}

function pageOf(
  db: Db,
  query: ReturnType<typeof redemptions>,
  filters: Pick<RedemptionListQuery, 'sort'> & Parameters<typeof lookedUpPage>[3],
) {
  const source = { query, rows: redemptionRows(db), plan: 'redemptions' }
  return lookedUpPage(db, [source], ORDERS[filters.sort], filters)
}

function onDays(
  rows: ReturnType<typeof redemptions>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  let query = rows
  if (from) query = query.where('r.requested_at', '>=', startOfDay(from))
  if (to) query = query.where('r.requested_at', '<', endOfDay(to))
  return query
}

export async function redemptionById(db: Db | Tx, redemptionId: string) {
  return redemptionRows(db).where('r.redemption_id', '=', redemptionId).executeTakeFirst()
}

/** Who to tell about a redemption and what; nobody where the member's data was erased. */
export async function addresseeOf(db: Db, redemptionId: string) {
  return redemptionRows(db)
    .where('r.redemption_id', '=', redemptionId)
    .where('m.erased_at', 'is', null)
    .executeTakeFirst()
}

/** What each of some redemptions is worth; what is not there is left out. */
export async function amountsOf(db: Db, redemptionIds: readonly string[]) {
  return db
    .selectFrom('redemption')
    .select((select) => [
      'redemption_id as redemptionId',
      'number',
      number(select.ref('amount_paise')).as('amountPaise'),
    ])
    .where('redemption_id', '=', anyOf(redemptionIds))
    .execute()
}

/** What happened to some redemptions, each in its order. */
export async function eventsOf(db: Db | Tx, redemptionIds: readonly string[]) {
  if (redemptionIds.length === 0) return []
  return db
    .selectFrom('redemption_event as e')
    .modifyFront(keepPlan('redemption events'))
    .leftJoin('staff', 'staff.staff_id', 'e.staff_id')
    .select([
      'e.redemption_id as redemptionId',
      'e.at',
      'e.staff_id as staffId',
      'staff.name as staffName',
      'e.role',
      'e.action',
      'e.state',
      'e.note',
    ])
    .where('e.redemption_id', '=', anyOf(redemptionIds))
    .orderBy('e.event_id')
    .execute()
}
export type FoundEvent = Awaited<ReturnType<typeof eventsOf>>[number]

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::bigint[])`
