import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'
import { MASTER_INVARIANTS } from './master-invariants.ts'

/** A product (900) whose points one person lowered and two people raised, and a rule of its group. */
export async function planPoints({ db }: TestDatabase): Promise<void> {
  await sql`insert into product_group (name) values ('Planned')`.execute(db)
  await sql`insert into product (product_id, code, name, product_group, points)
    overriding system value values (900, 'C900', 'Planned', 'Planned', 40)`.execute(db)
  await sql`insert into product_points (product_id, from_day, points, state, reason, proposed_by,
      proposed_at, decided_by, decided_at) values
    (900, '2026-11-01', 30, 'approved', 'Less', 1, now(), 1, now()),
    (900, '2026-11-05', 60, 'approved', 'More', 1, now(), 2, now())`.execute(db)
  await sql`insert into charge_rule (product_groups, kind, paise, from_day, to_day, created_by,
      created_at)
    values ('{Planned}', 'coupon', 100, '2090-01-01', null, 1, now())`.execute(db)
}

const [GROUPS, POINTS] = MASTER_INVARIANTS.map(({ name }) => name)

export const MASTER_BREAKS: readonly [string, string][] = [
  [
    GROUPS ?? '',
    `update charge_rule set product_groups = '{Lost}' where '{Planned}' = product_groups`,
  ],
  [POINTS ?? '', 'update product_points set points = 61 where product_id = 900 and points = 30'],
  [POINTS ?? '', 'update product_points set decided_by = 1 where product_id = 900 and points = 60'],
]
