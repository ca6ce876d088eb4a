import { CHARGE_STATES } from '../../../../contract/programme/charges.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { isMovedBy } from './dispute-invariants.ts'
import type { Invariant } from './invariant.ts'

const { credited } = SCAN_RESULTS
const waiting = REVIEWS.indexOf('waiting')
const reversed = REVIEWS.indexOf('reversed')
const [held, due, takenBack] = (['held', 'due', 'reversed'] as const).map((state) =>
  CHARGE_STATES.indexOf(state),
)

/** What must be true of the charges that retailers earn by the scans of others. */
export const CHARGE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'A charge is of a credited scan of somebody else that names its retailer, and stands as it does',
    sql: `select c.retailer_id, c.scan_id, c.state, s.result, s.review, s.retailer_id as named
      from handling_charge c
      left join scan s on s.member_id = c.member_id and s.id = c.scan_id
      where s.id is null or s.result <> ${credited} or c.retailer_id = c.member_id
        or s.retailer_id is distinct from c.retailer_id or s.product_id <> c.product_id
        or s.recorded_at <> c.recorded_at
        or (c.state = ${held}) <> (s.review is not distinct from ${waiting})
        or ((c.state = ${takenBack}) <> (s.review is not distinct from ${reversed})
          and not (c.state = ${due}
            and (c.due_at = c.recorded_at or ${isMovedBy('c.member_id', 'c.scan_id')})))`,
  },
  {
    name: 'A charge is what a rule gives that was in force on its day',
    sql: `select c.retailer_id, c.scan_id, c.rule_id, c.paise, r.paise as of_rule
      from handling_charge c left join charge_rule r using (rule_id)
      where r.rule_id is null or c.paise <> r.paise
        or (c.recorded_at at time zone 'Asia/Kolkata')::date < r.from_day`,
  },
  {
    name: 'The charges of a day are those that became due on it',
    sql: `select rule_id, day, r.charges, r.paise, c.charges as made, c.paise as due
      from (select rule_id, day, sum(charges) as charges, sum(paise) as paise
        from rollup_charge group by rule_id, day) r
      full join (select rule_id, (due_at at time zone 'Asia/Kolkata')::date as day,
          count(*) as charges, sum(paise) as paise
        from handling_charge where state = ${due} group by 1, 2) c using (rule_id, day)
      where r.charges is distinct from c.charges or r.paise is distinct from c.paise`,
  },
]
