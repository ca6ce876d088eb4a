import { sql } from 'kysely'
import type { z } from 'zod'
import type { EnquiryListQuery } from '../../../../contract/desk/enquiries.ts'
import type { listMemberEnquiries } from '../../../../contract/desk/member-enquiries.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { number, type Db } from '../../../db/database.ts'
import { lookedUpPage, type Order } from '../../../db/keyset.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { OPEN_STATES } from './enquiry-machine.ts'

export type MyQuery = z.output<NonNullable<typeof listMemberEnquiries.query>>
/** What a search narrowed the list to. */
export type Sought = { memberId?: number; number?: string }
/** Who asks, and when: `me` and what is late follow from them. */
export type Asking = { staffId: number; now: Date }

const SOON_MS = 2 * 3_600_000

const enquiries = (db: Db) => db.selectFrom('enquiry as e').selectAll('e')

type Rows = ReturnType<typeof enquiries>

function enquiryRows(db: Db) {
  return db
    .selectFrom('enquiry as e')
    .innerJoin('member as m', 'm.member_id', 'e.member_id')
    .leftJoin('staff as s', 's.staff_id', 'e.owner_id')
    .select([
      'e.enquiry_id as enquiryId',
      'e.number',
      'e.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
      'm.language',
      'e.category',
      'e.subject',
      'e.state',
      'e.owner_id as ownerId',
      's.name as ownerName',
      'e.opened_at as openedAt',
      'e.last_message_at as lastMessageAt',
      'e.member_wrote_last as memberWroteLast',
      'e.answer_by as answerBy',
      'e.answered_at as answeredAt',
      'e.resolve_by as resolveBy',
      'e.waiting_since as waitingSince',
      'e.resolved_at as resolvedAt',
      'e.closed_at as closedAt',
      'e.due_at as dueAt',
      'e.scan_id as scanId',
      'e.redemption_id as redemptionId',
    ])
}
export type Found = Awaited<ReturnType<ReturnType<typeof enquiryRows>['executeTakeFirstOrThrow']>>

/** Later than any deadline: where none runs, in the order by urgency. As the index has it. */
const NEVER = new Date('9999-12-31T00:00:00Z')
const never = sql`timestamptz '9999-12-31 00:00:00+00'`
const urgency = sql`coalesce(e.due_at, ${never})`

const enquiryId = {
  column: 'e.enquiry_id',
  type: 'bigint',
  of: (row: Found) => row.enquiryId,
} as const
const dueAt = {
  column: urgency,
  type: 'timestamptz',
  of: (row: Found) => row.dueAt ?? NEVER,
} as const
const openedAt = {
  column: 'e.opened_at',
  type: 'timestamptz',
  of: (row: Found) => row.openedAt,
} as const
const lastMessageAt = {
  column: 'e.last_message_at',
  type: 'timestamptz',
  of: (row: Found) => row.lastMessageAt,
} as const

const ORDERS: Record<EnquiryListQuery['sort'], Order<Found>> = {
  urgent: { name: 'urgent', direction: 'asc', key: [dueAt, enquiryId] },
  newest: { name: 'newest', direction: 'desc', key: [openedAt, enquiryId] },
  oldest: { name: 'oldest', direction: 'asc', key: [openedAt, enquiryId] },
}
const LAST_WRITTEN: Order<Found> = {
  name: 'newest',
  direction: 'desc',
  key: [lastMessageAt, enquiryId],
}

export async function enquiryPage(
  db: Db,
  filters: EnquiryListQuery,
  sought: Sought,
  asking: Asking,
) {
  let query = enquiries(db)
  if (sought.memberId !== undefined) query = query.where('e.member_id', '=', sought.memberId)
  if (sought.number !== undefined) query = query.where('e.number', '=', sought.number)
  if (filters.member !== undefined) query = query.where('e.member_id', '=', filters.member)
  if (filters.status) query = query.where('e.state', 'in', filters.status)
  if (filters.category) query = query.where('e.category', 'in', filters.category)
  if (filters.from) query = query.where('e.opened_at', '>=', startOfDay(filters.from))
  if (filters.to) query = query.where('e.opened_at', '<', endOfDay(filters.to))
  query = ownedBy(query, filters.owner, asking)
  query = late(query, filters.late, asking)
  const order = ORDERS[filters.sort]
  if (filters.sort === 'urgent' && filters.from && filters.to) {
    return pageOf(db, byUrgency(query, filters.from), order, filters)
  }
  return pageOf(db, [query], order, filters)
}

