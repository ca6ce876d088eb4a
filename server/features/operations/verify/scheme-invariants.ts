import { TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Invariant } from './invariant.ts'

const { scheme_bonus, reversal } = TRANSFER_KINDS
const { credited } = SCAN_RESULTS
const reversed = REVIEWS.indexOf('reversed')

/** What must be true of schemes, of their budgets and of what members had of them. */
export const SCHEME_INVARIANTS: readonly Invariant[] = [
  {
    name: 'No scheme spends more than its budget',
    sql: `select s.scheme_id, s.budget, s.returned, l.spent from scheme s
      join (select scheme_id, sum(spent) as spent from scheme_lease group by scheme_id) l
        using (scheme_id)
      where l.spent - s.returned > s.budget`,
  },
  {
    name: 'What a scheme has leased is what its slots were granted',
    sql: `select s.scheme_id, s.leased, l.granted from scheme s
      left join (select scheme_id, sum(granted) as granted from scheme_lease group by scheme_id) l
        using (scheme_id)
      where s.leased <> coalesce(l.granted, 0) or s.leased > s.budget + s.returned`,
  },
  {
    name: 'What a scheme spent and got back is what its transfers moved',
    sql: `select s.scheme_id, l.spent, t.spent as moved, s.returned, t.returned as moved_back
      from scheme s
      left join (select scheme_id, sum(spent) as spent from scheme_lease group by scheme_id) l
        using (scheme_id)
      left join (select scheme_id,
          sum(points) filter (where kind = ${scheme_bonus}) as spent,
          sum(points) filter (where kind = ${reversal}) as returned
        from transfer where scheme_id is not null group by scheme_id) t using (scheme_id)
      where coalesce(l.spent, 0) <> coalesce(t.spent, 0) or s.returned <> coalesce(t.returned, 0)`,
  },
  {
    name: 'What members had of schemes with a cap or slabs is what their scans and transfers say',
    sql: `select member_id, scheme_id, m.scans, m.points, t.points as moved, s.scans as counted
      from scheme_member m
      full join (select b.member_id, scheme_id,
          sum(case b.kind when ${scheme_bonus} then points when ${reversal} then -points else 0 end)
            as points
        from transfer b join scheme using (scheme_id)
        where scheme.kind = 'slab' or cap_per_member is not null
        group by b.member_id, scheme_id) t using (member_id, scheme_id)
      full join (select member_id, scheme_id, count(*) as scans
        from scan, unnest(counted_in) scheme_id
        where review is distinct from ${reversed} group by member_id, scheme_id) s
        using (member_id, scheme_id)
      where coalesce(m.points, 0) <> coalesce(t.points, 0)
        or coalesce(m.scans, 0) <> coalesce(s.scans, 0)`,
  },
  {
    name: 'A scan is counted by schemes with slabs only, once each, when it was credited',
    sql: `select member_id, id, counted_in from scan
      where counted_in is not null and (result <> ${credited} or cardinality(counted_in)
        <> (select count(*) from scheme where kind = 'slab' and scheme_id = any(counted_in)))`,
  },
  {
    name: 'No member had more of a scheme than its cap',
    sql: `select m.member_id, m.scheme_id, m.points, s.cap_per_member
      from scheme_member m join scheme s using (scheme_id) where m.points > s.cap_per_member`,
  },
  {
    name: "The day's bonuses of a scheme are those of its transfers",
    sql: `select scheme_id, day, r.bonuses, r.points, t.bonuses as made, t.points as moved
      from (select scheme_id, day, sum(bonuses) as bonuses, sum(points) as points
        from rollup_scheme group by scheme_id, day) r
      full join (select scheme_id, (recorded_at at time zone 'Asia/Kolkata')::date as day,
          count(*) as bonuses, sum(points) as points
        from transfer where kind = ${scheme_bonus} group by 1, 2) t using (scheme_id, day)
      where r.bonuses is distinct from t.bonuses or r.points is distinct from t.points`,
  },
]
