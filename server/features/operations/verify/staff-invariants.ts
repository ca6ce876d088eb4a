import type { Invariant } from './invariant.ts'

/** Who is asked before whom: each approval, and each sending of money, with another who had a hand in it. */
const DECISION = `with decision (what, ref, at, staff_id, other) as (
    select 'redemption', e.redemption_id, e.at, e.staff_id, r.requested_by
    from redemption_event e join redemption r using (redemption_id) where e.action = 'approve'
    union all select 'redemption', e.redemption_id, e.at, e.staff_id, f.staff_id
    from redemption_event e join redemption_event f using (redemption_id)
    where e.action = 'approve' and f.action = 'approve' and f.event_id < e.event_id
    union all select 'payment', p.payment_id, p.initiated_at, p.initiated_by, e.staff_id
    from payment p join redemption_event e using (redemption_id) where e.action = 'approve'
    union all select 'payment', p.payment_id, f.made_at, f.made_by, e.staff_id
    from payment p join bank_file f using (bank_file_id) join redemption_event e using (redemption_id)
    where e.action = 'approve'
    union all select 'payment', payment_id, decided_at, decided_by, initiated_by
    from payment where decided_at is not null and state <> 'declined'
    union all select 'points_adjustment', adjustment_id, decided_at, decided_by, requested_by
    from points_adjustment where state = 'approved' and cause = 'request'
    union all select 'points_file', points_file_id, decided_at, decided_by, maker
    from points_file cross join lateral unnest(makers) maker where state in ('crediting', 'credited')
    union all select 'batch', b.batch_id, e.at, e.staff_id, b.requested_by
    from batch_event e join coupon_batch b using (batch_id) where e.action = 'approve'
    union all select 'batch', e.batch_id, e.at, e.staff_id, f.staff_id
    from batch_event e join batch_event f using (batch_id)
    where e.action = 'approve' and f.action = 'approve' and f.event_id < e.event_id
    union all select 'scheme', e.scheme_id, e.at, e.staff_id, f.staff_id
    from scheme_event e join scheme_event f using (scheme_id)
    where e.action = 'activate' and f.action in ('draft', 'edit') and f.event_id < e.event_id
    union all select 'settlement', distributor_id, approved_at, approved_by, computed_by
    from settlement where approved_at is not null
    union all select 'dispute', enquiry_id, decided_at, decided_by, proposed_by
    from dispute where decided_at is not null
    union all select 'product_points', change_id, decided_at, decided_by, proposed_by
    from product_points where state = 'approved' and decided_by <> proposed_by
    union all select 'rule_change', change_id, decided_at, decided_by, proposed_by
    from rule_change where state = 'approved' and needs_two
    union all select 'tax_rule_change', change_id, decided_at, decided_by, proposed_by
    from tax_rule_change where state = 'approved'
    union all select 'member_change', change_id, decided_at, decided_by, proposed_by
    from member_change where state = 'approved'
    union all select 'kyc_revocation', revocation_id, decided_at, decided_by, proposed_by
    from kyc_revocation where state = 'approved'
    union all select 'print_again', again_id, decided_at, decided_by, proposed_by
    from print_again where state = 'approved'
    union all select 'notification', n.notification_id, n.approved_at, n.approved_by, maker
    from notification n cross join lateral (select n.planned_by union select n.created_by
      union select e.staff_id from notification_event e where e.notification_id = n.notification_id
        and e.step in ('write', 'change') and e.at <= n.approved_at) as makers (maker)
    where n.approved_at is not null
    union all select 'staff_change', change_id, decided_at, decided_by, proposed_by
    from staff_change where basis = 'second person'
  )`

/** Two processes' clocks differ by less. */
const FIRST_TRANSFER = `(select recorded_at + interval '1 minute' from transfer order by id limit 1)`

/** What must be true of accounts and of who decided what, so that nobody acts alone (decision 0059). */
export const STAFF_INVARIANTS: readonly Invariant[] = [
  {
    name: 'Nobody sends the money of a redemption that they approved',
    sql: `select p.payment_id, e.staff_id from payment p
      join redemption_event e on e.redemption_id = p.redemption_id and e.action = 'approve'
      left join bank_file f using (bank_file_id)
      where e.staff_id in (p.initiated_by, f.made_by)
        or p.state <> 'declined' and e.staff_id = p.decided_by`,
  },
  {
    name: 'Nobody decides for an account that they made or changed within thirty days',
    sql: `${DECISION}
      select what, ref, at, d.staff_id, other from decision d
      where (d.staff_id in (select staff_id from staff_change where basis <> 'founding')
          or other in (select staff_id from staff_change where basis <> 'founding'))
        and other <> d.staff_id and other = any(tied_people(d.staff_id, at))`,
  },
  {
    name: 'No account younger than seven days is a second person',
    sql: `${DECISION}
      select what, ref, at, d.staff_id from decision d join staff s using (staff_id)
      where s.origin in ('approved', 'server') and at < s.created_at + interval '7 days'`,
  },
  {
    name: 'An account is from before the first transfer, from the server, or was approved',
    sql: `select s.staff_id, s.origin, s.created_at from staff s
      where s.role <> 'worker' and (s.origin = 'worker'
        or s.origin = 'founding' and s.created_at > ${FIRST_TRANSFER}
        or s.origin = 'approved' and not exists (select from staff_change c
          where c.staff_id = s.staff_id and c.kind = 'create' and c.state = 'effective'
            and c.basis <> 'founding'))`,
  },
  {
    name: 'An e-mail, role, link, second factor or disabled account changes by an approved proposal',
    sql: `select a.seq, a.action, a.subject_id from audit a
      where a.action in ('staff.changed', 'staff.relinked', 'staff.two_factor_reset', 'staff.enabled')
        and (a.action <> 'staff.changed' or a.after ?| array['email', 'role'])
        and not exists (select from staff_change c
          where c.change_id::text = a.after ->> 'changeId' and c.staff_id::text = a.subject_id
            and c.state = 'effective')`,
  },
  {
    name: 'A change of an account has a second person, its day of waiting, or is from before the first transfer',
    sql: `select change_id, kind, staff_id, basis, proposed_by, decided_by from staff_change
      where (state = 'effective') <> (basis is not null)
        or basis = 'second person' and (decided_by is null or decided_by in (proposed_by, staff_id))
        or basis = 'waiting period' and (decided_by is not null or due_at is null
          or decided_at < due_at or due_at < proposed_at + interval '24 hours')
        or basis = 'founding' and decided_at > ${FIRST_TRANSFER}`,
  },
]
