import { sql } from 'kysely'
import type {
  AccessKind,
  AccessListQuery,
  AccessRow,
  AccessSubject,
} from '../../../../contract/platform/data-access.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Db } from '../../../db/database.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'

type Seen = {
  id: string
  at: Date
  staff_id: number
  role: AccessRow['role']
  kind: AccessKind
  field: string | null
  subject: AccessSubject
  subject_id: string
  rows: number | null
  times: number | null
  first_at: Date | null
  from_address: string | null
  reason: string | null
}

/**
 * What the trail says was revealed and taken, and what was opened and searched, as one table. The
 * trail's actions stand in the text: its index holds those alone.
 */
const SEEN = sql<Seen>`(
  select seq as id, at, staff_id, role::text,
    case when action in ('list.exported', 'report.downloaded') then 'exported' else 'revealed' end as kind,
    case action when 'redemption.address_revealed' then 'address'
      when 'kyc.pans_revealed' then 'pan' else after ->> 'field' end as field,
    case action when 'list.exported' then 'list' when 'distributor.revealed' then 'distributor'
      when 'kyc.revealed' then 'member' when 'redemption.address_revealed' then 'member'
      else 'report' end as subject,
    case action when 'redemption.address_revealed' then after ->> 'memberId'
      else subject_id end as subject_id,
    (after ->> 'rows')::int as rows, null::int as times, null::timestamptz as first_at,
    after ->> 'fromAddress' as from_address, reason
  from audit where staff_id is not null and action in
    ('kyc.revealed', 'kyc.pans_revealed', 'distributor.revealed', 'redemption.address_revealed',
     'list.exported', 'report.downloaded')
  union all
  select lookup_id, last_at, staff_id, role, kind, null,
    case kind when 'opened' then 'member' else 'list' end, subject, null::int, times, first_at,
    address, null
  from data_lookup
)`

function seen(db: Db) {
  return db.selectFrom(SEEN.as('a')).selectAll('a')
}

const numberOf = (subject: AccessSubject) =>
  sql<number | null>`case when a.subject = ${sql.lit(subject)} then a.subject_id::int end`

function withNames(db: Db, found: ReturnType<typeof seen>) {
  return db
    .selectFrom(found.as('a'))
    .innerJoin('staff', 'staff.staff_id', 'a.staff_id')
    .leftJoin('member', (join) => join.on('member.member_id', '=', numberOf('member')))
    .leftJoin('distributor', (join) =>
      join.on('distributor.distributor_id', '=', numberOf('distributor')),
    )
    .selectAll('a')
    .select((select) => [
      'staff.name as by',
      select.fn.coalesce('member.code', 'distributor.code').as('code'),
      select.fn.coalesce('member.name', 'distributor.name').as('name'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const key = [
  { column: 'a.at', type: 'timestamptz', of: (row: Found) => row.at },
  { column: 'a.id', type: 'bigint', of: (row: Found) => row.id },
] as const
const ORDERS: Record<AccessListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

/** A page of who looked at what. */
export async function accessPage(db: Db, filters: AccessListQuery) {
  const { q, staff, kind, subject, from, to } = filters
  let query = seen(db)
  if (q) query = query.where(await isOfSubject(db, q))
  if (staff !== undefined) query = query.where('a.staff_id', '=', sql<number>`${staff}::int`)
  if (kind) query = query.where('a.kind', 'in', kind)
  if (subject) query = query.where('a.subject', 'in', subject)
  if (from) query = query.where('a.at', '>=', startOfDay(from))
  if (to) query = query.where('a.at', '<', endOfDay(to))
  const order = ORDERS[filters.sort]
  const page = await joinedPage(db, query, (found) => withNames(db, found), order, filters)
  return { ...page, items: page.items.map(toRow) }
}

/** Rows about the member or distributor of a code or mobile; none where there is no such. */
async function isOfSubject(db: Db, q: string) {
  const [member, distributor] = await Promise.all([
    db
      .selectFrom('member')
      .select('member_id as id')
      .where((or) => or.or([or('code', '=', q.toUpperCase()), or('mobile', '=', q)]))
      .executeTakeFirst(),
    db
      .selectFrom('distributor')
      .select('distributor_id as id')
      .where('code', '=', q.toUpperCase())
      .executeTakeFirst(),
  ])
  const is = (of: AccessSubject, found: { id: number } | undefined) =>
    found
      ? sql<boolean>`(a.subject = ${of} and a.subject_id = ${String(found.id)})`
      : sql<boolean>`false`
  return sql<boolean>`(${is('member', member)} or ${is('distributor', distributor)})`
}

function toRow({ id, at, staff_id, subject_id, first_at, from_address, ...row }: Found): AccessRow {
  return {
    ...row,
    accessId: id,
    at: at.toISOString(),
    staffId: staff_id,
    subjectId: subject_id,
    firstAt: first_at?.toISOString() ?? null,
    fromAddress: from_address,
  }
}
