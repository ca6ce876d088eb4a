import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** Of the scans that were reviewed: one by a decision of two people. */
export async function decideTogether({ db }: TestDatabase): Promise<void> {
  await sql`insert into scan_decision (decision_id, outcome, reason, needs_two, state, proposed_by,
      proposed_at, decided_by, decided_at)
    values (1, 1, 'Checked', true, 'done', 1, now(), 2, now())`.execute(db)
  await sql`insert into scan_decision_item (decision_id, member_id, scan_id, points, state)
    select 1, member_id, id, points, 'settled' from scan where review = 1
    order by id limit 1`.execute(db)
}

const TWO =
  'A decision about scans that needs two people is applied only when somebody else approved it'
const STANDS = 'A scan that a decision settled stands as the decision says, or was reversed since'
const OVER =
  'Nothing waits in a decision that is over, and nothing is settled in one that is not approved'

export const FRAUD_BREAKS: readonly [string, string][] = [
  [TWO, 'update scan_decision set decided_by = 1'],
  [TWO, 'update scan_decision set decided_by = null, decided_at = null'],
  [TWO, 'update scan_decision set needs_two = false'],
  [STANDS, 'update scan_decision_item set scan_id = scan_id + 1'],
  [STANDS, 'update scan_decision set outcome = 2'],
  [OVER, "update scan_decision_item set state = 'waiting'"],
  [OVER, "update scan_decision set state = 'rejected'"],
]
