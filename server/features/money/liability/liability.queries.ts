import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import { addedTo, countedBy, type Span } from '../settlements/index.ts'

export type LiabilityDay = { day: string; available: number; held: number }

/** The last day that is filled, with what was owed at its end. */
export async function lastFilled(db: Db | Tx): Promise<LiabilityDay | undefined> {
  const { rows } = await sql<LiabilityDay>`
    select day, available::float8 as available, held::float8 as held
    from liability_day order by day desc limit 1`.execute(db)
  return rows[0]
}

/** When points moved for the first time. Ids may be out of the order of time by less than a day. */
export async function firstMove(db: Db | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(recorded_at) as at from transfer
    where id < (select min(id) from transfer) + (86400000::bigint << 22)`.execute(db)
  return rows[0]?.at ?? null
}

type Days = {
  firstDay: string
  lastDay: string
  span: Span
  before: { available: number; held: number }
}

/** SQL: days with what moved in each, and what was owed at its end. */
function daysSql({ firstDay, lastDay, span, before }: Days) {
  const { start, end, idsFrom, idsBefore } = span
  const net = (plus: readonly string[], minus: readonly string[]) =>
    `sum(${[...plus.map((part) => `+ (${part})`), ...minus.map((part) => `- (${part})`)].join(' ')})`
  const earned = net([countedBy('earned'), countedBy('bonus')], [countedBy('reversed')])
  const redeemed = net([countedBy('redeemed')], [countedBy('returned')])
  return sql`
    select d.day::date as day, coalesce(m.brought, 0) as brought, coalesce(m.earned, 0) as earned, coalesce(m.redeemed, 0) as redeemed,
      coalesce(m.expired, 0) as expired, coalesce(m.adjusted, 0) as adjusted,
      ${before.available} + sum(coalesce(m.available, 0)) over (order by d.day) as available,
      ${before.held} + sum(coalesce(m.held, 0)) over (order by d.day) as held
    from generate_series(${firstDay}::date, ${lastDay}::date, interval '1 day') as d (day)
    left join (
      select (t.recorded_at at time zone 'Asia/Kolkata')::date as day,
        ${sql.raw(earned)} as earned, ${sql.raw(redeemed)} as redeemed,
        sum(${sql.raw(countedBy('brought'))}) as brought,
        sum(${sql.raw(countedBy('expired'))}) as expired,
        sum(${sql.raw(countedBy('adjusted'))}) as adjusted,
        sum(${sql.raw(addedTo('available'))}) as available, sum(${sql.raw(addedTo('held'))}) as held
      from transfer t
      where t.id >= ${sql.raw(idsFrom)} and t.id < ${sql.raw(idsBefore)}
        and t.recorded_at >= ${sql.raw(start)} and t.recorded_at < ${sql.raw(end)}
      group by 1
    ) m on m.day = d.day::date`
}

/** Fills days that follow on those that are filled; one that is there stays. */
export async function insertDays(tx: Tx, days: Days): Promise<void> {
  await sql`select set_config('statement_timeout', '600000', true)`.execute(tx)
  await sql`
    insert into liability_day (day, brought, earned, redeemed, expired, adjusted, available, held)
    ${daysSql(days)}
    on conflict (day) do nothing`.execute(tx)
}

/** What was owed at the end of days that are not filled yet. */
export async function reckonDays(db: Db | Tx, days: Days): Promise<LiabilityDay[]> {
  const { rows } = await sql<LiabilityDay>`
    select day, available::float8 as available, held::float8 as held
    from (${daysSql(days)}) f order by day`.execute(db)
  return rows
}

export async function filledBetween(
  db: Db | Tx,
  from: string,
  to: string,
): Promise<LiabilityDay[]> {
  const { rows } = await sql<LiabilityDay>`
    select day, available::float8 as available, held::float8 as held
    from liability_day where day between ${from}::date and ${to}::date order by day`.execute(db)
  return rows
}

export async function firstFilled(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from liability_day`.execute(db)
  return rows[0]?.day ?? null
}
