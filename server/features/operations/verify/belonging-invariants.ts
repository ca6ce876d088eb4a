import type { Invariant } from './invariant.ts'

/** What must be true of whom members belong to, and of what staff wrote about them. */
export const BELONGING_INVARIANTS: readonly Invariant[] = [
  {
    name: 'The distributor of a member is the one of today, or that of the retailer',
    sql: `select m.member_id, m.distributor_id, b.distributor_id as own, b.retailer_id,
        r.distributor_id as of_retailer
      from member m
      left join member_belonging b on b.member_id = m.member_id and b.to_day is null
      left join member_belonging r on r.member_id = b.retailer_id and r.to_day is null
      where m.distributor_id is distinct from coalesce(b.distributor_id, r.distributor_id)`,
  },
  {
    name: 'A member belongs to one at a time, to a retailer only who is one, and never before joining',
    sql: `select b.member_id, b.from_day, o.from_day as other from member_belonging b
      join member_belonging o on o.member_id = b.member_id and o.belonging_id > b.belonging_id
        and daterange(b.from_day, b.to_day, '[]') && daterange(o.from_day, o.to_day, '[]')
      union all
      select b.member_id, b.from_day, null from member_belonging b
      join member m on m.member_id = b.member_id
      left join member r on r.member_id = b.retailer_id
      where num_nonnulls(b.distributor_id, b.retailer_id) <> 1
        or b.from_day < (m.joined_at at time zone 'Asia/Kolkata')::date
        or (b.to_day is null and b.retailer_id is not null
          and (m.kind = 'retailer' or r.kind <> 'retailer'))`,
  },
  {
    name: 'Whom staff enrolled signs in only after the consent to the programme',
    sql: `select e.member_id from member_enrolment e
      where exists (select from session s where s.member_id = e.member_id)
        and not exists (select from member_consent c
          where c.member_id = e.member_id and c.purpose = 'programme')`,
  },
  {
    name: 'A new name or type after KYC is decided by another person, and forgotten with the member',
    sql: `select c.change_id, c.member_id, c.state from member_change c
      join member m using (member_id)
      where m.erased_at is not null or c.decided_by = c.proposed_by
        or (c.state = 'proposed') <> (c.decided_by is null)`,
  },
]
