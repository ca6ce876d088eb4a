import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

const COLUMNS =
  'change_id, kind, staff_id, name, email, role, reason, state, basis, proposed_by, proposed_at, due_at, decided_by, decided_at'

/** Accounts that two people made, one of them lately; what waited its day, and what waits. */
export async function changeAccounts({ db }: TestDatabase): Promise<void> {
  await sql`insert into staff (staff_id, email, name, role, origin, created_at)
    overriding system value values
    (80, 'd@hil.example', 'D', 'admin', 'approved', now() - interval '40 days'),
    (81, 'e@hil.example', 'E', 'admin', 'approved', now() - interval '10 days')`.execute(db)
  await sql`insert into staff_change (${sql.raw(COLUMNS)}) values
    (1, 'create', 80, 'D', 'd@hil.example', 'admin', null, 'effective', 'second person', 1,
      now() - interval '41 days', null, 77, now() - interval '40 days'),
    (2, 'create', 81, 'E', 'e@hil.example', 'admin', null, 'effective', 'second person', 1,
      now() - interval '11 days', null, 77, now() - interval '10 days'),
    (3, 'two_factor', 80, null, null, null, 'Lost', 'effective', 'waiting period', 1,
      now() - interval '39 days', now() - interval '38 days', null, now() - interval '37 days'),
    (4, 'link', 80, null, null, null, 'Lost', 'proposed', null, 1, now(), null, null, null)`.execute(
    db,
  )
}

const SENT = 'Nobody sends the money of a redemption that they approved'
const TIED = 'Nobody decides for an account that they made or changed within thirty days'
const YOUNG = 'No account younger than seven days is a second person'
const ORIGIN = 'An account is from before the first transfer, from the server, or was approved'
const PROPOSED =
  'An e-mail, role, link, second factor or disabled account changes by an approved proposal'
const BASIS =
  'A change of an account has a second person, its day of waiting, or is from before the first transfer'

const newAccount = (role: string, origin: string) =>
  `insert into staff (email, name, role, origin, created_at)
   values ('x@hil.example', 'X', '${role}', '${origin}', now() + interval '1 hour')`
const audited = (action: string, after: string) =>
  `insert into audit (seq, at, staff_id, role, action, subject, subject_id, after, hash)
   values (9999999, now(), 1, 'admin', '${action}', 'staff', '2', '${after}', 'x')`
const effective = (values: string) =>
  `insert into staff_change (${COLUMNS})
   values (9, 'enable', 2, null, null, null, 'Back', 'effective', ${values})`

export const STAFF_BREAKS: readonly [string, string][] = [
  [SENT, 'update payment set initiated_by = 1 where payment_id = 2'],
  [SENT, 'update payment set decided_by = 1, decided_at = now() where payment_id = 1'],
  [SENT, 'update bank_file set made_by = 1'],
  [TIED, 'update points_adjustment set requested_by = 81, decided_by = 1 where adjustment_id = 1'],
  [TIED, 'update points_adjustment set requested_by = 77, decided_by = 81 where adjustment_id = 1'],
  [TIED, 'update payment set initiated_by = 81 where payment_id = 2'],
  [
    TIED,
    `insert into rule_change (change_id, rule, value, reason, needs_two, state, proposed_by,
       proposed_at, decided_by, decided_at, holds_from)
     values (9, 'x', '1', '', true, 'approved', 1, now(), 81, now(), now())`,
  ],
  [
    YOUNG,
    "update staff set created_at = now() - interval '6 days', origin = 'server' where staff_id = 2",
  ],
  [ORIGIN, newAccount('cs', 'approved')],
  [ORIGIN, newAccount('cs', 'founding')],
  [ORIGIN, newAccount('cs', 'worker')],
  [PROPOSED, audited('staff.relinked', '{}')],
  [PROPOSED, audited('staff.changed', '{"role": "admin"}')],
  [PROPOSED, audited('staff.enabled', '{"changeId": "4"}')],
  [BASIS, effective("'second person', 1, now(), null, 1, now()")],
  [BASIS, effective("'second person', 1, now(), null, 2, now()")],
  [BASIS, effective("'waiting period', 1, now(), now(), null, now()")],
  [
    BASIS,
    effective("'founding', 1, now() + interval '1 hour', null, null, now() + interval '1 hour'"),
  ],
]
