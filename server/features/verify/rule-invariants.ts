import type { Invariant } from './invariant.ts'

/** What must be true of the changes of rules, whatever their values are. */
export const RULE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'A change of a rule that needs two people was approved by another than who proposed it',
    sql: `select change_id, rule, proposed_by from rule_change
      where state = 'approved' and needs_two and decided_by is not distinct from proposed_by`,
  },
  {
    name: 'A change of a rule has who decided it and when, or waits and has neither',
    sql: `select change_id, rule, state, decided_by, decided_at from rule_change
      where (state = 'proposed') <> (decided_by is null) or (state = 'proposed') <> (decided_at is null)
        or decided_at < proposed_at - interval '5 minutes'`,
  },
  {
    name: 'A change of a rule holds from its approval on or from later, and only where it was approved',
    sql: `select change_id, rule, state, from_at, decided_at, holds_from from rule_change
      where (state = 'approved') <> (holds_from is not null)
        or holds_from < greatest(decided_at, from_at)`,
  },
  {
    name: 'At most one change of a rule waits for a decision',
    sql: `select rule, count(*) from rule_change where state = 'proposed'
      group by rule having count(*) > 1`,
  },
]
