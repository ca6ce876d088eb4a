import { sql, type Expression, type SqlBool } from 'kysely'
import {
  MEMBER_STATUSES,
  type UserListQuery,
  type UserRow,
} from '../../../../contract/desk/users.ts'
import type { Page } from '../../../../contract/paging.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Db } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { countWhereAsked, keysetPage, type Order } from '../../../db/keyset.ts'
import type { MemberWords } from '../../people/members/index.ts'
import { usersByIds } from './users.queries.ts'

/** What a search narrows the list to. */
export type Sought = MemberWords | { nameBegins: string } | null

// The places of a page are read from one index, which holds what is filtered by; the members
// themselves are looked up for the page alone.
const byJoining = (db: Db) =>
  db.selectFrom('member as m').select(['m.member_id as memberId', 'm.joined_at as joinedAt'])
const byName = (db: Db) =>
  db
    .selectFrom('member as m')
    .select(['m.member_id as memberId', sql<string>`lower(m.name)`.as('nameKey')])
const byPoints = (db: Db) =>
  db.selectFrom('member_points as m').select(['m.member_id as memberId', 'm.available'])

const memberId = {
  column: 'm.member_id',
  type: 'int',
  of: (row: { memberId: number }) => row.memberId,
} as const
const joinedAt = {
  column: 'm.joined_at',
  type: 'timestamptz',
  of: (row: { joinedAt: Date }) => row.joinedAt,
} as const
/** What differs between the members and their copy in the order of points. */
type Columns = { nameKey: Expression<unknown>; hasPoints(least: number): Expression<SqlBool> }
const MEMBER: Columns = {
  nameKey: sql`lower(m.name) collate "C"`,
  hasPoints: (least) =>
    sql`m.member_id in (select member_id from member_points where available >= ${least})`,
}
const POINTS_COPY: Columns = {
  nameKey: sql`m.name_key`,
  hasPoints: (least) => sql`m.available >= ${least}`,
}
const nameKey = {
  column: MEMBER.nameKey,
  type: 'text',
  of: (row: { nameKey: string }) => row.nameKey,
} as const
const available = {
  column: 'm.available',
  type: 'bigint',
  of: (row: { available: string }) => row.available,
} as const
type Joined = { memberId: number; joinedAt: Date }
const NEWEST: Order<Joined> = { name: 'newest', direction: 'desc', key: [joinedAt, memberId] }
const OLDEST: Order<Joined> = { name: 'oldest', direction: 'asc', key: [joinedAt, memberId] }
const NAME: Order<{ memberId: number; nameKey: string }> = {
  name: 'name',
  direction: 'asc',
  key: [nameKey, memberId],
}
/** So many members are put in order about as fast as the order is walked past those who do not fit. */
const FEW = 1000
const POINTS: Order<{ memberId: number; available: string }> = {
  name: 'points',
  direction: 'desc',
  key: [available, memberId],
}

/** One page of members, in the order and with the filters that are asked for. */
export async function userPage(
  db: Db,
  filters: UserListQuery,
  sought: Sought,
): Promise<Page<UserRow>> {
  const places = await placesOf(db, filters, sought)
  const ids = places.items.map((place) => place.memberId)
  const found = ids.length > 0 ? await usersByIds(db, ids) : new Map<number, UserRow>()
  return { ...places, items: ids.flatMap((id) => found.get(id) ?? []) }
}

function placesOf(
  db: Db,
  filters: UserListQuery,
  sought: Sought,
): Promise<Page<{ memberId: number }>> {
  const fits = conditionsOf(filters, sought, MEMBER)
  switch (filters.sort) {
    case 'name':
      return keysetPage(
        db,
        byName(db).where((where) => where.and(fits)),
        NAME,
        filters,
      )
    case 'points':
      return placesByPoints(db, filters, sought)
    default:
      return keysetPage(
        db,
        byJoining(db).where((where) => where.and(fits)),
        filters.sort === 'oldest' ? OLDEST : NEWEST,
        filters,
      )
  }
}

/**
 * Where few members fit they are found first and put in order then; where many fit, the order is
 * walked until a page is full.
 */
async function placesByPoints(db: Db, filters: UserListQuery, sought: Sought) {
  const fitting = byJoining(db).where((where) => where.and(conditionsOf(filters, sought, MEMBER)))
  const few = await fitting.limit(FEW + 1).execute()
  const place = { ...filters, count: undefined }
  const fits = conditionsOf(filters, sought, POINTS_COPY)
  const page =
    few.length <= FEW
      ? keysetPage(db, pointsOf(db, few), POINTS, place)
      : keysetPage(
          db,
          byPoints(db).where((where) => where.and(fits)),
          POINTS,
          place,
        )
  const [places, count] = await Promise.all([page, countWhereAsked(db, fitting, filters)])
  return { ...places, count }
}

/** Looked up first: without `offset 0` the database might walk the order of all for them. */
function pointsOf(db: Db, members: readonly { memberId: number }[]) {
  const ids = members.map((member) => member.memberId)
  const looked = db
    .selectFrom('member_points')
    .selectAll()
    .where('member_id', '=', sql<number>`any(${ids}::int[])`)
    .offset(sql.lit(0))
  return db.selectFrom(looked.as('m')).select(['m.member_id as memberId', 'm.available'])
}

function conditionsOf(
  filters: UserListQuery,
  sought: Sought,
  columns: Columns,
): Expression<SqlBool>[] {
  const { kind, region, distributor, kyc, status, minPoints, from, to } = filters
  const conditions: Expression<SqlBool>[] = []
  if (sought) conditions.push(isSought(sought, columns))
  if (kind) conditions.push(isOneWord('m.kind', kind))
  if (region) conditions.push(isOneOf('m.state', region))
  if (distributor) conditions.push(isOneOf('m.distributor_id', distributor))
  if (kyc) conditions.push(isOneWord('m.kyc_state', kyc))
  if (status) {
    const stored = status.map((name) => MEMBER_STATUSES.indexOf(name))
    conditions.push(isOneOf('m.status', stored))
  }
  if (minPoints) conditions.push(columns.hasPoints(minPoints))
  if (from) conditions.push(sql`m.joined_at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`m.joined_at < ${endOfDay(to)}`)
  return conditions
}

function isSought(sought: NonNullable<Sought>, { nameKey }: Columns): Expression<SqlBool> {
  if ('mobile' in sought) return sql`m.mobile = ${sought.mobile}`
  if ('code' in sought) return sql`m.code = ${sought.code}`
  // Between the beginning itself and the beginning followed by the last of all characters.
  const begins = sql`lower(cast(${sought.nameBegins} as text))`
  return sql`(${nameKey} >= ${begins} and ${nameKey} < ${begins} || ${'\u{10FFFF}'})`
}

/** A single word is compared by `=`, so that an index that begins with it also gives the order. */
function isOneWord(column: string, words: readonly string[]): Expression<SqlBool> {
  const [only] = words
  return only !== undefined && words.length === 1
    ? sql`${sql.ref(column)} = ${only}`
    : sql`${sql.ref(column)} = any(cast(${words} as text[]))`
}
