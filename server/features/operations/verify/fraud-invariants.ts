import { REVIEWS } from '../../../../contract/programme/scans.ts'
import type { Invariant } from './invariant.ts'

const reversed = REVIEWS.indexOf('reversed')

/** What must be true of decisions about many scans. */
export const FRAUD_INVARIANTS: readonly Invariant[] = [
  {
    name: 'A decision about scans that needs two people is applied only when somebody else approved it',
    sql: `select decision_id, proposed_by, decided_by from scan_decision
      where state in ('applying', 'done') and (needs_two and decided_by is null
        or not needs_two and decided_by is not null or decided_by = proposed_by)`,
  },
  {
    name: 'A scan that a decision settled stands as the decision says, or was reversed since',
    sql: `select i.decision_id, i.member_id, i.scan_id, s.review from scan_decision_item i
      join scan_decision d using (decision_id)
      left join scan s on s.member_id = i.member_id and s.id = i.scan_id
      where i.state = 'settled'
        and (s.review is null or s.review <> d.outcome and s.review <> ${reversed})`,
  },
  {
    name: 'Nothing waits in a decision that is over, and nothing is settled in one that is not approved',
    sql: `select i.decision_id, i.scan_id, d.state from scan_decision_item i
      join scan_decision d using (decision_id)
      where (i.state = 'waiting') and d.state in ('done', 'rejected')
        or i.state in ('settled', 'elsewhere', 'refused') and d.state not in ('applying', 'done')`,
  },
]
