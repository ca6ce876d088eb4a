import type { Invariant } from './invariant.ts'

/** What must be true of live codes that left in print files (decision 0067). */
export const PRINT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'Codes of a batch are taken again only once a second person agreed, by whoever asked, once',
    sql: `select t.taking_id, t.batch_id, t.taken_by, t.again_id from print_taking t
      join coupon_batch b using (batch_id)
      left join print_again a on a.again_id = t.again_id
      where t.alone_coupons < b.quantity and t.again_id is null and exists (
          select from print_taking e where e.batch_id = t.batch_id and e.what = t.what
            and e.taking_id < t.taking_id
            and e.from_number <= t.to_number and t.from_number <= e.to_number)
        or t.again_id is not null and (a.state is distinct from 'approved'
          or a.batch_id <> t.batch_id or a.what <> t.what or a.proposed_by <> t.taken_by
          or a.decided_by = a.proposed_by or a.decided_at > t.taken_at
          or t.from_number < a.from_number or t.to_number > a.to_number)`,
  },
  {
    name: 'Each time a print file was given out its codes are written down as taken',
    sql: `select batch_id, given, taken
      from (select batch_id, count(*) as given from batch_event where action = 'print' group by 1) e
      full join (select batch_id, count(*) as taken from print_taking group by 1) t using (batch_id)
      where given is distinct from taken`,
  },
]
