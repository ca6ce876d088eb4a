import {
  addedTo,
  endOfMonthColumn,
  EVERY_MEMBER,
  FIGURE_COLUMNS,
  FIGURES,
  spanOfColumn,
  sumsSql,
} from '../../money/settlements/index.ts'
import type { Invariant } from './invariant.ts'

const COLUMNS = FIGURES.map((figure) => FIGURE_COLUMNS[figure])
const LOCKED = `s.state in ('approved', 'settled')`
const ofMonths = sumsSql(spanOfColumn('mo.month'), EVERY_MEMBER)
const lastFilled = `(select (max(day) + 1)::timestamp at time zone 'Asia/Kolkata' from liability_day)`

/** What must be true of settlements and of the liability by day. */
export const SETTLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'An approved settlement equals the ledger of its month',
    sql: `select s.month, s.distributor_id, ${COLUMNS.map((column) => `s.${column}, l.${column} as ledger_${column}`).join(', ')}
      from (select distinct s.month from settlement s where ${LOCKED}) mo
      join settlement s on s.month = mo.month and ${LOCKED}
      left join lateral (${ofMonths}) l on l.distributor_id = s.distributor_id
      where ${COLUMNS.map((column) => `s.${column} <> coalesce(l.${column}, 0)`).join(' or ')}`,
  },
  {
    name: 'The settlements of a month come to the ledger of the month',
    sql: `select mo.month, mo.totals, sums.*
      from settlement_month mo
      left join (select month, ${COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ')}
        from settlement group by month) sums using (month)
      where mo.computed_at is not null and mo.failure is null and (mo.totals is null or ${FIGURES.map(
        (figure) =>
          `(mo.totals ->> '${figure}')::numeric <> coalesce(sums.${FIGURE_COLUMNS[figure]}, 0)`,
      ).join(' or ')})`,
  },
  {
    name: 'A settlement opens with what the one of the month before closed with',
    sql: `select p.month, coalesce(one.distributor_id, two.distributor_id) as distributor_id,
        one.available + one.held as closed_with, two.opening
      from (select mo.month, next.month as following from settlement_month mo
        join settlement_month next on next.month = mo.month + interval '1 month'
        where mo.computed_at is not null and next.computed_at is not null) p
      cross join lateral (select distributor_id from settlement where month = p.month
        union select distributor_id from settlement where month = p.following) ids
      left join settlement one on one.month = p.month and one.distributor_id = ids.distributor_id
      left join settlement two
        on two.month = p.following and two.distributor_id = ids.distributor_id
      where coalesce(one.available + one.held, 0) <> coalesce(two.opening, 0)`,
  },
  {
    name: 'The books are closed for every month with an approved settlement',
    sql: `select s.month, s.distributor_id, c.closed_until from settlement s, ledger_close c
      where ${LOCKED} and c.closed_until < ${endOfMonthColumn('s.month')}`,
  },
  {
    name: 'What was owed on the last day and what moved since come to what is owed',
    sql: `select d.day, d.available, d.held, a.available as owed, a.held as owed_held
      from (select day, available, held from liability_day order by day desc limit 1) d
      cross join (select coalesce(sum(available), 0) as available, coalesce(sum(held), 0) as held
        from member_account) a
      cross join (select coalesce(sum(${addedTo('available')}), 0) as available,
          coalesce(sum(${addedTo('held')}), 0) as held
        from transfer t where t.recorded_at >= ${lastFilled}) t
      where d.available + t.available <> a.available or d.held + t.held <> a.held`,
  },
]
