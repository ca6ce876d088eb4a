import type { Invariant } from './invariant.ts'

/** What must be true of workers and distributors, as far as it can be seen without opening a seal. */
export const PEOPLE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'Whoever has the role of a worker is one, and nobody else is',
    sql: `select coalesce(s.staff_id, w.staff_id) as staff_id, s.role, w.employee_code
      from (select staff_id, role from staff where role = 'worker') s
      full join worker w using (staff_id)
      where s.staff_id is null or w.staff_id is null`,
  },
  {
    name: 'A GSTIN on record is of the state of its distributor, and the PAN inside it is on record',
    sql: `select g.distributor_id, g.masked, d.state, p.masked as pan
      from distributor_identity g
      join distributor d using (distributor_id)
      left join distributor_identity p
        on p.distributor_id = g.distributor_id and p.field = 'pan'
      where g.field = 'gstin' and (p.masked is distinct from substr(g.masked, 3, 10)
        or left(g.masked, 2) <> lpad(d.state::text, 2, '0'))`,
  },
  {
    name: 'A distributor that was deactivated has the reason on record, any other has none',
    sql: `select distributor_id, left_at, left_reason from distributor
      where (left_at is null) <> (left_reason is null)`,
  },
]
