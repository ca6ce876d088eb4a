import type { Invariant } from './invariant.ts'

/** What must be true of plants: their workers, what their phones sent, cartons and explanations. */
export const PLANT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'What a worker activated and deactivated is what their changes come to',
    sql: `select w.staff_id, w.activated, w.deactivated, c.activated as changed_to, c.deactivated as changed_back
      from worker w
      left join (select staff_id,
          sum(changed) filter (where action = 'activate') as activated,
          sum(changed) filter (where action = 'deactivate') as deactivated
        from coupon_change group by staff_id) c using (staff_id)
      where w.activated <> coalesce(c.activated, 0) or w.deactivated <> coalesce(c.deactivated, 0)`,
  },
  {
    name: 'A reading that changed coupons has one change of its own that says the same',
    sql: `select s.scan_id, s.result, s.changed, s.runs, c.change_id, c.action, c.changed as recorded
      from plant_scan s
      left join coupon_change c using (change_id)
      where (s.changed > 0) <> (c.change_id is not null) or (s.changed > 0) <> (s.runs is not null)
        or c.changed <> s.changed or c.staff_id <> s.staff_id or c.batch_id <> s.batch_id
        or c.plant_id <> s.plant_id or c.occurred_at <> s.occurred_at
        or c.action <> case s.result when 'undone' then 'deactivate' else 'activate' end
        or s.changed > 0 and s.result not in ('activated', 'undone')
        or s.changed <> (select coalesce(sum(upper(run) - lower(run)), 0) from unnest(s.runs) run)
        or not s.runs <@ int4multirange(int4range(c.from_serial, c.to_serial, '[]'))
        or not s.runs <@ int4multirange(int4range(s.from_serial, s.to_serial, '[]'))
      union all
      select null, null, count(*), null, change_id, null, null from plant_scan
      where change_id is not null group by change_id having count(*) > 1`,
  },
  {
    name: 'A reading is undone at most once, by who sent it, and not more of it than it activated',
    sql: `select u.scan_id, u.undoes, u.runs, s.result, s.runs as activated
      from plant_scan u
      left join plant_scan s on s.scan_id = u.undoes
      where u.result = 'undone' and (s.result is distinct from 'activated'
        or s.staff_id <> u.staff_id or s.plant_id <> u.plant_id or s.batch_id <> u.batch_id
        or not u.runs <@ s.runs)
      union all
      select null, undoes, null, null, null from plant_scan
      where result = 'undone' group by undoes having count(*) > 1`,
  },
  {
    name: 'What a reading names lies in a batch of its plant',
    sql: `select s.scan_id, s.batch_id, s.from_serial, s.to_serial, s.carton, b.quantity, b.carton_size
      from plant_scan s
      join coupon_batch b using (batch_id)
      where s.plant_id <> b.plant_id or s.from_serial is null or s.to_serial is null
        or s.from_serial < 1 or s.to_serial > b.quantity or s.from_serial > s.to_serial
        or s.carton is null and s.from_serial <> s.to_serial
        or s.from_serial <> (s.carton - 1) * b.carton_size + 1`,
  },
  {
    name: 'Cartons lie within their batch',
    sql: `select c.batch_id, c.carton, b.quantity, b.carton_size
      from carton c
      join coupon_batch b using (batch_id)
      where b.carton_size is null or c.carton < 1
        or (c.carton - 1) * b.carton_size + 1 > b.quantity`,
  },
  {
    name: 'Explanations lie within their batch',
    sql: `select e.explanation_id, e.batch_id, e.from_serial, e.to_serial, b.quantity
      from batch_explanation e
      join coupon_batch b using (batch_id)
      where e.from_serial < 1 or e.from_serial > e.to_serial or e.to_serial > b.quantity`,
  },
  {
    name: 'A session that a PIN opens is of a worker who has one',
    sql: `select s.staff_id, s.created_at
      from session s
      left join worker_pin p using (staff_id)
      where s.pin_locks and p.staff_id is null`,
  },
]
