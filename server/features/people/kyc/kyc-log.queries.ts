import { sql, type NotNull, type SqlBool } from 'kysely'
import { z } from 'zod'
import { kycField } from '../../../../contract/people/kyc-states.ts'
import { refusalReason } from '../../../../contract/reasons.ts'
import {
  type KycHistoryRow,
  type kycHistoryQuery,
  type KycLogRow,
  type kycLogQuery,
} from '../../../../contract/people/kyc-history.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Db } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { isSought, type Sought } from './kyc-queue.queries.ts'

type HistoryQuery = z.output<typeof kycHistoryQuery>
type LogQuery = z.output<typeof kycLogQuery>

/** What is known of every event; the member's own have nobody of staff. */
function events(db: Db) {
  return db
    .selectFrom('kyc_event as e')
    .innerJoin('member as m', 'm.member_id', 'e.member_id')
    .leftJoin('staff', 'staff.staff_id', 'e.staff_id')
    .select([
      'e.event_id as eventId',
      'e.at',
      'e.action',
      'staff.name as by',
      'e.round',
      'e.field',
      'e.decision',
      'e.reason',
      'e.note',
      'e.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
    ])
}
type Events = ReturnType<typeof events>
type Found = Awaited<ReturnType<Events['executeTakeFirstOrThrow']>>

const toLogRow = ({ at, by, ...event }: Found): KycLogRow => ({
  ...event,
  at: at.toISOString(),
  by: by ?? 'Member',
})

/** By time; two events of one moment by their number. */
function ordered<T extends { at: Date; eventId: string }>(sort: LogQuery['sort']): Order<T> {
  return {
    name: sort,
    direction: sort === 'newest' ? 'desc' : 'asc',
    key: [
      { column: 'e.at', type: 'timestamptz', of: (row) => row.at },
      { column: 'e.event_id', type: 'bigint', of: (row) => row.eventId },
    ],
  }
}

type Shared = Pick<LogQuery, 'from' | 'to' | 'by'>

function narrowed(all: Events, filters: Shared, sought: Sought): Events {
  let query = all
  if (filters.from) query = query.where('e.at', '>=', startOfDay(filters.from))
  if (filters.to) query = query.where('e.at', '<', endOfDay(filters.to))
  if (filters.by) query = query.where(isOneOf('e.staff_id', filters.by))
  const members = isSought(sought)
  return members ? query.where(members) : query
}

/** Every event, the newest first or last. */
export async function logPage(db: Db, filters: LogQuery, sought: Sought) {
  let query = narrowed(events(db), filters, sought)
  if (filters.action) query = query.where('e.action', 'in', filters.action)
  if (filters.field) query = query.where('e.field', 'in', filters.field)
  if (filters.member !== undefined) query = query.where('e.member_id', '=', filters.member)
  const page = await keysetPage(db, query, ordered<Found>(filters.sort), filters)
  return { ...page, items: page.items.map(toLogRow) }
}

const EVENTS_SHOWN = 200

/** What happened to one KYC, oldest first; of a very long story its end. */
export async function eventsOf(db: Db, memberId: number) {
  const rows = await events(db)
    .where('e.member_id', '=', memberId)
    .orderBy('e.at', 'desc')
    .orderBy('e.event_id', 'desc')
    .limit(EVENTS_SHOWN)
    .execute()
  return rows.toReversed().map(toLogRow)
}

function decisions(db: Db, filters: HistoryQuery, sought: Sought) {
  const query = narrowed(events(db), filters, sought).where('e.action', '=', 'decided')
  return (
    query
      .select([
        'e.submitted_at as submittedAt',
        'e.opened_at as openedAt',
        'e.accepted',
        'e.refused',
      ])
      // A decision is written with all of these.
      .$narrowType<{ decision: NotNull; by: NotNull; submittedAt: NotNull; accepted: NotNull }>()
  )
}
type Decision = Awaited<ReturnType<ReturnType<typeof decisions>['executeTakeFirstOrThrow']>>

/** Every decision with its fields and the time it took. */
export async function historyPage(db: Db, filters: HistoryQuery, sought: Sought) {
  let query = decisions(db, filters, sought)
  if (filters.decision) query = query.where('e.decision', 'in', filters.decision)
  if (filters.field) {
    // An approval refuses nothing: all of them would be read to find that out.
    if (filters.decision?.every((one) => one === 'approve'))
      query = query.where(sql<SqlBool>`false`)
    // A decision refuses its fields at its own moment: the index of refusals finds the rare ones.
    query = query.where(sql<SqlBool>`exists (
      select from kyc_event r where r.action = 'field_refused' and r.at = e.at
        and r.member_id = e.member_id and r.field = any(cast(${filters.field} as text[])))`)
  }
  const page = await keysetPage(db, query, ordered<Decision>(filters.sort), filters)
  return { ...page, items: page.items.map(toHistoryRow) }
}

const refusedFields = z.array(z.object({ field: kycField, reason: refusalReason }))
const seconds = (from: Date, to: Date) =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))

function toHistoryRow({ at, submittedAt, openedAt, by, refused, ...row }: Decision): KycHistoryRow {
  const { eventId, memberId, memberCode, memberName, mobile, round, decision } = row
  return {
    eventId,
    memberId,
    memberCode,
    memberName,
    mobile,
    round,
    decision,
    decidedAt: at.toISOString(),
    decidedBy: by,
    submittedAt: submittedAt.toISOString(),
    waitedSeconds: seconds(submittedAt, at),
    reviewSeconds: openedAt && seconds(openedAt, at),
    accepted: row.accepted,
    refused: refusedFields.parse(refused),
    note: row.note,
  }
}

/** Staff whose acts the log holds, by name. */
export async function reviewers(db: Db) {
  return db
    .selectFrom('staff as s')
    .select(['s.staff_id as staffId', 's.name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('kyc_event as e').select('e.event_id').whereRef('e.staff_id', '=', 's.staff_id'),
      ),
    )
    .orderBy('s.name')
    .orderBy('s.staff_id')
    .execute()
}
