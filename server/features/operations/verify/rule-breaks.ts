import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

const COLUMNS =
  'change_id, rule, value, reason, needs_two, state, proposed_by, proposed_at, decided_by, decided_at, holds_from'

/** A change that was approved, one that waits, one that was rejected. */
export async function changeRules({ db }: TestDatabase): Promise<void> {
  await sql`insert into rule_change (${sql.raw(COLUMNS)}) values
    (1, 'scansPerDay', '300', 'More', true, 'approved', 1, now(), 2, now(), now()),
    (2, 'scansPerDay', '400', 'More', true, 'proposed', 1, now(), null, null, null),
    (3, 'scansPerDay', '900', 'More', true, 'rejected', 1, now(), 2, now(), null)`.execute(db)
  await sql`insert into tax_rule_change (change_id, from_day, section, form, threshold_paise,
      rate_bps, rate_no_pan_bps, reason, state, proposed_by, proposed_at, decided_by, decided_at)
    values (1, '2099-04-01', 'S', 'F', 2000000, 500, 2000, 'New law', 'approved', 1, now(), 2, now())`.execute(
    db,
  )
  await sql`insert into tax_rule (from_day, section, form, threshold_paise, rate_bps, rate_no_pan_bps)
    values ('2099-04-01', 'S', 'F', 2000000, 500, 2000)`.execute(db)
}

const TWO = 'A change of a rule that needs two people was approved by another than who proposed it'
const DECIDED = 'A change of a rule has who decided it and when, or waits and has neither'
const HOLDS =
  'A change of a rule holds from its approval on or from later, and only where it was approved'
const ONE = 'At most one change of a rule waits for a decision'

const TAX_TWO = 'A rule of tax was approved by another than who proposed it, before its first day'
const TAX_SAME = 'The rule of tax of a day is the one that was approved last for it'

const insertTax = (day: string, decidedBy: number) => `
  insert into tax_rule (from_day, section, form, threshold_paise, rate_bps, rate_no_pan_bps)
  values ('${day}', 'S', 'F', 1, 1, 1);
  insert into tax_rule_change (change_id, from_day, section, form, threshold_paise, rate_bps,
    rate_no_pan_bps, reason, state, proposed_by, proposed_at, decided_by, decided_at)
  values (9, '${day}', 'S', 'F', 1, 1, 1, '', 'approved', 1, now(), ${decidedBy}, now())`

const insert = (values: string) => `insert into rule_change (${COLUMNS}) values (9, ${values})`

export const RULE_BREAKS: readonly [string, string][] = [
  [TWO, insert("'x', '1', '', true, 'approved', 1, now(), 1, now(), now()")],
  [DECIDED, insert("'x', '1', '', true, 'rejected', 1, now(), 2, null, null")],
  [DECIDED, insert("'x', '1', '', true, 'withdrawn', 1, now(), null, null, null")],
  [DECIDED, insert("'x', '1', '', true, 'proposed', 1, now(), 2, null, null")],
  [DECIDED, insert("'x', '1', '', true, 'rejected', 1, now(), 2, now() - interval '1 day', null")],
  [
    HOLDS,
    insert("'x', '1', '', true, 'approved', 1, now(), 2, now(), now() - interval '1 second'"),
  ],
  [HOLDS, insert("'x', '1', '', true, 'approved', 1, now(), 2, now(), null")],
  [HOLDS, insert("'x', '1', '', true, 'rejected', 1, now(), 2, now(), now()")],
  [TAX_TWO, insertTax('2098-01-01', 1)],
  [TAX_TWO, insertTax('2026-06-01', 2)],
  [TAX_SAME, "update tax_rule set rate_bps = 600 where from_day = '2099-04-01'"],
  [TAX_SAME, "delete from tax_rule where from_day = '2099-04-01'"],
  [
    ONE,
    `drop index rule_change_open;
     ${insert("'scansPerDay', '1', '', true, 'proposed', 1, now(), null, null, null")}`,
  ],
]
