import { STATE_OF } from '../../money/parcels/index.ts'
import type { Invariant } from './invariant.ts'

const { to_dispatch: _, ...PARCELS } = STATE_OF
const stateOf = (parcel: string) =>
  `case ${parcel} ${Object.entries(PARCELS)
    .map(([state, redemption]) => `when '${state}' then '${redemption}'`)
    .join(' ')} end`
const last = `select distinct on (redemption_id) redemption_id, try, state from parcel
  order by redemption_id, try desc`

/** What must be true of gifts on their way, and of the benefits they are. */
export const PARCEL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'A gift is where its last parcel is',
    sql: `select redemption_id, r.kind, r.state, p.state as parcel from redemption r
      full join (${last}) p using (redemption_id)
      where p.state is not null and (r.kind is distinct from 'gift'
          or r.state is distinct from ${stateOf('p.state')})
        or p.state is null and r.kind = 'gift'
          and r.state not in ('requested', 'approved', 'rejected', 'cancelled')`,
  },
  {
    name: 'Only the last parcel of a gift has not come back, and they are counted without a gap',
    sql: `select redemption_id, count(*), max(try) from parcel p
      group by redemption_id
      having count(*) <> max(try) or max(try) filter (where state <> 'returned') < max(try)`,
  },
  {
    name: 'An address is of a gift, of its member, and of nobody who was erased',
    sql: `select redemption_id, r.kind, r.member_id, a.member_id as of, m.erased_at
      from redemption_address a join redemption r using (redemption_id)
      join member m on m.member_id = r.member_id
      where r.kind <> 'gift' or r.member_id <> a.member_id or m.erased_at is not null`,
  },
  {
    name: 'A gift that is on its way or delivered counts as a benefit, and no other does',
    sql: `select redemption_id, r.state, b.benefit_id, b.value_paise, r.benefit_paise
      from (select * from redemption where kind = 'gift') r
      full join (select * from benefit where kind = 'gift' and undone_at is null) b
        using (redemption_id)
      where case when r.state in ('payment_pending', 'paid')
        then b.benefit_id is null or b.value_paise <> r.benefit_paise
          or b.member_id <> r.member_id
        else b.benefit_id is not null end`,
  },
  {
    name: 'The tax of a benefit is what its base bears at its rate, but for paise',
    sql: `select benefit_id, kind, base_paise, rate_bps, tax_paise from benefit b
      where kind <> 'outside' and abs(tax_paise - base_paise::numeric * rate_bps
          / case when grossed_up then 10000 - rate_bps else 10000 end)
        > 10 + (select count(*) from benefit u where u.undone_at is not null
            and u.financial_year = b.financial_year
            and (u.member_id = b.member_id or u.person = b.person))`,
  },
  {
    name: 'A benefit from outside stands in a file that was applied',
    sql: `select b.benefit_id, b.outside_file_id, b.outside_line from benefit b
      left join outside_file f on f.file_id = b.outside_file_id
      left join outside_file_row r
        on r.file_id = b.outside_file_id and r.line = b.outside_line
      where b.kind = 'outside' and (f.applied_at is null or r.problem is not null
        or r.member_id <> b.member_id or r.value_paise <> b.value_paise)`,
  },
]
