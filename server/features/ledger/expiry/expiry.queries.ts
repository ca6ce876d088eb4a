import { sql } from 'kysely'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { startOfDay } from '../../../../contract/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { beganBefore, EARNING, pointsOverSql, RETURNING } from './expirable-sql.ts'
import type { Cuts, Holding } from './expiry-days.ts'

/** The end of the next so many accounts after a member's; null when there are none. */
export async function endOfChunk(db: Db, after: number, size: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(member_id) as last from (
      select member_id from member_account where member_id > ${after}
      order by member_id limit ${size}) as chunk`.execute(db)
  return rows[0]?.last ?? null
}

/** Members of a chunk with points that are over: to be looked at again under the lock. */
export async function membersWithPointsOver(
  db: Db,
  { after, last, cuts }: { after: number; last: number; cuts: Cuts },
): Promise<number[]> {
  const { rows } = await sql<{ memberId: number }>`
    select a.member_id as "memberId" from member_account a
    cross join lateral (${sql.raw(pointsOverSql({ points: cuts }))}) as over
    where a.member_id > ${after} and a.member_id <= ${last}
      and ${sql.raw(beganBefore(cuts.earnedFrom))} and over.points > 0
    order by a.member_id`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

/** What a member can use and what became so day by day since a day, of one snapshot. */
export async function holdingOf(db: Db | Tx, memberId: number, since: string): Promise<Holding> {
  const { rows } = await sql<{
    available: number
    day: string | null
    earned: number
    returned: number
  }>`
    select a.available::float8 as available, t.day, t.earned, t.returned
    from member_account a
    left join lateral (
      select (recorded_at at time zone 'Asia/Kolkata')::date as day,
        coalesce(sum(points) filter (where kind in ${sql.raw(EARNING)}), 0)::float8 as earned,
        coalesce(sum(points) filter (where kind in ${sql.raw(RETURNING)}), 0)::float8 as returned
      from transfer
      where member_id = a.member_id and credit = ${sql.lit(ACCOUNTS.available)}
        and recorded_at >= ${startOfDay(since)}
      group by 1
    ) as t on true
    where a.member_id = ${memberId}`.execute(db)
  const days = rows.flatMap(({ day, earned, returned }) =>
    day === null ? [] : { day, earned, returned },
  )
  return { available: rows[0]?.available ?? 0, days }
}

/** How often points of a member expired under a reference. */
export async function countExpiries(tx: Tx, memberId: number, ref: string): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from transfer
    where member_id = ${memberId} and ref = ${ref}::bigint
      and kind = ${sql.lit(TRANSFER_KINDS.expiry)}`.execute(tx)
  return rows[0]?.times ?? 0
}
