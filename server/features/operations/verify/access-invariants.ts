import type { Invariant } from './invariant.ts'

const REVEALS = "('kyc.revealed', 'distributor.revealed', 'redemption.address_revealed')"
const FILES = "('list.exported', 'report.downloaded')"

/**
 * What must be true of counted access to people's data. Entries of the trail from before it was counted
 * name no address; a file that a second person approved does not count towards the budget.
 */
export const ACCESS_INVARIANTS: readonly Invariant[] = [
  {
    name: 'What a person used of a day’s budget is what the trail says was revealed and exported',
    sql: `with told as (
        select staff_id, (at at time zone 'Asia/Kolkata')::date as day,
          case when action in ${REVEALS} then 'reveals' else 'rows' end as kind,
          sum(case when action in ${REVEALS} then 1 else (after ->> 'rows')::bigint end) as amount
        from audit
        where action in (${REVEALS.slice(1, -1)}, ${FILES.slice(1, -1)}) and after ? 'fromAddress'
          and not after ? 'approvedBy'
        group by 1, 2, 3
      ), used as (
        select staff_id, day, kind, amount from data_use where kind <> 'people'
      )
      select staff_id, day, kind, used.amount, told.amount as told
      from used full join told using (staff_id, day, kind)
      where day >= (select min(day) from data_use)
        and coalesce(used.amount, 0) <> coalesce(told.amount, 0)`,
  },
  {
    name: 'The people that somebody looked up are the members opened and the searches made',
    sql: `with looked as (
        select staff_id, day, sum(case when kind = 'opened' then 1 else times end) as amount
        from data_lookup group by 1, 2
      ), used as (
        select staff_id, day, amount from data_use where kind = 'people'
      )
      select staff_id, day, used.amount, looked.amount as looked
      from used full join looked using (staff_id, day)
      where coalesce(used.amount, 0) <> coalesce(looked.amount, 0)`,
  },
]
