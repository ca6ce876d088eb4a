import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { FieldState, KycField } from '../../../../contract/people/kyc-states.ts'
import type { kycQueueQuery } from '../../../../contract/people/kyc.ts'
import { KYC_FIELDS } from '../../../../contract/people/kyc-states.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Db } from '../../../db/database.ts'
import { cutPage, lookUp, type Order } from '../../../db/keyset.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import { isLate } from '../../../db/waiting.ts'
import { membersOf } from '../../../db/members-like.ts'

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

/** Submissions that wait, one page, each with what it holds. */
export async function queuePage(db: Db, filters: QueueQuery, sought: Sought) {
  let query = pending(db)
  const members = isSought(sought)
  if (members || filters.region || filters.kind) {
    const like = { region: filters.region, memberKind: filters.kind }
    const fitting = membersOf(db, like).whereRef('m.member_id', '=', sql.ref('k.member_id'))
    query = query.where(({ exists }) => exists(members ? fitting.where(members) : fitting))
  }
  if (filters.from) query = query.where('k.submitted_at', '>=', startOfDay(filters.from))
  if (filters.to) query = query.where('k.submitted_at', '<', endOfDay(filters.to))
  if (filters.late) query = query.where(isLate('k.submitted_at', 'kyc'))
  const sources = [{ query, rows: waiting(db), plan: 'kyc queue' }]
  const order = ORDERS[filters.sort]
  const page = await cutPage(db, sources, order, filters)
  const memberIds = page.items.map(({ key }) => Number(key.at(-1)))
  const [rows, submissions] = await Promise.all([
    lookUp(sources, order, page.items),
    submissionsOf(db, memberIds),
  ])
  const items = rows.map((row) => ({ ...row, ...(submissions.get(row.memberId) ?? NOTHING_YET) }))
  return { ...page, items }
}

/** What a member submitted, as the queue tells it. */
type Submission = {
  /** In the order of the contract. */
  fields: { field: KycField; state: FieldState }[]
  /** How many other members share a value with this one. */
  duplicates: number
}

const NOTHING_YET: Submission = { fields: [], duplicates: 0 }

/** What each of these members submitted; who has no fields is left out. */
async function submissionsOf(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, Submission>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('kyc_field as mine')
    .modifyFront(keepPlan('kyc fields'))
    .leftJoin('kyc_field as other', (join) =>
      join
        .onRef('other.field', '=', 'mine.field')
        .onRef('other.digest', '=', 'mine.digest')
        .onRef('other.member_id', '<>', 'mine.member_id'),
    )
    .select([
      'mine.member_id as memberId',
      'mine.field',
      'mine.state',
      'other.member_id as otherId',
    ])
    .where('mine.member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .execute()
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId)
  return new Map(
    [...byMember].map(([memberId, found]) => {
      const states = new Map(found.map(({ field, state }) => [field, state]))
      const fields = KYC_FIELDS.flatMap((field) => {
        const state = states.get(field)
        return state ? [{ field, state }] : []
      })
      const others = new Set(found.flatMap(({ otherId }) => otherId ?? []))
      return [memberId, { fields, duplicates: others.size }]
    }),
  )
}
