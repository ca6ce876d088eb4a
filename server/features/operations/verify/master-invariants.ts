import type { Invariant } from './invariant.ts'

/** What must be true of products, their points and their groups. */
export const MASTER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'Every group that a charge rule names exists',
    sql: `select rule_id, named from charge_rule, unnest(product_groups) named
      where not exists (select from product_group g where g.name = named)`,
  },
  {
    name: 'One person alone gives no more points than a product began with or two people approved',
    sql: `select c.change_id, c.product_id, c.points from product_points c
      join product p using (product_id)
      where c.state = 'approved' and c.decided_by = c.proposed_by
        and c.points > greatest(p.points, (select max(o.points) from product_points o
          where o.product_id = c.product_id and o.state = 'approved'
            and o.decided_by <> o.proposed_by))`,
  },
]
