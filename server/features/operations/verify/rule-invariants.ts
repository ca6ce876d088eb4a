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
    name: 'A rule of tax was approved by another than who proposed it, before its first day',
    sql: `select change_id, from_day, proposed_by, decided_at from tax_rule_change
      where (state = 'proposed') <> (decided_at is null) or (state = 'approved'
        and (decided_by is not distinct from proposed_by
          or from_day <= (decided_at at time zone 'Asia/Kolkata')::date))`,
  },
  {
    name: 'The rule of tax of a day is the one that was approved last for it',
    sql: `select c.change_id, c.from_day from tax_rule_change c left join tax_rule r using (from_day)
      where c.state = 'approved' and (r.section, r.form, r.threshold_paise, r.rate_bps,
          r.rate_no_pan_bps, coalesce(r.payment_code, ''))
        is distinct from (c.section, c.form, c.threshold_paise, c.rate_bps, c.rate_no_pan_bps,
          coalesce(c.payment_code, ''))
        and not exists (select from tax_rule_change later where later.state = 'approved'
          and later.from_day = c.from_day and later.decided_at > c.decided_at)`,
  },
  {
    name: 'At most one change of a rule waits for a decision',
    sql: `select rule, count(*) from rule_change where state = 'proposed'
      group by rule having count(*) > 1`,
  },
]
