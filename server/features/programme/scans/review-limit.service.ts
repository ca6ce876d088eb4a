import { sql } from 'kysely'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Tx } from '../../../db/database.ts'

/**
 * Whether a person may settle scans of so many points without a second one, with all that was settled
 * alone today. Holds the person's row, so that two decisions at once are not both below the limit.
 */
export async function mayReviewAlone(
  tx: Tx,
  { staffId, points, at, rules }: { staffId: number; points: number; at: Date; rules: Rules },
): Promise<boolean> {
  await sql`select from staff where staff_id = ${staffId} for no key update`.execute(tx)
  const { rows } = await sql<{ points: number }>`
    select (
      (select coalesce(sum(s.points), 0) from scan s
        where s.reviewed_by = ${staffId} and s.reviewed_at >= ${startOfDay(dayOf(at))}
          and s.flags is not null and not exists (
            select from scan_decision_item i join scan_decision d using (decision_id)
            where i.member_id = s.member_id and i.scan_id = s.id and i.state = 'settled'
              and d.needs_two))
      + (select coalesce(sum(i.points), 0) from scan_decision d
          join scan_decision_item i using (decision_id)
        where d.state = 'applying' and d.proposed_by = ${staffId} and not d.needs_two
          and i.state = 'waiting'))::float8 as points`.execute(tx)
  return (rows[0]?.points ?? 0) + points <= rules.reviewAlonePoints
}
