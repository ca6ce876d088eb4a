import { sql } from 'kysely'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { addDays, startOfDay } from '../../../../contract/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { dayOfId } from '../../../db/id-range.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { BELONGED } from '../distributors/index.ts'

export async function lastFilled(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day) as day from distributor_day`.execute(db)
  return rows[0]?.day ?? null
}

/** When the first scan was recorded; null while there is none. */
export async function firstScan(db: Db | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select recorded_at as at from scan order by id limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Fills one day whole, that of distributor 0 always: by ids, as the list of scans takes days. */
export async function fillDay(tx: Tx, day: string): Promise<void> {
  const [from, before] = [day, addDays(day, 1)].map((one) => firstIdAt(startOfDay(one)))
  await sql`
    insert into distributor_day (day, distributor_id, credited, points)
    select ${day}::date, coalesce(b.distributor_id, 0), count(s.id), coalesce(sum(s.points), 0)
    from scan s
    left join (${sql.raw(BELONGED)}) b on b.member_id = s.member_id and b.from_at <= s.recorded_at
      and (b.until_at is null or s.recorded_at < b.until_at)
    where s.id >= ${from} and s.id < ${before} and s.result = ${SCAN_RESULTS.credited}
    group by 2
    union all select ${day}::date, 0, 0, 0
    order by 3 desc
    on conflict (day, distributor_id) do nothing`.execute(tx)
}

export async function lockDays(tx: Tx): Promise<void> {
  await sql`lock table distributor_day in share row exclusive mode`.execute(tx)
}

type Scans = { memberIds: readonly number[]; since: string; lastDay: string }

/** Adds the scans of some members on some days to those of their distributors then, or takes them away. */
export async function addScansOf(
  tx: Tx,
  { memberIds, since, lastDay }: Scans,
  sign: 1 | -1,
): Promise<void> {
  const [from, before] = [since, addDays(lastDay, 1)].map((day) => firstIdAt(startOfDay(day)))
  await sql`
    insert into distributor_day as d (day, distributor_id, credited, points)
    select ${sql.raw(dayOfId('s.id'))}, coalesce(b.distributor_id, 0), ${sign}::int * count(*),
      ${sign}::int * sum(s.points)
    from scan s
    left join lateral (select o.distributor_id from member_distributor o
      where o.member_id = s.member_id and o.from_at <= s.recorded_at
      order by o.from_at desc limit 1) b on true
    where s.member_id = any(${memberIds}::int[]) and s.id >= ${from} and s.id < ${before}
      and s.result = ${SCAN_RESULTS.credited}
    group by 1, 2
    on conflict (day, distributor_id) do update
      set credited = d.credited + excluded.credited, points = d.points + excluded.points`.execute(
    tx,
  )
}
