import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { OPEN_STATES } from '../../money/redemptions/index.ts'
import type { Invariant } from './invariant.ts'

const { held, redeemed } = ACCOUNTS
const { redemption_hold, redemption_paid, redemption_released } = TRANSFER_KINDS
/** States in which the points of a redemption are held, as a list of SQL. */
export const OPEN = OPEN_STATES.map((state) => `'${state}'`).join(', ')

/** What must be true of redemptions, of the points they hold and of the gifts they take. */
export const REDEMPTION_INVARIANTS: readonly Invariant[] = [
  {
    name: 'The points of a redemption are held, redeemed or back, as its state says',
    sql: `select r.redemption_id, r.state, r.points, t.held, t.redeemed, t.asked
      from redemption r
      left join (select member_id, ref,
          sum(case ${held} when credit then points when debit then -points else 0 end) as held,
          sum(case ${redeemed} when credit then points when debit then -points else 0 end) as redeemed,
          sum(points) filter (where kind = ${redemption_hold}) as asked
        from transfer group by member_id, ref) t
        on t.member_id = r.member_id and t.ref = r.redemption_id
      where t.asked is distinct from r.points
        or t.held <> case when r.state in (${OPEN}) then r.points else 0 end
        or t.redeemed <> case when r.state = 'paid' then r.points else 0 end`,
  },
  {
    name: 'Points are redeemed by redemptions that are there',
    sql: `select t.member_id, t.seq, t.ref from transfer t
      left join redemption r on r.member_id = t.member_id and r.redemption_id = t.ref
      where (t.kind in (${redemption_hold}, ${redemption_paid}, ${redemption_released})
        or ${redeemed} in (t.debit, t.credit)) and r.redemption_id is null`,
  },
  {
    name: 'A redemption stands where its last event left it',
    sql: `select r.redemption_id, r.state, e.state as told from redemption r
      left join (select distinct on (redemption_id) redemption_id, state from redemption_event
        order by redemption_id, event_id desc) e using (redemption_id)
      where e.state is distinct from r.state`,
  },
  {
    name: 'An approved redemption has the approvals it needs, by different people and roles',
    sql: `select r.redemption_id, r.state, r.approved_at, r.approvals_needed, e.people, e.roles
      from redemption r
      left join (select redemption_id, count(distinct staff_id) as people,
          count(distinct role) as roles
        from redemption_event where action = 'approve' group by redemption_id) e
        using (redemption_id)
      where r.approved_at is null and r.state not in ('requested', 'rejected', 'cancelled')
        or r.approved_at is not null and (r.state in ('requested', 'rejected')
          or coalesce(e.people, 0) < r.approvals_needed
          or coalesce(e.roles, 0) < r.approvals_needed)`,
  },
  {
    name: 'Nobody approves what they asked for',
    sql: `select r.redemption_id, e.staff_id from redemption r
      join redemption_event e using (redemption_id)
      where e.action = 'approve' and (e.staff_id is null or e.staff_id = r.requested_by)`,
  },
  {
    name: 'A redemption is worth its points at the value they had',
    sql: `select redemption_id, points, point_value_paise, amount_paise, benefit_paise
      from redemption
      where amount_paise <> points::bigint * point_value_paise
        or kind <> 'gift' and benefit_paise <> amount_paise`,
  },
  {
    name: 'No more gifts are given than there are',
    sql: `select gift_id, stock from gift where stock < 0`,
  },
]
