import { sql } from 'kysely'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { Db, Tx } from '../../../db/database.ts'

export type Target = { distributorId: number } | { retailerId: number } | null
export type Setting = { memberId: number; fromDay: string; target: Target }

/** The distributors that have these codes, by code. */
export async function distributorsByCode(db: Db | Tx, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('distributor')
    .select(['distributor_id as distributorId', 'code', 'name', 'left_at as leftAt'])
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** The members that have these codes, by code, as far as others could belong to them. */
export async function retailersByCode(db: Db | Tx, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('member')
    .select(['member_id as memberId', 'code', 'name', 'kind', 'status'])
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/**
 * Locks members whose belonging changes and the retailers they come to, with those who belong to any of
 * them since a day: retailers first, then by id. Gives who they are.
 */
export async function lockNetwork(
  tx: Tx,
  { memberIds, retailerIds }: { memberIds: readonly number[]; retailerIds: readonly number[] },
  since: string,
): Promise<{ memberId: number; kind: MemberKind; joinedAt: Date; erasedAt: Date | null }[]> {
  // What an earlier change of a retailer did is seen by the statement after this one.
  await sql`select member_id from member where kind = 'retailer'
    and member_id = any(${[...memberIds, ...retailerIds]}::int[])
    order by member_id for no key update`.execute(tx)
  const { rows } = await sql<{
    memberId: number
    kind: MemberKind
    joinedAt: Date
    erasedAt: Date | null
  }>`
    select member_id as "memberId", kind, joined_at as "joinedAt", erased_at as "erasedAt" from member
    where member_id = any(array(
      select unnest(${memberIds}::int[])
      union
      select b.member_id from member_belonging b
      where b.retailer_id = any(${memberIds}::int[]) and (b.to_day is null or b.to_day >= ${since}::date)
    ))
    order by member_id for no key update`.execute(tx)
  return rows
}

/** Ends what stands from each one's day on, and writes what begins then. */
export async function replaceBelongings(
  tx: Tx,
  settings: readonly Setting[],
  { staffId, at }: { staffId: number | null; at: Date },
): Promise<void> {
  const ids = settings.map(({ memberId }) => memberId)
  const days = settings.map(({ fromDay }) => fromDay)
  const given = sql`unnest(${ids}::int[], ${days}::date[]) as g (member_id, day)`
  await sql`delete from member_belonging b using ${given}
    where b.member_id = g.member_id and b.from_day >= g.day`.execute(tx)
  await sql`update member_belonging b set to_day = g.day - 1 from ${given}
    where b.member_id = g.member_id and (b.to_day is null or b.to_day >= g.day)`.execute(tx)
  const targets = settings.map(({ target }) => target)
  const distributors = targets.map((one) =>
    one && 'distributorId' in one ? one.distributorId : null,
  )
  const retailers = targets.map((one) => (one && 'retailerId' in one ? one.retailerId : null))
  await sql`
    insert into member_belonging (member_id, from_day, distributor_id, retailer_id, set_by, set_at)
    select member_id, day, distributor_id, retailer_id, ${staffId}::int, ${at}::timestamptz
    from unnest(${ids}::int[], ${days}::date[], ${distributors}::int[], ${retailers}::int[])
      as v (member_id, day, distributor_id, retailer_id)
    where num_nonnulls(distributor_id, retailer_id) = 1`.execute(tx)
}

/**
 * Rewrites which distributor members had since a day, and which they have: their own, or that of
 * the retailer they belong to at the time. Days begin in India; somebody's first one when they
 * joined.
 */
export async function followBelongings(
  tx: Tx,
  memberIds: readonly number[],
  since: string,
): Promise<void> {
  await sql`select set_config('hil.belonging', 'kept', true)`.execute(tx)
  await sql`
    delete from member_distributor d using member m
    where m.member_id = d.member_id and d.member_id = any(${memberIds}::int[])
      and d.from_at >= greatest(${since}::timestamp at time zone 'Asia/Kolkata', m.joined_at)`.execute(
    tx,
  )
  await sql`
    insert into member_distributor (member_id, from_at, distributor_id)
    select member_id, from_at, distributor_id
    from (
      select e.*, lag(e.distributor_id) over steps as step_before, lag(e.from_at) over steps as at_before,
        earlier.from_at as earlier_at, earlier.distributor_id as earlier
      from (${edges(memberIds, since)}) e
      left join lateral (select d.from_at, d.distributor_id from member_distributor d
        where d.member_id = e.member_id order by d.from_at desc limit 1) earlier on true
      window steps as (partition by e.member_id order by e.from_at)
    ) told
    where case when at_before is not null then distributor_id is distinct from step_before
      else earlier_at is null or distributor_id is distinct from earlier end`.execute(tx)
  await sql`
    update member m set distributor_id = d.distributor_id
    from (select distinct on (member_id) member_id, distributor_id from member_distributor
      where member_id = any(${memberIds}::int[]) order by member_id, from_at desc) d
    where m.member_id = d.member_id and m.distributor_id is distinct from d.distributor_id`.execute(
    tx,
  )
  await sql`select set_config('hil.belonging', '', true)`.execute(tx)
}

/** SQL: from when on since a day members have which distributor; one row at the day itself, always. */
function edges(memberIds: readonly number[], since: string) {
  return sql`
    with own as (
      select b.member_id, greatest(b.from_day, ${since}::date) as from_day,
        coalesce(b.to_day, 'infinity') as to_day, b.distributor_id, b.retailer_id
      from member_belonging b
      where b.member_id = any(${memberIds}::int[]) and (b.to_day is null or b.to_day >= ${since}::date)
    ), span as (
      select member_id, from_day, to_day, distributor_id from own where retailer_id is null
      union all
      select o.member_id, greatest(o.from_day, r.from_day),
        least(o.to_day, coalesce(r.to_day, 'infinity')), r.distributor_id
      from own o join member_belonging r on r.member_id = o.retailer_id
        and r.from_day <= o.to_day and coalesce(r.to_day, 'infinity') >= o.from_day
      where r.distributor_id is not null
    ), edge as (
      select member_id, from_day as day, distributor_id from span
      union all
      select member_id, to_day + 1, null from span s where to_day <> 'infinity'
        and not exists (select from span n where n.member_id = s.member_id and n.from_day = s.to_day + 1)
      union all
      select member_id, ${since}::date, null from unnest(${memberIds}::int[]) as m (member_id)
      where not exists (select from span n where n.member_id = m.member_id and n.from_day = ${since}::date)
    )
    select e.member_id, e.distributor_id,
      greatest(e.day::timestamp at time zone 'Asia/Kolkata', m.joined_at) as from_at
    from edge e join member m on m.member_id = e.member_id`
}

export async function closedUntil(db: Db | Tx): Promise<Date> {
  const row = await db.selectFrom('ledger_close').select('closed_until').executeTakeFirstOrThrow()
  return row.closed_until
}

export async function joinedAt(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member as m')
    .leftJoin('distributor as d', 'd.distributor_id', 'm.distributor_id')
    .select([
      'm.joined_at as joinedAt',
      'm.kind',
      'd.distributor_id as distributorId',
      'd.code',
      'd.name',
    ])
    .where('m.member_id', '=', memberId)
    .executeTakeFirst()
}

/** To whom a member belonged, newest first. */
export async function historyOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member_belonging as b')
    .leftJoin('distributor as d', 'd.distributor_id', 'b.distributor_id')
    .leftJoin('member as r', 'r.member_id', 'b.retailer_id')
    .leftJoin('staff as s', 's.staff_id', 'b.set_by')
    .select([
      'b.from_day as fromDay',
      'b.to_day as toDay',
      'b.set_at as setAt',
      's.name as setBy',
      'd.distributor_id as distributorId',
      'd.code as distributorCode',
      'd.name as distributorName',
      'r.member_id as retailerId',
      'r.code as retailerCode',
      'r.name as retailerName',
    ])
    .where('b.member_id', '=', memberId)
    .orderBy('b.from_day', 'desc')
    .execute()
}

/** How many belong to a retailer today, counted to one more than lists count. */
export async function countMembersOf(db: Db | Tx, retailerId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from member_belonging
      where retailer_id = ${retailerId} and to_day is null limit ${COUNT_LIMIT + 1}) few`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The present belongings of members, by their ids; who belongs to nobody has none. */
export async function presentOf(db: Db | Tx, memberIds: readonly number[]) {
  const rows = await db
    .selectFrom('member_belonging as b')
    .leftJoin('distributor as d', 'd.distributor_id', 'b.distributor_id')
    .leftJoin('member as r', 'r.member_id', 'b.retailer_id')
    .select([
      'b.member_id as memberId',
      'b.from_day as fromDay',
      'd.code as distributorCode',
      'r.code as retailerCode',
    ])
    .where('b.member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('b.to_day', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.memberId, row]))
}
