import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { FieldState, KycField } from '../../../contract/kyc-states.ts'
import type { kycQueueQuery } from '../../../contract/kyc.ts'
import { KYC_FIELDS } from '../../../contract/kyc-states.ts'
import { endOfDay, startOfDay } from '../../../contract/time.ts'
import { number, type Db } from '../../db/database.ts'
import { lookedUpPage, type Order } from '../../db/keyset.ts'
import { keepPlan } from '../../db/kept-plans.ts'
import { isLate } from '../../db/waiting.ts'
import { membersLike, membersOf } from '../../db/members-like.ts'

type QueueQuery = z.output<typeof kycQueueQuery>

/** What a search narrowed a list to: one member, or those whose name begins so. */
export type Sought = { memberId?: number; name?: string }

/** That the member `m` of a query is sought; null where all are. */
export function isSought({ memberId, name }: Sought): Expression<SqlBool> | null {
  if (memberId !== undefined) return sql<SqlBool>`m.member_id = ${memberId}`
  if (name === undefined) return null
  const begins = `${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(m.name) collate "C" like ${begins}`
}

const pending = (db: Db) =>
  db.selectFrom('kyc as k').selectAll('k').where('k.state', '=', 'pending')

function waiting(db: Db) {
  return db
    .selectFrom(pending(db).as('k'))
    .innerJoin('member as m', 'm.member_id', 'k.member_id')
    .leftJoin('staff as locker', 'locker.staff_id', 'k.locked_by')
    .select([
      'k.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.kind as memberKind',
      'm.mobile',
      'm.state',
      'k.round',
      'k.submitted_at as submittedAt',
      'k.locked_by as lockedById',
      'k.locked_until as lockedUntil',
      'locker.name as lockerName',
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof waiting>['executeTakeFirstOrThrow']>>

const key = [
  { column: 'k.submitted_at', type: 'timestamptz', of: (row: Found) => row.submittedAt },
  { column: 'k.member_id', type: 'int', of: (row: Found) => row.memberId },
] as const
const ORDERS: Record<QueueQuery['sort'], Order<Found>> = {
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
  newest: { name: 'newest', direction: 'desc', key: [...key] },
}

/** The queue has one row a member: so many are found by their members sooner than in its order. */
const FEW_IN_QUEUE = 5_000

/**
 * Who is sought is found by his name or number, and the rest is seen of him there; that he waits is
 * told by the index of the queue alone.
 */
const isAmong = (sought: Expression<unknown>) => sql<SqlBool>`k.member_id = any(array(${sought}))`

/** Submissions that wait, one page. */
export async function queuePage(db: Db, filters: QueueQuery, sought: Sought) {
  let query = pending(db)
  const like = { state: filters.state, memberKind: filters.kind }
  const members = isSought(sought)
  const fits = members
    ? isAmong(
        db
          .selectFrom('kyc as q')
          .select('q.member_id')
          .where('q.state', '=', 'pending')
          .where((where) =>
            where.exists(
              membersOf(db, like)
                .whereRef('m.member_id', '=', sql.ref('q.member_id'))
                .where(members),
            ),
          ),
      )
    : await membersLike(db, 'k.member_id', like, FEW_IN_QUEUE)
  if (fits) query = query.where(fits)
  if (filters.from) query = query.where('k.submitted_at', '>=', startOfDay(filters.from))
  if (filters.to) query = query.where('k.submitted_at', '<', endOfDay(filters.to))
  if (filters.late) query = query.where(isLate('k.submitted_at', 'kyc'))
  const source = { query, rows: waiting(db), plan: 'kyc queue' }
  return lookedUpPage(db, [source], ORDERS[filters.sort], filters)
}

const anyOf = (memberIds: readonly number[]) => sql<number>`any(${memberIds}::int[])`

/** The fields of these members, each in the order of the contract. */
export async function fieldStatesOf(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, { field: KycField; state: FieldState }[]>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('kyc_field')
    .modifyFront(keepPlan('kyc fields'))
    .select(['member_id as memberId', 'field', 'state'])
    .where('member_id', '=', anyOf(memberIds))
    .execute()
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId)
  return new Map(
    [...byMember].map(([memberId, fields]) => [
      memberId,
      KYC_FIELDS.flatMap((name) =>
        fields.filter(({ field }) => field === name).map(({ field, state }) => ({ field, state })),
      ),
    ]),
  )
}

/** With how many other members each of these shares a value; who shares none is left out. */
export async function duplicateCounts(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, number>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('kyc_field as mine')
    .modifyFront(keepPlan('kyc duplicates'))
    .innerJoin('kyc_field as other', (join) =>
      join
        .onRef('other.field', '=', 'mine.field')
        .onRef('other.digest', '=', 'mine.digest')
        .onRef('other.member_id', '<>', 'mine.member_id'),
    )
    .select((select) => [
      'mine.member_id as memberId',
      number(select.fn.count('other.member_id').distinct()).as('others'),
    ])
    .where('mine.member_id', '=', anyOf(memberIds))
    .groupBy('mine.member_id')
    .execute()
  return new Map(rows.map(({ memberId, others }) => [memberId, others]))
}
