import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { dayOfId } from '../../../db/id-range.ts'
import { BELONGED } from '../../people/distributors/index.ts'
import { addedTo, countedBy } from '../../money/settlements/index.ts'
import type { Invariant } from './invariant.ts'

/** What a day of `liability_day` counts, from the transfers `t`. */
const OF_TRANSFERS = {
  brought: countedBy('brought'),
  earned: `${countedBy('earned')} + ${countedBy('bonus')} - ${countedBy('reversed')}`,
  redeemed: `${countedBy('redeemed')} - ${countedBy('returned')}`,
  expired: countedBy('expired'),
  adjusted: countedBy('adjusted'),
  available: addedTo('available'),
  held: addedTo('held'),
}
const MOVED = Object.entries(OF_TRANSFERS)
  .map(([name, points]) => `sum(${points}) as ${name}`)
  .join(', ')

/** What must be true of tables that hold nothing of their own: each can be made again from others. */
export const DERIVED_INVARIANTS: readonly Invariant[] = [
  {
    name: 'The scans of a day by distributor are those of the members that belonged to it',
    sql: `with made as (
        select ${dayOfId('s.id')} as day, coalesce(b.distributor_id, 0) as distributor_id,
          count(*) as credited, sum(s.points) as points
        from scan s
        left join (${BELONGED}) b on b.member_id = s.member_id and b.from_at <= s.recorded_at
          and (b.until_at is null or s.recorded_at < b.until_at)
        where s.result = ${SCAN_RESULTS.credited}
        group by 1, 2
      )
      select day, distributor_id, d.credited, d.points, m.credited as made, m.points as moved
      from distributor_day d full join made m using (day, distributor_id)
      where day <= (select max(day) from distributor_day)
        and (coalesce(d.credited, 0) <> coalesce(m.credited, 0)
          or coalesce(d.points, 0) <> coalesce(m.points, 0))
      union all
      select g::date, 0, null, null, null, null
      from (select min(day) as first, max(day) as last from distributor_day) d,
        generate_series(d.first, d.last, interval '1 day') g
      where not exists (
        select from distributor_day f where f.day = g::date and f.distributor_id = 0)`,
  },
  {
    name: 'The liability of a day is that of the day before and what moved since',
    sql: `with moved as (
        select (t.recorded_at at time zone 'Asia/Kolkata')::date as day, ${MOVED}
        from transfer t group by 1
      ), days as (
        select *, lag(day) over chain as day_before,
          available - lag(available, 1, 0::bigint) over chain as available_more,
          held - lag(held, 1, 0::bigint) over chain as held_more
        from liability_day window chain as (order by day)
      )
      select day, d.brought, m.brought as brought_by_ledger, d.earned, m.earned as earned_by_ledger, d.redeemed, m.redeemed as redeemed_by_ledger,
        d.expired, m.expired as expired_by_ledger, d.adjusted, m.adjusted as adjusted_by_ledger,
        d.available_more, m.available, d.held_more, m.held
      from days d full join moved m using (day)
      where day <= (select max(day) from liability_day)
        and (d.available_more is null or d.day_before <> day - 1
          or d.brought <> coalesce(m.brought, 0) or d.earned <> coalesce(m.earned, 0) or d.redeemed <> coalesce(m.redeemed, 0)
          or d.expired <> coalesce(m.expired, 0) or d.adjusted <> coalesce(m.adjusted, 0)
          or d.available_more <> coalesce(m.available, 0) or d.held_more <> coalesce(m.held, 0))`,
  },
  {
    name: 'The order of members by points knows every member as they are',
    sql: `select member_id, p.name_key, p.kind, p.state, p.distributor_id, p.kyc_state, p.status,
        p.joined_at
      from member m full join member_points p using (member_id)
      where (p.name_key, p.kind, p.state, p.distributor_id, p.kyc_state, p.status, p.joined_at)
        is distinct from (lower(m.name) collate "C", m.kind, m.state, m.distributor_id, m.kyc_state,
          m.status, m.joined_at)`,
  },
  {
    name: 'A member belongs to the distributor that they came to last',
    sql: `select member_id, m.distributor_id, d.distributor_id as came_to, d.from_at
      from member m
      full join (select distinct on (member_id) member_id, distributor_id, from_at
        from member_distributor order by member_id, from_at desc) d using (member_id)
      where m.code is null or d.from_at is null
        or m.distributor_id is distinct from d.distributor_id`,
  },
]