function pageOf(
  db: Db,
  queries: readonly Rows[],
  order: Order<Found>,
  place: Parameters<typeof lookedUpPage>[3],
) {
  const sources = queries.map((query) => ({ query, rows: enquiryRows(db), plan: 'enquiries' }))
  return lookedUpPage(db, sources, order, place)
}

/**
 * Some days of the queue in the order of urgency, without sorting what they hold: those with a
 * deadline are few, and no deadline is before its enquiry; the others stand in the order of their ids,
 * which are never older than they.
 */
function byUrgency(query: Rows, from: string): Rows[] {
  const first = startOfDay(from)
  return [
    query.where(sql<boolean>`${urgency} >= ${first} and ${urgency} < ${never}`),
    query.where(sql<boolean>`${urgency} = ${never}`).where('e.enquiry_id', '>=', firstIdAt(first)),
  ]
}

function ownedBy(query: Rows, owner: EnquiryListQuery['owner'], { staffId }: Asking): Rows {
  if (owner === undefined) return query
  if (owner === 'nobody') return query.where('e.owner_id', 'is', null)
  return query.where('e.owner_id', '=', owner === 'me' ? staffId : owner)
}

function late(query: Rows, late: EnquiryListQuery['late'], { now }: Asking): Rows {
  if (late === undefined) return query
  if (late === 'missed') return query.where('e.due_at', '<', now)
  return query.where('e.due_at', '>=', now).where('e.due_at', '<=', soon(now))
}

const soon = (now: Date) => new Date(now.getTime() + SOON_MS)

export async function memberPage(db: Db, memberId: number, filters: MyQuery) {
  let query = enquiries(db).where('e.member_id', '=', memberId)
  if (filters.status) query = query.where('e.state', 'in', filters.status)
  return pageOf(db, [query], LAST_WRITTEN, filters)
}

export async function enquiryById(db: Db, enquiryId: string): Promise<Found | undefined> {
  return enquiryRows(db).where('e.enquiry_id', '=', enquiryId).executeTakeFirst()
}

/** Other enquiries of the same member, newest first, at most ten. */
export async function othersOf(
  db: Db,
  { memberId, enquiryId }: Pick<Found, 'memberId' | 'enquiryId'>,
) {
  return db
    .selectFrom('enquiry')
    .select(['enquiry_id as enquiryId', 'number', 'subject', 'state'])
    .where('member_id', '=', memberId)
    .where('enquiry_id', '<>', enquiryId)
    .orderBy('opened_at', 'desc')
    .orderBy('enquiry_id', 'desc')
    .limit(10)
    .execute()
}

/** How many are not settled, and which of them are mine, nobody's or late. */
export async function counts(db: Db, { staffId, now }: Asking) {
  const countWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    number(sql`count(*) filter (where ${condition})`)
  return db
    .selectFrom('enquiry')
    .select((select) => [
      number(select.fn.countAll()).as('open'),
      countWhere(sql`owner_id = ${staffId}`).as('mine'),
      countWhere(sql`owner_id is null`).as('unassigned'),
      countWhere(sql`due_at < ${now}`).as('missed'),
      countWhere(sql`due_at between ${now} and ${soon(now)}`).as('soon'),
    ])
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirstOrThrow()
}

/** What was written in an enquiry and happened to it, in its order. */
export async function messagesOf(db: Db, enquiryId: string) {
  return db
    .selectFrom('enquiry_message as t')
    .leftJoin('staff as s', 's.staff_id', 't.staff_id')
    .select(['t.message_id as messageId', 't.at', 't.kind', 't.body', 's.name as staffName'])
    .where('t.enquiry_id', '=', enquiryId)
    .orderBy('t.message_id')
    .execute()
}
